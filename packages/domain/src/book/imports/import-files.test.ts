import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { recordKey } from "@service/record-families";
import { workbookOf } from "@service/source-files/testing";
import { testOperator } from "@service/testing";
import { readConnection, readConnectionMapping, setConnection } from "../connections/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import {
  cancelImport,
  explainRow,
  importFiles,
  type ImportOutcome,
  listImports,
  quarantinedRows,
  reportImport,
  resumeFiles,
  showImport,
} from "./index.ts";
import { openDelivery } from "./open-delivery.ts";
import { readDeliveryManifest } from "./read-manifest.ts";
import { runImport } from "./run-import.ts";
import { newConnection, servedRows } from "./test-kit.ts";

let deps: TestDeps;
let folder: string;
let connectionId: string;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "import-"));
  ({ connectionId } = await newConnection(deps));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

const importPaths = (...paths: readonly string[]): Promise<ImportOutcome> =>
  importFiles(deps, testOperator, "every", { connectionId, paths, accept: [] });

async function smallBook(): Promise<readonly [string, string]> {
  return [
    await file("accounts.csv", [
      "client_key,name,phone,segment",
      "1,Ann Harbor,555 010 0199,commercial",
      "2,Bee Cove,,boats",
    ]),
    await file("policies.csv", [
      "policy_key,client_key,effective_on,policy_number",
      "P1,1,2026-01-01,SYN 1",
      "P2,2,2026-02-01,SYN 2",
    ]),
  ];
}

test("files are read, mapped and served, and every row says where it came from (IMP-60, IMP-75)", async () => {
  const outcome = await importPaths(...(await smallBook()));
  expect(outcome).toMatchObject({
    state: "served",
    snapshotSeq: 1,
    counts: { accounts: { new: 2 }, policies: { new: 2 } },
  });
  expect((await servedRows(deps, connectionId, "policies"))["P1"]).toMatchObject({
    client_key: recordKey(connectionId, "accounts", "1"),
    effective_on: "2026-01-01",
  });
  const key = recordKey(connectionId, "policies", "P2");
  expect(await explainRow(deps, "every", { connectionId, family: "policies", key })).toMatchObject([
    {
      fromSeq: 1,
      toSeq: null,
      sourceId: "P2",
      importId: outcome.importId,
      mappingHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      file: "policies.csv",
      line: 3,
    },
  ]);
  await expect(explainRow(deps, "every", { connectionId, family: "claims", key })).rejects.toThrow("No row of claims");
});

test("the same files again are unchanged, also in another order", async () => {
  const [accounts, policies] = await smallBook();
  await importPaths(accounts, policies);
  expect(await importPaths(policies, accounts)).toMatchObject({
    state: "unchanged",
    snapshotSeq: 1,
    counts: { policies: { read: 2, unchanged: 2 } },
  });
  expect(await listImports(deps, "every", connectionId, 10)).toMatchObject([
    { state: "unchanged" },
    { state: "served" },
  ]);
});

test("the report counts fill, foreign codes and people without a seat, and shows what was not kept (IMP-74)", async () => {
  const accounts = await file("accounts.csv", [
    "client_key,name,segment,producer_seat",
    ...Array.from({ length: 8 }, (_, index) => `${index},Client ${index},${index < 2 ? "boats" : "commercial"},ana`),
    "8,,commercial,ana",
    "=9,Formula Inc",
  ]);
  const { importId, counts } = await importPaths(accounts);
  expect(counts.accounts).toMatchObject({ read: 10, new: 8, quarantined: 2 });
  const { quality } = await reportImport(deps, "every", importId);
  expect(quality).toMatchObject({
    families: {
      accounts: {
        mapped: 8,
        fill: { name: 1, segment: 0.75 },
        findings: [{ code: "unmapped", field: "segment", value: "boats", count: 2, line: 2 }],
      },
    },
    people_without_seat: ["ana"],
  });
  const rows = [];
  for await (const row of quarantinedRows(deps, "every", importId)) rows.push(row);
  expect(rows).toMatchObject([
    { family: "accounts", sourceId: "8", file: "accounts.csv", line: 10, reasons: [{ field: "name" }] },
    { family: "accounts", sourceId: null, line: 11, body: "=9,Formula Inc" },
  ]);
});

