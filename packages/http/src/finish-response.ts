import type { IncomingMessage, ServerResponse } from "node:http";
import { discardBody, isUnwanted } from "./unread-body.ts";

/**
 * Ends the response. A caller that was answered before it had sent its body may finish sending first, and the connection
 * serves the next request; where it closes after this answer, or the body is not wanted, the caller reads its end at once.
 */
export function finishResponse(request: IncomingMessage, response: ServerResponse, text = ""): void {
  if (request.complete || !hasBody(request)) {
    response.end(text);
    return;
  }
  if (isUnwanted(request)) response.setHeader("connection", "close");
  if (response.shouldKeepAlive && response.getHeader("connection") !== "close") finishLater(request, response, text);
  else finishAndLinger(request, response, text);
}

/** Sends the whole answer, and ends the response when the body has come: then the next request may follow. */
function finishLater(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (response.statusCode !== 204 && response.statusCode !== 304)
    response.setHeader("content-length", Buffer.byteLength(text));
  written.add(response);
  response.flushHeaders();
  if (text !== "") response.write(text);
  discardBody(request, () => response.end());
}

/** Ends the response and this side of the connection; the other side stays open until the caller has read the answer. */
function finishAndLinger(request: IncomingMessage, response: ServerResponse, text: string): void {
  const { socket } = request;
  const closeSoon = socket.destroySoon.bind(socket);
  // Node calls it after the last answer of a connection: closed with unread data, the connection would be reset.
  socket.destroySoon = () => socket.end();
  response.end(text);
  discardBody(request, () => {
    socket.destroySoon = closeSoon;
    if (response.writableFinished) closeSoon();
  });
}

/** Answers that are written whole and wait for the caller to finish sending. */
const written = new WeakSet<ServerResponse>();

/** Whether nothing is left to be written of the answer. */
export function isComplete(response: ServerResponse): boolean {
  return response.writableEnded || written.has(response);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
