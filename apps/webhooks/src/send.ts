import { cut } from "@service/json";
import type { ClientRequest, IncomingMessage } from "node:http";

import type { Answer, TransportFailure } from "@service/domain/deliveries";
import {
  type AddressGuard,
  connectionFailureOf,
  createGuardedAgents,
  createProxiedAgents,
  isRefusedAsWritten,
  type ResolveHost,
} from "@service/outgoing";
import got from "got";

/** Most bytes read of an answer; then the socket is dropped (HOOK-71). */
const bodyReadBytesMax = 16 * 1024;
/** Most bytes of it kept in the log. */
const bodyKeptBytesMax = 4 * 1024;
/** How long the body is read once the status is there (HOOK-74). */
const bodyReadMsMax = 1_000;
const lookupTimeoutMs = 3_500;
const connectTimeoutMs = 5_000;

/** Response headers kept in the log; each cut at 1 KiB. */
const loggedHeaders = [
  "content-type",
  "content-length",
  "date",
  "location",
  "retry-after",
  "server",
  "webhook-delivery",
  "x-request-id",
] as const;
const loggedHeaderCharsMax = 1_024;

export interface SentAttempt {
  readonly answer: Answer;
  /** Null: no answer began. */
  readonly status: number | null;
  readonly remoteAddress: string | null;
  /** Milliseconds: `dns`, `connect`, `tls`, `first_byte`, `total`; `reused_connection` is 1 or 0. */
  readonly timings: Readonly<Record<string, number>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  readonly responseIsBase64: boolean;
  readonly responseTruncated: boolean;
}

export interface Sender {
  /** Posts once. Never throws: failures are returned. */
  send(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: Buffer;
    signal: AbortSignal;
  }): Promise<SentAttempt>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Sends deliveries: one POST, no retry, no redirect, no decompression, TLS verified (HOOK-66, HOOK-67, HOOK-70, HOOK-71).
 *
 * @param options.totalMs deadline until the status of the answer.
 */
export function createSender(options: {
  guard: AddressGuard;
  resolve: ResolveHost;
  totalMs: number;
  /** `http:` or `https:` address of a proxy that all connections go through. */
  proxy?: URL | undefined;
}): Sender {
  const { guard, resolve, totalMs, proxy } = options;
  const agents = proxy ? createProxiedAgents(guard, resolve, proxy) : createGuardedAgents(guard, resolve);
  const client = got.extend({
    method: "POST",
    agent: { http: agents.http, https: agents.https },
    http2: false,
    retry: { limit: 0 },
    followRedirect: false,
    decompress: false,
    throwHttpErrors: false,
    timeout: {
      lookup: Math.min(lookupTimeoutMs, totalMs),
      connect: Math.min(connectTimeoutMs, totalMs),
      secureConnect: Math.min(connectTimeoutMs, totalMs),
      request: totalMs,
    },
  });

  return {
    async send({ url, headers, body, signal }) {
      const startedMs = performance.now();
      const target = new URL(url);
      if (isRefusedAsWritten(guard, target)) return refused(startedMs);
      const head: { response: IncomingMessage | undefined } = { response: undefined };
      const read = createBodyReader();
      let failure: TransportFailure | undefined;
      let isCut = false;
      const stream = client.stream(target, { headers: { ...headers }, body, signal });
      // Read reuse from the request: timings have only millisecond resolution, so a quick connect would look reused.
      stream.once("request", (request: ClientRequest) => (sentBy = request));
      stream.once("response", (response: IncomingMessage) => {
        head.response = response;
        // Read it now: a socket returned to the pool loses it.
        remoteAddress = response.socket.remoteAddress ?? null;
        bodyTimer = setTimeout(() => stream.destroy(), bodyReadMsMax);
      });
      let bodyTimer: NodeJS.Timeout | undefined;
      let remoteAddress: string | null = null;
      let sentBy: ClientRequest | undefined;
      try {
        for await (const chunk of stream) {
          if (Buffer.isBuffer(chunk) && !read.take(chunk)) break;
        }
      } catch (error) {
        // The status line has decided: a body that drips or breaks off changes nothing.
        if (head.response === undefined) failure = connectionFailureOf(error);
        else isCut = true;
      } finally {
        clearTimeout(bodyTimer);
        stream.destroy();
      }
      const status = head.response?.statusCode ?? null;
      const answered = failure === undefined && status !== null && head.response;
      return {
        answer: answered
          ? { kind: "answer", status, headers: flatHeaders(head.response?.headers ?? {}) }
          : { kind: "failure", failure: failure ?? "malformed_response" },
        status,
        remoteAddress,
        timings: timingsOf(stream.timings?.phases, startedMs, sentBy?.reusedSocket ?? false),
        responseHeaders: head.response ? pick(flatHeaders(head.response.headers)) : null,
        ...read.result(isCut),
      };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function refused(startedMs: number): SentAttempt {
  return {
    answer: { kind: "failure", failure: "blocked_address" },
    status: null,
    remoteAddress: null,
    timings: { total: roundMs(performance.now() - startedMs) },
    responseHeaders: null,
    responseBody: null,
    responseIsBase64: false,
    responseTruncated: false,
  };
}

/** Keeps the first bytes of a body; `take` returns whether to read on. */
function createBodyReader() {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  return {
    take(chunk: Buffer): boolean {
      if (keptBytes < bodyKeptBytesMax) {
        const part = chunk.subarray(0, bodyKeptBytesMax - keptBytes);
        kept.push(part);
        keptBytes += part.length;
      }
      readBytes += chunk.length;
      return readBytes < bodyReadBytesMax;
    },
    result(isCut: boolean): Pick<SentAttempt, "responseBody" | "responseIsBase64" | "responseTruncated"> {
      if (readBytes === 0) return { responseBody: null, responseIsBase64: false, responseTruncated: isCut };
      const bytes = Buffer.concat(kept);
      const isTruncated = isCut || readBytes > keptBytes;
      const text = decodeText(bytes, isTruncated);
      return {
        responseBody: text ?? bytes.toString("base64"),
        responseIsBase64: text === undefined,
        responseTruncated: isTruncated,
      };
    },
  };
}

/** Undefined when the log cannot hold the bytes as text. Drops a character cut at the end. */
function decodeText(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes("\u0000") ? undefined : text;
  } catch {
    // Not UTF-8.
    return undefined;
  }
}

function flatHeaders(headers: IncomingMessage["headers"]): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}

function pick(headers: Readonly<Record<string, string>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of loggedHeaders) {
    const value = headers[name];
    if (value !== undefined) picked[name] = cut(value, loggedHeaderCharsMax);
  }
  return picked;
}

type Phases = {
  readonly dns?: number | undefined;
  readonly tcp?: number | undefined;
  readonly tls?: number | undefined;
  readonly firstByte?: number | undefined;
};

function timingsOf(phases: Phases | undefined, startedMs: number, isReused: boolean): Record<string, number> {
  const timings: Record<string, number> = {};
  const durations = {
    dns: phases?.dns,
    connect: phases?.tcp,
    tls: phases?.tls,
    first_byte: phases?.firstByte,
  };
  for (const [name, value] of Object.entries(durations)) if (value !== undefined) timings[name] = value;
  timings["total"] = roundMs(performance.now() - startedMs);
  timings["reused_connection"] = isReused ? 1 : 0;
  return timings;
}

function roundMs(value: number): number {
  return Math.round(value * 10) / 10;
}
