import type { ErrorCode, ErrorTemplate, ServiceError } from "@service/contract";
import {
  type Access,
  accessTo,
  type ActionName,
  type actions,
  type Caller,
  type OrganizationCaller,
} from "@service/domain/access";
import type { EngineForCall } from "@service/domain/engines";
import type { RunDeps } from "@service/domain/runs";
import type { Json } from "@service/engine-types";
import type { CostlyJson } from "@service/runtime";
import type * as z from "zod";
import { type Admission, type EngineAdmission, onEngine, onOrganization } from "./admission.ts";
import type { TrustedProxies } from "./client-address.ts";
import type { Count } from "../request-metrics.ts";

/**
 * One route, one declaration: validation, authorization, budgets, the OpenAPI document and the response check of the
 * tests all derive from it (PLAT-26). Add a route only this way.
 */

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A response without a body (204). */
export const empty = Symbol("empty response");
/** A plain text response (robots.txt). */
export const plainText = Symbol("plain text response");
type ResponseSpec = z.ZodType | typeof empty | typeof plainText;
export type Responses = { readonly [status: number]: ResponseSpec };

export type BodySpec<S extends z.ZodType> = {
  readonly schema: S;
  /** Bytes; a larger body is refused before it is parsed. */
  readonly limitBytes: number;
  /** Code for a body over the limit (`request_bound_exceeded` is a 413); default `invalid_request`. */
  readonly tooLarge?: "invalid_request" | "request_bound_exceeded" | "body_too_large";
  /**
   * Checks on the parsed JSON before the schema: size bounds come first (RUN-30, TYPE-93). `compactBytesMax` is the
   * upper bound of the body's length as compact JSON. Throws the refusal.
   */
  readonly before?: (raw: Json, compactBytesMax: number) => void;
  /** The refusal of a body whose parsing would block the process; default `invalid_request`. */
  readonly refuseCostly?: (body: Buffer, costly: CostlyJson) => Promise<ServiceError>;
  /** The body may be absent and then parses as `{}`. */
  readonly optional?: true;
};

/** A body passed as bytes when the handler asks for it, so that earlier checks can refuse without reading it. */
type RawBodySpec = {
  /** Media type → schema, for the OpenAPI document. */
  readonly contents: Readonly<Record<string, z.ZodType>>;
  /** Bytes, counted while the body is read; the declared length is not trusted. */
  readonly limitBytes: number;
  readonly tooLarge: "body_too_large";
};

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
/** A path with parameters needs a schema with every one of them. */
type ParamsFor<Path extends string> = [ParameterNames<Path>] extends [never]
  ? z.ZodObject | undefined
  : z.ZodObject<Record<ParameterNames<Path>, z.ZodType>>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a schema leaves open (`z.unknown()`) is `Json` in a body, because the body was parsed as JSON. */
type FromJson<T> = unknown extends T ? Json : { [Name in keyof T]: FromJson<T[Name]> };
/** Actions that can be routes; the operator's actions are commands. */
type RouteAction = {
  [Action in ActionName]: (typeof actions)[Action] extends { key: "operator" } ? never : Action;
}[ActionName];
type CallerOf<Action extends ActionName> = (typeof actions)[Action] extends { key: "none" | "source" }
  ? undefined
  : (typeof actions)[Action] extends { key: "organization" }
    ? OrganizationCaller
    : Caller;
type EngineOf<Action extends ActionName> = (typeof actions)[Action] extends { on: "engine" }
  ? EngineForCall
  : undefined;
type BodyOf<S extends ResponseSpec> = S extends z.ZodType
  ? z.input<S>
  : S extends typeof plainText
    ? string
    : undefined;

/** What a handler returns; make it with `reply`. */
type Reply<R extends Responses> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly body: BodyOf<R[S]>;
    readonly headers: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/**
 * Passed to the handler rather than imported: `{ status: 202 }` returned from an async handler widens to `number`, and
 * the compiler could no longer refuse an undeclared status or a body outside its schema.
 */
type MakeReply<R extends Responses> = <S extends keyof R & number>(
  status: S,
  ...rest: BodyOf<R[S]> extends undefined
    ? [body?: undefined, headers?: Readonly<Record<string, string>>]
    : [body: BodyOf<R[S]>, headers?: Readonly<Record<string, string>>]
) => Reply<R>;

/** The unparsed request, for the few handlers that check it themselves. */
interface IncomingRequest {
  /** By lower-case name; earlier names of the contract's headers appear under the current ones. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Address of the sender; behind proxies of `TRUSTED_PROXIES`, the one they forward. */
  address(): string;
  /**
   * The exact bytes of the body of a route with `rawBody`. Call it once.
   * @throws the code of its `tooLarge`, buffering no more than the limit; `invalid_request` for a compressed body.
   */
  readBody(): Promise<Buffer>;
}

