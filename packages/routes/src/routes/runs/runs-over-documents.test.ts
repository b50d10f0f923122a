import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { importDocuments, startExtraction } from "@service/domain/documents";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, insertConversation, type TestBook, type TestConversation } from "@service/domain/testing";
import { eraseClient } from "@service/domain/erasure";
import { everyRun, removeOrphanedDocuments, runsOverBook } from "@service/domain/run-records";
import { searchRuns } from "@service/domain/run-search";
import { findNamedRuns } from "@service/domain/runs";
import { importSeats, type RunView, setFieldPolicies } from "@service/domain/seats";
import { pdfFile } from "@service/file-text/testing";
import type { JsonObject } from "@service/json";
import { testOperator, waitFor } from "@service/testing";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { routes } from "../index.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;
let folder: string;
let extraction: ReturnType<typeof startExtraction>;

const types = ["comparison", "entity-analysis"] as const;
const as_of = "2026-03-01T12:00:00Z";
const slugs = { slug: "desk" };
const as = (email: string) => ({ headers: { "x-service-acting-email": email } });

const declarations = [
  "DECLARATIONS",
  "Carrier: Granite Mutual",
  "Named Insured: Blue Harbor LLC",
  "Effective date: 03/15/2026",
  "Expiration date: 03/15/2027",
  "Premium: $8,400",
  "General liability",
  "Each Occurrence: $1,000,000",
  "General Aggregate: $2,000,000",
].join("\n");
const offer = declarations
  .replace("DECLARATIONS", "QUOTE")
  .replace("Granite Mutual", "Lakeside Casualty")
  .replace("$8,400", "$7,555");

const files: Readonly<Record<string, Buffer | string>> = {
  "expiring.pdf": pdfFile([declarations]),
  "offer.pdf": pdfFile(["Cover letter", offer]),
  "policy.txt": offer.replace("$7,555", "$7,111"),
  "public.txt": offer.replace("Lakeside Casualty", "Open Market Insurance"),
  "scan.pdf": pdfFile([""]),
};
const manifest = [
  "file,title,kind,client_source_id,policy_source_id,dated_on,carrier_key,line",
  "expiring.pdf,Expiring policy,policy,1,,2026-03-01,,",
  "offer.pdf,Offer of Lakeside,quote,1,,2027-02-01,,",
  "policy.txt,Offer for one policy,quote,,P1,2027-02-01,,",
  "public.txt,Sample quote,product_guide,,,2027-02-01,,",
  "scan.pdf,A scan,quote,1,,2027-02-01,,",
].join("\n");

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const type of types) {
    const engine = { slug: type, label: type, description: "", engine_type: type.replace("-", "_") };
    await org.organization.post("/engines", engine);
    const published = await org.organization.post(`/engines/${type}/versions`, {});
    if (published.status !== 200) throw new Error(published.text);
  }
  key = await org.scoped(
    ["runs:write", "runs:read", "runs:defensibility:read", "catalog:documents:read", "conversations:use"],
    types,
  );
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: { policy_key: "no-money", denied: ["financial"], masks: {} },
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "S-1", emails: ["ana@example.com"], principal_ids: ["idp|ana"] },
      { seat_key: "S-2", emails: ["bo@example.com"], principal_ids: ["idp|bo"] },
      { seat_key: "S-P", emails: ["pia@example.com"] },
      { seat_key: "S-ALL", emails: ["all@example.com"], scope: "All" },
      {
        seat_key: "S-CY",
        emails: ["cy@example.com"],
        scope: "All",
        field_policy_key: "no-money",
        principal_ids: ["idp|cy"],
      },
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  const client = book.keyOf("accounts", "1");
  await book.write({
    puts: [
      { family: "accounts", sourceId: "1", fields: { name: "Blue Harbor", producer_seat: "S-1" } },
      { family: "accounts", sourceId: "2", fields: { name: "Zeta", producer_seat: "S-2" } },
      { family: "policies", sourceId: "P1", fields: { client_key: client, policy_number: "1", producer_seat: "S-P" } },
    ],
  });
  await book.serve();
  folder = await mkdtemp(join(tmpdir(), "run-documents-"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const manifestPath = join(folder, ".manifest.csv");
  await writeFile(manifestPath, manifest);
  const { files: store, db, log } = api.deps;
  if (store === undefined) throw new Error("no store");
  extraction = startExtraction(
    { db, log, files: store, scanner: undefined },
    { slots: 2, pollMs: { least: 20, most: 50 } },
  );
  await importDocuments(api.deps, testOperator, "every", {
    connectionId: book.connectionId,
    folder,
    manifest: manifestPath,
    hasScanner: false,
  });
  await allRead();
});
afterAll(async () => {
  await extraction.stop(0);
  await rm(folder, { recursive: true, force: true });
  await api.stop();
});
beforeEach(() => set({ recordsPosture: "off", defaultFieldPolicy: "full" }));