test("what was not kept says where it stands and what it names, also when it is tried again (IMP-266)", async () => {
  await importPaths(
    await file("accounts.csv", [
      "client_key,name",
      ...Array.from({ length: 9 }, (_, each) => `${each},Client`),
      '9,a"b',
    ]),
    await file("policies.csv", ["policy_key,client_key,effective_on", "P1,404,2026-01-01"]),
  );
  const later = await file("contacts.csv", ["contact_key,client_key,name", "K1,1,Ann"]);
  const { importId } = await importFiles(deps, testOperator, "every", {
    connectionId,
    paths: [later],
    mode: "delta",
    accept: [],
  });
  const [first] = (await listImports(deps, "every", connectionId, 2)).slice(1);
  const listed = async (id: string): Promise<unknown[]> => {
    const rows = [];
    for await (const row of quarantinedRows(deps, "every", id)) rows.push(row);
    return rows;
  };
  const orphan = {
    family: "policies",
    sourceId: "P1",
    file: "policies.csv",
    line: 2,
    isOrphan: true,
    reasons: [{ message: "the client 404 that it belongs to is not there" }],
    body: '{"policy_key":"P1","client_key":"404","effective_on":"2026-01-01"}',
  };
  expect(await listed(first?.id ?? "")).toMatchObject([
    {
      family: "accounts",
      file: "accounts.csv",
      line: 11,
      body: '9,a"b',
      reasons: [{ message: "a quote stands inside a cell that is not quoted (at character 4)" }],
    },
    { ...orphan, isOrphan: false },
  ]);
  expect(await listed(importId)).toMatchObject([orphan]);
  const found = await file("accounts.ndjson", ['{"client_key":"404","name":"Late"}']);
  expect(
    await importFiles(deps, testOperator, "every", { connectionId, paths: [found], mode: "delta", accept: [] }),
  ).toMatchObject({ state: "served", counts: { policies: { new: 1 } } });
  const key = recordKey(connectionId, "policies", "P1");
  expect(await explainRow(deps, "every", { connectionId, family: "policies", key })).toMatchObject([
    { importId: first?.id, file: "policies.csv", line: 2 },
  ]);
});

test("the ids that stood twice with different rows are named, and counts of equal files are kept (IMP-74)", async () => {
  const twice = await file("accounts.csv", ["client_key,name", "1,Ann", "1,Anna", "2,Bee", "2,Bee"]);
  const { importId } = await importPaths(twice);
  expect((await reportImport(deps, "every", importId)).quality).toMatchObject({
    equal_duplicates: { accounts: 1 },
    conflicting_duplicates: { accounts: 1 },
    conflicting_ids: { accounts: ["1"] },
  });
  const again = await importPaths(twice);
  expect(await showImport(deps, "every", again.importId)).toMatchObject({
    state: "unchanged",
    counts: { accounts: { read: 2, unchanged: 2 } },
  });
});

test("the report names orphans, ids that stood twice, and clients that are likely one (IMP-74, IMP-292)", async () => {
  const other = ["3,Oakfield Roofing,1 Elm Street,Toledo", "4,Bluefin Bakery,77 Canal Road,Akron"];
  const address = "48 Oak Avenue,Dayton";
  await importPaths(
    await file("accounts.csv", [
      "client_key,name,mailing_address.line1,mailing_address.city",
      ...other,
      `1,Bluefin Dining LLC,${address}`,
    ]),
  );
  const again = [`1,Bluefin Dining LLC,${address}`, `2,Blue Fin Dining,"48 Oak Ave.",Dayton`, `2,Blue Fin,${address}`];
  const { importId } = await importFiles(deps, testOperator, "every", {
    connectionId,
    mode: "delta",
    accept: [],
    paths: [
      await file("accounts.csv", [
        "client_key,name,mailing_address.line1,mailing_address.city",
        ...again,
        again[0] ?? "",
      ]),
      await file("policies.csv", [
        "policy_key,client_key,effective_on,expires_on,premium",
        "P1,nobody,2026-01-01,2027-01-01,5",
        "P2,1,2026-01-01,2025-01-01,0",
        "P3,1,2050-01-01,2051-01-01,-1",
      ]),
    ],
  });
  const { quality } = await reportImport(deps, "every", importId);
  expect(quality).toMatchObject({
    orphans: { policies: 1 },
    equal_duplicates: { accounts: 1 },
    conflicting_duplicates: { accounts: 1 },
    likely_duplicates: {
      pairs: [
        {
          first: { source_id: "1", name: "Bluefin Dining LLC", key: recordKey(connectionId, "accounts", "1") },
          second: { source_id: "2", name: "Blue Fin Dining" },
          band: "duplicate",
          because: expect.stringContaining("equal"),
        },
      ],
      compared: 4,
      of: 4,
      is_complete: true,
    },
    families: {
      policies: {
        findings: expect.arrayContaining([
          expect.objectContaining({ field: "premium", code: "out_of_range", count: 2, file: "policies.csv", line: 3 }),
          expect.objectContaining({ field: "expires_on", code: "out_of_range", message: "is before effective_on" }),
          expect.objectContaining({ field: "effective_on", code: "out_of_range", line: 4 }),
        ]),
      },
    },
  });
  const rows = [];
  for await (const each of quarantinedRows(deps, "every", importId)) rows.push(each);
  expect(rows).toMatchObject([{ family: "policies", sourceId: "P1", line: 2, isOrphan: true }]);
  expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({ policy_key: "P1", client_key: "nobody", premium: "5" });
});

