import { aliases, headerNamesOf, fail, jsonCostLimits, type ServiceError } from "@service/contract";
import {
  findCostlyJsonInSteps,
  formatTraceparent,
  type Logger,
  type TraceContext,
  type Tracing,
} from "@service/runtime";
import type { Request, Response } from "express";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { clientAddress, type TrustedProxies } from "./client-address.ts";
import { parseWith, refuseNul } from "./parse-request.ts";
import {
  compactBytesMax,
  largeBodyBytes,
  parseJson,
  readBodyBytes,
  refusalOfCost,
  refuseByHead,
  refuseCharset,
  refuseProtoMember,
  refuseUncarriable,
} from "./read-body.ts";
import { receiveForm } from "./receive-form.ts";
import { isMultipart, type Form, type IncomingFile, type MultipartSpec } from "./multipart.ts";
import { startClock, type RequestClock } from "./request-clock.ts";
import type { StreamTimes } from "./response-forms.ts";
import { identifyRequest, type RequestIdentity } from "./request-identity.ts";
import type { BodySpec, ErasedReply, Route } from "./route.ts";
import type * as z from "zod";
import { type Refused, writeFailure, writeReply } from "./write-reply.ts";

/** The id and trace of a request, fixed when it arrives and shown on every response. */
const identities = new WeakMap<IncomingMessage, RequestIdentity>();

/** First step of every request, matched by a route or not: fixes its identity and sets the headers of every answer. */
export function identify(request: IncomingMessage, response: ServerResponse): RequestIdentity {
  const existing = identities.get(request);
  if (existing) return existing;
  const identity = identifyRequest(request.headers);
  identities.set(request, identity);
  response.setHeader("x-request-id", identity.requestId);
  return identity;
}

/** The route that a request asks for, with the parameters of its path as sent. */
export interface Target<Access> {
  readonly route: Route<Access>;
  readonly params: Readonly<Record<string, string>>;
}

/** A request for a route, before any part of it is parsed. */
export interface Arrival<Access> {
  readonly access: Access;
  readonly request: IncomingMessage;
  /** By their names in the contract, decoded. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parameters of the path, decoded and not yet checked. */
  readonly params: Readonly<Record<string, string>>;
  /** Puts a header on the answer, also on a refusal; not on one that is written when time is over or on a failure. */
  readonly stamp: (name: string, value: string | readonly string[]) => void;
}

/** What an application brings to the pipeline. */
export interface Pipeline<Access> {
  readonly log: Logger;
  readonly tracing: Tracing;
  /**
   * Authenticates, spends budgets and authorizes.
   * @returns what the handlers of this access receive besides the parsed request.
   * @throws the refusal.
   */
  readonly admit: (arrival: Arrival<Access>) => Promise<object>;
  /** The refusal that an error of the application stands for, such as a storage out of reach; undefined = none. */
  readonly refusalOf: (error: unknown) => ServiceError | undefined;
  /** Called for every error that a route answers, before it is written; it must not throw. */
  readonly refused?: ((refusal: Refused) => void) | undefined;
  /** The scheme that a 401 names in `WWW-Authenticate`; undefined for sign-in by cookie. */
  readonly challenge?: string | undefined;
  /** The route that answers a path which no route has; undefined = a plain-text 404. */
  readonly unmatched: (path: string) => Route<Access> | undefined;
  /** The time budget of routes that declare none. */
  readonly timeBudgetMs: number;
  readonly trustedProxies: TrustedProxies;
  /** Aborts when the server stops: streams end with the frame that they declare for it. */
  readonly stopping: AbortSignal;
  /** Instead of the times that the routes declare. */
  readonly streamTimes?: Partial<StreamTimes> | undefined;
}

/**
 * The steps of one request: admit → parse → handle → write. Admission comes first so that a bad key is 401 whatever else
 * is wrong; limits are checked while the body is read.
 */