async function allRead(): Promise<void> {
  const pending = "select from blobs where text_status = 'pending' and blob_is_used(organization_id, sha256)";
  await waitFor(async () => (await api.deps.db.pool.query(pending)).rowCount === 0, { what: "the text of all files" });
}

async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

async function refOf(title: string): Promise<string> {
  const { rows } = await api.deps.db.pool.query<{ ref: string }>(
    "select source_blob_ref as ref from record_documents where organization_id = $1 and title = $2",
    [org.organizationId, title],
  );
  return rows[0]?.ref ?? "none";
}

function inputOf(...refs: readonly string[]): JsonObject {
  return {
    as_of,
    subject: { key: "s", label: "Blue Harbor" },
    items: refs.map((ref, index) => ({
      key: `q${index}`,
      documents: [{ document_key: `d${index}`, source_blob_ref: ref }],
    })),
  };
}

const submit = (input: JsonObject, options: Parameters<Actor["post"]>[2] = {}, by = key, engine = "comparison") =>
  by.post(`/engines/${engine}/runs`, { input }, options);

async function submitted(input: JsonObject, options: Parameters<Actor["post"]>[2] = {}): Promise<string> {
  const answer = await submit(input, options);
  if (answer.status !== 202) throw new Error(answer.text);
  return String(answer.body["run_id"]);
}

async function finished(input: JsonObject, options: Parameters<Actor["post"]>[2] = {}): Promise<string> {
  const runId = await submitted(input, options);
  await api.workOffRuns();
  return runId;
}

async function warningsOf(runId: string): Promise<string> {
  const { rows } = await api.deps.db.pool.query<{ warnings: string }>(
    "select warnings from run_payloads where run_id = $1",
    [runId],
  );
  return rows[0]?.warnings ?? "";
}

const codeOf = (answer: Answer): unknown => answer.body["code"];

async function bothOffers(): Promise<JsonObject> {
  return inputOf(await refOf("Expiring policy"), await refOf("Offer of Lakeside"));
}