describe("a manifest (IMP-66)", () => {
  async function manifest(files: readonly object[], more: object = {}): Promise<string> {
    return file("manifest.json", [JSON.stringify({ schema_version: 1, files, ...more })]);
  }

  test("names the files beside it, their mode and their date", async () => {
    await smallBook();
    const path = await manifest([{ path: "accounts.csv", rows: 2 }, { path: "policies.csv" }], {
      mode: "delta",
      as_of: "2026-01-02T03:04:05Z",
    });
    const { importId } = await importPaths(path);
    expect(await showImport(deps, "every", importId)).toMatchObject({
      state: "served",
      mode: "delta",
      asOf: new Date("2026-01-02T03:04:05Z"),
    });
  });

  test("refuses a delivery that lacks a file, has another one, or has other rows", async () => {
    await smallBook();
    const wrong = hash("sha256", "another", "hex");
    const path = await manifest([
      { path: "accounts.csv", sha256: wrong },
      { path: "policies.csv", rows: 7 },
      { path: "claims.csv" },
    ]);
    expect(await importPaths(path)).toMatchObject({
      state: "refused",
      snapshotSeq: 0,
      reason:
        "claims.csv is missing. accounts.csv is not the file of the manifest. " +
        "policies.csv has 2 rows; its manifest says 7.",
    });
  });
});

