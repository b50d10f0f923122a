import { ServiceError } from "@service/contract";
import type { Logger } from "@service/runtime";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerFor, type ErrorAnswer } from "./error-envelope.ts";
import { finishResponse, isComplete } from "./finish-response.ts";
import type { RequestClock } from "./request-clock.ts";
import type { RequestIdentity } from "./request-identity.ts";
import {
  empty,
  isDownload,
  isAsyncIterable,
  isRedirect,
  isStream,
  jsonInsteadOf,
  plainText,
  type StreamTimes,
  writtenJson,
} from "./response-forms.ts";
import type { ErasedReply, Route } from "./route.ts";
import { writeDownload } from "./write-download.ts";
import { discardFrames, writeStream } from "./write-stream.ts";

/** A request of a route that was answered by an error. */
export interface Refused {
  readonly request: IncomingMessage;
  readonly route: Route<unknown>;
  readonly requestId: string;
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
}

/** A request that is being answered. `route` is undefined for a failure before one was found. */
export interface Exchange {
  /** What of the application's pipeline the answer depends on. */
  readonly pipeline: {
    readonly log: Logger;
    readonly refusalOf: (error: unknown) => ServiceError | undefined;
    readonly challenge?: string | undefined;
    readonly refused?: ((refusal: Refused) => void) | undefined;
    readonly stopping: AbortSignal;
    readonly streamTimes?: Partial<StreamTimes> | undefined;
  };
  readonly route: Route<unknown> | undefined;
  readonly identity: RequestIdentity;
  readonly response: ServerResponse;
  /** Headers that the application put on the answer. */
  readonly stamped?: readonly string[];
}

/** Writes what the handler replied; for a stream, until it ends. */
export async function writeReply(
  exchange: Exchange & { readonly route: Route<unknown>; readonly isHead: boolean; readonly clock: RequestClock },
  reply: ErasedReply,
): Promise<void> {
  const { response, route, pipeline, clock, isHead } = exchange;
  if (response.headersSent || response.destroyed) return discardFrames(reply.body);
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const spec = route.responses[reply.status];
  if (spec === empty) {
    finishResponse(response.req, response);
  } else if (spec === plainText) {
    response.setHeader("content-type", "text/plain; charset=utf-8");
    finishResponse(response.req, response, String(reply.body));
  } else if (spec === writtenJson) {
    writeJson(response, String(reply.body));
  } else if (isRedirect(spec)) {
    writeRedirect(response, reply.body, spec.validSeconds);
  } else if (isDownload(spec)) {
    await writeDownload({ response, isHead, spec, file: reply.body, clock });
  } else if (isStream(spec) && jsonInsteadOf(spec) !== undefined && !isAsyncIterable(reply.body)) {
    writeJson(response, JSON.stringify(reply.body));
  } else if (isStream(spec)) {
    response.setHeader("content-type", "text/event-stream; charset=utf-8");
    // `no-transform` and the header for nginx: a proxy that compresses or buffers would hold frames back.
    response.setHeader("cache-control", "no-cache, no-transform");
    response.setHeader("x-accel-buffering", "no");
    // A header of one hop, that HTTP/2 forbids: Node adds it unless it was removed.
    response.removeHeader("connection");
    const refusalFor = (error: unknown) => answerAndLog(exchange, error).body;
    const { stopping, streamTimes } = pipeline;
    const timed = { ...spec, ...streamTimes };
    await writeStream({ response, isHead, spec: timed, frames: reply.body, clock, stopping, refusalFor });
  } else {
    writeJson(response, JSON.stringify(reply.body));
  }
}

function writeRedirect(response: ServerResponse, location: unknown, validSeconds: number | undefined): void {
  if (!(location instanceof URL)) throw new Error("a redirect is replied to with a URL");
  response.setHeader("location", location.href);
  response.setHeader("cache-control", "no-store");
  if (validSeconds !== undefined)
    response.setHeader("expires", new Date(Date.now() + validSeconds * 1000).toUTCString());
  response.setHeader("content-length", 0);
  finishResponse(response.req, response);
}

/** Writes the refusal or failure; logs failures of the service with their cause. */
export function writeFailure(exchange: Exchange, error: unknown): void {
  const { response } = exchange;
  if (response.destroyed) return noteAbandoned(exchange, error);
  if (response.headersSent) {
    // The status is sent: a stream that can say nothing more is cut. An answer that is complete stays.
    if (isComplete(response)) return;
    answerAndLog(exchange, error);
    response.destroy();
    return;
  }
  const answer = answerAndLog(exchange, error);
  const { route, pipeline, identity } = exchange;
  const { code, details } = answer.body;
  if (route)
    pipeline.refused?.({
      request: response.req,
      route,
      requestId: identity.requestId,
      status: answer.status,
      code,
      details,
    });
  if (isOurFailure(answer)) for (const name of exchange.stamped ?? []) response.removeHeader(name);
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  writeJson(response, JSON.stringify(answer.body));
}

/** What is written when time is over or something unexpected failed: nothing of the route stands behind it. */
function isOurFailure({ body }: ErrorAnswer): boolean {
  return body.code === "request_timeout" || body.code === "internal_error";
}

/** A request whose caller went away is answered to nobody; the log tells what became of it. */
function noteAbandoned({ pipeline, route, identity, response }: Exchange, error: unknown): void {
  // The reader of a stream may leave at any time.
  if (response.headersSent || !(error instanceof ServiceError) || error.code !== "client_closed_request") return;
  const { code, status } = error;
  const { requestId, trace } = identity;
  pipeline.log.info(
    { route: route?.id, code, status, request_id: requestId, trace_id: trace.traceId },
    "request abandoned",
  );
}

function answerAndLog({ pipeline, route, identity }: Exchange, error: unknown): ErrorAnswer {
  const answer = answerFor(error, pipeline);
  if (answer.failure === undefined) return answer;
  const fields = {
    route: route?.id,
    code: answer.body.code,
    request_id: identity.requestId,
    trace_id: identity.trace.traceId,
    internal: error instanceof ServiceError ? error.internal : undefined,
  };
  // What is away refuses every request: a stack for each would say nothing more than its message.
  if (answer.status === 503) {
    const cause = Error.isError(answer.failure) ? answer.failure.message : undefined;
    pipeline.log.warn({ ...fields, cause }, "request refused");
  } else pipeline.log.error({ ...fields, err: answer.failure }, "request failed");
  return answer;
}

function writeJson(response: ServerResponse, json: string): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.setHeader("content-length", Buffer.byteLength(json));
  finishResponse(response.req, response, json);
}
