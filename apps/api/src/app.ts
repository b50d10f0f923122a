import { fail } from "@service/contract";
import { type Arrival, identify, mountRoutes, parseQueryString } from "@service/http";
import express, { type Express } from "express";
import { pinoOf, type Tracing } from "@service/runtime";
import { pinoHttp, type HttpLogger } from "pino-http";
import { admit } from "./http/admit.ts";
import { refusalOfEmptyId } from "./http/empty-ids.ts";
import type { Route, RouteAccess, RouteSettings } from "./http/route.ts";
import { refusalOfStorage } from "./http/storage-refusals.ts";
import type { ApiDeps } from "./open-deps.ts";
import type { RequestMetrics } from "./request-metrics.ts";

/**
 * The pipeline, in order: request id → log and measure → the route's [authenticate → budget → authorize → parse →
 * handle] → error envelope. No CORS headers: the API is called from servers only.
 */
export function createApp(options: {
  deps: ApiDeps;
  settings: RouteSettings;
  tracing: Tracing;
  routes: readonly Route[];
  metrics: RequestMetrics | undefined;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}): Express {
  const { deps, settings, tracing, routes, metrics, stopping } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", parseQueryString);
  app.set("case sensitive routing", true);
  app.set("strict routing", true);
  const logRequest = requestLog(deps);
  app.use((request, response, next) => {
    request.id = identify(request, response).requestId;
    metrics?.observe(request, response);
    logRequest?.(request, response);
    if (request.headers.host === undefined && request.httpVersion !== "1.0")
      throw fail("invalid_request", { message: "The Host header is required." });
    next();
  });
  const given = { deps, settings };
  const pipeline = {
    log: deps.log,
    tracing,
    admit: (arrival: Arrival<RouteAccess>) => admit(given, arrival),
    refusalOf: refusalOfStorage,
    challenge: "Bearer",
    unmatched: refusalOfEmptyId,
    timeBudgetMs: settings.requestBudgetMs,
    trustedProxies: settings.trustedProxies,
    stopping,
    streamTimes: settings.streamTimes,
  };
  mountRoutes(app, pipeline, routes);
  return app;
}

/** One line per request at debug (5xx: warn), without headers, bodies, query strings or keys. */
function requestLog(deps: Pick<ApiDeps, "log">): HttpLogger | undefined {
  const logger = pinoOf(deps.log);
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
