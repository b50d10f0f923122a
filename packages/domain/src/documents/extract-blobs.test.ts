import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolderStore, type ObjectStore, parseScanner, type Scanner } from "@service/files";
import { pdfFile } from "@service/file-text/testing";
import { testOperator, waitFor } from "@service/testing";
import { createOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../testing/index.ts";
import { documentExists, removeDocumentsOfClient } from "./document.ts";
import { startExtraction } from "./extract-blobs.ts";
import { importDocuments } from "./import-documents.ts";

let deps: TestDeps;
let folder: string;
let files: ObjectStore;
let connectionId: string;
let organizationId: string;
const running: { stop(graceMs: number): Promise<void> }[] = [];

beforeAll(async () => {
  deps = await openTestDeps();
  folder = await mkdtemp(join(tmpdir(), "extract-"));
  files = openFolderStore({ folder: join(folder, "store") });
  ({ id: organizationId } = await createOrganization(deps, testOperator, { name: "Harborline" }));
  connectionId = randomUUID();
  await deps.db.pool.query(
    "insert into record_connections (id, organization_id, name, kind, mapping) values ($1, $2, 'Drive', 'import', 'native')",
    [connectionId, organizationId],
  );
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop(0)));
  await deps.db.pool.query("delete from record_documents");
  await deps.db.pool.query("delete from blobs");
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

async function bring(content: string | Buffer, hasScanner = false): Promise<void> {
  const from = join(folder, randomUUID());
  await mkdir(from);
  await writeFile(join(from, "a.pdf"), content);
  await importDocuments({ ...deps, files }, testOperator, {
    connectionId,
    folder: from,
    manifest: undefined,
    hasScanner,
  });
}

function start(given: { readonly scanner?: Scanner; readonly files?: ObjectStore } = {}): void {
  running.push(
    startExtraction(
      { db: deps.db, log: deps.log, files: given.files ?? files, scanner: given.scanner },
      { slots: 1, pollMs: { least: 20, most: 50 } },
    ),
  );
}

async function blob() {
  const { rows } = await deps.db.pool.query<{ [column: string]: unknown }>("select * from blobs");
  return rows[0] ?? {};
}

async function becomes(expected: { readonly [column: string]: unknown }): Promise<void> {
  await waitFor(
    async () => {
      const found = await blob();
      return Object.entries(expected).every(([column, value]) => found[column] === value);
    },
    { what: JSON.stringify(expected) },
  );
}

test("a file whose process died is read by another when the lease has ended (DOC-20)", async () => {
  await bring(pdfFile(["Survives"]));
  await deps.db.pool.query("update blobs set attempts = 1, lease_token = $1, lease_until = now() + interval '1 hour'", [
    randomUUID(),
  ]);
  start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await blob()).toMatchObject({ text_status: "pending" });
  await deps.db.pool.query("update blobs set lease_until = now() - interval '1 second'");
  await becomes({ text_status: "ready", attempts: 2, lease_token: null });
});

test("a file that ends its process three times is given up (DOC-20)", async () => {
  await bring(pdfFile(["Deadly"]));
  await deps.db.pool.query("update blobs set attempts = 3");
  start();
  await becomes({ text_status: "failed", text_reason: "unreadable" });
});

test("a process that stops gives its file back without counting the attempt (DOC-20)", async () => {
  await bring(pdfFile(["Slow"]));
  const { promise, resolve } = Promise.withResolvers<void>();
  start({
    files: {
      ...files,
      get: async () => {
        resolve();
        return new Promise(() => undefined);
      },
    },
  });
  await promise;
  await running.pop()?.stop(0);
  expect(await blob()).toMatchObject({ text_status: "pending", attempts: 0, lease_token: null });
});

test("bytes that the store lost are said to be missing", async () => {
  await bring(pdfFile(["Lost"]));
  await files.delete({ organizationId, sha256: String((await blob())["sha256"]) });
  start();
  await becomes({ text_status: "failed", text_reason: "missing" });
});

test("a file with malware has no text and says so (DOC-14, STORE-20)", async () => {
  const scanner = await startScanner("stream: Eicar FOUND\0");
  await bring(pdfFile(["Bad"]), true);
  expect(await blob()).toMatchObject({ scan: "pending" });
  start({ scanner: scanner.at });
  await becomes({ scan: "malware", text_status: "failed", text_reason: "malware" });
  await scanner.stop();
});

test("a scanner that does not answer is tried for ten minutes, then the file is refused: never open (STORE-20)", async () => {
  await bring(pdfFile(["Unscanned"]), true);
  start({ scanner: parseScanner("clamd://127.0.0.1:1") });
  await waitFor(async () => (await blob())["unscanned_since"] !== null, { what: "the first attempt" });
  expect(await blob()).toMatchObject({ scan: "pending", text_status: "pending", attempts: 0 });
  await deps.db.pool.query("update blobs set unscanned_since = now() - interval '11 minutes', due_at = now()");
  await becomes({ scan: "unavailable", text_status: "failed", text_reason: "scan_unavailable" });
});

test("a file that waits for a scan is not read by a worker without a scanner (STORE-20)", async () => {
  await bring(pdfFile(["Waiting"]), true);
  start();
  await waitFor(async () => (await blob())["unscanned_since"] !== null, { what: "the first attempt" });
  expect(await blob()).toMatchObject({ text_status: "pending" });
});

test("documents are found by their reference, and go with their client (DOC-7)", async () => {
  await bring(pdfFile(["Of a client"]));
  const ref = `sb_${String((await blob())["sha256"]).slice(0, 32)}`;
  expect(await documentExists(deps.db.pool, organizationId, ref)).toBe(true);
  expect(await documentExists(deps.db.pool, randomUUID(), ref)).toBe(false);
  const clientKey = "c_blue_harbor";
  await deps.db.pool.query("update record_documents set client_key = $1", [clientKey]);
  const client = { organizationId, connectionId, clientKey };
  expect(await removeDocumentsOfClient(deps.db.pool, client)).toBe(1);
  expect(await removeDocumentsOfClient(deps.db.pool, client)).toBe(0);
  expect(await blob()).toMatchObject({ touched_at: new Date(0) });
});

async function startScanner(answer: string): Promise<{ readonly at: Scanner; stop(): Promise<void> }> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      if (chunk.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    at: { host: "127.0.0.1", port: address.port },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
