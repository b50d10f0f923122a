import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createConnection, type RecordConnection, readConnection } from "@service/domain/connections";
import { listImports } from "@service/domain/imports";
import { createOrganization } from "@service/domain/organizations";
import { openTestDeps, type TestDeps } from "@service/domain/testing";
import { openFolderStore } from "@service/files";
import { silentLogger } from "@service/runtime";
import { type Receiver, startReceiver, testOperator, waitFor } from "@service/testing";
import type { LeasedWork } from "@service/work";
import { documentsOfDeliveries } from "./import-documents.ts";
import { startSyncs } from "./start-syncs.ts";

/** A child compiles the modules of the domain first, on a machine that may be busy. */
const childMs = 60_000;
let deps: TestDeps;
let folder: string;
let organizationId: string;
let server: Receiver;
const loops = new Set<LeasedWork>();

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "syncs-"));
  server = await startReceiver();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});
afterEach(async () => {
  await Promise.all([...loops].map((loop) => loop.stop(0)));
  loops.clear();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(): LeasedWork {
  const loop = startSyncs({
    db: deps.db,
    log: silentLogger,
    clock: deps.clock,
    slots: 1,
    pollMs: { least: 50, most: 100 },
    importDocuments: documentsOfDeliveries({
      db: deps.db,
      log: silentLogger,
      clock: deps.clock,
      files: openFolderStore({ folder: join(folder, "store") }),
      hasScanner: false,
      openSecrets: () => deps.secrets,
    }),
    job: {
      database: { url: deps.databaseUrl },
      secretsKey: Buffer.from(deps.secretsKey, "base64"),
      dataDir: folder,
      spoolFolder: join(folder, "spool"),
      allowedCidrs: ["127.0.0.0/8"],
      logLevel: "error",
    },
  });
  loops.add(loop);
  return loop;
}

async function dueConnection(kind: "file_drop" | "http_json", config: object, schedule: string): Promise<string> {
  const { id } = await createConnection(deps, testOperator, {
    organizationId,
    name: "ams",
    kind,
    schedule,
    config: JSON.stringify(config),
  });
  await makeDue(id);
  return id;
}

const makeDue = (id: string) =>
  deps.db.pool.query("update record_connections set next_sync_at = now() - interval '3 days' where id = $1", [id]);

/** The connection once it waits for its next tick. */
async function synced(id: string): Promise<RecordConnection> {
  return waitFor(
    async () => {
      const connection = await readConnection(deps.db.pool, "every", id);
      return (connection.nextSyncAt ?? new Date(0)) > new Date() && connection;
    },
    { what: "the end of a sync", deadlineMs: childMs },
  );
}

test(
  "a connection that is due is served once by several workers, and a failure is tried again at the next tick (IMP-264)",
  async () => {
    const drop = (name: string, text: string) => writeFile(join(folder, name), text);
    await drop("manifest.json", '{"schema_version":1,"files":[{"path":"../accounts.csv"}]}');
    await mkdir(join(folder, "letters"));
    await drop("letters/a.txt", "A letter.");
    const documents = { folder: join(folder, "letters") };
    const id = await dueConnection("file_drop", { folder, documents }, "0 0 1 1 *");
    start();
    start();
    expect(await synced(id)).toMatchObject({ servedSeq: 0 });
    const { rows } = await deps.db.pool.query<{ reason: string }>(
      "select data::jsonb ->> 'reason' as reason from platform_events where subject_key = $1 and type = 'sync.failed'",
      [id],
    );
    expect(rows).toEqual([{ reason: expect.stringContaining("must be a path below the folder") }]);
    await drop("accounts.csv", "client_key,name\n1,Ann\n");
    await drop("manifest.json", '{"schema_version":1,"files":[{"path":"accounts.csv"}]}');
    await makeDue(id);
    expect(await synced(id)).toMatchObject({ servedSeq: 1 });
    // They come with a delivery that was imported, and not with one that failed (DOC-8).
    const brought = await deps.db.pool.query("select title from record_documents where connection_id = $1", [id]);
    expect(brought.rows).toEqual([{ title: "a" }]);
    expect(await listImports(deps, "every", id, 10)).toMatchObject([{ state: "served" }]);
    const { rows: audited } = await deps.db.pool.query(
      "select principal_kind, principal_id from audit_log where resource_id = $1 and action = 'records.import'",
      [id],
    );
    expect(audited).toEqual([{ principal_kind: "automation", principal_id: `schedule:${id}` }]);
  },
  3 * childMs,
);

test(
  "a sync that is broken off when its worker stops is begun again by another, and its process has ended (IMP-264)",
  async () => {
    const reached = Promise.withResolvers<void>();
    let isSilent = true;
    server.answer((_request, response) => {
      reached.resolve();
      if (isSilent) return;
      response.writeHead(200, { "content-type": "application/json" }).end('[{"client_key":"1","name":"Ann"}]');
    });
    const id = await dueConnection(
      "http_json",
      { base_url: `http://127.0.0.1:${server.port}`, list: { path: "/accounts", items: "" } },
      "0 0 1 1 *",
    );
    await deps.db.pool.query("update record_connections set mapping = $2 where id = $1", [
      id,
      JSON.stringify({
        schema_version: 1,
        name: "m",
        sources: [
          {
            match: "*",
            emits: [{ family: "accounts", source_id: ["client_key"], fields: { name: { from: "name" } } }],
          },
        ],
      }),
    ]);
    const first = start();
    await reached.promise;
    await first.stop(0);
    const { rows } = await deps.db.pool.query(
      "select sync_token, sync_attempts, next_sync_at < now() as due from record_connections where id = $1",
      [id],
    );
    expect(rows).toEqual([{ sync_token: null, sync_attempts: 0, due: true }]);
    isSilent = false;
    start();
    expect(await synced(id)).toMatchObject({ servedSeq: 1 });
  },
  3 * childMs,
);
