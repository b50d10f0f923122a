import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { openConnectorAgents } from "@service/connectors";
import type { Json } from "@service/json";
import { type Receiver, startReceiver, testOperator } from "@service/testing";
import pg from "pg";
import { type ConnectionKind, createConnection, readConnection, setConnection } from "../connections/index.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { listImports, type SyncOutcome, type SyncRequest, syncConnection } from "./index.ts";
import { servedRows } from "./test-kit.ts";

let deps: TestDeps;
let organizationId: string;
let folder: string;
beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterAll(() => deps.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sync-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const agents = openConnectorAgents(["127.0.0.0/8"]);
afterAll(() => agents.close());

let connections = 0;
async function connect(kind: ConnectionKind, config: Json, mapping: Json | string = "native"): Promise<string> {
  connections += 1;
  const { id } = await createConnection(deps, testOperator, {
    organizationId,
    name: `ams ${connections}`,
    kind,
    config: JSON.stringify(config),
    mapping: typeof mapping === "string" ? mapping : JSON.stringify(mapping),
  });
  return id;
}

function sync(connectionId: string, changes: Partial<SyncRequest> = {}): Promise<SyncOutcome> {
  return syncConnection(deps, testOperator, "every", {
    connectionId,
    isFull: false,
    accept: [],
    spoolFolder: join(folder, "spool"),
    agents,
    signal: new AbortController().signal,
    ...changes,
  });
}

async function stateOf(connectionId: string): Promise<string> {
  const done = await sync(connectionId);
  return done.kind === "imported" ? done.outcome.state : `${done.kind}: ${done.reason}`;
}

const namesOf = async (connectionId: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(await servedRows(deps, connectionId, "accounts")).map(([id, { name }]) => [id, name]),
  );

async function watermarkOf(connectionId: string): Promise<string | null> {
  const { rows } = await deps.db.pool.query<{ watermark: string | null }>(
    "select watermark from record_connections where id = $1",
    [connectionId],
  );
  return rows[0]?.watermark ?? null;
}

async function failuresOf(connectionId: string): Promise<unknown[]> {
  const { rows } = await deps.db.pool.query<{ data: string }>(
    `select data::text as data from platform_events
     where organization_id = $1 and type = 'sync.failed' and subject_key = $2 order by recorded_at`,
    [organizationId, connectionId],
  );
  return rows.map(({ data }): unknown => JSON.parse(data));
}

/** Clients and removed ids, by our own names. */
const mapping: Json = {
  schema_version: 1,
  name: "clients",
  sources: [
    {
      match: "{list,clients}*",
      items: "/data",
      emits: [{ family: "accounts", source_id: ["id"], fields: { name: { from: "name" } } }],
    },
    {
      match: "{deleted,removed}*",
      items: "/data",
      emits: [{ family: "accounts", source_id: ["id"], delete: true, fields: {} }],
    },
  ],
};

describe("http_json from a sync to what is served (IMP-240)", () => {
  let server: Receiver;
  beforeEach(async () => {
    server = await startReceiver();
  });
  afterEach(() => server.stop());

  const config = (changes: Record<string, Json> = {}): Json => ({
    base_url: `http://127.0.0.1:${server.port}/api`,
    per_minute: 60_000,
    auth: { kind: "bearer", token: "secret-token" },
    list: {
      path: "/clients",
      query: { since: "{{watermark}}" },
      items: "/data",
      next: { from: "cursor", path: "/next", query: "cursor" },
    },
    deleted: { path: "/deleted", query: { since: "{{watermark}}" }, items: "/data" },
    watermark: { from: "response", path: "/as_of" },
    ...changes,
  });
  const send = (response: ServerResponse, body: Json, status = 200, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
  const clients = (...names: string[]): Json[] => names.map((name) => ({ id: name.toLowerCase(), name }));

  /** Two pages; after the first watermark, Ann is renamed and Bee is deleted. */
  function answerBook(): void {
    server.answer(({ path }, response) => {
      const url = new URL(path, "http://h");
      const isDelta = url.searchParams.has("since");
      if (url.pathname.endsWith("/deleted")) return send(response, { data: [{ id: "bee" }] });
      if (isDelta) return send(response, { data: [{ id: "ann", name: "Ann & Co" }], as_of: "2" });
      if (url.searchParams.has("cursor")) return send(response, { data: clients("Cai"), as_of: "1b" });
      send(response, { data: clients("Ann", "Bee"), next: "p2", as_of: "1" });
    });
  }

  test("pages are spooled and served, changes and deletions follow from the watermark", async () => {
    answerBook();
    const id = await connect("http_json", config(), mapping);
    expect(await stateOf(id)).toBe("served");
    expect(await namesOf(id)).toEqual({ ann: "Ann", bee: "Bee", cai: "Cai" });
    expect(await watermarkOf(id)).toBe("1");
    expect(await sync(id, { accept: ["accounts"] })).toMatchObject({
      outcome: { state: "served", snapshotSeq: 2, counts: { accounts: { changed: 1, removed: 1 } } },
    });
    expect(await namesOf(id)).toEqual({ ann: "Ann & Co", cai: "Cai" });
    expect(server.received.map(({ path }) => path)).toEqual([
      "/api/clients",
      "/api/clients?cursor=p2",
      "/api/clients?since=1",
      "/api/deleted?since=1",
    ]);
    expect(server.received[0]?.headers["authorization"]).toBe("Bearer secret-token");
  });

  test("the watermark is kept only with rows that are served (IMP-263)", async () => {
    answerBook();
    const id = await connect("http_json", config(), mapping);
    await sync(id);
    server.answer(({ path }, response) =>
      path.includes("/deleted")
        ? send(response, { data: [{ id: "ann" }, { id: "bee" }] })
        : send(response, { data: [], as_of: "9" }),
    );
    expect(await stateOf(id)).toBe("refused");
    expect(await watermarkOf(id)).toBe("1");
    expect(Object.keys(await namesOf(id))).toEqual(["ann", "bee", "cai"]);
    expect(await sync(id, { accept: ["accounts"] })).toMatchObject({ outcome: { state: "served" } });
    expect(await watermarkOf(id)).toBe("9");
    expect(Object.keys(await namesOf(id))).toEqual(["cai"]);
  });

  test("a fetch that stops is reported, and the next one goes on behind its last page (IMP-223)", async () => {
    let isBroken = true;
    server.answer(({ path }, response) => {
      if (!path.includes("cursor")) return send(response, { data: clients("Ann"), next: "p2", as_of: "1" });
      if (isBroken) return send(response, {}, 403);
      send(response, { data: clients("Bee"), as_of: "1" });
    });
    const id = await connect("http_json", config(), mapping);
    await expect(sync(id)).rejects.toThrow("403");
    expect(await failuresOf(id)).toMatchObject([{ connection_id: id, is_temporary: true }]);
    expect(JSON.stringify(await failuresOf(id))).not.toContain("secret-token");
    isBroken = false;
    expect(await stateOf(id)).toBe("served");
    expect(Object.keys(await namesOf(id))).toEqual(["ann", "bee"]);
    expect(server.received.filter(({ path }) => path === "/api/clients")).toHaveLength(1);
  });

  test("Retry-After is waited for, and more than ten minutes ends the sync (IMP-221)", async () => {
    let wait = "1";
    server.answer((_request, response) => {
      const isFirst = server.received.length === 1;
      if (isFirst || wait !== "1") return send(response, {}, 429, { "retry-after": wait });
      send(response, { data: clients("Ann"), as_of: "1" });
    });
    const id = await connect("http_json", config(), mapping);
    const began = performance.now();
    expect(await stateOf(id)).toBe("served");
    expect(performance.now() - began).toBeGreaterThan(900);
    wait = "601";
    await expect(sync(id)).rejects.toThrow(/wait/i);
  });

  test("a redirect is not followed, and a private address is reached with the development switch only (IMP-220)", async () => {
    server.answer((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
    const id = await connect("http_json", config(), mapping);
    await expect(sync(id)).rejects.toThrow("302");
    expect(server.received).toHaveLength(1);
    const guarded = openConnectorAgents([]);
    await expect(sync(id, { agents: guarded })).rejects.toMatchObject({ name: "ConnectorError" });
    guarded.close();
    expect(server.received).toHaveLength(1);
    expect(await failuresOf(id)).toHaveLength(2);
  });

  test("a new config or mapping removes the watermark, also that of a sync under way (IMP-263)", async () => {
    const id = await connect("http_json", config(), mapping);
    server.answer((_request, response) => {
      void setConnection(deps, testOperator, "every", id, {
        config: JSON.stringify(config({ per_minute: 59_000 })),
      }).then(() => send(response, { data: clients("Ann"), as_of: "1" }));
    });
    expect(await stateOf(id)).toBe("served");
    expect(await watermarkOf(id)).toBeNull();
    answerBook();
    await sync(id);
    expect(await watermarkOf(id)).toBe("1");
    await setConnection(deps, testOperator, "every", id, {
      mapping: JSON.stringify({ ...Object(mapping), name: "other" }),
    });
    expect(await watermarkOf(id)).toBeNull();
  });
});

describe("sql from a sync to what is served (IMP-240)", () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = new pg.Client({ connectionString: deps.databaseUrl });
    await owner.connect();
    await owner.query("create table ams_clients (id int primary key, name text, changed int not null, gone boolean)");
  });
  afterAll(() => owner.end());
  beforeEach(() => owner.query("truncate ams_clients"));

  const config = (clients: string): Json => ({
    dsn: deps.databaseUrl,
    sources: [
      { name: "clients", query: clients, watermark_column: "changed" },
      {
        name: "removed",
        query: "select id, changed from ams_clients where gone and changed > coalesce($1::int, 0)",
        watermark_column: "changed",
      },
    ],
  });
  const changed = "select id, name, changed from ams_clients where not gone and changed > coalesce($1::int, 0)";
  const sqlMapping: Json = JSON.parse(JSON.stringify(mapping).replaceAll('"items":"/data",', ""));

  test("changes and deletions are served, and the watermark moves with them", async () => {
    await owner.query(
      "insert into ams_clients values (1, 'Ann', 1, false), (2, 'Bee', 2, false), (3, 'Cai', 2, false)",
    );
    const id = await connect("sql", config(changed), sqlMapping);
    expect(await stateOf(id)).toBe("served");
    expect(await namesOf(id)).toEqual({ 1: "Ann", 2: "Bee", 3: "Cai" });
    expect(await stateOf(id)).toBe("unchanged");
    await owner.query("update ams_clients set gone = true, changed = 3 where id = 2");
    await owner.query("update ams_clients set name = 'Ann & Co', changed = 4 where id = 1");
    expect(await stateOf(id)).toBe("served");
    expect(await namesOf(id)).toEqual({ 1: "Ann & Co", 3: "Cai" });
    expect(await watermarkOf(id)).toContain('"clients":"4"');
  });

  test("what writes is refused by the server, and no message has the DSN (IMP-233)", async () => {
    const writing = "with x as (insert into ams_clients values (9, 'x', $1::int, false) returning *) select * from x";
    const id = await connect("sql", config(writing), sqlMapping);
    const failure: unknown = await sync(id).catch((error: unknown) => error);
    expect(String(failure)).toContain("Source clients");
    expect((await owner.query("select from ams_clients")).rowCount).toBe(0);
    expect(`${String(failure)} ${JSON.stringify(await failuresOf(id))}`).not.toContain(deps.databaseUrl);
    const { config: stored } = await readConnection(deps.db.pool, "every", id);
    expect(stored).not.toContain(deps.databaseUrl);
  });
});

describe("file_drop from a sync to what is served (IMP-240)", () => {
  async function drop(path: string, text: string): Promise<void> {
    await mkdir(join(folder, "exports", path, ".."), { recursive: true });
    await writeFile(join(folder, "exports", path), text);
  }
  const config = (): Json => ({ folder: join(folder, "exports") });

  test("nested folders are read under their path, the same delivery is fetched once", async () => {
    const nested: Json = {
      schema_version: 1,
      name: "by year",
      sources: [
        {
          match: "2026/*.csv",
          emits: [{ family: "accounts", source_id: ["id"], fields: { name: { from: "name" } } }],
        },
      ],
    };
    const id = await connect("file_drop", config(), nested);
    await drop("2025/clients.csv", "id,name\n1,Old\n");
    await drop("2026/clients.csv", "id,name\n2,New\n");
    expect(await stateOf(id)).toBe("nothing: There is no manifest.json in the folder.");
    await drop(
      "manifest.json",
      '{"schema_version":1,"files":[{"path":"2025/clients.csv"},{"path":"2026/clients.csv","rows":1}]}',
    );
    expect(await stateOf(id)).toBe("served");
    expect(await namesOf(id)).toEqual({ 2: "New" });
    expect(await listImports(deps, "every", id, 1)).toMatchObject([
      { files: [{ name: "2025/clients.csv" }, { name: "2026/clients.csv" }] },
    ]);
    expect(await stateOf(id)).toBe("nothing: The delivery in the folder was fetched before.");
  });

  test("what cannot be opened or dated is reported as sync.failed", async () => {
    const id = await connect("file_drop", config());
    await drop("accounts.csv.zip", "no archive");
    await drop("manifest.json", '{"schema_version":1,"files":[{"path":"accounts.csv.zip"}]}');
    await expect(sync(id)).rejects.toThrow("accounts.csv.zip");
    await drop("accounts.csv", "client_key,name\n1,Ann\n");
    await drop(
      "manifest.json",
      '{"schema_version":1,"as_of":"2999-01-01T00:00:00Z","files":[{"path":"accounts.csv"}]}',
    );
    await expect(sync(id)).rejects.toThrow("from the future");
    expect(await failuresOf(id)).toHaveLength(2);
    expect(await listImports(deps, "every", id, 5)).toEqual([]);
  });

  test("an import whose process died is resumed before anything is fetched (IMP-263)", async () => {
    const id = await connect("file_drop", config());
    await drop("accounts.csv", "client_key,name\n1,Ann\n");
    await drop("manifest.json", '{"schema_version":1,"files":[{"path":"accounts.csv"}]}');
    const first = await sync(id);
    if (first.kind !== "imported") throw new Error(first.reason);
    // As a process leaves it that dies while it reads.
    for (const undone of [
      "update record_connections set served_seq = 0, watermark = null where id = $1",
      "delete from record_snapshots where connection_id = $1",
      "delete from book.accounts where connection_id = $1",
      "update record_imports set state = 'reading', seq = null, finished_at = null where connection_id = $1",
    ])
      await deps.db.pool.query(undone, [id]);
    const resumed = await sync(id);
    expect(resumed).toMatchObject({ outcome: { importId: first.outcome.importId, state: "served" } });
    expect(await watermarkOf(id)).not.toBeNull();
    expect(await namesOf(id)).toEqual({ 1: "Ann" });
    expect(await stateOf(id)).toContain("fetched before");
  });

  test("one whose file has changed since is given up for a new one", async () => {
    const id = await connect("file_drop", config());
    await drop("accounts.csv", "client_key,name\n1,Ann\n");
    await drop("manifest.json", '{"schema_version":1,"files":[{"path":"accounts.csv"}]}');
    await sync(id);
    await deps.db.pool.query("update record_imports set state = 'reading', seq = null where connection_id = $1", [id]);
    await drop("accounts.csv", "client_key,name\n1,Ann & Co\n");
    await utimes(join(folder, "exports", "manifest.json"), new Date(), new Date());
    expect(await stateOf(id)).toBe("served");
    expect(await namesOf(id)).toEqual({ 1: "Ann & Co" });
    expect(await listImports(deps, "every", id, 5)).toMatchObject([{ state: "served" }, { state: "failed" }]);
  });
});

test("a connection that another process syncs is busy", async () => {
  const id = await connect("file_drop", { folder });
  const other = await deps.db.openSession({ statementTimeoutMs: 60_000 });
  await other.query({ text: `select pg_advisory_lock(hashtextextended('record sync:${id}', 0))`, values: [] });
  expect(await stateOf(id)).toBe("busy: A sync of this connection is under way.");
  await other.close();
});
