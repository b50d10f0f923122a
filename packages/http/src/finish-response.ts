import type { IncomingMessage, ServerResponse } from "node:http";
import { discardedBytesMax } from "./read-body.ts";

/** Longest time that a caller may take to finish sending after it was answered. */
const lingerMsMax = 30_000;

/**
 * Ends the response. A caller that was answered before it had sent its body may finish sending first (RFC 9112 9.6): to
 * close a connection with unread data resets it, and the caller then loses the answer.
 */
export function finishResponse(request: IncomingMessage, response: ServerResponse, text = ""): void {
  if (request.complete || !hasBody(request)) {
    response.end(text);
    return;
  }
  if (response.statusCode !== 204 && response.statusCode !== 304)
    response.setHeader("content-length", Buffer.byteLength(text));
  written.add(response);
  response.flushHeaders();
  if (text !== "") response.write(text);
  let discardedBytes = 0;
  const discard = (chunk: Buffer): void => {
    discardedBytes += chunk.length;
    if (discardedBytes > discardedBytesMax) request.destroy();
  };
  const finish = (): void => {
    clearTimeout(timer);
    request.off("data", discard).off("end", finish).off("close", finish);
    response.end();
  };
  const timer = setTimeout(() => request.destroy(), lingerMsMax);
  request.on("data", discard).on("end", finish).on("close", finish).on("error", ignore);
  // Also after a reader that stopped half-way.
  request.resume();
}

/** Answers that are written whole and wait for the caller to finish sending. */
const written = new WeakSet<ServerResponse>();

/** Whether nothing is left to be written of the answer. */
export function isComplete(response: ServerResponse): boolean {
  return response.writableEnded || written.has(response);
}

const ignore = (): void => undefined;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