describe("a run over documents of the catalog", () => {
  test("DOC-42: two PDFs in, a comparison out, which names their pages", async () => {
    const runId = await finished(await bothOffers());
    const { body } = await key.get(`/runs/${runId}`);
    expect(body).toMatchObject({ status: "completed" });
    expect(body["output"]?.["items"]).toMatchObject([
      { carrier_name: "Granite Mutual", totals: { premium: 8400 } },
      { carrier_name: "Lakeside Casualty", totals: { premium: 7555 } },
    ]);
    expect(body["output"]?.["documents"]).toMatchObject([
      { document_key: "d0", status: "read", page_count: 1 },
      { document_key: "d1", status: "read", page_count: 2, source_blob_ref: await refOf("Offer of Lakeside") },
    ]);
    expect(JSON.stringify(body["output"]?.["evidence"])).toContain('"excerpt":"Premium: $7,555"');
    expect(JSON.stringify(body["output"]?.["provenance"])).toContain(`documents:${await refOf("Offer of Lakeside")}`);
  });

  test("DOC-43: a scan has no values, the run says why and is degraded", async () => {
    const scan = inputOf(await refOf("Expiring policy"), await refOf("Offer of Lakeside"), await refOf("A scan"));
    const { body } = await key.get(`/runs/${await finished(scan)}`);
    expect(body).toMatchObject({ status: "degraded" });
    expect(body["output"]?.["excluded_items"]).toEqual([{ key: "q2", reason: "document_unread" }]);
    expect(await warningsOf(String(body["run_id"]))).toContain("it holds no text, as a scan or a picture");
  });

  test("DOC-41: a reference that is not there or not visible is one and the same refusal, at its field", async () => {
    await set({ recordsPosture: "lit" });
    const unknown = `sb_${"0".repeat(32)}`;
    const [expiring, lakeside] = [await refOf("Expiring policy"), await refOf("Offer of Lakeside")];
    const refusal = (index: number) => ({
      code: "invalid_input",
      details: [
        {
          field: `items[${index}].documents[0].source_blob_ref`,
          message: "names no document that you may read",
        },
      ],
    });
    const missing = await submit(inputOf(expiring, unknown), as("ana@example.com"));
    expect([missing.status, missing.body]).toMatchObject([400, refusal(1)]);
    for (const odd of ["contract.pdf", randomUUID()])
      expect((await submit(inputOf(expiring, odd), as("ana@example.com"))).body).toMatchObject(refusal(1));
    const hidden = await submit(inputOf(await refOf("Sample quote"), lakeside), as("bo@example.com"));
    expect([hidden.status, hidden.body]).toMatchObject([400, refusal(1)]);
    expect((await submit(inputOf(expiring, lakeside), as("nobody@example.com"))).body["details"]).toHaveLength(2);
    expect((await submit(inputOf(expiring, lakeside))).body["details"]).toHaveLength(2);
    expect((await submit(inputOf(expiring, lakeside), as("ana@example.com"))).status).toBe(202);
  });

  test("DOC-41: the key needs catalog:documents:read, and an organization key is of live", async () => {
    const input = await bothOffers();
    const without = await org.scoped(["runs:write"], types);
    expect(codeOf(await submit(input, {}, without))).toBe("insufficient_capability");
    expect(codeOf(await submit(input, {}, org.sandbox))).toBe("scoped_key_required");
    const conversing = await org.scoped(["runs:write", "catalog:documents:read"], types);
    expect(codeOf(await submit(inputOf(randomUUID(), randomUUID()), {}, conversing))).toBe("insufficient_capability");
  });

  test("DOC-42: rights are checked again when the run is loaded", async () => {
    await set({ recordsPosture: "lit" });
    await api.stopWorker();
    const runId = await submitted(await bothOffers(), as("ana@example.com"));
    await api.deps.db.pool.query("update seats set active = false where organization_id = $1 and seat_key = 'S-1'", [
      org.organizationId,
    ]);
    await api.workOffRuns();
    await api.deps.db.pool.query("update seats set active = true where organization_id = $1 and seat_key = 'S-1'", [
      org.organizationId,
    ]);
    await api.stopWorker();
    const { body } = await key.get(`/runs/${runId}`);
    expect(body).toMatchObject({ status: "failed", error_details: { code: "too_few_comparable_items" } });
    expect(JSON.stringify(body)).not.toContain("Lakeside");
    expect(await warningsOf(runId)).toContain("it is not available to the person of the run");
  });

  test("DOC-42: text that the field policy withholds is not read", async () => {
    await set({ recordsPosture: "lit" });
    const runId = await finished(await bothOffers(), as("cy@example.com"));
    const seen = await key.get(`/runs/${runId}`, as("cy@example.com"));
    expect(seen.body).toMatchObject({ status: "failed", error_details: { code: "too_few_comparable_items" } });
    expect(await warningsOf(runId)).toContain("the field policy withholds its text");
    expect(`${seen.text}${await warningsOf(runId)}`).not.toContain("Lakeside");
  });

  test("DOC-42: a document that became another client's since the submission is not read", async () => {
    await api.stopWorker();
    const runId = await submitted(await bothOffers());
    const move = (client: string) =>
      api.deps.db.pool.query("update record_documents set client_key = $2 where title = $1", [
        "Offer of Lakeside",
        book.keyOf("accounts", client),
      ]);
    await move("2");
    await api.workOffRuns();
    await move("1");
    expect(JSON.stringify((await key.get(`/runs/${runId}`)).body)).not.toContain("Lakeside");
  });
});

