import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createConnection } from "@service/domain/connections";
import { listPlatformEvents } from "@service/domain/events";
import { importFiles, type ImportOutcome } from "@service/domain/imports";
import { isJsonObject, type Json, type JsonObject, parseJsonObject } from "@service/json";
import { type FamilyName, familyNames, familyOf, recordKey, rowTableOf } from "@service/record-families";
import { fakeClock, testOperator } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

jest.setTimeout(300_000);

const shapes = ["native", "wide_policy_csv", "nested_clients_json"] as const;
type Shape = (typeof shapes)[number];
const program = join(import.meta.dirname, "../../../../../scripts/sample-data.ts");
const changes = 6;
/** Keys are made of it: with one id, the rows of all shapes have the same keys. */
const connectionId = "7d9f1c52-1f0a-4a41-9d55-2c3b8f6a0e11";

interface Shaped {
  readonly api: TestApi;
  readonly org: TestOrganization;
  readonly first: ImportOutcome;
}
let scratch = "";
let books: Readonly<Record<Shape, Shaped>>;

const pathsIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(scratch, folder))).map((name) => join(scratch, folder, name));

async function importFolder(
  { api: { deps } }: Pick<Shaped, "api">,
  folder: string,
  given: { mapping?: string; accept?: readonly FamilyName[]; mode?: "full" | "delta" } = {},
): Promise<ImportOutcome> {
  const { accept = [], ...rest } = given;
  return importFiles(deps, testOperator, "every", { connectionId, paths: await pathsIn(folder), accept, ...rest });
}

