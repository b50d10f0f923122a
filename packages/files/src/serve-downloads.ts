import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Logger } from "@service/runtime";
import type { DownloadTokens } from "./download-tokens.ts";
import { attachmentHeader, type ByteRange, type ObjectStore } from "./file-store.ts";

export interface Downloads {
  /** `http://host:port` */
  readonly url: string;
  /** Refuses new connections and lets downloads under way end within so long. */
  close(graceMs: number): Promise<void>;
}

/** On every answer: what is downloaded is never shown, guessed at or kept in a cache on the way (STORE-12). */
const safeHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-site",
} as const;

/**
 * Listens for downloads of signed URLs, on an origin of its own: a client that follows the redirect from the API drops its
 * key there, and a document that is opened has nothing of the API's origin.
 * @throws when the port is taken; with `isPortGiven` false, takes a free one instead.
 */
export async function serveDownloads(given: {
  readonly store: ObjectStore;
  readonly tokens: DownloadTokens;
  readonly host: string;
  readonly port: number;
  /** The operator chose the port: another one would be wrong. */
  readonly isPortGiven: boolean;
  readonly log: Logger;
}): Promise<Downloads> {
  const { host, port, isPortGiven, log } = given;
  const server = createServer((request, response) => {
    answer(given, request, response).catch((error: unknown) => {
      // The reader went away, or the store: nothing can be said after the headers.
      if (!response.headersSent) refuse(response, 503);
      else response.destroy();
      log.warn({ err: error }, "a download ended early");
    });
  });
  server.headersTimeout = 20_000;
  server.requestTimeout = 20_000;
  try {
    await listen(server, host, port);
  } catch (error) {
    if (isPortGiven || !(Error.isError(error) && "code" in error && error.code === "EADDRINUSE")) throw error;
    log.warn({ port }, "the port of downloads is taken; a free one is used: set FILES_PORT");
    await listen(server, host, 0);
  }
  return {
    url: urlOf(server),
    async close(graceMs) {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(cut);
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  await promise;
  server.off("error", reject);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("downloads listen on a path instead of a port");
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

async function answer(
  { store, tokens }: { readonly store: ObjectStore; readonly tokens: DownloadTokens },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const token = /^\/files\/([A-Za-z0-9._-]{1,4000})$/.exec(url.split("?", 1)[0] ?? "")?.[1];
  if (token === undefined) return refuse(response, 404);
  if (method !== "GET" && method !== "HEAD") return refuse(response, 405);
  const permitted = tokens.open(token);
  if (permitted === undefined) return refuse(response, 403);
  const found = await store.head(permitted.key);
  if (found === undefined) return refuse(response, 404);
  const { bytes } = found;
  const etag = `"${permitted.key.sha256}"`;
  const range = isRangeWanted(request.headers["if-range"], etag) ? rangeOf(request.headers.range, bytes) : undefined;
  if (range === "unsatisfiable") return refuse(response, 416, { "content-range": `bytes */${bytes}` });
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  response.writeHead(range === undefined ? 200 : 206, {
    ...safeHeaders,
    "content-type": permitted.mediaType,
    "content-disposition": attachmentHeader(permitted.fileName),
    "content-length": last - first + 1,
    "accept-ranges": "bytes",
    etag,
    ...(range && { "content-range": `bytes ${first}-${last}/${bytes}` }),
  });
  if (method === "HEAD" || bytes === 0) return void response.end();
  const object = await store.get(permitted.key, { first, last });
  if (object === undefined) throw new Error("the object went away");
  await pipeline(object.content, response);
}

/** In the form of the API's errors; of a `HEAD` request Node sends the headers alone. */
const refusals: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  403: {
    code: "link_expired",
    message: "The link has expired or was altered: ask the API for the content again.",
  },
  404: { code: "file_not_found", message: "No file is at this address." },
  405: { code: "method_not_allowed", message: "Files are read with GET or HEAD." },
};

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
  const refusal = refusals[status];
  const body = refusal === undefined ? "" : JSON.stringify(refusal);
  response.writeHead(status, {
    ...safeHeaders,
    ...headers,
    ...(refusal && { "content-type": "application/json; charset=utf-8" }),
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * `If-Range` (RFC 9110 13.1.5): a part is of use to a client only of the file that it has the rest of, which a strong tag
 * says. A date never does: no `Last-Modified` is sent.
 */
function isRangeWanted(header: string | string[] | undefined, etag: string): boolean {
  return header === undefined || header === etag;
}

/** One range of RFC 9110 14.1.2; several, or another unit, are answered whole, which is allowed. */
function rangeOf(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== "" && to !== "" && Number(from) > Number(to)) return undefined;
  return first >= bytes || last < first ? "unsatisfiable" : { first, last };
}
