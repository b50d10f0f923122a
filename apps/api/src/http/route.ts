import type { Capability, ErrorCode, InboundSourceKind } from "@service/contract";
import type { Deps } from "@service/domain";
import type { EngineForCall } from "@service/domain/engines";
import type { Caller, OrganizationCaller } from "@service/domain/keys";
import type * as z from "zod";
import type { TrustedProxies } from "./client-address.ts";

/**
 * One route, one declaration: validation, authorization, budgets, the OpenAPI document and the response check of the
 * tests all derive from it (house.md section 4). There is no second way to add a route.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call.
 * - `none`: no key, no budget.
 * - `source`: no key; the handler spends the budgets of the sending address and of the source, and then authenticates the
 *   raw bytes (section 5.6). Such a route has a `rawBody`.
 * - `organization`: organization keys only; every scoped key gets `insufficient_capability` (section 5.4 rule 2).
 * - `any`: organization keys, and scoped keys that hold every capability named. `live`: organization keys must be live
 *   (5.4 rule 3). `engine: "slug"`: the path's engine is loaded and the binding checked before the handler;
 *   `engine: "run"`: the handler reads the run and calls `assertEngineBound` (5.4 rule 1).
 */
export type Access =
  | { readonly key: "none" }
  | { readonly key: "source" }
  | { readonly key: "organization" }
  | {
      readonly key: "any";
      readonly capabilities: readonly [Capability, ...Capability[]];
      readonly live?: true;
      readonly engine?: "slug" | "run";
    };

/** A response without a body (204). */
export const empty = Symbol("empty response");
/** A plain text response (robots.txt). */
export const plainText = Symbol("plain text response");
export type ResponseSpec = z.ZodType | typeof empty | typeof plainText;
export type Responses = { readonly [status: number]: ResponseSpec };

export type BodySpec<S extends z.ZodType> = {
  readonly schema: S;
  /** Bytes; a larger body is refused before it is parsed. */
  readonly limitBytes: number;
  /** Which code a body over the limit answers; `request_bound_exceeded` answers with 413. Default `invalid_request`. */
  readonly tooLarge?: "invalid_request" | "request_bound_exceeded" | "body_too_large";
  /**
   * Checks on the parsed JSON before the schema: size bounds come first (domain.md 0.9). Told the length of the body in
   * bytes. Throws the refusal.
   */
  readonly before?: (raw: unknown, bodyBytes: number) => void;
  /** No body at all is allowed and parses as `{}`. */
  readonly optional?: true;
};

/** A body that is handed over as bytes, when the handler asks for it: what comes before may refuse without reading it. */
export type RawBodySpec = {
  /** What the body may be, for the document. */
  readonly contents: Readonly<Record<string, z.ZodType>>;
  /** Bytes; counted while the body is read, whatever length was declared. */
  readonly limitBytes: number;
  readonly tooLarge: "body_too_large";
};

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
/** A path with parameters needs a schema that has every one of them. */
type ParamsFor<Path extends string> = [ParameterNames<Path>] extends [never]
  ? z.ZodObject | undefined
  : z.ZodObject<Record<ParameterNames<Path>, z.ZodType>>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type CallerOf<A extends Access> = A extends { key: "none" | "source" }
  ? undefined
  : A extends { key: "organization" }
    ? OrganizationCaller
    : Caller;
type EngineOf<A extends Access> = A extends { engine: "slug" } ? EngineForCall : undefined;
type BodyOf<S extends ResponseSpec> = S extends z.ZodType
  ? z.input<S>
  : S extends typeof plainText
    ? string
    : undefined;

/** The answer a handler returns; only `reply` makes one. */
export type Reply<R extends Responses> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly body: BodyOf<R[S]>;
    readonly headers: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/**
 * Passed in rather than imported: returning `{ status: 202 }` from an async handler widens the literal to `number`,
 * and the compiler could no longer refuse an undeclared status or a body outside its schema.
 */
export type MakeReply<R extends Responses> = <S extends keyof R & number>(
  status: S,
  ...rest: BodyOf<R[S]> extends undefined
    ? [body?: undefined, headers?: Readonly<Record<string, string>>]
    : [body: BodyOf<R[S]>, headers?: Readonly<Record<string, string>>]
) => Reply<R>;