/** Passed to every handler besides its parsed request. */
export interface CallContext {
  readonly incoming: IncomingRequest;
  readonly deps: RunDeps;
  /** The API process's own settings that a handler may need. */
  readonly settings: RouteSettings;
  /** Aborted when the request's time budget is over. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly traceId: string;
  /** W3C traceparent to store or pass on. */
  readonly traceParent: string;
  /** `X-Service-Acting-Principal`, trimmed; undefined when absent or empty. */
  readonly principal: string | undefined;
  /** Monotonic milliseconds when the request arrived, for `Server-Timing`. */
  readonly startedAtMs: number;
}

export interface RouteSettings {
  readonly buildCommit: string | undefined;
  readonly healthCheckMs: number;
  readonly requestBudgetMs: number;
  readonly webhookAllowedCidrs: readonly string[];
  /** The service's own host names, which webhook URLs may not use. */
  readonly webhookDeniedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** Events per minute of one address, or of one IPv6 /64 network. */
  readonly ingestPerAddressPerMinute: number;
  /** Events per minute to one source. */
  readonly ingestPerSourcePerMinute: number;
  /** Adds one to a counter of the process's metrics. */
  readonly count: Count;
}

export interface RouteDefinition<
  Path extends string,
  Action extends RouteAction,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R extends Responses,
> {
  /**
   * `family.verb`: the operationId, the file name, the name of the domain verb, and the row of the access table with who
   * may call. The pipeline checks the key and, for an action `on` an engine, the engine of the path. For an action `on` a
   * run the handler reads the run and calls `allow`. For an action by `source` (with a `rawBody`) the handler spends the
   * budgets of the sending address and of the source, then authenticates the raw bytes.
   */
  readonly id: Action;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  /**
   * The budgets that a request spends and where its engine is read from; default: the organization's budget, then a fresh
   * read of the engine that the action is `on`.
   */
  readonly admission?: EngineOf<Action> extends EngineForCall ? EngineAdmission : never;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B extends z.ZodType ? BodySpec<B> : undefined;
  /** Instead of `body`. */
  readonly rawBody?: RawBodySpec;
  readonly responses: R;
  /** Codes of this route's own rules; those of access, budgets and parsing follow from the declaration. */
  readonly errors: readonly (ErrorCode | ErrorTemplate)[];
  handle(
    call: CallContext & {
      readonly caller: CallerOf<Action>;
      readonly engine: EngineOf<Action>;
      readonly params: Parsed<P>;
      readonly query: Parsed<Q>;
      readonly headers: Parsed<H>;
      readonly body: FromJson<Parsed<B>>;
      readonly reply: MakeReply<R>;
    },
  ): Promise<Reply<R>> | Reply<R>;
}

/** A route as the pipeline sees it: the same declaration, with the handler's types erased. */
export interface Route {
  readonly id: string;
  readonly action: ActionName;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: Access;
  /** Undefined for a route without a key. */
  readonly admission: Admission | undefined;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  readonly headers: z.ZodObject | undefined;
  readonly body: BodySpec<z.ZodType> | undefined;
  readonly rawBody?: RawBodySpec | undefined;
  readonly responses: Responses;
  readonly errors: readonly (ErrorCode | ErrorTemplate)[];
  readonly handle: (call: ErasedCall) => Promise<ErasedReply> | ErasedReply;
}

export interface ErasedReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}
interface ErasedCall extends CallContext {
  readonly caller: Caller | undefined;
  readonly engine: EngineForCall | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

const noHeaders = {};

/** Declares a route. Compile errors: a path parameter without schema, an undeclared status or error code, a body outside its response schema. */
export function route<
  const Path extends string,
  const Action extends RouteAction,
  const R extends Responses,
  P extends ParamsFor<Path> = ParamsFor<Path>,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<Path, Action, P, Q, H, B, R>): Route {
  const reply = (
    status: number,
    body?: unknown,
    headers: Readonly<Record<string, string>> = noHeaders,
  ): ErasedReply => ({
    status,
    body,
    headers,
  });
  const access = accessTo(definition.id);
  return {
    id: definition.id,
    action: definition.id,
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    description: definition.description,
    access,
    admission: admissionTo(access, definition.admission),
    params: definition.params,
    query: definition.query,
    headers: definition.headers,
    body: definition.body,
    rawBody: definition.rawBody,
    responses: definition.responses,
    errors: definition.errors,
    handle: (call) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/consistent-type-assertions -- the one place where types are erased: the pipeline has parsed these values with the same schemas
      const handle = definition.handle as unknown as (call: object) => Promise<ErasedReply> | ErasedReply;
      return handle({ ...call, reply });
    },
  };
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