describe("a manifest comes from another system (IMP-260)", () => {
  const manifest = (paths: readonly string[], more: object = {}) =>
    file("book/manifest.json", [
      JSON.stringify({ schema_version: 1, files: paths.map((path) => ({ path })), ...more }),
    ]);
  const accounts = ["client_key,name", "1,Ann Harbor"];

  beforeEach(async () => {
    await mkdir(join(folder, "book", "2026"), { recursive: true });
    await file("accounts.csv", accounts);
  });

  test("a path that is absolute or leaves the folder must be refused with the whole delivery", async () => {
    await file("book/accounts.csv", accounts);
    for (const path of [join(folder, "accounts.csv"), "../accounts.csv", "2026/../../accounts.csv", "a//b", "a\\b"]) {
      await expect(importPaths(await manifest(["accounts.csv", path]))).rejects.toMatchObject({
        code: "invalid_request",
        details: [{ field: "/files/1/path", message: "must be a path below the folder, with / and without .." }],
      });
    }
    expect(await listImports(deps, "every", connectionId, 10)).toEqual([]);
  });

  test("a link that leads out of the folder must be refused, one within it is followed", async () => {
    await symlink(join(folder, "accounts.csv"), join(folder, "book", "accounts.csv"));
    await expect(importPaths(await manifest(["accounts.csv"]))).rejects.toThrow(
      "accounts.csv is a link that leads out of the folder.",
    );
    await symlink(folder, join(folder, "book", "out"));
    await expect(importPaths(await manifest(["out/accounts.csv"]))).rejects.toThrow("leads out of the folder");
    await file("book/2026/accounts.csv", accounts);
    await symlink(join(folder, "book", "2026"), join(folder, "book", "newest"));
    expect(await importPaths(await manifest(["newest/accounts.csv"]))).toMatchObject({ state: "served" });
  });

  test("files in folders have the name that the manifest gives them, also when the import is resumed", async () => {
    await file("book/2026/accounts.csv", accounts);
    await mkdir(join(folder, "book", "2025"));
    await file("book/2025/accounts.csv", ["client_key,name", "2,Bee Cove"]);
    const { importId } = await importPaths(await manifest(["2025/accounts.csv", "2026/accounts.csv"]));
    const names = ["2025/accounts.csv", "2026/accounts.csv"];
    expect(await showImport(deps, "every", importId)).toMatchObject({
      state: "served",
      files: names.map((name) => ({ name })),
    });
    expect(Object.keys(await servedRows(deps, connectionId, "accounts"))).toEqual(["1", "2"]);
    await deps.db.pool.query("update record_connections set served_seq = 0 where id = $1", [connectionId]);
    await deps.db.pool.query("delete from record_snapshots where connection_id = $1", [connectionId]);
    await deps.db.pool.query("delete from book.accounts where connection_id = $1", [connectionId]);
    await deps.db.pool.query("update record_imports set state = 'reading', seq = null where id = $1", [importId]);
    expect(await resumeFiles(deps, testOperator, "every", { importId })).toMatchObject({
      state: "served",
      snapshotSeq: 1,
    });
    expect(Object.keys(await servedRows(deps, connectionId, "accounts"))).toEqual(["1", "2"]);
  });

  test("a family that does not exist refuses the delivery", async () => {
    await file("book/accounts.csv", accounts);
    expect(await importPaths(await manifest(["accounts.csv"], { complete: ["accounts", "boats"] }))).toMatchObject({
      state: "refused",
      reason: "The manifest names families that do not exist: boats.",
    });
  });
});

test("files that the mapping does not read are refused before anything begins", async () => {
  await expect(importPaths(await file("letters.csv", ["a,b", "1,2"]))).rejects.toThrow(
    "The mapping native reads none of these files: letters.csv.",
  );
  expect(await listImports(deps, "every", connectionId, 10)).toEqual([]);
});

test("a disabled connection takes no imports", async () => {
  await setConnection(deps, testOperator, "every", connectionId, { state: "disabled" });
  await expect(importPaths(...(await smallBook()))).rejects.toThrow("The connection is disabled.");
});

test("an import is not resumed with another file than the one it read (IMP-71)", async () => {
  const [accounts, policies] = await smallBook();
  const { importId } = await importPaths(accounts, policies);
  await expect(resumeFiles(deps, testOperator, "every", { importId })).rejects.toThrow(
    "The import has ended: it is served.",
  );
  await deps.db.pool.query("update record_imports set state = 'reading', seq = null where id = $1", [importId]);
  expect(await showImport(deps, "every", importId)).toMatchObject({ isInterrupted: true });
  await writeFile(policies, "changed");
  await expect(resumeFiles(deps, testOperator, "every", { importId })).rejects.toThrow(
    "policies.csv is no longer the file that was read: begin a new import.",
  );
  expect(await cancelImport(deps, testOperator, "every", importId)).toMatchObject({ state: "cancelled" });
});

test("a resumed import uses the content of its manifest (IMP-71, IMP-291)", async () => {
  await importPaths(...(await smallBook()));
  const accounts = await file("accounts.csv", ["client_key,name", "1,Ann Harbor", "2,Bee Cove", "3,Cee Pier"]);
  await file("policies.csv", ["policy_key,client_key,effective_on,policy_number", "P1,1,2026-01-01,SYN 1"]);
  const files = [{ path: "accounts.csv", rows: 3 }, { path: "policies.csv" }];
  const interrupted = async (given: object): Promise<string> => {
    const path = await file("manifest.json", [JSON.stringify({ schema_version: 1, ...given })]);
    const manifest = await readDeliveryManifest(path);
    const { mapping, hash: mappingHash } = readConnectionMapping("native");
    const asOf = new Date("2026-01-02T00:00:00Z");
    const delivery = await openDelivery([accounts], { mapping, mappingHash, asOf, manifest, folder });
    const away = Object.assign(new Error("the server was stopped"), { code: "57P01" });
    const rows = (): never => {
      throw away;
    };
    const request = { connectionId, mode: "full", asOf, accept: [], delivery: { ...delivery, rows } } as const;
    await expect(runImport(deps, testOperator, request)).rejects.toBe(away);
    return (await listImports(deps, "every", connectionId, 1))[0]?.id ?? "";
  };
  const refused = await resumeFiles(deps, testOperator, "every", {
    importId: await interrupted({ files: [{ path: "accounts.csv", rows: 4 }, { path: "claims.csv" }] }),
  });
  expect(refused).toMatchObject({
    state: "refused",
    reason: "claims.csv is missing. accounts.csv has 3 rows; its manifest says 4.",
  });
  const served = await resumeFiles(deps, testOperator, "every", {
    importId: await interrupted({ files, complete: ["accounts"] }),
  });
  expect(served).toMatchObject({ state: "served", counts: { accounts: { new: 1 }, policies: { removed: 0 } } });
  expect(Object.keys(await servedRows(deps, connectionId, "policies"))).toEqual(["P1", "P2"]);
});

