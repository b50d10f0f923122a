import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { recordKey } from "@service/record-families";
import { openTestDatabase, testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-imports-"));
  organizationId = String((await answerOf("organization", "create", "--name", "Harborline"))["organization_id"]);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(...words: readonly string[]): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder } });
}

async function answerOf(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await svc(...words, "--json");
  if (status !== 0) throw new Error(stderr);
  const parsed: Record<string, unknown> = JSON.parse(stdout);
  return parsed;
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function connection(name: string): Promise<string> {
  const made = await answerOf(
    "connection",
    "create",
    "--organization",
    organizationId,
    "--name",
    name,
    "--kind",
    "import",
  );
  return String(made["connection_id"]);
}

test("a delivery is imported, explained and reported, and what would lose too much is refused (IMP-73)", async () => {
  const connectionId = await connection("book");
  const of = ["--connection", connectionId];
  const accounts = await file(
    "accounts.csv",
    `client_key,name\n${[1, 2, 3, 4, 5].map((id) => `${id},Client ${id}\n`).join("")}`,
  );
  const first = await answerOf("records", "import", ...of, accounts);
  expect(first).toEqual({
    import_id: expect.any(String),
    state: "served",
    snapshot_seq: 1,
    counts: { accounts: { read: 5, new: 5, changed: 0, unchanged: 0, removed: 0, quarantined: 0, suppressed: 0 } },
  });
  expect(await answerOf("records", "import", ...of, accounts)).toMatchObject({ state: "unchanged", snapshot_seq: 1 });

  const key = recordKey(connectionId, "accounts", "2");
  expect(await answerOf("records", "explain", ...of, "accounts", key)).toMatchObject({
    family: "accounts",
    versions: [{ from_seq: 1, source_id: "2", file: "accounts.csv", line: 3, fields: { name: "Client 2" } }],
  });

  const half = await file("accounts.csv", "client_key,name\n1,Client 1\n=2,\n");
  const refused = await svc("records", "import", ...of, half, "--json");
  expect(refused.status).toBe(1);
  const ended: Record<string, unknown> = JSON.parse(refused.stdout);
  expect(ended).toMatchObject({ state: "refused", snapshot_seq: 1, counts: { accounts: { read: 2, quarantined: 1 } } });
  // On a slow machine, lines of progress come first.
  expect(refused.stderr).toContain(
    `svc: the import is refused: 1 of 2 accounts (50.0 %) cannot be kept. 4 of 5 accounts (80.0 %) would be removed. Each row that cannot be kept, with its line and why: svc records report ${String(ended["import_id"])}\n`,
  );
  const csv = await svc("records", "report", String(ended["import_id"]), "--csv");
  expect(csv.stdout.split("\r\n").slice(0, 2)).toEqual([
    "family,file,line,source_id,reasons,row",
    expect.stringMatching(/^accounts,accounts[.]csv,3,'=2,/),
  ]);
  expect(await answerOf("records", "report", String(ended["import_id"]))).toMatchObject({
    state: "refused",
    quality: { families: { accounts: { fill: { name: 1 } } } },
    quarantined_rows: [{ family: "accounts", line: 3 }],
  });

  const accepted = await answerOf("records", "import", ...of, "--accept", "accounts", half);
  // The row that came and cannot be kept was never served under this id.
  expect(accepted).toMatchObject({
    state: "served",
    snapshot_seq: 2,
    counts: { accounts: { removed: 4, unchanged: 1 } },
  });
  const listed = await answerOf("records", "imports", "list", ...of);
  expect(listed["imports"]).toMatchObject([
    { state: "served", snapshot_seq: 2 },
    { state: "refused", snapshot_seq: null },
    { state: "unchanged" },
    { state: "served", snapshot_seq: 1 },
  ]);
});

test("an import that was interrupted is shown, resumed and cancelled by its id", async () => {
  const connectionId = await connection("interrupted");
  const { import_id: importId } = await answerOf(
    "records",
    "import",
    "--connection",
    connectionId,
    await file("staff.csv", "seat_key,name\na,A\n"),
  );
  const id = String(importId);
  expect(await answerOf("records", "imports", "show", id)).toMatchObject({ state: "served", interrupted: false });
  expect(await svc("records", "imports", "resume", id)).toMatchObject({
    status: 1,
    stderr: "svc: The import has ended: it is served. (invalid_request)\n",
  });
  const cancelled = await svc("records", "imports", "cancel", id);
  expect(cancelled).toMatchObject({ status: 0, stderr: "svc: the import is served\n" });
});

test("connections are shown without their config, changed and switched off (IMP-60, IMP-204, OPS-50)", async () => {
  const wrong = await file("wrong.json", '{"folder": "/in", "password": "secret"}');
  const config = await file("config.json", '{"folder": "/in"}');
  const of = ["--organization", organizationId, "--name", "drop", "--kind", "file_drop"];
  const unknown = await svc("connection", "create", ...of, "--config", wrong);
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining("password") });
  expect(unknown.stderr).not.toContain("secret");
  const made = await answerOf("connection", "create", ...of, "--config", config, "--mapping", "wide_policy_csv");
  expect(made).toMatchObject({ kind: "file_drop", state: "active", mapping: "wide_policy_csv", snapshot_seq: 0 });
  const id = String(made["connection_id"]);
  expect((await svc("connection", "create", ...of, "--config", config)).stderr).toContain("The name drop is taken.");
  const empty = await file("empty.json", "{}");
  for (const words of [
    ["create", ...of],
    ["create", ...of, "--config", empty],
    ["set", id, "--config", empty],
  ])
    expect(await svc("connection", ...words)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("A connection of kind file_drop needs a config"),
    });
  expect(await answerOf("connection", "set", id, "--fresh-hours", "12", "--name", "nightly")).toMatchObject({
    name: "nightly",
    fresh_hours: 12,
  });
  expect(await answerOf("connection", "disable", id)).toMatchObject({ state: "disabled" });
  const shown = await svc("connection", "show", id, "--json");
  expect(shown.stdout).not.toContain("secret");
  expect(JSON.stringify(await answerOf("connection", "list", "--organization", organizationId))).toContain("nightly");
  expect(await svc("connection", "sync", id)).toMatchObject({
    status: 1,
    stderr: "svc: The connection is disabled. (invalid_request)\n",
  });
  const broken = await file("mapping.json", '{"schema_version": 1, "name": "x", "sources": [{"match": "*"}]}');
  const refused = await svc("connection", "set", id, "--mapping", broken);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("/sources/0/emits") });
});

