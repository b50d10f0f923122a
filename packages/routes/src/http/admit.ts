import { headerNames } from "@service/contract";
import type { Caller } from "@service/domain/access";
import { authenticate } from "@service/domain/keys";
import type { ActingHeaders } from "@service/domain/seats";
import { type Arrival, refuseRepeated } from "@service/http";
import type { ApiDeps } from "../open-deps.ts";
import { actingOf, hasView, resolveViewerOf } from "./acting-person.ts";
import { bearerToken } from "./bearer-token.ts";
import { noteCaller } from "./note-refusals.ts";
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
  noteCaller(deps.keyUses, request, caller);
  const accepted = (): void => {
    if (namesBuild && settings.buildCommit !== undefined) stamp(headerNames.engineBuild, settings.buildCommit);
  };
  const engine = await admission({ deps, caller, action, slug: params["engine_slug"] ?? "", accepted });
  const acting = (): ActingHeaders => actingOf(request, headers);
  const viewer = await resolveViewerOf({ deps, caller, action, acting }, rule);
  refuseRepeated(request, ofPerson);
  return { deps, settings, principal, caller, engine, viewer };
}

/**
 * Admits somebody who is no key to a public route: spends budgets, authorizes and resolves whose view of the book counts.
 * @param given.viewing reads the caller and the person by whom the view is resolved, for an action that has a view.
 * @returns what the route's handler receives.
 */
export async function admitCaller(
  given: {
    readonly deps: ApiDeps;
    readonly settings: RouteSettings;
    readonly caller: Caller;
    readonly viewing: () => Promise<{ readonly caller: Caller; readonly acting: ActingHeaders }>;
    /** Named as who acts, such as an email. */
    readonly principal: string;
    /** Spends no budget of the organization. */
    readonly isFree: boolean;
  },
  { action, rule, admission }: RouteAccess,
  params: Readonly<Record<string, string>>,
): Promise<Record<keyof Granted<never>, unknown>> {
  const { deps, settings, caller, viewing, principal, isFree } = given;
  const arrival = { deps, caller, action, slug: params["engine_slug"] ?? "", accepted: () => undefined, isFree };
  const engine = await admission?.(arrival);
  if (!hasView(rule)) return { deps, settings, principal, caller, engine, viewer: undefined };
  const { caller: viewed, acting } = await viewing();
  const viewer = await resolveViewerOf({ deps, caller: viewed, action, acting: () => acting }, rule);
  return { deps, settings, principal, caller, engine, viewer };
}
