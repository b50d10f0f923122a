import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { newTraceId } from "@service/runtime";
import { identifyRequest } from "./request-identity.ts";

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers, with a request id, what Node's parser refuses before it becomes a request. */
export function refuseUnparsed(error: Error & { code?: string }, socket: Duplex): void {
  end(socket, statuses[error.code ?? ""] ?? "400 Bad Request", newTraceId());
}

/** CONNECT bypasses the routes, so its 405 is written here. */
export function refuseConnect(request: IncomingMessage, socket: Duplex): void {
  end(socket, "405 Method Not Allowed", identifyRequest(request.headers).requestId);
}

function end(socket: Duplex, status: string, requestId: string): void {
  if (!socket.writable) return;
  socket.end(`HTTP/1.1 ${status}\r\nx-request-id: ${requestId}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
