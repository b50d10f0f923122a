import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createSecretBox, silentLogger } from "@service/runtime";
import { openBucketStore } from "./bucket-store.ts";
import { createDownloadTokens } from "./download-tokens.ts";
import { FileTooLargeError } from "./file-store.ts";
import { FileStoreUnavailableError, type WatchedStore } from "./watched-store.ts";
import { openFileStore } from "./open-file-store.ts";
import { openFolderStore } from "./folder-store.ts";
import { parseScanner, scanFile } from "./scan-file.ts";
import { type Downloads, serveDownloads } from "./serve-downloads.ts";

const organizationId = randomUUID();
const content = "0123456789 as bytes";
const sha256 = createHash("sha256").update(content).digest("hex");
const key = { organizationId, sha256 };
const bytesOf = (what: string | Buffer) => Readable.from([Buffer.from(what)]);

let folder: string;
let now = new Date("2026-11-23T09:00:00Z");
let downloads: Downloads;
let bucket: FakeBucket;
let stores: Record<"fs" | "s3", WatchedStore>;
const tokens = createDownloadTokens(createSecretBox(Buffer.alloc(32, 1)), () => now);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  const fs = openFolderStore({ folder, downloads: { tokens, publicUrl: () => downloads.url } });
  downloads = await serveDownloads({
    store: fs,
    tokens,
    host: "127.0.0.1",
    port: 0,
    isPortGiven: true,
    log: silentLogger,
  });
  bucket = await startBucket();
  const s3 = openBucketStore({
    bucket: "documents",
    region: "us-east-1",
    endpoint: bucket.url,
    credentials: { accessKeyId: "AKIATEST", secretAccessKey: "secret" },
    folder: join(folder, ".s3-incoming"),
  });
  stores = { fs, s3 };
});
afterEach(() => {
  now = new Date("2026-11-23T09:00:00Z");
});
afterAll(async () => {
  await downloads.close(0);
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(["fs", "s3"] as const)("the store %s", (kind) => {
  test("keeps files by organization and hash, reads ranges, and removes them (STORE-1)", async () => {
    const store = stores[kind];
    expect(await store.put(organizationId, bytesOf(content), { bytesMax: 100 })).toEqual({ sha256, bytes: 19 });
    expect(await store.put(organizationId, bytesOf(content), { bytesMax: 100 })).toEqual({ sha256, bytes: 19 });
    expect(await store.head(key)).toEqual({ bytes: 19 });
    const whole = await store.get(key);
    expect([whole?.bytes, whole && (await text(whole.content))]).toEqual([19, content]);
    const part = await store.get(key, { first: 2, last: 4 });
    expect([part?.bytes, part && (await text(part.content))]).toEqual([19, "234"]);
    const other = { organizationId: randomUUID(), sha256 };
    expect([await store.head(other), await store.get(other)]).toEqual([undefined, undefined]);
    await store.delete(key);
    await store.delete(key);
    expect(await store.head(key)).toBeUndefined();
  });

  test("refuses a file that is too large while it arrives, and one that is cut, and keeps nothing of it (STORE-2)", async () => {
    const store = stores[kind];
    await expect(store.put(organizationId, bytesOf(content), { bytesMax: 18 })).rejects.toThrow(FileTooLargeError);
    const cut = Readable.from(
      (async function* () {
        yield Buffer.from("begun");
        throw new Error("the sender went away");
      })(),
    );
    await expect(store.put(organizationId, cut, { bytesMax: 100 })).rejects.toThrow("the sender went away");
    expect(await store.head(key)).toBeUndefined();
    expect(await readdir(join(folder, kind === "fs" ? ".incoming" : ".s3-incoming"))).toEqual([]);
  });
});

describe("a store whose disk takes nothing (STORE-14)", () => {
  test("says so for every use, is not ready, and works again when the disk does", async () => {
    const root = await mkdtemp(join(tmpdir(), "full-"));
    const disk = join(root, "disk");
    // A file where the folder should be refuses every write, as a full disk does, also to the superuser.
    await writeFile(disk, "");
    const store = openFolderStore({ folder: disk });
    const bounds = { bytesMax: 100 };
    await expect(store.receive(bytesOf(content), bounds)).rejects.toThrow(FileStoreUnavailableError);
    await expect(store.put(organizationId, bytesOf(content), bounds)).rejects.toThrow(FileStoreUnavailableError);
    await expect(store.head(key)).rejects.toThrow(FileStoreUnavailableError);
    expect(await store.ready()).toBe(false);
    await rm(disk);
    await store.put(organizationId, bytesOf(content), bounds);
    expect(await store.ready()).toBe(true);
    await rm(root, { recursive: true });
  });

  test("does not answer for a sender that goes away, or sends too much", async () => {
    const away = Readable.from(
      (async function* () {
        yield Buffer.from("begun");
        throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
      })(),
    );
    await expect(stores.fs.receive(away, { bytesMax: 100 })).rejects.toThrow("aborted");
    await expect(stores.fs.receive(bytesOf(content), { bytesMax: 1 })).rejects.toThrow(FileTooLargeError);
    expect(await stores.fs.ready()).toBe(true);
  });
});

describe("downloads of the store fs (STORE-10, STORE-11, STORE-12)", () => {
  const fileName = 'Loss runs "2026" – é.pdf';
  const signed = async (validSeconds = 60): Promise<string> => {
    await stores.fs.put(organizationId, bytesOf(content), { bytesMax: 100 });
    return (await stores.fs.signGet(key, { fileName, mediaType: "application/pdf", validSeconds })).href;
  };

  test("are attachments that are never shown, guessed at or cached", async () => {
    const response = await fetch(await signed());
    expect([response.status, await response.text()]).toEqual([200, content]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Loss runs _2026_ _ _.pdf"; filename*=UTF-8''Loss%20runs%20%222026%22%20%E2%80%93%20%C3%A9.pdf`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox",
      "cache-control": "no-store",
      "accept-ranges": "bytes",
      "content-length": "19",
    });
    const head = await fetch(await signed(), { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([200, "", "19"]);
  });

  test.each(["🚢", "é", "e\u0301", "a\u{1F1E9}\u{1F1EA}", "\ud83d", "%"])(
    "a name of any length can be downloaded, wherever it is cut: %j",
    async (character) => {
      await stores.fs.put(organizationId, bytesOf(content), { bytesMax: 100 });
      for (let length = 145; length < 155; length += 1) {
        const long = "n".repeat(length) + character.repeat(20);
        const url = await stores.fs.signGet(key, { fileName: long, mediaType: "text/plain", validSeconds: 60 });
        const response = await fetch(url);
        const [, encoded = ""] = (response.headers.get("content-disposition") ?? "").split("filename*=UTF-8''");
        expect([response.status, long.toWellFormed().startsWith(decodeURIComponent(encoded))]).toEqual([200, true]);
      }
    },
  );

  test.each([
    ["bytes=2-4", 206, "234", "bytes 2-4/19"],
    ["bytes=15-", 206, "ytes", "bytes 15-18/19"],
    ["bytes=-3", 206, "tes", "bytes 16-18/19"],
    ["bytes=5-1", 200, content, null],
    ["bytes=0-1,3-4", 200, content, null],
    ["bytes=19-", 416, "", "bytes */19"],
  ])("a range %s is answered %d", async (range, status, body, contentRange) => {
    const response = await fetch(await signed(), { headers: { range } });
    expect([response.status, await response.text(), response.headers.get("content-range")]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  test("a part is sent only of the file that the client has the rest of: If-Range", async () => {
    const tag = (await fetch(await signed())).headers.get("etag") ?? "";
    for (const [condition, status] of [
      [tag, 206],
      [`W/${tag}`, 200],
      ['"another"', 200],
      ["Mon, 23 Nov 2026 09:00:00 GMT", 200],
    ] as const) {
      const response = await fetch(await signed(), { headers: { range: "bytes=2-4", "if-range": condition } });
      expect([response.status, await response.text()]).toEqual([status, status === 206 ? "234" : content]);
    }
    const behind = await fetch(await signed(), { headers: { range: "bytes=90-", "if-range": '"another"' } });
    expect([behind.status, await behind.text()]).toEqual([200, content]);
  });

  test("end with their time, and open nothing else", async () => {
    const url = await signed(60);
    now = new Date(now.getTime() + 60_000);
    const expired = await fetch(url);
    expect([expired.status, await expired.json()]).toMatchObject([403, { code: "link_expired" }]);
    expect([(await fetch(url, { method: "HEAD" })).status]).toEqual([403]);
    now = new Date("2026-11-23T09:00:00Z");
    const last = url.at(-1) === "A" ? "B" : "A";
    expect((await fetch(`${url.slice(0, -1)}${last}`)).status).toBe(403);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    expect((await fetch(new URL("/files/../api/v1/catalog", url))).status).toBe(404);
    await stores.fs.delete(key);
    const gone = await fetch(url);
    expect([gone.status, gone.headers.get("content-security-policy")]).toEqual([404, "sandbox"]);
  });

  test("a taken port is refused when it was chosen, and replaced when not", async () => {
    const port = Number(new URL(downloads.url).port);
    const given = { store: stores.fs, tokens, host: "127.0.0.1", port, log: silentLogger };
    await expect(serveDownloads({ ...given, isPortGiven: true })).rejects.toThrow("EADDRINUSE");
    const other = await serveDownloads({ ...given, isPortGiven: false });
    expect(other.url).not.toBe(downloads.url);
    await other.close(0);
  });
});

test("URLs of a bucket are signed, expire and force a download (STORE-10)", async () => {
  await stores.s3.put(organizationId, bytesOf(content), { bytesMax: 100 });
  expect(bucket.unsigned).toBe(0);
  const url = await stores.s3.signGet(key, { fileName: "a.pdf", mediaType: "application/pdf", validSeconds: 300 });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    "X-Amz-Expires": "300",
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "response-content-disposition": `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
    "response-content-type": "application/pdf",
  });
  expect(await (await fetch(url)).text()).toBe(content);
});

test("the configuration names the variable that is missing (STORE-4)", async () => {
  const base = { dataDir: folder, s3Region: "us-east-1", s3Endpoint: undefined, s3Bucket: undefined };
  const none = { s3AccessKeyId: undefined, s3SecretAccessKey: undefined };
  expect(await openFileStore({ ...base, ...none, filesStore: "none" })).toBeUndefined();
  expect((await openFileStore({ ...base, ...none, filesStore: "fs" }))?.kind).toBe("fs");
  await expect(openFileStore({ ...base, ...none, filesStore: "s3" })).rejects.toThrow("S3_BUCKET is required");
  await expect(
    openFileStore({
      ...base,
      s3Bucket: "documents",
      filesStore: "s3",
      s3AccessKeyId: "a",
      s3SecretAccessKey: undefined,
    }),
  ).rejects.toThrow("S3_ACCESS_KEY_ID");
});

describe("the malware scanner (STORE-20)", () => {
  test.each([
    ["stream: OK\0", { kind: "clean" }],
    ["stream: Eicar-Test-Signature FOUND\0", { kind: "malware", signature: "Eicar-Test-Signature" }],
  ])("reads the verdict %j", async (verdict, expected) => {
    const scanner = await startScanner(verdict);
    expect(await scanFile(parseScanner(scanner.url), Buffer.from(content))).toEqual(expected);
    expect(scanner.received()).toBe(content);
    await scanner.stop();
  });

  test.each(["INSTREAM size limit exceeded. ERROR\0", ""])("answers nothing clean for %j", async (answer) => {
    const scanner = await startScanner(answer);
    await expect(scanFile(parseScanner(scanner.url), Buffer.from(content))).rejects.toThrow("no verdict");
    await scanner.stop();
    await expect(scanFile(parseScanner(scanner.url), Buffer.from(content))).rejects.toThrow("ECONNREFUSED");
  });

  test("has an address of the form clamd://host:port", () => {
    expect(parseScanner("clamd://[::1]:3310")).toEqual({ host: "::1", port: 3310 });
    expect(() => parseScanner("http://scanner:3310")).toThrow(RangeError);
  });
});

interface FakeBucket {
  readonly url: string;
  /** Requests without a signature. */
  readonly unsigned: number;
  stop(): Promise<void>;
}

/** As much of S3 as the store uses: objects by path, ranges, and a look at whether requests are signed (SigV4). */
async function startBucket(): Promise<FakeBucket> {
  const objects = new Map<string, Buffer>();
  let unsigned = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://bucket");
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=/.test(
        request.headers.authorization ?? "",
      ) || /^[0-9a-f]{64}$/.test(url.searchParams.get("X-Amz-Signature") ?? "");
    if (!isSigned) {
      unsigned += 1;
      response.writeHead(403).end();
      return;
    }
    const parts: Buffer[] = [];
    request.on("data", (chunk: Buffer) => parts.push(chunk));
    request.on("end", () => {
      const stored = objects.get(url.pathname);
      switch (request.method) {
        case "PUT":
          objects.set(url.pathname, Buffer.concat(parts));
          response.writeHead(200, { etag: '"x"' }).end();
          return;
        case "DELETE":
          objects.delete(url.pathname);
          response.writeHead(204).end();
          return;
        default: {
          if (stored === undefined) {
            response.writeHead(404, { "content-type": "application/xml" });
            response.end(request.method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
            return;
          }
          const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
          const shown = first === undefined ? stored : stored.subarray(Number(first), Number(last) + 1);
          response.writeHead(first === undefined ? 200 : 206, {
            "content-length": shown.byteLength,
            ...(first !== undefined && { "content-range": `bytes ${first}-${last}/${stored.byteLength}` }),
          });
          response.end(request.method === "HEAD" ? undefined : shown);
        }
      }
    });
  });
  const url = await listening(server);
  return {
    url: `http://127.0.0.1:${url}`,
    get unsigned() {
      return unsigned;
    },
    stop: () => stopped(server),
  };
}

/** Speaks clamd's INSTREAM, as far as it is used. */
async function startScanner(answer: string) {
  let received = Buffer.alloc(0);
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer);
    });
  });
  const port = await listening(server);
  return {
    url: `clamd://127.0.0.1:${port}`,
    received(): string {
      const start = "zINSTREAM\0".length;
      const length = received.readUInt32BE(start);
      return received.subarray(start + 4, start + 4 + length).toString();
    },
    stop: () => stopped(server),
  };
}

async function listening(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function stopped(server: Server | TcpServer): Promise<void> {
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
