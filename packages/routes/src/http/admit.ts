import { headerNames } from "@service/contract";
import { authenticate } from "@service/domain/keys";
import { type Arrival, refuseRepeated } from "@service/http";
import type { IncomingMessage } from "node:http";
import type { ApiDeps } from "../open-deps.ts";
import { resolveViewerOf } from "./acting-person.ts";
import type { Granted, RouteAccess, RouteSettings } from "./route.ts";

/** Who acts and through whose eyes: headers that say so have one value. Of assertions, two count as none (SEAT-20). */
const ofPerson: readonly string[] = [headerNames.actingPrincipal, headerNames.actingEmail, headerNames.recordsLens];

/**
 * Authenticates, spends budgets, authorizes and resolves the acting person, in this order, so that a bad key is 401 and
 * never 429 (PLAT-15).
 * @returns what the route's handler receives. The types of `route` follow from the same access.
 */
export async function admit(
  given: { readonly deps: ApiDeps; readonly settings: RouteSettings },
  { access, request, headers, params, stamp }: Arrival<RouteAccess>,
): Promise<Record<keyof Granted<never>, unknown>> {
  const { deps, settings } = given;
  const principal = headers[headerNames.actingPrincipal]?.trim() || undefined;
  const { admission, action, rule, namesBuild } = access;
  if (!admission) return { deps, settings, principal, caller: undefined, engine: undefined, viewer: undefined };
  const caller = await authenticate(deps, bearerToken(request));
  const accepted = (): void => {
    if (namesBuild && settings.buildCommit !== undefined) stamp(headerNames.engineBuild, settings.buildCommit);
  };
  const engine = await admission({ deps, caller, action, slug: params["engine_slug"] ?? "", accepted });
  const viewer = await resolveViewerOf({ deps, caller, action, message: request, headers }, rule);
  refuseRepeated(request, ofPerson);
  return { deps, settings, principal, caller, engine, viewer };
}

/**
 * The token of `Bearer <token>`; undefined for a missing header, another scheme, an empty token (KEY-1) or two headers,
 * which are ambiguous.
 */
function bearerToken(request: IncomingMessage): string | undefined {
  const [authorization = "", ...more] = request.headersDistinct["authorization"] ?? [];
  return more.length > 0 ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}