/** The request as it came, for the few handlers that judge it themselves. */
export interface IncomingRequest {
  /** By lower-case name; earlier names of the contract's headers under the current ones. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Address of the sender: behind proxies of `TRUSTED_PROXIES` the one they name. */
  address(): string;
  /**
   * The exact bytes of the body of a route with `rawBody`. To be called once.
   * @throws the code of its `tooLarge`, having kept no more than the limit; `invalid_request` for a compressed body.
   */
  readBody(): Promise<Buffer>;
}

/** What every handler gets besides its parsed request. */
export interface CallContext {
  readonly incoming: IncomingRequest;
  readonly deps: Deps;
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
  /** Names of the service itself: no webhook goes to them. */
  readonly webhookDeniedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  readonly ingest: IngestSettings;
}

export interface IngestSettings {
  /** Events one address, or one IPv6 network of 64 bits, may send a minute. */
  readonly perAddressPerMinute: number;
  /** Events one source may receive a minute. */
  readonly perSourcePerMinute: number;
  /** Counts what became of a delivery: an outcome, or the code of the refusal. */
  readonly observe: (kind: InboundSourceKind, outcome: string) => void;
}

export interface RouteDefinition<
  Path extends string,
  A extends Access,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R extends Responses,
> {
  /** `family.verb`: the operationId, the file name and the name of the domain verb. */
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  readonly access: A;
  /** `engine`: the request also spends the engine's per-minute budget (needs `engine: "slug"`). */
  readonly budget?: "engine";
  /** The engine may be what this process read in the last two seconds: the handler checks its revision when it acts. */
  readonly recallsEngine?: true;
  /** May answer `submission_stamp_<reason>` besides `errors`. */
  readonly checksStamps?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B extends z.ZodType ? BodySpec<B> : undefined;
  /** Instead of `body`. */
  readonly rawBody?: RawBodySpec;
  readonly responses: R;
  /** Codes this route's own rules answer; those of access, budgets and parsing are added from the declaration. */
  readonly errors: readonly ErrorCode[];
  handle(
    call: CallContext & {
      readonly caller: CallerOf<A>;
      readonly engine: EngineOf<A>;
      readonly params: Parsed<P>;
      readonly query: Parsed<Q>;
      readonly headers: Parsed<H>;
      readonly body: Parsed<B>;
      readonly reply: MakeReply<R>;
    },
  ): Promise<Reply<R>> | Reply<R>;
}

/** A route as the pipeline sees it: the same declaration, with the types of its handler forgotten. */
export interface Route {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: Access;
  readonly budget: "organization" | "engine" | "none";
  readonly recallsEngine?: true | undefined;
  readonly checksStamps?: true | undefined;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  readonly headers: z.ZodObject | undefined;
  readonly body: BodySpec<z.ZodType> | undefined;
  readonly rawBody?: RawBodySpec | undefined;
  readonly responses: Responses;
  readonly errors: readonly ErrorCode[];
  readonly handle: (call: ErasedCall) => Promise<ErasedReply> | ErasedReply;
}

export interface ErasedReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}
export interface ErasedCall extends CallContext {
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
  const A extends Access,
  const R extends Responses,
  P extends ParamsFor<Path> = ParamsFor<Path>,
  Q extends z.ZodObject | undefined = undefined,
  H extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<Path, A, P, Q, H, B, R>): Route {
  const reply = (
    status: number,
    body?: unknown,
    headers: Readonly<Record<string, string>> = noHeaders,
  ): ErasedReply => ({
    status,
    body,
    headers,
  });
  return {
    id: definition.id,
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    description: definition.description,
    access: definition.access,
    budget:
      definition.access.key === "none" || definition.access.key === "source"
        ? "none"
        : (definition.budget ?? "organization"),
    recallsEngine: definition.recallsEngine,
    checksStamps: definition.checksStamps,
    params: definition.params,
    query: definition.query,
    headers: definition.headers,
    body: definition.body,
    rawBody: definition.rawBody,
    responses: definition.responses,
    errors: definition.errors,
    handle: (call) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/consistent-type-assertions -- the one place where types are forgotten: the pipeline has parsed these very values with these very schemas
      const handle = definition.handle as unknown as (call: object) => Promise<ErasedReply> | ErasedReply;
      return handle({ ...call, reply });
    },
  };
}
