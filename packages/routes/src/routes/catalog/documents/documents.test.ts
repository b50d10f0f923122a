import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeUnusedBlobs, startExtraction, importDocuments } from "@service/domain/documents";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { docxFile, encryptedOfficeFile, pdfFile } from "@service/file-text/testing";
import { testOperator, waitFor } from "@service/testing";
import type { Actor, Body } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

const path = "/api/v1/catalog/documents";
const asAna = { "x-service-acting-email": "ana@example.com" };
const asBo = { "x-service-acting-email": "bo@example.com" };
const asCy = { "x-service-acting-email": "cy@example.com" };

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let folder: string;
/** Fresh after each change of the organization: a process reads a known key from a cache. */
let key: Actor;
let extraction: ReturnType<typeof startExtraction>;

const shared = pdfFile(["Certificate of a shared agreement", "second page about liquor liability"]);
const files: Readonly<Record<string, Buffer | string>> = {
  "carriers/appetite.pdf": pdfFile(["Harborstone appetite: restaurants", "No nightclubs"]),
  "clients/loss-runs.docx": docxFile(["Planted loss narrative of Blue Harbor"]),
  "clients/agreement.pdf": shared,
  "clients/copy of agreement.pdf": shared,
  "clients/policy.txt": "Declarations page with planted deductible",
  "clients/scan.pdf": pdfFile(["", ""]),
  "clients/locked.docx": encryptedOfficeFile(),
  "clients/broken.pdf": pdfFile(["x"]).subarray(0, 40),
  "clients/photo of a page.txt": pdfFile(["A PDF under another name"]),
};
const manifest = [
  "file,title,kind,client_source_id,policy_source_id,dated_on,carrier_key,line",
  "carriers/appetite.pdf,Harborstone appetite guide,appetite_guide,,,2026-09-01,harborstone,commercial_property",
  "clients/loss-runs.docx,Loss runs,loss_runs,1,,2026-05-01,,",
  "clients/agreement.pdf,Agreement of Blue Harbor,contract,1,,2026-06-01,,",
  "clients/copy of agreement.pdf,Agreement of Zeta,contract,2,,2026-06-02,,",
  "clients/policy.txt,Declarations,policy,,P1,2026-01-01,,general_liability",
  "clients/scan.pdf,Scan,other,1,,,,",
  "clients/locked.docx,Locked,other,1,,,,",
  "clients/broken.pdf,Broken,other,1,,,,",
  "clients/photo of a page.txt,Wrong name,other,1,,,,",
].join("\n");

async function load(text: string | undefined, given: { readonly into?: TestBook; readonly from?: string } = {}) {
  const manifestPath = text === undefined ? undefined : join(folder, ".manifest.csv");
  if (manifestPath !== undefined) await writeFile(manifestPath, text ?? "");
  return importDocuments(api.deps, testOperator, "every", {
    connectionId: (given.into ?? book).connectionId,
    folder: given.from ?? folder,
    manifest: manifestPath,
    hasScanner: false,
  });
}

