import type { IncomingMessage } from "node:http";
import { type ConnectionFailure, connectionFailureOf, type GuardedAgents, isRefusedAsWritten } from "@service/outgoing";
import got from "got";
import type { ConnectorAgents } from "../fetch.ts";

/** Most bytes of one answer, unpacked. */
export const answerBytesMax = 64 * 1024 * 1024;
const lookupTimeoutMs = 3_500;
const connectTimeoutMs = 5_000;

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as a form with POST; without it the request is a GET. */
  readonly form?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type Exchanged =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfter: string | undefined; readonly body: Buffer }
  | { readonly kind: "too_long" }
  | { readonly kind: "failure"; readonly failure: ConnectionFailure };

/**
 * One request and its answer: through the address guard, no redirect, no retry, TLS checked (IMP-220).
 * @throws the reason of the signal when it aborts, nothing else.
 */
export async function exchange(agents: ConnectorAgents, request: ExchangeRequest): Promise<Exchanged> {
  const { url, signal } = request;
  signal.throwIfAborted();
  if (isRefusedAsWritten(agents.guard, url)) return { kind: "failure", failure: "blocked_address" };
  const stream = got.stream(url, { ...optionsOf(agents, request), signal });
  const head: { response: IncomingMessage | undefined } = { response: undefined };
  stream.once("response", (response: IncomingMessage) => {
    head.response = response;
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > answerBytesMax) return { kind: "too_long" };
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "failure", failure: connectionFailureOf(error) };
  } finally {
    stream.destroy();
  }
  const { response } = head;
  if (response?.statusCode === undefined) return { kind: "failure", failure: "malformed_response" };
  const retryAfter = response.headers["retry-after"];
  return { kind: "answer", status: response.statusCode, retryAfter, body: Buffer.concat(chunks) };
}

function optionsOf(agents: GuardedAgents, { headers, form, timeoutMs }: ExchangeRequest) {
  return {
    method: form === undefined ? "GET" : "POST",
    ...(form === undefined ? {} : { body: form }),
    headers: {
      "user-agent": "engine-service",
      accept: "application/json",
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
    agent: { http: agents.http, https: agents.https },
    http2: false,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    timeout: {
      lookup: Math.min(lookupTimeoutMs, timeoutMs),
      connect: Math.min(connectTimeoutMs, timeoutMs),
      secureConnect: Math.min(connectTimeoutMs, timeoutMs),
      request: timeoutMs,
    },
  } as const;
}
