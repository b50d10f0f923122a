import { refusalOfStorage } from "@service/domain";
import { type Arrival, createApp, type RequestObserver } from "@service/http";
import type { Tracing } from "@service/runtime";
import { admit, type Admitting } from "./http/admit.ts";
import type { RouteAccess } from "./http/route.ts";
import type { Page } from "./page.ts";
import { routes } from "./routes/index.ts";

/** How long a request may take. */
const timeBudgetMs = 15_000;

/** The console: its page, and the routes that the page calls. */
export function createConsole(given: {
  readonly admitting: Admitting;
  readonly page: Page;
  readonly tracing: Tracing;
  readonly metrics: RequestObserver | undefined;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
}) {
  const { admitting, page, tracing, metrics, stopping } = given;
  const pipeline = {
    log: admitting.deps.log,
    tracing,
    admit: (arrival: Arrival<RouteAccess>) => admit(admitting, arrival),
    refusalOf: refusalOfStorage,
    unmatched: () => undefined,
    timeBudgetMs,
    trustedProxies: admitting.trustedProxies,
    stopping,
  };
  return createApp({ pipeline, routes, metrics, first: page.answer });
}