describe("who may read a run over documents", () => {
  beforeEach(() => set({ recordsPosture: "lit" }));
  const note = (more: JsonObject) => ({ event_id: randomUUID(), ...more });
  const routesOf = (runId: string): ReadonlyMap<string, (options?: Parameters<Actor["get"]>[1]) => Promise<Answer>> =>
    new Map([
      ["runs.read", (options) => key.get(`/runs/${runId}`, options)],
      ["defensibility.read", (options) => key.get(`/runs/${runId}/defensibility-packet`, options)],
      ["runs.cancel", (options) => key.post(`/runs/${runId}/cancel`, undefined, options)],
      ["outcomes.list", (options) => key.get(`/runs/${runId}/outcomes`, options)],
      ["outcomes.record", (options) => key.post(`/runs/${runId}/outcomes`, note({ event_type: "bound" }), options)],
      ["outcomes.annotations.list", (options) => key.get(`/runs/${runId}/annotations`, options)],
      [
        "outcomes.annotations.record",
        (options) => key.post(`/runs/${runId}/annotations`, note({ label: "useful" }), options),
      ],
    ]);

  test("DOC-44: whoever sees the documents' client, and all classes of the text, on every route of a run", async () => {
    const runId = await finished(await bothOffers(), as("ana@example.com"));
    const ofRuns = routesOf(runId);
    const declared = routes.filter(({ path }) => path.includes("{run_id}")).map(({ id }) => id);
    expect([...ofRuns.keys()].toSorted()).toEqual(declared.toSorted());
    for (const [id, ask] of ofRuns) {
      for (const email of ["ana@example.com", "all@example.com"])
        expect([id, email, (await ask(as(email))).status]).toEqual([id, email, 200]);
      for (const email of ["bo@example.com", "pia@example.com", "cy@example.com", "nobody@example.com"])
        expect([id, email, codeOf(await ask(as(email)))]).toEqual([id, email, "run_not_found"]);
      expect([id, (await ask()).status]).toEqual([id, 200]);
    }
  });

  test("DOC-44: a field policy hides the run under every posture, also from a key without a person", async () => {
    await set({ recordsPosture: "off", defaultFieldPolicy: "full" });
    const runId = await finished(await bothOffers());
    expect((await key.get(`/runs/${runId}`)).status).toBe(200);
    await set({ defaultFieldPolicy: "no-money" });
    expect(codeOf(await key.get(`/runs/${runId}`))).toBe("run_not_found");
  });

  test("DOC-44: a document of one policy, and with it the run, is shown to whoever holds that policy", async () => {
    const input = inputOf(await refOf("Offer for one policy"), await refOf("Sample quote"));
    const runId = await finished(input, as("pia@example.com"));
    for (const email of ["pia@example.com", "ana@example.com", "all@example.com"])
      expect([email, (await key.get(`/runs/${runId}`, as(email))).status]).toEqual([email, 200]);
    expect(codeOf(await key.get(`/runs/${runId}`, as("bo@example.com")))).toBe("run_not_found");
  });

  test("DOC-44: a run over documents of no client is seen by everybody", async () => {
    const sample = await refOf("Sample quote");
    const runId = await finished(inputOf(sample, sample), as("bo@example.com"));
    for (const email of ["bo@example.com", "cy@example.com", "nobody@example.com"])
      expect([email, (await key.get(`/runs/${runId}`, as(email))).status]).toEqual([email, 200]);
  });

  test("DOC-44: reads of latest runs pass over what the person may not see", async () => {
    const sample = await refOf("Sample quote");
    const open = await finished(inputOf(sample, sample), as("bo@example.com"));
    const hidden = await finished(await bothOffers(), as("ana@example.com"));
    const latest = async (email: string) => {
      const one = await key.get("/engines/comparison/runs/latest?subject_key=s", as(email));
      const many = await key.post(
        "/engines/comparison/runs/latest/batch",
        { subjects: [{ subject_key: "s" }] },
        as(email),
      );
      return [one.body["run_id"], many.body["results"]?.[0]?.["run"]?.["run_id"]];
    };
    expect(await latest("ana@example.com")).toEqual([hidden, hidden]);
    expect(await latest("bo@example.com")).toEqual([open, open]);
    await set({ defaultFieldPolicy: "no-money" });
    const { body } = await key.get("/engines/comparison/runs/latest?subject_key=s");
    expect(body["run_id"]).toBe(open);
  });
});

