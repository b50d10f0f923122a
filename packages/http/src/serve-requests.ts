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

/** Listens. @param port 0 picks a free one. @returns `http://host:port`. @throws when the port is taken. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port, backlog: 1024 }, resolve);
  await promise;
  server.off("error", reject);
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server listens on a path instead of a port");
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

/** Refuses new connections, lets requests in flight finish within the grace period, then closes the rest. */
export async function finishRequests(server: Server, graceMs: number, signal: AbortSignal): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  signal.addEventListener("abort", () => server.closeAllConnections());
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
  clearInterval(idle);
}
