import type { IncomingMessage, ServerResponse } from "node:http";

/** Reads and discards up to this much of a body that nobody wants, so that the caller can finish sending. */
const discardedBytesMax = 64 * 1024 * 1024;
/** Longest time that a caller may take to finish sending after it was answered. */
const lingerMsMax = 30_000;

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Notes that the caller waits for `100 Continue` before it sends the body. */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Asks the caller for its body, if it waits for that. Call it when everything that the head decides is accepted (PLAT-97). */
export function inviteBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (!response) return;
  waiting.delete(request);
  if (!response.headersSent && !response.destroyed) response.writeContinue();
}

const abandoned = new WeakSet<IncomingMessage>();

/** The body is too large to be waited for: the connection closes after the answer (PLAT-18). */
export function abandonBody(request: IncomingMessage): void {
  abandoned.add(request);
}

/** Whether the rest of the body is not waited for: it is too large, or the caller was not asked to send it. */
export function isUnwanted(request: IncomingMessage): boolean {
  return abandoned.has(request) || waiting.has(request);
}

/**
 * Reads the rest of a body and discards it, at most 64 MiB and for 30 s: then the connection is destroyed. A connection
 * that is closed with unread data is reset, and the caller loses the answer (RFC 9112 9.6).
 * @param onEnd called once, when the body has ended, or the connection.
 */
export function discardBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request;
  let discardedBytes = 0;
  const discard = (chunk: Buffer): void => {
    discardedBytes += chunk.length;
    if (discardedBytes > discardedBytesMax) request.destroy();
  };
  const finish = (): void => {
    clearTimeout(timer);
    request.off("data", discard).off("end", finish).off("close", finish);
    socket.off("close", finish);
    onEnd();
  };
  const timer = setTimeout(() => request.destroy(), lingerMsMax);
  request.on("data", discard).on("end", finish).on("close", finish).on("error", ignore);
  // Node reports no close of a request that was answered whole.
  socket.on("close", finish);
  // Also after a reader that stopped half-way.
  request.resume();
}

const ignore = (): void => undefined;
