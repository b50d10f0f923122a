/**
 * The public routes: declared once, served to keys by apps/api, and by any process that brings an admission for its
 * own kind of caller.
 *
 * Guarantees: validation, authorization, the OpenAPI document and the response check derive from a route's declaration; a
 * handler parses nothing and knows no storage. Not here: the process (apps) and the business (packages/domain).
 */
export { accessSentence, apiDescription } from "./api-description.ts";
export { createApp } from "./app.ts";
export { admitCaller } from "./http/admit.ts";
export type { Route, RouteAccess, RouteSettings } from "./http/route.ts";
export { type ApiDeps, openDeps } from "./open-deps.ts";
export { createCounters, createStreamMetrics } from "./request-metrics.ts";
export { routes } from "./routes/index.ts";
