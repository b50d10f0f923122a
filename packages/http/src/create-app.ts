import { fail } from "@service/contract";
import { type Logger, pinoOf } from "@service/runtime";
import express, { type Express, type Request, type Response } from "express";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HttpLogger, pinoHttp } from "pino-http";
import { identify, type Pipeline } from "./answer-request.ts";
import { mountRoutes } from "./mount.ts";
import { parseQueryString } from "./query-string.ts";
import type { Route } from "./route.ts";

/** Counts a request when it arrives. */
export interface RequestObserver {
  observe(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * The application of a process, in order: request id → log and measure → what comes before the routes → the route's
 * [admit → parse → handle] → error envelope. No CORS headers.
 * @param given.first answers a request that belongs to no route, such as a page; `false` leaves it to the routes.
 */
export function createApp<Access>(given: {
  readonly pipeline: Pipeline<Access>;
  readonly routes: readonly Route<Access>[];
  readonly metrics: RequestObserver | undefined;
  readonly first?: (request: Request, response: Response) => boolean;
}): Express {
  const { pipeline, routes, metrics, first } = given;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", parseQueryString);
  app.set("case sensitive routing", true);
  app.set("strict routing", true);
  const logRequest = requestLog(pipeline.log);
  app.use((request, response, next) => {
    request.id = identify(request, response).requestId;
    metrics?.observe(request, response);
    logRequest?.(request, response);
    if (request.headers.host === undefined && request.httpVersion !== "1.0")
      throw fail("invalid_request", { message: "The Host header is required." });
    if (first?.(request, response) !== true) next();
  });
  mountRoutes(app, pipeline, routes);
  return app;
}

/** One line per request at debug (5xx: warn), without headers, bodies, query strings or keys. */
function requestLog(log: Logger): HttpLogger | undefined {
  const logger = pinoOf(log);
  if (!logger?.isLevelEnabled("debug")) return undefined;
  return pinoHttp({
    logger,
    genReqId: (request) => request.id ?? "",
    // 501: the caller wants what is not set up here, as often as it likes; that is no failure.
    customLogLevel: (_request, { statusCode }) => (statusCode >= 500 && statusCode !== 501 ? "warn" : "debug"),
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, path: request.url.split("?")[0] }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    quietReqLogger: true,
  });
}
