import { type Arrival, createApp as createAppOf, type Refused, type RequestObserver } from "@service/http";
import { refusalOfStorage } from "@service/domain";
import type { Express } from "express";
import type { Tracing } from "@service/runtime";
import { admit } from "./http/admit.ts";
import { refusalOfEmptyId } from "./http/empty-ids.ts";
import { noteRefusal } from "./http/note-refusals.ts";
import type { Route, RouteAccess, RouteSettings } from "./http/route.ts";
import type { ApiDeps } from "./open-deps.ts";

/** The API: called from servers only. `admit` authenticates, spends budgets, authorizes. */
export function createApp(options: {
  deps: ApiDeps;
  settings: RouteSettings;
  tracing: Tracing;
  routes: readonly Route[];
  metrics: RequestObserver | undefined;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}): Express {
  const { deps, settings, tracing, routes, metrics, stopping } = options;
  const given = { deps, settings };
  const pipeline = {
    log: deps.log,
    tracing,
    admit: (arrival: Arrival<RouteAccess>) => admit(given, arrival),
    refusalOf: refusalOfStorage,
    refused: (refusal: Refused) => noteRefusal(deps.keyUses, refusal),
    challenge: "Bearer",
    unmatched: refusalOfEmptyId,
    timeBudgetMs: settings.requestBudgetMs,
    trustedProxies: settings.trustedProxies,
    stopping,
    streamTimes: settings.streamTimes,
  };
  return createAppOf({ pipeline, routes, metrics });
}