async function shaped(shape: Shape): Promise<Shaped> {
  await promisify(execFile)(process.execPath, [
    program,
    "--size",
    "tiny",
    "--shape",
    shape,
    "--changes",
    String(changes),
    "--out",
    join(scratch, shape),
  ]);
  const api = await startTestApi({ hasGates: false, clock: fakeClock(new Date("2026-11-23T12:00:00Z")) });
  const org = await api.organization();
  const made = await createConnection(api.deps, testOperator, {
    organizationId: org.organizationId,
    name: "book",
    kind: "import",
    mapping: shape,
  });
  await api.deps.db.pool.query("update record_connections set id = $1 where id = $2", [connectionId, made.id]);
  return { api, org, first: await importFolder({ api }, `${shape}/book`) };
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "imported-"));
  const [native, wide, nested] = await Promise.all(shapes.map(shaped));
  if (native === undefined || wide === undefined || nested === undefined) throw new Error("three books");
  books = { native, wide_policy_csv: wide, nested_clients_json: nested };
});
afterAll(async () => {
  for (const { api } of Object.values(books)) await api.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Every row of a list, page after page. */
async function all({ org }: Shaped, path: string, query: Readonly<Record<string, string>> = {}): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let cursor: string | undefined;
  do {
    const answer = await org.organization.get(`/records${path}`, {
      query: { limit: "200", ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    const { data, next_cursor: next } = parseJsonObject(answer.text);
    if (!Array.isArray(data)) throw new Error(`${path} is no list`);
    rows.push(...data.filter((row: Json) => isJsonObject(row)));
    cursor = typeof next === "string" ? next : undefined;
  } while (cursor !== undefined);
  return rows;
}

const idOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function addsUp({ counts }: ImportOutcome): void {
  for (const [family, of] of Object.entries(counts))
    expect([family, of.read]).toEqual([family, of.new + of.changed + of.unchanged + of.quarantined + of.suppressed]);
}

const listed = [
  "accounts",
  "contacts",
  "policies",
  "claims",
  "activities",
  "documents",
  "invoices",
  "renewals",
  "submissions",
  "quotes",
  "carriers",
] as const;
const wideAccounts = [
  "name",
  "dba",
  "kind",
  "segment",
  "status",
  "entity_type",
  "fein",
  "naics",
  "mailing_address",
  "phone",
  "email",
  "since",
  "office_key",
  "producer_seat",
  "servicer_seats",
  "total_premium",
  "policy_count",
  "next_expiration",
];
const widePolicies = Object.keys(familyOf("policies").fields).filter(
  (name) => !["lines", "writing_company", "prior_policy_key"].includes(name),
);

describe("three shapes of one book (SAMPLE-20)", () => {
  test("are read whole, and the counts of each import add up (IMP-64)", () => {
    for (const shape of shapes) {
      const { first } = books[shape];
      expect([shape, first.state, first.snapshotSeq]).toEqual([shape, "served", 1]);
      addsUp(first);
    }
  });

  test("the nested documents give the pages of the native files, byte for byte (SAMPLE-60)", async () => {
    const { native, nested_clients_json: nested } = books;
    const paths = ["/accounts", "/contacts", "/policies", "/claims", "/activities", "/invoices"];
    const clients = await all(native, "/accounts", { fields: "name" });
    const policies = await all(native, "/policies", { status: "active", fields: "line" });
    for (const { key } of clients.slice(0, 8))
      paths.push(...["locations", "policies", "claims"].map((family) => `/accounts/${idOf(key)}/${family}`));
    for (const { key } of policies.slice(0, 8))
      paths.push(...["coverages", "vehicles"].map((family) => `/policies/${idOf(key)}/${family}`));
    let rows = 0;
    for (const path of paths) {
      const expected = await all(native, path);
      rows += expected.length;
      expect([path, await all(nested, path)]).toEqual([path, expected]);
    }
    expect(rows).toBeGreaterThan(900);
    const summary = async ({ org }: Shaped, key: Json | undefined): Promise<unknown> =>
      (await org.organization.get(`/records/accounts/${idOf(key)}/summary`)).body["data"];
    for (const { key } of clients.slice(0, 5)) expect(await summary(nested, key)).toEqual(await summary(native, key));
  });

  test("a report with a row for each policy gives the pages of what it holds, sums of clients included (SAMPLE-60, IMP-290)", async () => {
    const { native, wide_policy_csv: wide } = books;
    const requests = [
      ["/accounts", { fields: wideAccounts.join(",") }],
      ["/accounts", { fields: wideAccounts.join(","), sort: "-total_premium" }],
      ["/accounts", { fields: wideAccounts.join(","), sort: "next_expiration", expiring_within_days: "90" }],
      ["/policies", { fields: widePolicies.join(",") }],
      ["/policies", { fields: widePolicies.join(","), sort: "-premium", status: "active" }],
      ["/carriers", { fields: "name" }],
    ] as const;
    for (const [path, query] of requests) {
      const expected = await all(native, path, query);
      expect(expected.length).toBeGreaterThan(1);
      expect([path, query, await all(wide, path, query)]).toEqual([path, query, expected]);
    }
  });

  test("rows have equal hashes wherever a shape holds all of them (SAMPLE-60)", async () => {
    const hashes = async ({ api }: Shaped, family: FamilyName): Promise<unknown[]> =>
      (
        await api.deps.db.pool.query<object>(
          `select row_key, encode(row_hash, 'hex') as hash from ${rowTableOf(family)} where to_seq is null order by 1`,
        )
      ).rows;
    const { native, nested_clients_json: nested, wide_policy_csv: wide } = books;
    for (const family of [
      "accounts",
      "contacts",
      "policies",
      "coverages",
      "claims",
      "locations",
      "activities",
    ] as const)
      expect([family, await hashes(nested, family)]).toEqual([family, await hashes(native, family)]);
    // The native files with no more than the report holds: every row of it is unchanged.
    const held = { accounts: wideAccounts, policies: widePolicies, carriers: ["name"] };
    const folder = await mkdtemp(join(scratch, "held-"));
    for (const [family, fields] of Object.entries(held)) {
      const name = familyNames.find((each) => each === family) ?? "accounts";
      const kept = [
        "source_id",
        familyOf(name).keyName,
        ...fields.filter((field) => !familyOf(name).derived.some((one) => one === field)),
      ];
      const lines = await linesOf(`native/book/${family}.ndjson`);
      const text = lines.map((row) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([field]) => kept.includes(field)))),
      );
      await writeFile(join(folder, `${family}.ndjson`), `${text.join("\n")}\n`);
    }
    const again = await importFolder(wide, folder.slice(scratch.length + 1), { mapping: "native", mode: "delta" });
    expect(again).toMatchObject({ state: "unchanged", snapshotSeq: 1, counts: { accounts: { unchanged: 20 } } });
  });

  test("the same files again are unchanged, and the snapshot stays (IMP-68)", async () => {
    for (const shape of shapes) {
      const { org } = books[shape];
      const again = await importFolder(books[shape], `${shape}/book`);
      expect([shape, again.state, again.snapshotSeq]).toEqual([shape, "unchanged", 1]);
      addsUp(again);
      const status = await org.organization.get("/records/status");
      expect(status.body["connections"]?.[0]).toMatchObject({ snapshot_seq: 1, last_sync: { state: "unchanged" } });
    }
  });
});

async function linesOf(path: string): Promise<JsonObject[]> {
  const text = await readFile(join(scratch, path), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [parseJsonObject(line)]));
}

/** What the sample says of its following delivery, as `family key`. */
async function truthOf(shape: Shape): Promise<(change: string) => string[]> {
  const lines = await linesOf(`${shape}/truth/changes.ndjson`);
  const familyOfLine = (line: JsonObject): FamilyName => familyNames.find((name) => name === line["family"]) ?? "lines";
  return (change) =>
    lines
      .filter((line) => line["change"] === change)
      .map((line) => `${familyOfLine(line)} ${recordKey(connectionId, familyOfLine(line), idOf(line["id"]))}`)
      .toSorted();
}