async function allRead(): Promise<void> {
  await waitFor(
    async () =>
      (
        await api.deps.db.pool.query(
          "select from blobs where text_status = 'pending' and blob_is_used(organization_id, sha256)",
        )
      ).rowCount === 0,
    { what: "the text of all files" },
  );
}

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = org.organization;
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: { policy_key: "no-money", denied: ["financial"], masks: {} },
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "ana", emails: ["ana@example.com"], scope: "All" },
      { seat_key: "bo", emails: ["bo@example.com"], scope: "Own" },
      { seat_key: "cy", emails: ["cy@example.com"], principal_ids: ["cy"], scope: "All", field_policy_key: "no-money" },
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  await book.write({
    puts: [
      { family: "accounts", sourceId: "1", fields: { name: "Blue Harbor", producer_seat: "ana", revenue: 9_182_736 } },
      { family: "accounts", sourceId: "2", fields: { name: "Zeta", producer_seat: "bo" } },
      {
        family: "policies",
        sourceId: "P1",
        fields: { client_key: book.keyOf("accounts", "1"), policy_number: "1", producer_seat: "bo" },
      },
    ],
  });
  await book.serve();
  folder = await mkdtemp(join(tmpdir(), "documents-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { files: store, db, log } = api.deps;
  if (store === undefined) throw new Error("no store");
  extraction = startExtraction(
    { db, log, files: store, scanner: undefined },
    { slots: 2, pollMs: { least: 20, most: 50 } },
  );
  await load(manifest);
  await allRead();
});
afterEach(() => set({ recordsPosture: "off", assertionSecret: null, defaultFieldPolicy: "full" }));
afterAll(async () => {
  await extraction.stop(0);
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

async function set(changes: Parameters<typeof setOrganization>[3]): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
  key = await org.keyFor("live");
}

/** The titles of a list, sorted. */
function titles(body: Body): string[] {
  return (body["documents"] ?? []).map((each) => String(each["title"])).toSorted();
}

async function refOf(title: string): Promise<string> {
  const { body } = await key.get(path, { query: { limit: "200" } });
  const found = (body["documents"] ?? []).find((each) => String(each["title"]) === title);
  return String(found?.["source_blob_ref"]);
}

describe("documents of a folder (DOC-1, DOC-2, DOC-3)", () => {
  test("have the type, the size and the status of their content, hostile and broken ones too (DOC-21)", async () => {
    const { body } = await key.get(path);
    const shown = Object.fromEntries(
      (body["documents"] ?? []).map((each) => [
        String(each["title"]),
        [String(each["mime"]).replace(/.*\./, "…"), each["text_status"], each["text_reason"], each["page_count"]],
      ]),
    );
    expect(shown).toEqual({
      "Harborstone appetite guide": ["application/pdf", "ready", undefined, 2],
      "Loss runs": ["…document", "ready", undefined, 1],
      "Agreement of Blue Harbor": ["application/pdf", "ready", undefined, 2],
      "Agreement of Zeta": ["application/pdf", "ready", undefined, 2],
      Declarations: ["text/plain", "ready", undefined, 1],
      Scan: ["application/pdf", "none", "scanned", 2],
      Locked: ["application/x-cfb", "failed", "encrypted", null],
      Broken: ["application/pdf", "failed", "unreadable", null],
      "Wrong name": ["application/pdf", "ready", undefined, 1],
    });
  });

  test("equal bytes under two titles are two documents of one file (DOC-5)", async () => {
    const first = await refOf("Agreement of Blue Harbor");
    expect(await refOf("Agreement of Zeta")).toBe(first);
    const { rowCount } = await api.deps.db.pool.query("select from blobs");
    expect(rowCount).toBe(Object.keys(files).length - 1);
  });

  test("a repeated import finds its documents again, and changes what differs (DOC-6)", async () => {
    expect(await load(manifest)).toMatchObject({ documents: 9, created: 0, changed: 0, unchanged: 9, filesStored: 0 });
    const renamed = manifest.replace("Declarations", "Declarations page");
    expect(await load(renamed)).toMatchObject({ created: 0, changed: 1, unchanged: 8 });
    await load(manifest);
  });

  test("record the event documents.indexed once for each file with text (DOC-22)", async () => {
    const { rows } = await api.deps.db.pool.query<{ data: string }>(
      "select data from platform_events where type = 'documents.indexed'",
    );
    expect(rows).toHaveLength(5);
    expect(JSON.parse(rows[0]?.data ?? "{}")).toMatchObject({ pages: expect.any(Number), truncated: false });
  });

  test("without a manifest are named after their files", async () => {
    const other = await api.organization();
    const into = await createTestBook(api.deps.db, { organizationId: other.organizationId });
    expect(await load(undefined, { into, from: join(folder, "carriers") })).toMatchObject({ documents: 1, created: 1 });
    const { body } = await other.organization.get(path);
    expect(body["documents"]).toMatchObject([{ title: "appetite", kind: "other" }]);
  });
});

test("a manifest with problems is refused whole, each problem a sentence with its line (DOC-4)", async () => {
  const broken = [
    "file,title,kind,client_source_id,policy_source_id,dated_on,line,source_id,colour",
    "nowhere.pdf,A,other,,,,,,",
    "../outside.pdf,A,other,,,,,,",
    ",A,other,,,,,,",
    "clients/scan.pdf,A,Über,,,,,,",
    "clients/scan.pdf,A,other,99,,,,,",
    "clients/scan.pdf,A,other,2,P1,,,,",
    "clients/scan.pdf,A,other,,P9,,,,",
    "clients/scan.pdf,A,other,,,2026-02-30,,,",
    "clients/scan.pdf,A,other,,,,boats,,",
    "clients/scan.pdf,A,other,,,,,same,",
    "clients/scan.pdf,B,other,,,,,same,",
    "clients/scan.pdf,A,other,,,,,,red",
  ].join("\n");
  const before = await api.deps.db.pool.query("select from record_documents");
  const refusal = await load(broken).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "invalid_request",
    details: expect.arrayContaining([
      { field: "line 2, file", message: 'There is no file "nowhere.pdf" in the folder.' },
      { field: "line 3, file", message: '"../outside.pdf" leaves the folder of the import.' },
      { field: "line 4, file", message: "The path of a file, from the folder of the import, is missing." },
      expect.objectContaining({ field: "line 5, kind" }),
      { field: "line 6, client_source_id", message: 'The book of the connection has no client "99".' },
      { field: "line 7, policy_source_id", message: 'The policy "P1" belongs to another client than "2".' },
      { field: "line 8, policy_source_id", message: 'The book of the connection has no policy "P9".' },
      { field: "line 9, dated_on", message: '"2026-02-30" is not a day such as 2026-11-23.' },
      expect.objectContaining({ field: "line 10, line" }),
      { field: "line 12, source_id", message: '"same" stands already on line 11.' },
      expect.objectContaining({ field: "line 13, colour" }),
    ]),
  });
  expect((await api.deps.db.pool.query("select from record_documents")).rowCount).toBe(before.rowCount);
  await expect(load("file\n")).rejects.toMatchObject({ code: "invalid_request" });
  await expect(load(undefined, { from: join(folder, "none") })).rejects.toMatchObject({ code: "invalid_request" });
});