test("a sync fetches a folder once it is complete and imports it; the same folder again is nothing new (IMP-240)", async () => {
  const drop = join(folder, "drop");
  await mkdir(drop);
  const config = await file("drop.json", JSON.stringify({ folder: drop }));
  const of = ["--organization", organizationId, "--name", "fetched", "--kind", "file_drop", "--config", config];
  const id = String((await answerOf("connection", "create", ...of))["connection_id"]);
  expect(await answerOf("connection", "sync", id)).toMatchObject({ state: "nothing" });
  await writeFile(join(drop, "accounts.csv"), "client_key,name\n1,Blue Harbor Cafe\n2,Alder Roofing\n");
  await writeFile(
    join(drop, "manifest.json"),
    JSON.stringify({ schema_version: 1, mode: "full", files: [{ path: "accounts.csv", rows: 2 }] }),
  );
  expect(await answerOf("connection", "sync", id)).toMatchObject({
    state: "served",
    snapshot_seq: 1,
    counts: { accounts: { read: 2, new: 2 } },
  });
  expect(await answerOf("connection", "sync", id)).toMatchObject({ state: "nothing" });
  expect(await answerOf("connection", "sync", id, "--full")).toMatchObject({ state: "unchanged", snapshot_seq: 1 });
});

test("secrets of a config are sealed for their connection (IMP-201)", async () => {
  const dsn = "postgres://reader:very-secret-word@db.example.com/ams";
  const sources = [{ name: "accounts", query: "select 1 as client_key" }];
  const config = await file("sql.json", JSON.stringify({ dsn, sources }));
  const of = ["--organization", organizationId, "--name", "database", "--kind", "sql", "--config", config];
  await answerOf("connection", "create", ...of);
  const db = openTestDatabase(database.url);
  const { rows } = await db.pool.query<{ all: string }>(
    "select string_agg(c::text, '') || (select string_agg(l::text, '') from audit_log l) as all from record_connections c",
  );
  await db.close();
  expect(rows[0]?.all).toContain("select 1 as client_key");
  expect(rows[0]?.all).not.toContain("very-secret-word");
});
