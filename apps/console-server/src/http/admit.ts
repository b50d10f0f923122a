import { fail, uuidPattern } from "@service/contract";
import { refuse } from "@service/contract/console";
import {
  type InstallationRole,
  type Permission,
  permissionFor,
  permissions,
  permissionsOf,
} from "@service/domain/access";
import {
  findSession,
  isFresh,
  type PersonInPlace,
  principalOfPerson,
  type Session,
  type SessionTimes,
} from "@service/domain/people";
import { viewOfPerson } from "@service/domain/seats";
import { addressGroup, type Arrival, clientAddress, type TrustedProxies } from "@service/http";
import { admitCaller, type RouteSettings } from "@service/routes";
import type { ConsoleDeps } from "../open-deps.ts";
import type { cookiesUnder } from "./cookies.ts";
import { refuseCrossSite } from "./refuse-cross-site.ts";
import type { ConsoleSettings, RouteAccess, SessionNeed } from "./route.ts";

/** Requests a minute of one session, and requests without one of a network address (CON-81). */
const perMinute = { session: 600, address: 30 } as const;

/** What `admit` uses of the process. */
export interface Admitting {
  readonly deps: ConsoleDeps;
  readonly settings: ConsoleSettings;
  /** Of the public routes that people call. */
  readonly publicSettings: RouteSettings;
  readonly cookies: ReturnType<typeof cookiesUnder>;
  readonly times: SessionTimes;
  readonly trustedProxies: TrustedProxies;
  /** Whether a person in this role must have a second factor. */
  readonly needsSecondFactor: (role: string | null) => boolean;
}

/**
 * Admits a request: host and origin → session → budget → organization → permission → proof (CON-80). Another
 * organization's id answers as one that does not exist.
 * @returns what the route's handler receives.
 */
export async function admit(given: Admitting, arrival: Arrival<RouteAccess>): Promise<object> {
  const { deps, settings, cookies } = given;
  const { access, request, params, stamp } = arrival;
  if (!("fromElsewhere" in access)) refuseCrossSite(request, settings.publicUrl);
  const sent = cookies.read(request);
  const address = clientAddress(request, given.trustedProxies);
  const whence = { address: address === "" ? undefined : address, userAgent: request.headers["user-agent"] };
  const forAll = { deps, settings, sent, whence, times: given.times, cookies: cookies.writer(stamp) };
  const spendAddress = (): Promise<void> =>
    spend(deps, `console-address:${addressGroup(address)}`, perMinute.address, "sign_in_throttled");
  if (access.scope === "nobody") {
    await spendAddress();
    return forAll;
  }
  const session = sent.session === undefined ? undefined : await findSession(deps, sent.session, given.times);
  if (!session) {
    // A made-up cookie costs a look-up: it counts like a request without one.
    await spendAddress();
    throw refuse(sent.session === undefined ? "session_required" : "session_ended");
  }
  await spend(deps, `console-session:${session.id}`, perMinute.session, "rate_limited");
  refuseStage(given, session, access);
  const { person } = session;
  const forSession = { ...forAll, session, person, mustHaveFactor: given.needsSecondFactor(person.role) };
  if (access.scope === "session") {
    proveFresh(deps, access, session);
    return forSession;
  }
  if (access.scope === "installation") {
    if (person.role === null || !hasInInstallation(person.role, access.permission)) throw refuse("permission_missing");
    proveFresh(deps, access, session);
    return forSession;
  }
  const place = await placeOf(deps, session, params);
  const permission = access.scope === "public" ? permissionFor(access.access.action) : access.permission;
  if (permission === undefined) throw refuse("permission_missing");
  if (permission !== null) refuseWithout(place, permission, session);
  proveFresh(deps, access, session);
  if (access.scope !== "public") return { ...forSession, ...place };
  const { principal, membership } = place;
  return admitCaller(
    {
      deps,
      settings: given.publicSettings,
      caller: principal,
      viewing: () => viewOfPerson(deps, principal, { ...membership, email: person.email }),
      principal: person.email,
      isFree: request.method === "GET" || request.method === "HEAD",
    },
    access.access,
    params,
  );
}

/** @throws the code of what the session still lacks. */
function refuseStage({ needsSecondFactor }: Admitting, session: Session, access: RouteAccess): void {
  const { person } = session;
  const lacksFactor = needsSecondFactor(person.role) && !person.hasSecondFactor && !person.usesProvider;
  const has: SessionNeed = session.stage === "active" && lacksFactor ? "unproved" : session.stage;
  const needs: readonly SessionNeed[] = access.scope === "session" ? access.needs : ["active"];
  if (needs.includes(has)) return;
  if (has === "unproved") throw refuse("second_factor_missing");
  throw refuse(has === "second_factor" ? "second_factor_required" : "session_required");
}

function proveFresh(deps: Pick<ConsoleDeps, "clock">, access: RouteAccess, session: Session): void {
  if ("fresh" in access && access.fresh && !isFresh(session, deps.clock.now())) throw refuse("step_up_required");
}

async function placeOf(
  deps: ConsoleDeps,
  { person }: Session,
  params: Readonly<Record<string, string>>,
): Promise<PersonInPlace> {
  const { organization_id: organizationId = "", environment = "live" } = params;
  const place =
    uuidPattern.test(organizationId) && !environment.includes("\u0000")
      ? await principalOfPerson(deps, person, { organizationId, environmentSlug: environment })
      : undefined;
  if (!place) throw fail("not_found", { message: "There is no such organization or environment." });
  return place;
}

/** Outside any organization there are no contents. */
function hasInInstallation(role: InstallationRole, permission: Permission): boolean {
  return permissionsOf({ installation: role, member: null, isOpened: false }).has(permission);
}

/** @throws `permission_missing`, or `contents_closed` where opening the organization would help (CON-31). */
function refuseWithout({ principal, membership }: PersonInPlace, permission: Permission, { person }: Session): void {
  if (principal.permissions.has(permission)) return;
  const opens = person.role !== null && membership.openedUntil === null && "contents" in permissions[permission];
  throw refuse(opens ? "contents_closed" : "permission_missing");
}

async function spend(
  { queue }: Pick<ConsoleDeps, "queue">,
  key: string,
  requestsPerMinute: number,
  code: "rate_limited" | "sign_in_throttled",
): Promise<void> {
  const bucket = { key, perMinute: requestsPerMinute, burst: requestsPerMinute, cost: 1 };
  const spent = await queue.budgets.spend([bucket]);
  if (!spent.allowed.every(Boolean)) throw refuse(code, { retryAfterSeconds: spent.retryAfterSeconds });
}
