import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Express } from "express";
import { identify } from "./answer-request.ts";
import { refuseConnect, refuseUnparsed } from "./refuse-unparsed.ts";

/**
 * The server of an application. Protocol errors are answered here rather than by Node, so that every answer carries
 * `x-request-id`.
 */
export function serveRequests(app: Express, options: ServerOptions = {}): Server {
  // The application checks the Host header: Node's own answer would have no id.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    request.url = pathOf(request.url ?? "/");
    app(request, response);
  });
  server.on("checkExpectation", refuseExpectation);
  server.on("clientError", refuseUnparsed);
  server.on("connect", refuseConnect);
  return server;
}

/** Matches no route. */
const nowhere = "/*";

/** A request target as a path: the path of an absolute URL (RFC 9112 3.2.2), `nowhere` for any other form. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : nowhere;
}

/** Refuses an `Expect` other than `100-continue` (RFC 9110 10.1.1). */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  identify(request, response);
  response.writeHead(417, { "content-length": 0, connection: "close" }).end();
}