test("a full delivery changes nothing in families whose files are not in it (IMP-291)", async () => {
  const [, policies] = await smallBook();
  await importPaths(await file("accounts.csv", ["client_key,name", "1,Ann Harbor", "2,Bee Cove"]));
  expect(await importPaths(policies)).toMatchObject({ state: "served", counts: { policies: { new: 2 } } });
  expect(Object.keys(await servedRows(deps, connectionId, "accounts"))).toEqual(["1", "2"]);
});

test("an orphan that is tried again names the file that it came in, also once it is served (IMP-63, IMP-75)", async () => {
  const orphan = await file("policies.csv", ["policy_key,client_key,effective_on", "P1,9,2026-01-01"]);
  await importPaths(await file("accounts.csv", ["client_key,name", "1,Ann Harbor"]), orphan);
  const again = async (name: string, line: string): Promise<ImportOutcome> =>
    importFiles(deps, testOperator, "every", {
      connectionId,
      paths: [await file(name, ["client_key,name", line])],
      mode: "delta",
      accept: ["policies"],
    });
  const rows = [];
  for await (const each of quarantinedRows(deps, "every", (await again("accounts.csv", "2,Bee Cove")).importId))
    rows.push(each);
  expect(rows).toMatchObject([{ sourceId: "P1", file: "policies.csv", line: 2, isOrphan: true }]);
  expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({ client_key: "9" });
  await again("accounts.csv", "9,Cee Pier");
  const key = recordKey(connectionId, "policies", "P1");
  expect(await explainRow(deps, "every", { connectionId, family: "policies", key })).toMatchObject([
    { file: "policies.csv", line: 2, fromSeq: 3 },
  ]);
});

test("a file that cannot be read removes nothing, whatever is accepted (IMP-66)", async () => {
  await importPaths(...(await smallBook()));
  for (const header of ["client_key,name,name", "client_key,name,__proto__"]) {
    const paths = [await file("accounts.csv", [header, "1,Ann,x"])];
    const refused = await importFiles(deps, testOperator, "every", { connectionId, paths, accept: ["accounts"] });
    expect(refused).toMatchObject({ state: "refused", snapshotSeq: 1 });
    expect(refused.reason).toContain("accounts.csv could not be read behind line 1");
  }
  expect(Object.keys(await servedRows(deps, connectionId, "accounts"))).toEqual(["1", "2"]);
});

test("a file that changes while it is read is refused (IMP-66)", async () => {
  const [accounts] = await smallBook();
  const { mapping, hash: mappingHash } = readConnectionMapping("native");
  const asOf = new Date("2026-01-02T00:00:00Z");
  const delivery = await openDelivery([accounts], { mapping, mappingHash, asOf, manifest: undefined, folder });
  await writeFile(accounts, "client_key,name\n1,Ann Harbor\n");
  const request = { connectionId, mode: "full", asOf, accept: [], delivery } as const;
  expect(await runImport(deps, testOperator, request)).toMatchObject({
    state: "refused",
    reason: "accounts.csv was changed while it was read.",
  });
});

const hostile = {
  lookups: { codes: { a: "commercial" } },
  sources: [
    {
      match: "*.csv",
      emits: [
        {
          family: "accounts",
          source_id: ["id"],
          fields: { name: { from: "name" }, segment: { from: "code", transforms: ["lookup:codes"] } },
        },
      ],
    },
  ],
};