describe("the delivery of the day after (SAMPLE-26)", () => {
  test.each(shapes)("%s gives exactly the rows that differ to who keeps a copy (REC-34)", async (shape) => {
    const book = books[shape];
    const truth = await truthOf(shape);
    const kind = shape === "wide_policy_csv" ? "full" : "delta";
    const accept = ["accounts", "contracts", "drivers", "policies", "claims"] as const;
    const outcome = await importFolder(book, `${shape}/changes/${kind}`, { accept });
    expect([shape, outcome.state, outcome.snapshotSeq, outcome.reason]).toEqual([shape, "served", 2, undefined]);
    addsUp(outcome);
    const counted = (name: "new" | "changed" | "removed" | "quarantined"): number =>
      Object.values(outcome.counts).reduce((sum, of) => sum + of[name], 0);
    for (const name of ["new", "changed", "removed", "quarantined"] as const)
      expect([shape, name, counted(name)]).toEqual([shape, name, truth(name).length]);

    const seen = { new: new Set<string>(), removed: new Set<string>() };
    const note = async (family: string, path: string): Promise<void> => {
      for (const row of await all(book, path, { updated_since: "1" })) {
        expect(row["change_seq"]).toBe(2);
        seen[row["removed"] === true ? "removed" : "new"].add(`${family} ${idOf(row["key"])}`);
      }
    };
    for (const family of listed) await note(family, `/${family}`);
    if (shape !== "wide_policy_csv") {
      for (const { key } of await all(book, "/accounts", { fields: "name" }))
        for (const family of ["locations", "vehicles", "drivers", "contracts"])
          await note(family, `/accounts/${idOf(key)}/${family}`);
      for (const { key } of await all(book, "/policies", { fields: "line" }))
        await note("coverages", `/policies/${idOf(key)}/coverages`);
    }
    const shown = (keys: readonly string[]): string[] => keys.filter((key) => !key.startsWith("payments ")).toSorted();
    expect([...seen.new].toSorted()).toEqual(shown([...truth("new"), ...truth("changed")]));
    // Lists below a client or a policy end with it.
    const gone = new Set(truth("removed"));
    for (const key of seen.removed) expect(gone).toContain(key);
    const top = (key: string): boolean => listed.some((family) => key.startsWith(`${family} `));
    expect([...seen.removed].filter(top).toSorted()).toEqual(shown([...gone]).filter(top));

    // The whole book of that day has nothing more to say.
    if (kind === "delta") {
      const full = await importFolder(book, `${shape}/changes/full`, { accept });
      expect([shape, full.state, full.snapshotSeq]).toEqual([shape, "unchanged", 2]);
      addsUp(full);
    }
  });
});

describe("a delivery that looks broken (IMP-66)", () => {
  test("with half of the policies is refused, readers keep what they had, and an operator may let it through", async () => {
    const { native: book } = books;
    const { org, api } = book;
    const before = await all(book, "/policies");
    const events = async (type: "sync.failed" | "check.failed"): Promise<readonly unknown[]> =>
      (await listPlatformEvents(api.deps, { organizationId: org.organizationId, type })).map(({ data }) => data);
    const folder = await mkdtemp(join(scratch, "half-"));
    for (const path of await pathsIn("native/changes/full")) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
      if (name === "manifest.json") continue;
      const kept = name === "policies.ndjson" ? lines.filter((_, index) => index % 2 === 0) : lines;
      await writeFile(join(folder, name), `${kept.join("\n")}\n`);
    }
    const refused = await importFolder(book, folder.slice(scratch.length + 1));
    expect(refused).toMatchObject({ state: "refused", snapshotSeq: 2 });
    expect(refused.reason).toMatch(/ policies [(][45]\d[.]\d %[)] would be removed[.]/);
    expect(await all(book, "/policies")).toEqual(before);
    expect(await events("sync.failed")).toMatchObject([{ import_id: refused.importId, state: "refused" }]);
    expect(await events("check.failed")).toContainEqual(
      expect.objectContaining({ import_id: refused.importId, check: "policies:gone" }),
    );
    const status = await org.organization.get("/records/status");
    expect(status.body["connections"]?.[0]).toMatchObject({
      state: "failed",
      snapshot_seq: 2,
      last_sync: { state: "refused" },
    });
    const accepted = await importFolder(book, folder.slice(scratch.length + 1), { accept: ["policies"] });
    expect(accepted).toMatchObject({ state: "served", snapshotSeq: 3 });
    addsUp(accepted);
    expect((await all(book, "/policies")).length).toBeLessThan(before.length * 0.6);
  });

  test("of which more than a fifth cannot be kept is refused", async () => {
    const { wide_policy_csv: book } = books;
    const folder = await mkdtemp(join(scratch, "dirty-"));
    const [header = "", ...lines] = (
      await readFile(join(scratch, "wide_policy_csv/book/policies.csv"), "latin1")
    ).split("\r\n");
    const broken = lines.map((line, index) =>
      index % 4 === 0 ? line.replaceAll(/\d\d[/]\d\d[/](\d{4})/g, "02/30/$1") : line,
    );
    await writeFile(join(folder, "policies.csv"), [header, ...broken].join("\r\n"), "latin1");
    const refused = await importFolder(book, folder.slice(scratch.length + 1));
    expect(refused).toMatchObject({ state: "refused", snapshotSeq: 2 });
    expect(refused.reason).toMatch(/policies [(]\d\d[.]\d %[)] cannot be kept[.]/);
  });
});
