import { type Route as PublicRoute, type RouteSettings, routes as publicRoutes } from "@service/routes";
import type { TrustedProxies } from "@service/http";
import { PlaceParams } from "../routes/shapes.ts";
import { type ConsoleSettings, errorsOf, type Route, type RouteAccess } from "./route.ts";

/** Where people call the public routes: in an environment of an organization. */
const prefix = "/console/v1/o/{organization_id}/e/{environment}";

/** Families of public routes that people call; the others have no page yet. */
const families: ReadonlySet<string> = new Set([
  "runs",
  "outcomes",
  "defensibility",
  "engines",
  "webhooks",
  "environments",
]);

/** Acts that make a secret, or that cannot be taken back (CON-21). */
const freshActions: ReadonlySet<string> = new Set([
  "webhooks.create",
  "webhooks.rotateSecret",
  "webhooks.delete",
  "environments.delete",
]);

/**
 * The public routes as people call them: the same declaration and handler under the place's prefix, admitted by
 * permission instead of a key. What a page shows is what the API answers.
 */
export const routesForPeople: readonly Route[] = publicRoutes
  .filter(({ id }) => families.has(id.split(".")[0] ?? ""))
  .map(forPeople);

function forPeople({ access: publicAccess, ...route }: PublicRoute): Route {
  const access: RouteAccess = { scope: "public", access: publicAccess, fresh: freshActions.has(route.id) };
  return {
    ...route,
    access,
    path: `${prefix}${route.path.slice("/api/v1".length)}`,
    params: route.params ? route.params.extend(PlaceParams.shape) : PlaceParams,
    errors: [...route.errors, ...errorsOf(access)],
  };
}

/** The settings of the public routes that people call. */
export function settingsOfPublicRoutes(settings: ConsoleSettings, trustedProxies: TrustedProxies): RouteSettings {
  const { buildCommit, version, webhookAllowedCidrs, webhookDeniedHosts, webhookAddressesOpenedBy } = settings;
  return {
    buildCommit,
    version,
    webhookAllowedCidrs,
    webhookDeniedHosts,
    webhookAddressesOpenedBy,
    trustedProxies,
    // Of routes that people do not call: health, uploads and inbound events.
    healthCheckMs: 0,
    requestBudgetMs: 0,
    hasScanner: false,
    ingestPerAddressPerMinute: 0,
    ingestPerSourcePerMinute: 0,
    count: () => undefined,
  };
}