describe("what a source may send (IMP-20)", () => {
  test("names that objects of the language have are names like any other", async () => {
    const paths = [await file("x.csv", ["id,name,code", "__proto__,constructor,toString", "constructor,__proto__,a"])];
    const mapping = JSON.stringify({ schema_version: 1, name: "hostile", ...hostile });
    await importFiles(deps, testOperator, "every", { connectionId, paths, mapping, accept: [] });
    const served = Object.entries(await servedRows(deps, connectionId, "accounts"));
    expect(served).toHaveLength(2);
    expect(served).toContainEqual(["__proto__", { name: "constructor" }]);
    expect(served).toContainEqual(["constructor", { name: "__proto__", segment: "commercial" }]);
  });

  test.each([
    ["a key of 10,000 characters", [`{"client_key":"${"k".repeat(10_000)}","name":"A"}`], "longer than 256 characters"],
    ["200 levels", [`{"client_key":"1","name":"A","x":${"[".repeat(200)}${"]".repeat(200)}}`], "deeper than 32 levels"],
    ["a key with U+0000", ['{"client_key":"1\\u0000","name":"A"}'], "cannot be stored"],
    ["half a surrogate pair", ['{"client_key":"1","name":"A\\ud83d"}'], "half of a surrogate pair"],
    ["a number beyond all bounds", ['{"client_key":"1","name":"A","revenue":1e400}'], "too large"],
    ["a member __proto__", ['{"client_key":"1","name":"A","__proto__":{"dba":"x"}}'], "__proto__"],
    ["a row that is none", ["[1]"], "is not a JSON object"],
  ])("%s: the row waits with its line and a reason, the rest is kept", async (_, lines, reason) => {
    const good = Array.from({ length: 5 }, (__, index) => `{"client_key":"G${index}","name":"Good ${index}"}`);
    const { importId, counts } = await importPaths(await file("accounts.ndjson", [...good, ...lines]));
    expect(counts.accounts).toMatchObject({ read: 6, new: 5, quarantined: 1 });
    const rows = [];
    for await (const each of quarantinedRows(deps, "every", importId)) rows.push(each);
    expect(rows).toMatchObject([{ family: "accounts", file: "accounts.ndjson", line: 6 }]);
    expect(JSON.stringify(rows[0]?.reasons)).toContain(reason);
  });

  test("files without a row are no mistake, and remove nothing that a guard keeps", async () => {
    expect(await importPaths(await file("accounts.csv", [""]))).toMatchObject({ state: "unchanged", snapshotSeq: 0 });
    expect(await importPaths(await file("accounts.csv", ["client_key,name"]))).toMatchObject({ state: "unchanged" });
    await importPaths(...(await smallBook()));
    expect(await importPaths(await file("accounts.csv", ["client_key,name"]))).toMatchObject({
      state: "refused",
      reason: "2 of 2 accounts (100.0 %) would be removed.",
    });
  });

  test("one row of two files counts once, and the first stays", async () => {
    const paths = [
      await file("accounts.csv", ["client_key,name", "1,First"]),
      await file("accounts.ndjson", ['{"client_key":"1","name":"Second"}']),
    ];
    const { importId, counts } = await importPaths(...paths);
    expect(counts.accounts).toMatchObject({ read: 1, new: 1 });
    expect((await servedRows(deps, connectionId, "accounts"))["1"]).toEqual({ name: "First" });
    expect((await reportImport(deps, "every", importId)).quality).toMatchObject({
      conflicting_duplicates: { accounts: 1 },
    });
  });
});