describe("what hangs on a run over documents", () => {
  beforeEach(() => set({ recordsPosture: "lit" }));

  test("DOC-44: a command of the ledger about it is appended by who sees the run, and belongs to the client", async () => {
    const runId = await finished(await bothOffers(), as("ana@example.com"));
    const append = (principal: string) =>
      org.organization.post(
        "/records/actions",
        {
          actor_principal: principal,
          actor_type: "producer",
          commands: [
            {
              idempotency_key: randomUUID(),
              type: "add_note",
              entity: { kind: "run", key: runId },
              payload: { body: "About the run" },
            },
          ],
        },
        { headers: { "x-service-acting-principal": principal } },
      );
    for (const principal of ["idp|bo", "idp|cy"])
      expect([principal, codeOf(await append(principal))]).toEqual([principal, "not_found"]);
    expect((await append("idp|ana")).status).toBe(200);
    const { rows } = await api.deps.db.pool.query<{ client: string; open: boolean }>(
      "select client_key as client, is_open as open from ledger_commands where run_id = $1",
      [runId],
    );
    expect(rows).toEqual([{ client: book.keyOf("accounts", "1"), open: false }]);
  });

  test("DOC-44: searches of runs pass over it", async () => {
    const runId = await finished(await bothOffers(), as("ana@example.com"));
    const { rows } = await api.deps.db.pool.query<{ id: string }>(
      "select environment_id as id from runs where id = $1",
      [runId],
    );
    const scope = { organizationId: org.organizationId, environmentId: rows[0]?.id ?? "" };
    const seat = (grants: readonly string[]): RunView => ({
      ...everyRun,
      overBook: { kind: "seat", seatKey: null, grants },
    });
    const isFound = async (view: RunView): Promise<boolean> => {
      const found = await findNamedRuns(api.deps, scope, {
        engineIds: null,
        engineSlugs: undefined,
        view,
        runIds: [runId],
      });
      const searched = await searchRuns(api.deps, scope, { filters: { view }, limit: 50, cursor: undefined });
      expect(searched.rows.some((run) => run.id === runId)).toBe(found.length === 1);
      return found.length === 1;
    };
    expect(await isFound(everyRun)).toBe(true);
    expect(await isFound(seat(["seat:S-1"]))).toBe(true);
    expect(await isFound(seat(["seat:S-2"]))).toBe(false);
    const policy = { policy_key: "no-money", denied: ["financial"], masks: {} } as const;
    expect(await isFound({ ...everyRun, policy })).toBe(false);
    expect(await runsOverBook(api.deps, [runId], { kind: "all" })).toEqual({ isOfOneSeat: false });
  });
});