export async function answerRequest<Access>(
  pipeline: Pipeline<Access>,
  { route, params }: Target<Access>,
  request: Request,
  response: Response,
): Promise<void> {
  const identity = identify(request, response);
  const startedAtMs = performance.now();
  const budgetMs = route.timeBudgetMs ?? pipeline.timeBudgetMs;
  const clock = startClock(startedAtMs, budgetMs, () => {
    clock.end(fail("request_timeout"));
    writeFailure(exchange, fail("request_timeout"));
  });
  const stamped: string[] = [];
  const exchange = { pipeline, route, identity, response, clock, stamped, isHead: request.method === "HEAD" };
  if (route.endsWithCaller) {
    // The response's event: in Node 24 a request that was read to its end reports no close.
    response.on("close", () => {
      if (!response.writableFinished) clock.end(fail("client_closed_request", { message: "the caller disconnected" }));
    });
  }
  try {
    const reply = await pipeline.tracing.inSpan(route.id, { parent: identity.trace }, (trace) =>
      performRoute({
        pipeline,
        route,
        params,
        request,
        identity,
        trace,
        clock,
        budgetMs,
        startedAtMs,
        stamp(name, value) {
          if (response.headersSent) return;
          response.setHeader(name, value);
          stamped.push(name);
        },
      }),
    );
    await writeReply(exchange, reply);
  } catch (error) {
    writeFailure(exchange, error);
  } finally {
    clock.stop();
  }
}

interface Call<Access> extends Target<Access> {
  readonly pipeline: Pipeline<Access>;
  readonly request: Request;
  readonly identity: RequestIdentity;
  readonly trace: TraceContext;
  readonly clock: RequestClock;
  readonly budgetMs: number;
  readonly startedAtMs: number;
  readonly stamp: Arrival<Access>["stamp"];
}

async function performRoute<Access>(call: Call<Access>): Promise<ErasedReply> {
  const { pipeline, route, request, identity, trace, clock, startedAtMs, stamp } = call;
  const { time } = clock;
  refuseRepeated(request, ["host"]);
  const headers = contractHeaders(request);
  const granted = await pipeline.admit({ access: route.access, request, headers, params: call.params, stamp });
  const params = route.params ? parseWith(route.params, call.params) : undefined;
  // After the schemas: they refuse a malformed id with its own code.
  refuseNul(Object.values(call.params));
  const query = parseQuery(route, request);
  if (route.headers) refuseRepeated(request, Object.keys(route.headers.shape));
  const parsedHeaders = route.headers ? parseWith(route.headers, headers) : undefined;
  const body = isMultipart(route.body)
    ? uploadOf(call, route.body)
    : route.body && (await parseBody(route.body, request));
  if (time.signal.aborted) throw time.signal.reason;
  return route.handle(
    {
      incoming: {
        // Latin-1, one character per byte: signatures are computed over the bytes.
        get headers() {
          return joinedHeaders(request);
        },
        get query() {
          return request.query;
        },
        address: () => clientAddress(request, pipeline.trustedProxies),
        readBody: () => readRawBody(route, request),
      },
      time,
      requestId: identity.requestId,
      traceId: trace.traceId,
      traceParent: formatTraceparent(trace),
      startedAtMs,
      params,
      query,
      headers: parsedHeaders,
      body,
    },
    granted,
  );
}

/** Header values by their current names. Earlier names are aliases; the current one wins when both are sent. */
function contractHeaders(request: Request): Readonly<Record<string, string | undefined>> {
  const headers = joinedHeaders(request);
  for (const name in headers) headers[name] &&= headerText(headers[name]);
  for (const [former, current] of formerHeaders) headers[current] ??= headers[former];
  return headers;
}

/**
 * A header of one value that is sent twice has none: joined, both would be read as one that nobody sent (PLAT-52). Nor has
 * one that is sent under two of its names with two values.
 * @param names current ones.
 * @throws `invalid_request`
 */
