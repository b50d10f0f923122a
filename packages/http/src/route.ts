import type { ErrorCode, ErrorTemplate, ServiceError } from "@service/contract";
import type { Json } from "@service/json";
import type { CostlyJson, TimeBudget } from "@service/runtime";
import type * as z from "zod";
import { isMultipart, type Form, type MultipartSpec, type Upload } from "./multipart.ts";
import {
  isDownload,
  isStream,
  type BodyOf,
  type Responses,
  type ResponseSpec,
  type WellPlaced,
} from "./response-forms.ts";

/**
 * One route, one declaration: validation, authorization, the OpenAPI document and the response check of the tests all
 * derive from it (PLAT-26).
 */

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

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

/** The schema of a JSON body, or the form of a multipart one. */
export type BodyContent = z.ZodType | Form;
type BodyDeclaration<B extends BodyContent | undefined> = B extends z.ZodType
  ? BodySpec<B>
  : B extends Form
    ? MultipartSpec<B>
    : undefined;
type ParsedBody<B extends BodyContent | undefined> = B extends z.ZodType
  ? FromJson<z.output<B>>
  : B extends Form
    ? Upload<B>
    : undefined;

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
export type ParamsFor<Path extends string> = [ParameterNames<Path>] extends [never]
  ? z.ZodObject | undefined
  : z.ZodObject<Record<ParameterNames<Path>, z.ZodType>>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** What a schema leaves open (`z.unknown()`) is `Json` in a body, because the body was parsed as JSON. */
type FromJson<T> = unknown extends T ? Json : { [Name in keyof T]: FromJson<T[Name]> };
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
  /** By lower-case name, as sent, one character per byte. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Address of the sender; behind trusted proxies, the one they forward. */
  address(): string;
  /**
   * The exact bytes of the body of a route with `rawBody`. Call it once.
   * @throws the code of its `tooLarge`, buffering no more than the limit; `invalid_request` for a compressed body.
   */
  readBody(): Promise<Buffer>;
}

/** Passed to every handler, besides its parsed request and what the application's `admit` returns. */
export interface CallContext {
  readonly incoming: IncomingRequest;
  /**
   * The rest of the request's time; its signal aborts when it is over. On a route that says so, and on one with a stream
   * or an upload, it also aborts when the caller disconnects, and on a stream when the server stops; the time of a stream starts anew with its
   * first byte.
   */
  readonly time: TimeBudget;
  readonly requestId: string;
  readonly traceId: string;
  /** W3C traceparent to store or pass on. */
  readonly traceParent: string;
  /** Monotonic milliseconds when the request arrived, for `Server-Timing`. */
  readonly startedAtMs: number;
}

/** A route without its name and its access, which the application adds. `Granted` is what its `admit` returns for it. */
export interface RouteDeclaration<
  Granted,
  Path extends string,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends BodyContent | undefined,
  R extends Responses,
  Code extends string = ErrorCode | ErrorTemplate,
> {
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description?: string;
  /** The time that a request may take; default: the process's setting, 30 s unless the operator changes it (PLAT-29). */
  readonly timeBudgetMs?: number;
  /** Successful answers carry `Server-Timing`; for the document. */
  readonly hasServerTiming?: true;
  /** Successful answers carry the revision of what they show as `ETag`; for the document. */
  readonly hasEtag?: true;
  /** A `200` carries the path of what it shows as `Content-Location`, a `202` as `Location`; for the document. */
  readonly namesPlace?: true;
  /** Whether the signal aborts when the caller disconnects; default: on a route with a stream or an upload. */
  readonly endsWithCaller?: boolean;
  readonly params?: P;
  /** A route that takes parameters refuses those that it does not have; one without ignores them (PLAT-98). */
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: BodyDeclaration<B>;
  /** Instead of `body`. */
  readonly rawBody?: RawBodySpec;
  readonly responses: R & WellPlaced<R>;
  /** Codes of this route's own rules, of the application's table; those of access and parsing follow from the declaration. */
  readonly errors: readonly Code[];
  handle(
    call: CallContext &
      Granted & {
        readonly params: Parsed<P>;
        readonly query: Parsed<Q>;
        readonly headers: Parsed<H>;
        readonly body: ParsedBody<B>;
        readonly reply: MakeReply<R>;
      },
  ): Promise<Reply<R>> | Reply<R>;
}

/** A route as the pipeline sees it: the same declaration, with the handler's types erased. */
export interface Route<Access> {
  /** `family.verb`: the operationId, and the name of its span and log lines. */
  readonly id: string;
  readonly access: Access;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly timeBudgetMs: number | undefined;
  readonly hasServerTiming: boolean;
  readonly hasEtag: boolean;
  readonly namesPlace: boolean;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  readonly headers: z.ZodObject | undefined;
  readonly body: BodySpec<z.ZodType> | MultipartSpec<Form> | undefined;
  readonly rawBody: RawBodySpec | undefined;
  readonly responses: Responses;
  /** Nobody needs the work of an upload or a stream whose caller is gone. */
  readonly endsWithCaller: boolean;
  /** Its own codes and those of its access. */
  readonly errors: readonly string[];
  readonly handle: (call: ErasedCall, granted: object) => Promise<ErasedReply> | ErasedReply;
}

export interface ErasedReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}
interface ErasedCall extends CallContext {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/** What the application adds to a declaration. */
interface RouteIdentity<Access> {
  readonly id: string;
  readonly access: Access;
  /** Codes with which the application's `admit` may refuse. */
  readonly accessErrors: readonly string[];
}

const noHeaders = {};

/**
 * Declares a route. Applications wrap it, so that an access implies what handlers are granted. Compile errors: a path
 * parameter without schema, an undeclared status or error code, a body outside its response schema.
 */
export function declareRoute<
  Access,
  Granted,
  Path extends string,
  P extends ParamsFor<Path>,
  Q extends z.ZodObject | undefined,
  H extends z.ZodObject | undefined,
  B extends BodyContent | undefined,
  R extends Responses,
  Code extends string = ErrorCode | ErrorTemplate,
>(
  { id, access, accessErrors }: RouteIdentity<Access>,
  declaration: RouteDeclaration<Granted, Path, P, Q, H, B, R, Code>,
): Route<Access> {
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
    id,
    access,
    method: declaration.method,
    path: declaration.path,
    summary: declaration.summary,
    description: declaration.description,
    timeBudgetMs: declaration.timeBudgetMs,
    hasServerTiming: declaration.hasServerTiming === true,
    hasEtag: declaration.hasEtag === true,
    namesPlace: declaration.namesPlace === true,
    params: declaration.params,
    query: declaration.query,
    headers: declaration.headers,
    body: declaration.body,
    rawBody: declaration.rawBody,
    responses: declaration.responses,
    endsWithCaller:
      declaration.endsWithCaller ??
      (isMultipart(declaration.body) ||
        Object.values<ResponseSpec>(declaration.responses).some((spec) => isStream(spec) || isDownload(spec))),
    errors: [...declaration.errors, ...accessErrors],
    handle: (call, granted) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/consistent-type-assertions -- the one place where types are erased: the pipeline has parsed these values with the same schemas, and the application derives `Granted` and `granted` from the same access
      const handle = declaration.handle as unknown as (call: object) => Promise<ErasedReply> | ErasedReply;
      return handle({ ...call, ...granted, reply });
    },
  };
}
