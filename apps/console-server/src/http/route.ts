import type { ConsoleErrorCode } from "@service/contract/console";
import type { Permission, Principal } from "@service/domain/access";
import type { Membership, Person, Session, SessionTimes, Whence } from "@service/domain/people";
import {
  type BodyContent,
  declareRoute,
  type ParamsFor,
  type Responses,
  type Route as RouteOf,
  type RouteDeclaration,
} from "@service/http";
import type { RouteAccess as PublicAccess } from "@service/routes";
import type * as z from "zod";
import type { ConsoleDeps } from "../open-deps.ts";
import type { Cookies, CookieTokens } from "./cookies.ts";

/** How far a session has come: `active` has proved all that the installation wants (CON-15). */
export type SessionNeed = "setup" | "second_factor" | "unproved" | "active";

/**
 * Who may call a route of the console.
 * - `nobody`: without a session.
 * - `session`: who holds a session that has come so far; `unproved` lacks the second factor that its role needs.
 * - `installation`, `organization`, `environment`: who has the permission there.
 * - `fresh`: the person proved within 15 minutes who it is (CON-21).
 */
export type ConsoleAccess =
  | {
      readonly scope: "nobody";
      /** Another site sends the browser here. */
      readonly fromElsewhere?: true;
    }
  | { readonly scope: "session"; readonly needs: readonly SessionNeed[]; readonly fresh?: true }
  | { readonly scope: "installation"; readonly permission: Permission; readonly fresh?: true }
  | {
      readonly scope: "organization" | "environment";
      /** Null: whoever may open the organization. */
      readonly permission: Permission | null;
      readonly fresh?: true;
    };

/** A route of the console itself, or a public one that a person calls in an environment. */
export type RouteAccess =
  ConsoleAccess | { readonly scope: "public"; readonly access: PublicAccess; readonly fresh: boolean };

export type Route = RouteOf<RouteAccess>;

/** The settings of the process that a handler may need. */
export interface ConsoleSettings {
  readonly publicUrl: URL;
  readonly buildCommit: string | undefined;
  readonly version: string;
  /** Whether people may sign in with a password, and at an identity provider. */
  readonly signIn: { readonly password: boolean; readonly provider: boolean };
  readonly webhookAllowedCidrs: readonly string[];
  readonly webhookDeniedHosts: readonly string[];
  readonly webhookAddressesOpenedBy: string | undefined;
}

export interface GrantedToAll {
  readonly deps: ConsoleDeps;
  readonly settings: ConsoleSettings;
  readonly cookies: Cookies;
  /** Tokens of the browser's cookies. */
  readonly sent: CookieTokens;
  readonly whence: Whence;
  readonly times: SessionTimes;
}
interface GrantedToSession extends GrantedToAll {
  readonly session: Session;
  readonly person: Person;
  /** Whether the person's role needs a second factor here. */
  readonly mustHaveFactor: boolean;
}
export interface GrantedInPlace extends GrantedToSession {
  /** The person as the author of what happens here. In an organization without environment: of `live`. */
  readonly principal: Principal<"person">;
  readonly membership: Membership;
}

/** What the handler of an access receives besides its parsed request. */
type Granted<Access extends ConsoleAccess> = Access extends { scope: "nobody" }
  ? GrantedToAll
  : Access extends { scope: "session" | "installation" }
    ? GrantedToSession
    : GrantedInPlace;

interface RouteDefinition<
  Path extends string,
  Access extends ConsoleAccess,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  B extends BodyContent | undefined,
  R extends Responses,
> extends RouteDeclaration<Granted<Access>, Path, P, Q, undefined, B, R, ConsoleErrorCode> {
  /** `family.verb`. */
  readonly id: string;
  readonly access: Access;
}

/** Declares a route of the console. Paths in an organization name it as `{organization_id}`. */
export function route<
  const Path extends string,
  const Access extends ConsoleAccess,
  const R extends Responses,
  P extends ParamsFor<Path> = ParamsFor<Path>,
  Q extends z.ZodObject | undefined = undefined,
  B extends BodyContent | undefined = undefined,
>(definition: RouteDefinition<Path, Access, P, Q, B, R>): Route {
  const { id, access } = definition;
  return declareRoute<RouteAccess, Granted<Access>, Path, P, Q, undefined, B, R, ConsoleErrorCode>(
    { id, access, accessErrors: errorsOf(access) },
    definition,
  );
}

/** Codes with which `admit` may refuse an access. */
export function errorsOf(access: RouteAccess): ConsoleErrorCode[] {
  const always: ConsoleErrorCode[] = ["host_refused", "cross_site_refused", "rate_limited"];
  if (access.scope === "nobody") return [...always, "sign_in_throttled"];
  const signedIn: ConsoleErrorCode[] = [
    ...always,
    "sign_in_throttled",
    "session_required",
    "session_ended",
    "second_factor_required",
  ];
  if ("fresh" in access && access.fresh) signedIn.push("step_up_required");
  if (access.scope === "session") return signedIn;
  signedIn.push("second_factor_missing", "permission_missing");
  return access.scope === "installation" ? signedIn : [...signedIn, "contents_closed", "seat_missing", "not_found"];
}