test("a manifest that leads out of the folder by a link is refused, a link within it is not (DOC-4)", async () => {
  const linked = await mkdtemp(join(folder, "linked-"));
  await mkdir(join(linked, "inside"));
  await writeFile(join(linked, "inside", "own.txt"), "its own");
  await symlink("/etc/passwd", join(linked, "file.txt"));
  await symlink("/etc", join(linked, "etc"));
  await symlink("inside", join(linked, "again"));
  await expect(load("file\nfile.txt\netc/passwd\nagain/own.txt\n", { from: linked })).rejects.toMatchObject({
    details: [
      { field: "line 2, file", message: '"file.txt" leaves the folder of the import.' },
      { field: "line 3, file", message: '"etc/passwd" leaves the folder of the import.' },
    ],
  });
  await rm(linked, { recursive: true });
});

describe("lists (DOC-10)", () => {
  test("are filtered by kind, carrier, line, client and day", async () => {
    for (const [query, expected] of [
      [{ kind: "loss_runs" }, ["Loss runs"]],
      [{ carrier_key: "harborstone" }, ["Harborstone appetite guide"]],
      [{ line: "general_liability" }, ["Declarations"]],
      [{ client_key: book.keyOf("accounts", "2") }, ["Agreement of Zeta"]],
      [{ dated_from: "2026-06-01" }, ["Agreement of Blue Harbor", "Agreement of Zeta", "Harborstone appetite guide"]],
    ] as const)
      expect(titles((await key.get(path, { query })).body)).toEqual(expected);
  });

  test("find words of titles and pages", async () => {
    for (const [q, expected] of [
      ["nightclub", ["Harborstone appetite guide"]],
      ["liquor liabilities", ["Agreement of Blue Harbor", "Agreement of Zeta"]],
      ["loss narrative", ["Loss runs"]],
      ["agreement -zeta", ["Agreement of Blue Harbor", "Agreement of Zeta"]],
      ["the", []],
    ] as const)
      expect([q, titles((await key.get(path, { query: { q } })).body)]).toEqual([q, expected]);
  });

  test("are paged by cursor, of the same list only", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await key.get(path, { query: { limit: "4", ...(cursor !== undefined && { cursor }) } });
      seen.push(...titles(body));
      cursor = body["next_cursor"] === null ? undefined : String(body["next_cursor"]);
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(titles((await key.get(path)).body));
    const first = await key.get(path, { query: { limit: "1" } });
    const refused = await key.get(path, {
      query: { limit: "1", kind: "other", cursor: String(first.body["next_cursor"]) },
    });
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_cursor"]);
    for (const query of [{ limit: "201" }, { dated_from: "soon" }, { color: "red" }])
      expect((await key.get(path, { query })).body["code"]).toBe("invalid_request");
  });
});

