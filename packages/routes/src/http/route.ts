import {
  type Access,
  accessTo,
  type ActionName,
  type actions,
  type Caller,
  type Principal,
} from "@service/domain/access";
import type { EngineForCall } from "@service/domain/engines";
import type { BookView } from "@service/domain/seats";
import {
  type BodyContent,
  declareRoute,
  type ParamsFor,
  type Responses,
  type Route as RouteOf,
  type RouteDeclaration,
  type StreamTimes,
  type TrustedProxies,
} from "@service/http";
import type * as z from "zod";
import type { ApiDeps } from "../open-deps.ts";

export type { ApiDeps } from "../open-deps.ts";
import type { Count } from "../request-metrics.ts";
import { errorsOfAccess } from "./access-errors.ts";
import type { AppendView, OptionalViews } from "./acting-person.ts";
import { type Admission, type EngineAdmission, onEngine, onOrganization } from "./admission.ts";

/** Actions that can be routes; the operator's actions are commands. */
type RouteAction = {
  [Action in ActionName]: (typeof actions)[Action] extends { key: "operator" } ? never : Action;
}[ActionName];

/** Who may call a route, and how its requests are admitted. */
export interface RouteAccess {
  readonly action: ActionName;
  readonly rule: Access;
  /** Undefined for a route without a key. */
  readonly admission: Admission | undefined;
  /** Answers name the build of the service from the moment that key and budget are accepted (REC-52). */
  readonly namesBuild: boolean;
}

/** A route of this service. */
export type Route = RouteOf<RouteAccess>;

/** What the handler of an action receives besides its parsed request. */
export interface Granted<Action extends ActionName> {
  readonly deps: ApiDeps;
  /** The API process's own settings that a handler may need. */
  readonly settings: RouteSettings;
  readonly caller: CallerBy[(typeof actions)[Action]["key"]];
  readonly engine: EngineOf<Action>;
  /** For whom the action is performed. */
  readonly viewer: ViewerOf<Action>;
  /** `X-Service-Acting-Principal`, trimmed; undefined when absent or empty. */
  readonly principal: string | undefined;
}

/** Who calls, by the `key` of the action. */
interface CallerBy {
  readonly none: undefined;
  readonly source: undefined;
  readonly organization: Principal<"organization_key" | "person">;
  readonly any: Caller;
  readonly operator: never;
}

type EngineOf<Action extends ActionName> = (typeof actions)[Action] extends { on: "engine" }
  ? EngineForCall
  : undefined;

type ViewerOf<Action extends ActionName> = (typeof actions)[Action] extends {
  viewer: "optional";
  reads: infer What extends keyof OptionalViews;
}
  ? OptionalViews[What]
  : (typeof actions)[Action] extends { writes: "ledger" }
    ? AppendView
    : (typeof actions)[Action] extends { viewer: "required" | "named" }
      ? BookView
      : undefined;

export interface RouteSettings {
  readonly buildCommit: string | undefined;
  /** Release of the service. */
  readonly version: string;
  readonly healthCheckMs: number;
  readonly requestBudgetMs: number;
  /** Uploads wait for a scan before their content is handed out (ATT-23). */
  readonly hasScanner: boolean;
  readonly webhookAllowedCidrs: readonly string[];
  /** Name of the variable that opens private addresses, for refusals; undefined in production. */
  readonly webhookAddressesOpenedBy: string | undefined;
  /** The service's own host names, which webhook URLs may not use. */
  readonly webhookDeniedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** Events per minute of one address, or of one IPv6 /64 network. */
  readonly ingestPerAddressPerMinute: number;
  /** Events per minute to one source. */
  readonly ingestPerSourcePerMinute: number;
  /** Adds one to a counter of the process's metrics. */
  readonly count: Count;
  /** Instead of the times that the routes declare for streams: what an operator sets. */
  readonly streamTimes?: Partial<StreamTimes>;
}

interface RouteDefinition<
  Path extends string,
  Action extends RouteAction,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends BodyContent | undefined,
  R extends Responses,
> extends RouteDeclaration<Granted<Action>, Path, P, Q, H, B, R> {
  /**
   * `family.verb`: the operationId, the file name, the name of the domain verb, and the row of the access table with who
   * may call. `admit` checks the key and, for an action `on` an engine, the engine of the path. For an action `on` a
   * run the handler reads the run and calls `allow`. For an action by `source` (with a `rawBody`) the handler spends the
   * budgets of the sending address and of the source, then authenticates the raw bytes.
   */
  readonly id: Action;
  /**
   * The budgets that a request spends and where its engine is read from; default: the organization's budget, then a fresh
   * read of the engine that the action is `on`.
   */
  readonly admission?: EngineOf<Action> extends EngineForCall ? EngineAdmission : never;
}

/** Declares a route of this service; its action decides who may call and what the handler receives. */
export function route<
  const Path extends string,
  const Action extends RouteAction,
  const R extends Responses,
  P extends ParamsFor<Path> = ParamsFor<Path>,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends BodyContent | undefined = undefined,
>(definition: RouteDefinition<Path, Action, P, Q, H, B, R>): Route {
  const rule = accessTo(definition.id);
  return declareRoute(
    {
      id: definition.id,
      access: {
        action: definition.id,
        rule,
        admission: admissionTo(rule, definition.admission),
        namesBuild: definition.path.startsWith("/api/v1/records/"),
      },
      accessErrors: errorsOfAccess(rule, definition.path),
    },
    definition,
  );
}

function admissionTo(access: Access, declared: EngineAdmission | undefined): Admission | undefined {
  switch (access.key) {
    case "none":
    case "source":
    case "operator":
      return undefined;
    case "organization":
      return onOrganization;
    case "any":
      return access.on === "engine" ? (declared ?? onEngine) : onOrganization;
  }
}