describe("rows that cannot be read", () => {
  const book = (policies: readonly string[]): readonly (readonly [string, readonly string[]])[] => [
    ["accounts.csv", ["client_key,name", ...Array.from({ length: 10 }, (_, index) => `${index},Client ${index}`)]],
    ["policies.csv", ["policy_key,client_key,effective_on,policy_number", ...policies]],
    ["claims.csv", ["claim_key,client_key,policy_key,claim_number,reported_on", "C1,3,P3,N1,2026-03-01"]],
  ];
  const policies = Array.from({ length: 10 }, (_, index) => `P${index},${index},2026-01-01,SYN ${index}`);
  const deliver = async (rows: readonly string[]): Promise<ImportOutcome> => {
    const paths: string[] = [];
    for (const [name, lines] of book(rows)) paths.push(await file(name, lines));
    return importPaths(...paths);
  };
  const served = async (family: "policies" | "claims"): Promise<readonly string[]> =>
    Object.keys(await servedRows(deps, connectionId, family));

  test("remove nothing of what their file is about, and say so (IMP-63)", async () => {
    await deliver(policies);
    const outcome = await deliver(policies.map((line, index) => (index === 3 ? `${line},extra` : line)));
    expect(outcome).toMatchObject({
      state: "unchanged",
      counts: {
        policies: { read: 10, unchanged: 9, quarantined: 1, removed: 0 },
        claims: { unchanged: 1, removed: 0, quarantined: 0 },
      },
      notes: ["Line 5 of policies.csv could not be read, so nothing of policies was removed."],
    });
    expect(await served("policies")).toHaveLength(10);
    expect(await served("claims")).toEqual(["C1"]);
    const { quality } = await reportImport(deps, "every", outcome.importId);
    expect(quality["notes"]).toEqual(outcome.notes);

    const readable = await deliver(policies.slice(0, 9));
    expect(readable).toMatchObject({ counts: { policies: { removed: 1 } }, notes: [] });
  });

  test("count in the family that a row is about, not in what many rows share (IMP-66)", async () => {
    await setConnection(deps, testOperator, "every", connectionId, {
      mapping: JSON.stringify({
        schema_version: 1,
        name: "register",
        sources: [
          {
            match: "register.csv",
            emits: [
              { family: "carriers", source_id: ["Carrier"], fields: { name: { from: "Carrier" } } },
              { family: "accounts", source_id: ["Client"], fields: { name: { from: "Client" } } },
              {
                family: "policies",
                source_id: ["Policy"],
                client: ["Client"],
                fields: { policy_number: { from: "Policy" }, effective_on: { from: "From" } },
              },
            ],
          },
        ],
      }),
    });
    const rows = Array.from({ length: 40 }, (_, index) => `N${index},Client ${index},Harbor Mutual,2026-01-01`);
    const register = await file("register.csv", [
      "Policy,Client,Carrier,From",
      ...rows,
      "N40,Client 40,Harbor, Mutual,2026-01-01",
    ]);
    expect(await importPaths(register)).toMatchObject({
      state: "served",
      counts: { carriers: { read: 1, quarantined: 0 }, policies: { read: 41, quarantined: 1 } },
    });
  });
});

test("a file whose name no source matches is named, also when everything else is unchanged (IMP-31)", async () => {
  const [accounts, policies] = await smallBook();
  const stray = await file("LossRun-2.csv", ["Claim No", "1"]);
  const note = "LossRun-2.csv was not read: no source of the mapping has a match for its name.";
  expect(await importPaths(accounts, policies, stray)).toMatchObject({ state: "served", notes: [note] });
  expect(await importPaths(accounts, policies, stray)).toMatchObject({ state: "unchanged", notes: [note] });
});

test.each([
  ["client_kye,name", ['accounts.csv has no column "client_key": its nearest is "client_kye".']],
  ["Client-Key,name", ['accounts.csv has no column "client_key": its nearest is "Client-Key".']],
  ["id,name", []],
])("rows that are refused for the header %s name the nearest column (IMP-31)", async (header, notes) => {
  const renamed = await file("accounts.csv", [header, "1,Ann Harbor"]);
  const refused = await importPaths(renamed);
  expect(refused).toMatchObject({ counts: { accounts: { read: 1, quarantined: 1 } } });
  expect(refused.notes?.filter((note) => note.includes("nearest"))).toEqual(notes);
});

test("a report whose title was taken for the header says where the header is, and totals are left out (FILE-35, FILE-36)", async () => {
  const report = await file("accounts.csv", [
    "Book of Business,,,",
    "Run date: 11/27/2026,,,",
    "client_key,name,phone,segment",
    ...Array.from({ length: 5 }, (_, index) => `${index},Client ${index},555 010 0199,commercial`),
    "Grand Total,,,",
  ]);
  const refused = await importPaths(report);
  expect(refused.notes).toContain(
    'The header of accounts.csv is probably line 3: add "skip_lines": 2 to its source in the mapping.',
  );
  const { mapping } = readConnectionMapping((await readConnection(deps.db.pool, "every", connectionId)).mapping);
  const skipping = { ...mapping, sources: mapping.sources.map((source) => ({ ...source, skip_lines: 2 })) };
  await setConnection(deps, testOperator, "every", connectionId, { mapping: JSON.stringify(skipping) });
  expect(await importPaths(report)).toMatchObject({
    state: "served",
    counts: { accounts: { read: 5, new: 5, quarantined: 0 } },
    notes: ["Line 9 of accounts.csv was left out: it is totals, a title or the header again."],
  });
});