describe("attachments of conversations", () => {
  let desk: TestConversation;
  let other: TestConversation;
  const owned = "ana@example.com";

  beforeAll(async () => {
    const { organizationId } = org;
    desk = await insertConversation(api.deps, { organizationId, ...slugs, ownerPrincipal: owned });
    other = await insertConversation(api.deps, { organizationId, ...slugs, ownerPrincipal: "bo@example.com" });
  });
  afterEach(() => api.deps.db.pool.query("update conversations set deleted_at = null"));

  async function attached(text: string, to: TestConversation, by: string): Promise<string> {
    const boundary = "----a-boundary";
    const form = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a.txt"',
      "Content-Type: text/plain",
      "",
      text,
      `--${boundary}--`,
      "",
    ].join("\r\n");
    const path = `/conversation-instances/${to.slug}/conversations/${to.conversationId}/attachments`;
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}`, ...as(by).headers };
    const answer = await key.post(path, Buffer.from(form), { headers });
    if (answer.status !== 201) throw new Error(answer.text);
    await allRead();
    return String(answer.body["attachment_id"]);
  }

  test("DOC-45: are read for whoever sees the conversation, and nobody else sees the run", async () => {
    const mine = inputOf(await attached(declarations, desk, owned), await attached(offer, desk, owned));
    const runId = await finished(mine, as(owned));
    expect((await key.get(`/runs/${runId}`, as(owned))).body).toMatchObject({ status: "completed" });
    expect(codeOf(await key.get(`/runs/${runId}`, as("bo@example.com")))).toBe("run_not_found");
    expect((await key.get(`/runs/${runId}`)).status).toBe(200);
  });

  test("DOC-45: those of another person, or of a deleted conversation, are refused alike", async () => {
    const [mine, theirs] = [await attached(declarations, desk, owned), await attached(offer, other, "bo@example.com")];
    const refused = await submit(inputOf(mine, theirs), as(owned));
    expect(refused.body).toMatchObject({
      code: "invalid_input",
      details: [{ field: "items[1].documents[0].source_blob_ref", message: "names no document that you may read" }],
    });
    await api.deps.db.pool.query("update conversations set deleted_at = now() where id = $1", [desk.conversationId]);
    expect((await submit(inputOf(mine, mine), as(owned))).body["details"]).toHaveLength(2);
  });

  test("DOC-45: a conversation that is deleted before the run is loaded gives it no text", async () => {
    await api.stopWorker();
    const mine = inputOf(await attached(declarations, desk, owned), await attached(offer, desk, owned));
    const runId = await submitted(mine, as(owned));
    await api.deps.db.pool.query("update conversations set deleted_at = now() where id = $1", [desk.conversationId]);
    await api.workOffRuns();
    expect((await key.get(`/runs/${runId}`, as(owned))).body).toMatchObject({
      status: "failed",
      error_details: { code: "too_few_comparable_items" },
    });
  });
});

describe("what stays valid", () => {
  test("DOC-40: a name that entity_analysis was always given is no reference, and a run of before is the same", async () => {
    const input = {
      as_of,
      subject: { key: "s", kind: "account", label: "Blue Harbor" },
      profile: { employees: 12 },
      documents: [{ document_key: "d", kind: "contract", source_blob_ref: "contract.pdf" }],
    };
    const narrow = await org.scoped(["runs:write", "runs:read"], types);
    const answer = await submit(input, {}, narrow, "entity-analysis");
    expect(answer.status).toBe(202);
    const unreadable = { ...input, documents: [{ ...input.documents[0], source_blob_ref: `sb_${"0".repeat(32)}` }] };
    expect((await submit(unreadable, {}, narrow, "entity-analysis")).status).toBe(202);
    await api.workOffRuns();
    expect(await warningsOf(String(answer.body["run_id"]))).toContain("Document d has no readable text.");
  });

  test("DOC-41: what a submission without a run leaves is removed a day later", async () => {
    const old = `${(Date.now() - 90_000_000)
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7${randomUUID().slice(15)}`;
    await api.deps.db.pool.query(
      `insert into run_documents (run_id, ref, organization_id, document_id, reader)
       values ($1, 'sb_1', $2, $3, '{}'), ($4, 'sb_1', $2, $3, '{}')`,
      [old, org.organizationId, randomUUID(), `f${randomUUID().slice(1)}`],
    );
    expect(await removeOrphanedDocuments(api.deps.db, { rowsMax: 10 })).toBe(1);
  });

  test("ERA-1: it goes with the client whose document it read", async () => {
    const { organizationId } = org;
    const runId = await finished(await bothOffers(), as("ana@example.com"));
    const { files, db } = api.deps;
    // The test book is written as an import that nobody ended.
    await db.pool.query("delete from record_imports where connection_id = $1", [book.connectionId]);
    await eraseClient({ db, files }, testOperator, {
      organizationId,
      clientKey: book.keyOf("accounts", "1"),
      isDryRun: false,
    });
    expect((await db.pool.query("select from runs where id = $1", [runId])).rowCount).toBe(0);
  });
});