describe("one document (DOC-11, DOC-12, DOC-13)", () => {
  test("has its text page by page, all or some", async () => {
    const ref = await refOf("Harborstone appetite guide");
    expect((await key.get(`${path}/${ref}`)).body["pages"]).toBeUndefined();
    const { body } = await key.get(`${path}/${ref}`, { query: { include: "text" } });
    expect(body["pages"]).toEqual([
      { page: 1, text: "Harborstone appetite: restaurants" },
      { page: 2, text: "No nightclubs" },
    ]);
    const second = await key.get(`${path}/${ref}`, { query: { include: "text", pages: "2-5" } });
    expect(second.body["pages"]).toEqual([{ page: 2, text: "No nightclubs" }]);
    for (const title of ["Scan", "Locked"]) {
      const none = await key.get(`${path}/${await refOf(title)}`, { query: { include: "text" } });
      expect([title, none.body["pages"]]).toEqual([title, []]);
    }
    for (const query of [
      { pages: "1-2" },
      { include: "text", pages: "2-1" },
      { include: "text", pages: "0" },
      { include: "x" },
    ])
      expect((await key.get(`${path}/${ref}`, { query })).body["code"]).toBe("invalid_request");
    expect((await key.get(`${path}/sb_${"0".repeat(32)}`)).body["code"]).toBe("not_found");
  });

  test("redirects to its content, which is downloaded from another origin for five minutes", async () => {
    const ref = await refOf("Harborstone appetite guide");
    const { status, headers } = await key.get(`${path}/${ref}`, { query: { content: "1" } });
    expect([status, headers["cache-control"]]).toEqual([302, "no-store"]);
    const location = new URL(String(headers["location"]));
    expect(location.origin).not.toBe(new URL(api.url).origin);
    const seconds = (Date.parse(String(headers["expires"])) - Date.now()) / 1_000;
    expect(Math.abs(seconds - 300)).toBeLessThan(10);
    const content = await fetch(location);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining('attachment; filename="Harborstone appetite guide.pdf"'),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox",
      "cache-control": "no-store",
    });
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.from(files["carriers/appetite.pdf"] ?? ""))).toBe(
      true,
    );
  });

  test("is not handed out before its scan, nor when it did not pass (DOC-14)", async () => {
    const ref = await refOf("Harborstone appetite guide");
    for (const scan of ["pending", "malware", "unavailable"]) {
      await api.deps.db.pool.query(`update blobs set scan = $1::blob_scan where 'sb_' || left(sha256, 32) = $2`, [
        scan,
        ref,
      ]);
      const { status, body } = await key.get(`${path}/${ref}`, { query: { content: "1" } });
      expect([scan, status, body["code"]]).toEqual([scan, 404, "not_found"]);
    }
    await api.deps.db.pool.query("update blobs set scan = 'clean'");
  });

  test("has no content where no store is set up", async () => {
    const bare = await startTestApi({ hasGates: false, hasFiles: false });
    const tenant = await bare.organization();
    const { status, body } = await tenant.organization.get(`${path}/sb_x`, { query: { content: "1" } });
    expect([status, body["code"]]).toEqual([501, "files_not_configured"]);
    await bare.stop();
  });
});