describe("a workbook (FILE-50)", () => {
  const policies = [
    ["Book of Business"],
    ["Policy", "Client", "Effective", "Premium", "Line"],
    [{ value: 77, format: "00000" }, "0012", { value: 46_167, format: "m/d/yyyy" }, 18_420.5, "general_liability"],
    ["P-2", "0012", { value: 46_168, format: "m/d/yyyy" }, { error: "#N/A" }, "N/A"],
    ["Total", undefined, undefined, 18_420.5],
  ];
  const clients = [
    ["Code", "Name"],
    ["0012", "Marigold Fenwater"],
  ];
  const emits = {
    accounts: { family: "accounts", source_id: ["Code"], fields: { name: { from: "Name" } } },
    policies: {
      family: "policies",
      source_id: ["Policy"],
      client: ["Client"],
      fields: {
        policy_number: { from: "Policy" },
        effective_on: { from: "Effective", transforms: ["date"] },
        premium: { from: "Premium", transforms: ["money"] },
        line: { from: "Line" },
      },
    },
  };
  const reading = { skip_lines: 1, empty_values: ["n/a", "TBD"] };
  const mappingOf = (...matches: readonly [string, string]) =>
    JSON.stringify({
      schema_version: 1,
      name: "workbook",
      sources: [
        { match: matches[0], ...reading, emits: [emits.policies] },
        { match: matches[1], emits: [emits.accounts] },
      ],
    });

  async function importBook(mapping: string): Promise<ImportOutcome> {
    const path = join(folder, "book.xlsx");
    const sheets = [
      { title: "Policies", rows: policies },
      { title: "Clients", rows: clients },
    ];
    await writeFile(path, workbookOf({ sheets }));
    return importFiles(deps, testOperator, "every", { connectionId, paths: [path], mapping, accept: [] });
  }

  test("is imported sheet by sheet; an error cell is a finding, an empty value none (FILE-56, IMP-301)", async () => {
    const outcome = await importBook(mappingOf("book.xlsx#Policies", "*#clients"));
    expect(outcome).toMatchObject({ state: "served", counts: { accounts: { new: 1 }, policies: { new: 2 } } });
    const served = await servedRows(deps, connectionId, "policies");
    expect(served["00077"]).toMatchObject({ policy_number: "00077", effective_on: "2026-05-25", premium: 18_420.5 });
    expect(served["P-2"]).not.toHaveProperty("line");
    const report = JSON.stringify(await reportImport(deps, "every", outcome.importId));
    expect(report).toContain("holds the error #N/A");
    expect(report).toContain("Line 5 of book.xlsx#Policies was left out: it is totals");
  });

  test("with several sheets is not read by its name alone: the refusal says which sheets there are (IMP-31)", async () => {
    await expect(importBook(mappingOf("book.xlsx", "other.csv"))).rejects.toMatchObject({
      message: expect.stringContaining('write "book.xlsx#Policies", "book.xlsx#Clients"'),
    });
  });

  test("keeps with the import which sheet its name meant, so that a resumed one reads the same", async () => {
    const path = join(folder, "book.xlsx");
    await writeFile(path, workbookOf({ sheets: [{ title: "Clients", rows: clients }] }));
    const mapping = mappingOf("other.csv", "book.xlsx");
    const outcome = await importFiles(deps, testOperator, "every", {
      connectionId,
      paths: [path],
      mapping,
      accept: [],
    });
    expect(outcome).toMatchObject({ state: "served", counts: { accounts: { new: 1 } } });
    expect((await showImport(deps, "every", outcome.importId)).files).toMatchObject([
      { name: "book.xlsx#Clients", sheet: { workbook: "book.xlsx", isOnly: true } },
    ]);
  });
});