export function refuseRepeated({ headersDistinct }: Pick<Request, "headersDistinct">, names: readonly string[]): void {
  for (const name of names) {
    const written = headerNamesOf(name);
    const repeated = written.find((each) => (headersDistinct[each]?.length ?? 0) > 1);
    const values = new Set(written.flatMap((each) => headersDistinct[each] ?? []));
    if (repeated === undefined && values.size <= 1) continue;
    const problem = repeated === undefined ? "is sent under two names with different values" : "is sent more than once";
    throw fail("invalid_request", {
      message: `The header ${repeated ?? name} ${problem}.`,
      details: [{ field: repeated ?? name, message: problem }],
    });
  }
}

function joinedHeaders(request: Request): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const name in request.headers) {
    const value = request.headers[name];
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

/** Decodes UTF-8, which callers send and Node reads as Latin-1: a header may have to equal a string of the body. */
function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
}

const formerHeaders = Object.entries(aliases.headers);

function parseQuery(route: Route<unknown>, request: Request): unknown {
  if (!route.query) return undefined;
  const given: Record<string, unknown> = { ...request.query };
  refuseNul(Object.values(given).flat());
  refuseRepeatedParameters(given);
  return parseWith(route.query, given);
}

const parametersListedMax = 50;

/**
 * A parameter has one value: of two the caller means one, and nobody knows which. A schema would say only that it is no
 * string, and one of free names never sees `__proto__`, which zod passes over.
 */
function refuseRepeatedParameters(given: Readonly<Record<string, unknown>>): void {
  const repeated = Object.keys(given).filter((name) => Array.isArray(given[name]));
  const [first] = repeated;
  if (first !== undefined)
    throw fail("invalid_request", {
      message: `The parameter ${first} is sent more than once.`,
      details: repeated.map((field) => ({ field, message: "is sent more than once" })).slice(0, parametersListedMax),
    });
  if (Object.hasOwn(given, "__proto__"))
    throw fail("invalid_request", {
      message: "__proto__ is not a field of this request.",
      details: [{ field: "__proto__", message: "Unknown field." }],
    });
}

function readRawBody(route: Route<unknown>, request: Request): Promise<Buffer> {
  if (!route.rawBody) throw new Error(`${route.id} declares no raw body`);
  return readBodyBytes(request, route.rawBody.limitBytes, route.rawBody.tooLarge);
}

/** The body of a form, which the handler reads: its files need a place to go. */
function uploadOf(
  { clock, budgetMs, request }: Pick<Call<never>, "clock" | "budgetMs" | "request">,
  spec: MultipartSpec<Form>,
) {
  let isTaken = false;
  return {
    receive(readers: Readonly<Record<string, (file: IncomingFile) => Promise<unknown>>>) {
      if (isTaken) throw new Error("the body of a request is received once");
      isTaken = true;
      clock.restart(spec.uploadMs);
      request.once("end", () => clock.restart(budgetMs));
      return receiveForm(spec, request, new Map(Object.entries(readers)), clock.time.signal);
    },
  };
}

async function parseBody(spec: BodySpec<z.ZodType>, request: Request): Promise<unknown> {
  refuseByHead(request, spec.limitBytes, spec.tooLarge);
  refuseCharset(request.headers["content-type"]);
  const bytes = await readBodyBytes(request, spec.limitBytes, spec.tooLarge);
  if (bytes.length === 0 && spec.optional) return parseWith(spec.schema, {});
  const costly = await findCostlyJsonInSteps(bytes, jsonCostLimits);
  if (costly) throw (await spec.refuseCostly?.(bytes, costly)) ?? refusalOfCost(costly);
  const raw = parseJson(bytes);
  const isLarge = bytes.length > largeBodyBytes;
  // Yield between the steps over a large body, so that other requests are answered meanwhile.
  if (isLarge) await setImmediate();
  // `before` (a run's input) does these checks itself, with its own codes.
  if (spec.before) spec.before(raw, compactBytesMax(bytes));
  else refuseUncarriable(bytes, raw);
  refuseProtoMember(bytes, raw);
  if (isLarge) await setImmediate();
  return parseWith(spec.schema, raw);
}