describe("who sees what (DOC-30, DOC-31)", () => {
  test("a title repeats no value that the policy hides, and is not found by one (PRIV-25)", async () => {
    await set({ recordsPosture: "lit" });
    const rename = (from: string, to: string) =>
      api.deps.db.pool.query("update record_documents set title = $2 where title = $1", [from, to]);
    const title = "Scan of 9,182,736";
    await rename("Scan", title);
    const searched = await key.get(path, { headers: asAna, query: { q: "9,182,736" } });
    const found = searched.body["documents"] ?? [];
    expect(titles(searched.body)).toEqual([title]);
    const listed = await key.get(path, { headers: asCy });
    expect(listed.text).not.toContain("9,182,736");
    expect(titles(listed.body)).toContain("Withheld by the field policy");
    const one = await key.get(`${path}/${String(found[0]?.["source_blob_ref"])}`, { headers: asCy });
    expect(one.body["title"]).toBe("Withheld by the field policy");
    expect(titles((await key.get(path, { headers: asCy, query: { q: "9,182,736" } })).body)).toEqual([]);
    expect(titles((await key.get(path, { headers: asCy, query: { q: "agreement" } })).body)).toHaveLength(2);
    await rename(title, "Scan");
  });

  test("a seat sees documents of its clients and policies, and those of no client", async () => {
    await set({ recordsPosture: "lit" });
    expect(titles((await key.get(path, { headers: asAna })).body)).toHaveLength(9);
    const own = await key.get(path, { headers: asBo });
    expect(titles(own.body)).toEqual(["Agreement of Zeta", "Declarations", "Harborstone appetite guide"]);
    const agreement = await key.get(`${path}/${await refIn(asAna, "Agreement of Zeta")}`, { headers: asBo });
    expect(agreement.body).toMatchObject({ title: "Agreement of Zeta", client_key: book.keyOf("accounts", "2") });
    const hidden = await key.get(`${path}/${await refIn(asAna, "Loss runs")}`, { headers: asBo });
    expect(hidden.body["code"]).toBe("not_found");
    const chosen = await key.get(`${path}/${String(agreement.body["source_blob_ref"])}`, {
      headers: asAna,
      query: { client_key: book.keyOf("accounts", "2") },
    });
    expect(chosen.body["title"]).toBe("Agreement of Zeta");
    expect(titles((await key.get(path, { headers: asBo, query: { q: "narrative" } })).body)).toEqual([]);
    const cursor = (await key.get(path, { headers: asAna, query: { limit: "1" } })).body["next_cursor"];
    const foreign = await key.get(path, { headers: asBo, query: { limit: "1", cursor: String(cursor) } });
    expect(foreign.body["code"]).toBe("invalid_cursor");
  });

  test.each(["shadow", "lit"] as const)("under %s nobody is shown documents of no client", async (recordsPosture) => {
    await set({ recordsPosture });
    for (const headers of [{}, { "x-service-acting-email": "nobody@example.com" }])
      expect(titles((await key.get(path, { headers })).body)).toEqual(["Harborstone appetite guide"]);
    expect(titles((await key.get(path, { headers: {}, query: { q: "liquor" } })).body)).toEqual([]);
  });

  test("under shadow a person sees everything, and what lit would hide is counted", async () => {
    await set({ recordsPosture: "shadow" });
    expect(titles((await key.get(path, { headers: asBo })).body)).toHaveLength(9);
    await api.deps.shadow.flush();
    const { rows } = await api.deps.db.pool.query(
      "select would_hide as hidden from shadow_counts where organization_id = $1 and route = 'catalog.documents.list' and seat_key = 'bo'",
      [org.organizationId],
    );
    expect(rows).toEqual([{ hidden: 6 }]);
  });

  test("a policy that denies a class of the kind leaves the metadata and withholds text and content", async () => {
    await set({ recordsPosture: "lit" });
    const ref = await refIn(asCy, "Loss runs");
    const { body } = await key.get(`${path}/${ref}`, { headers: asCy, query: { include: "text" } });
    expect(body).toMatchObject({ title: "Loss runs", text: null, pages: [], masked_fields: ["documents.text"] });
    expect(JSON.stringify(body)).not.toContain("Planted");
    const content = await key.get(`${path}/${ref}`, { headers: asCy, query: { content: "1" } });
    expect([content.status, content.body["code"]]).toEqual([404, "not_found"]);
    expect(titles((await key.get(path, { headers: asCy, query: { q: "narrative" } })).body)).toEqual([]);
    expect(titles((await key.get(path, { headers: asCy, query: { q: "nightclubs" } })).body)).toHaveLength(1);
    await set({ recordsPosture: "off", defaultFieldPolicy: "no-money" });
    const off = await key.get(`${path}/${ref}`, { query: { include: "text" } });
    expect(off.body["text"]).toBeNull();
  });

  test("a lens narrows, and one that names nobody is refused", async () => {
    await set({ recordsPosture: "lit" });
    const lens = (value: string) => ({ ...asAna, "x-service-records-lens": value });
    const refused = await key.get(path, { headers: lens("principal:nobody") });
    expect(refused.body["code"]).toBe("lens_target_unknown");
    expect((await key.get(path, { headers: lens("principal:cy") })).status).toBe(200);
  });

  test("once assertions are verified, each read needs a valid one", async () => {
    const secret = "a secret of some length, longer than the advised";
    await set({ recordsPosture: "lit", assertionSecret: secret });
    const signed = (email: string, seconds: number) => ({
      "x-service-acting-email": email,
      "x-service-records-assertion": `v1.${seconds}.${createHmac("sha256", secret).update(`|${email}||${seconds}`).digest("hex")}`,
    });
    const now = Math.floor(Date.now() / 1_000);
    expect((await key.get(path, { headers: asAna })).body["code"]).toBe("assertion_invalid");
    const stale = await key.get(path, { headers: signed("ana@example.com", now - 3_600) });
    expect(stale.body["code"]).toBe("assertion_stale");
    const valid = await key.get(path, { headers: signed("ana@example.com", now) });
    expect(titles(valid.body)).toHaveLength(9);
  });

  test("documents need their own capability, and an organization key of live (DOC-32)", async () => {
    expect((await org.sandbox.get(path)).body["code"]).toBe("scoped_key_required");
    expect((await (await org.scoped(["catalog:read"])).get(path)).body["code"]).toBe("insufficient_capability");
    const reader = await org.scoped(["catalog:documents:read"], [], "sandbox");
    expect((await reader.get(path)).status).toBe(200);
    const other = await api.organization();
    const foreign = await other.organization.get(`${path}/${await refOf("Loss runs")}`);
    expect(foreign.body["code"]).toBe("not_found");
  });

  test("documents of clients of a disabled connection are not there", async () => {
    await api.deps.db.pool.query("update record_connections set state = 'disabled' where id = $1", [book.connectionId]);
    expect(titles((await key.get(path)).body)).toEqual(["Harborstone appetite guide"]);
    await api.deps.db.pool.query("update record_connections set state = 'active' where id = $1", [book.connectionId]);
  });
});

