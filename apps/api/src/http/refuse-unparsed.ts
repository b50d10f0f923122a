import type { Duplex } from "node:stream";
import { newTraceId } from "@service/runtime";

/** What Node's parser refuses never becomes a request; it gets an answer of its own, with an id like every other. */
export function refuseUnparsed(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable) return;
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nx-request-id: ${newTraceId()}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
