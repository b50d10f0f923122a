import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from "node:http";
import type { Express } from "express";
import { identify } from "./answer-request.ts";
import { finishResponse } from "./finish-response.ts";
import { refuseConnect, refuseUnparsed } from "./refuse-unparsed.ts";
import { holdBody } from "./unread-body.ts";

/**
 * The server of an application. Protocol errors are answered here rather than by Node, so that every answer carries
 * `x-request-id`.
 */
export function serveRequests(app: Express, options: ServerOptions = {}): Server {
  // The application checks the Host header: Node's own answer would have no id.
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    request.url = pathOf(request.url ?? "/");
    app(request, response);
  };
  const server = createServer({ ...options, requireHostHeader: false }, serve);
  // `100 Continue` is sent by what reads the body: a refusal that the head decides comes without it.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    holdBody(request, response);
    serve(request, response);
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
  response.statusCode = 417;
  response.setHeader("content-length", 0);
  response.setHeader("connection", "close");
  finishResponse(request, response);
}