async function refIn(headers: Record<string, string>, title: string): Promise<string> {
  const { body } = await key.get(path, { headers, query: { limit: "200" } });
  return String((body["documents"] ?? []).find((each) => String(each["title"]) === title)?.["source_blob_ref"]);
}

test("a file that nothing uses is removed after a day, and not before (STORE-3)", async () => {
  const { files: store, db } = api.deps;
  if (store === undefined) throw new Error("no store");
  const removeAll = () => removeUnusedBlobs({ db, files: store }, { blobsMax: 100 });
  await db.pool.query("delete from record_documents where title = 'Scan' or title = 'Agreement of Zeta'");
  expect(await removeAll()).toBe(0);
  const { rows } = await db.pool.query<{ sha256: string }>(
    `update blobs set touched_at = now() - interval '25 hours' returning sha256`,
  );
  expect(await removeAll()).toBe(1);
  const left = await db.pool.query<{ sha256: string }>("select sha256 from blobs");
  const [gone] = rows.filter(({ sha256 }) => !left.rows.some((row) => row.sha256 === sha256));
  expect(await store.head({ organizationId: org.organizationId, sha256: gone?.sha256 ?? "" })).toBeUndefined();
  expect(await load(manifest)).toMatchObject({ created: 2, filesStored: 1 });
});
