import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolderStore, type ObjectStore, parseScanner, type Scanner } from "@service/files";
import { pdfFile } from "@service/file-text/testing";
import { testOperator, waitFor } from "@service/testing";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
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
  ({ organizationId, connectionId } = await newOrganization("Harborline"));
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

interface Owner {
  readonly organizationId: string;
  readonly connectionId: string;
}

async function newOrganization(name: string): Promise<Owner> {
  const { id } = await createOrganization(deps, testOperator, { name });
  const owner = { organizationId: id, connectionId: randomUUID() };
  await deps.db.pool.query(
    "insert into record_connections (id, organization_id, name, kind, mapping) values ($1, $2, 'Drive', 'import', 'native')",
    [owner.connectionId, id],
  );
  return owner;
}

async function bring(content: string | Buffer, hasScanner = false, to = connectionId): Promise<void> {
  const from = join(folder, randomUUID());
  await mkdir(from);
  // Another name is another document: a file of the same name would take the place of the one before.
  await writeFile(join(from, `${randomUUID()}.pdf`), content);
  await importDocuments({ ...deps, files }, testOperator, "every", {
    connectionId: to,
    folder: from,
    manifest: undefined,
    hasScanner,
  });
}

function start(
  given: { readonly scanner?: Scanner; readonly files?: ObjectStore; readonly slots?: number } = {},
): void {
  running.push(
    startExtraction(
      { db: deps.db, log: deps.log, files: given.files ?? files, scanner: given.scanner },
      { slots: given.slots ?? 1, pollMs: { least: 20, most: 50 } },
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

/** Files of this organization are not read before `release`. */
function heldBack({ organizationId: id }: Owner): { readonly files: ObjectStore; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    files: {
      ...files,
      async get(key) {
        if (key.organizationId === id) await promise;
        return files.get(key);
      },
    },
    release: resolve,
  };
}

async function countOf(condition: string, { organizationId: id }: Owner): Promise<number> {
  const { rows } = await deps.db.pool.query<{ count: number }>(
    `select count(*)::int as count from blobs where organization_id = $1 and ${condition}`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

test("slow files of one organization take half of the places: another's note is ready before them (ATT-25)", async () => {
  const slow = await newOrganization("Slow files");
  const quick = await newOrganization("One note");
  for (const index of [1, 2, 3, 4, 5, 6]) await bring(pdfFile([`Slow ${index}`]), false, slow.connectionId);
  const { files: held, release } = heldBack(slow);
  start({ files: held, slots: 4 });
  await waitFor(async () => (await countOf("lease_token is not null", slow)) >= 2, { what: "places taken" });
  await bring("A note", false, quick.connectionId);
  await waitFor(async () => (await countOf("text_status = 'ready'", quick)) === 1, { what: "the note" });
  expect(await countOf("text_status = 'pending'", slow)).toBe(6);
  expect(await countOf("lease_token is not null", slow)).toBe(2);
  release();
  await waitFor(async () => (await countOf("text_status = 'ready'", slow)) === 6, { what: "the slow files" });
});

test("a worker with one place reads files in turn of their organizations (ATT-25)", async () => {
  const first = await newOrganization("Four files");
  const second = await newOrganization("Two files");
  const third = await newOrganization("One file");
  const names = new Map([
    [first.organizationId, "first"],
    [second.organizationId, "second"],
    [third.organizationId, "third"],
  ]);
  for (const index of [1, 2, 3, 4]) await bring(pdfFile([`First ${index}`]), false, first.connectionId);
  const { files: held, release } = heldBack(first);
  const order: unknown[] = [];
  start({
    files: {
      ...held,
      get: (key) => {
        order.push(names.get(key.organizationId));
        return held.get(key);
      },
    },
  });
  await waitFor(() => order.length === 1, { what: "the first file" });
  for (const index of [1, 2]) await bring(pdfFile([`Second ${index}`]), false, second.connectionId);
  await bring(pdfFile(["Third"]), false, third.connectionId);
  release();
  await waitFor(() => order.length === 7, { what: "all files" });
  expect(order).toEqual(["first", "second", "third", "first", "second", "first", "first"]);
});

test("two workers that claim at once read each file once (DOC-20)", async () => {
  const others = await newOrganization("Also waiting");
  for (const index of [1, 2, 3, 4]) {
    await bring(pdfFile([`Mine ${index}`]));
    await bring(pdfFile([`Theirs ${index}`]), false, others.connectionId);
  }
  const read: string[] = [];
  const counted: ObjectStore = {
    ...files,
    get: (key) => {
      read.push(`${key.organizationId} ${key.sha256}`);
      return files.get(key);
    },
  };
  start({ files: counted, slots: 2 });
  start({ files: counted, slots: 2 });
  await waitFor(async () => (await countOf("text_status = 'ready'", { organizationId, connectionId })) === 4);
  await waitFor(async () => (await countOf("text_status = 'ready'", others)) === 4);
  expect([read.length, new Set(read).size]).toEqual([8, 8]);
});

test("bytes that the store lost are reported as missing", async () => {
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

test("while a file is scanned no copy of it lies in a temporary folder, where a killed process would leave it (DOC-20)", async () => {
  const content = pdfFile([`Confidential ${"x".repeat(4_321)}`]);
  const { promise: scanning, resolve } = Promise.withResolvers<void>();
  const scanner = await startScanner("stream: OK\0", resolve);
  await bring(content, true);
  start({ scanner: scanner.at });
  await scanning;
  expect(await temporaryCopies(content.length)).toEqual([]);
  await becomes({ scan: "clean", text_status: "ready" });
  await scanner.stop();
});

/** Files of that size in the system's temporary folder and the folders in it, but the folder of these tests. */
async function temporaryCopies(bytes: number): Promise<string[]> {
  const folders = (await readdir(tmpdir(), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(tmpdir(), name));
  const paths = await Promise.all(
    [tmpdir(), ...folders.filter((path) => path !== folder)].map(async (path) =>
      // Folders of other processes may go at any time.
      (await readdir(path).catch(() => [])).map((name) => join(path, name)),
    ),
  );
  const sizes = await Promise.all(
    paths.flat().map(async (path) => ({ path, size: (await stat(path).catch(() => undefined))?.size })),
  );
  return sizes.filter(({ size }) => size === bytes).map(({ path }) => path);
}

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

async function startScanner(
  answer: string,
  onContent: () => void = () => undefined,
): Promise<{ readonly at: Scanner; stop(): Promise<void> }> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      onContent();
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
