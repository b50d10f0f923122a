import { aliases, fail, headerNames, jsonCostLimits, ServiceError } from "@service/contract";
import type { Caller } from "@service/domain/access";
import type { EngineForCall } from "@service/domain/engines";
import { authenticate } from "@service/domain/keys";
import type { RunDeps } from "@service/domain/runs";
import { findCostlyJsonInSteps, formatTraceparent, type TraceContext, type Tracing } from "@service/runtime";
import type { Request, Response } from "express";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { clientAddress } from "./client-address.ts";
import { answerFor } from "./error-envelope.ts";
import { parseWith, refuseNul } from "./parse-request.ts";
import {
  compactBytesMax,
  largeBodyBytes,
  parseJson,
  readBodyBytes,
  refusalOfCost,
  refuseCharset,
  refuseProtoMember,
  refuseUncarriable,
} from "./read-body.ts";
import { identifyRequest, type RequestIdentity } from "./request-identity.ts";
import { empty, plainText, type ErasedReply, type Route, type RouteSettings } from "./route.ts";

/** The id and trace of a request, fixed when it arrives and shown on every response. */
const identities = new WeakMap<IncomingMessage, RequestIdentity>();

/** First step of every request, matched by a route or not: fixes its identity and sets the headers of every answer. */
export function identify(request: IncomingMessage, response: ServerResponse): RequestIdentity {
  const known = identities.get(request);
  if (known) return known;
  const identity = identifyRequest(request.headers);
  identities.set(request, identity);
  response.setHeader("x-request-id", identity.requestId);
  return identity;
}

/** The route that a request asks for, with the parameters of its path as sent. */
export interface Target {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export interface PipelineOptions {
  readonly deps: RunDeps;
  readonly settings: RouteSettings;
  readonly tracing: Tracing;
}

/**
 * The steps of one request: authenticate → budget → authorize → parse → handle → write.
 * Authentication comes first so that a bad key is 401 and never 429; limits are checked while the body is read.
 */
export async function answerRequest(
  { deps, settings, tracing }: PipelineOptions,
  { route, params }: Target,
  request: Request,
  response: Response,
): Promise<void> {
  const startedAtMs = performance.now();
  const identity = identify(request, response);
  const budget = new AbortController();
  const timer = setTimeout(() => {
    budget.abort(fail("request_timeout"));
    writeFailure(deps, route, identity, response, fail("request_timeout"));
  }, settings.requestBudgetMs);
  try {
    const reply = await tracing.inSpan(route.id, { parent: identity.trace }, (trace) =>
      performRoute({ deps, settings, route, params, request, identity, trace, signal: budget.signal, startedAtMs }),
    );
    writeReply(route, response, reply);
  } catch (error) {
    writeFailure(deps, route, identity, response, error);
  } finally {
    clearTimeout(timer);
  }
}

interface Call extends Target {
  readonly deps: RunDeps;
  readonly settings: RouteSettings;
  readonly request: Request;
  readonly identity: RequestIdentity;
  readonly trace: TraceContext;
  readonly signal: AbortSignal;
  readonly startedAtMs: number;
}

async function performRoute(call: Call): Promise<ErasedReply> {
  const { deps, settings, route, request, identity, trace, signal, startedAtMs } = call;
  const headers = contractHeaders(request);
  let caller: Caller | undefined;
  let engine: EngineForCall | undefined;
  if (route.admission) {
    caller = await authenticate(deps, bearerToken(request));
    engine = await route.admission({ deps, caller, action: route.action, slug: call.params["engine_slug"] ?? "" });
  }
  const params = route.params ? parseWith(route.params, call.params) : undefined;
  // After the schemas: they refuse a malformed id with its own code.
  refuseNul(Object.values(call.params));
  const query = route.query ? parseQuery(route, request) : undefined;
  const parsedHeaders = route.headers ? parseWith(route.headers, headers) : undefined;
  const body = route.body ? await parseBody(route.body, request) : undefined;
  if (signal.aborted) throw signal.reason;
  return route.handle({
    incoming: {
      // Latin-1, one character per byte: signatures are computed over the bytes.
      get headers() {
        return joinedHeaders(request);
      },
      get query() {
        return request.query;
      },
      address: () => clientAddress(request, settings.trustedProxies),
      readBody: () => readRawBody(route, request),
    },
    deps,
    settings,
    signal,
    requestId: identity.requestId,
    traceId: trace.traceId,
    traceParent: formatTraceparent(trace),
    principal: headers[headerNames.actingPrincipal]?.trim() || undefined,
    startedAtMs,
    caller,
    engine,
    params,
    query,
    headers: parsedHeaders,
    body,
  });
}

/**
 * The token of `Bearer <token>`; undefined for a missing header, another scheme, an empty token (KEY-1) or two headers,
 * which are ambiguous.
 */
function bearerToken(request: Request): string | undefined {
  const [authorization = "", ...more] = request.headersDistinct["authorization"] ?? [];
  return more.length > 0 ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/** Header values by their current names. Earlier names are aliases; the current one wins when both are sent. */
function contractHeaders(request: Request): Readonly<Record<string, string | undefined>> {
  const headers = joinedHeaders(request);
  for (const name in headers) headers[name] &&= headerText(headers[name]);
  for (const [former, current] of formerHeaders) headers[current] ??= headers[former];
  return headers;
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

function parseQuery(route: Route, request: Request): unknown {
  const given: Record<string, unknown> = { ...request.query };
  refuseNul(Object.values(given));
  return route.query ? parseWith(route.query, given) : undefined;
}

function readRawBody(route: Route, request: Request): Promise<Buffer> {
  if (!route.rawBody) throw new Error(`${route.id} declares no raw body`);
  return readBodyBytes(request, route.rawBody.limitBytes, route.rawBody.tooLarge);
}

async function parseBody(spec: NonNullable<Route["body"]>, request: Request): Promise<unknown> {
  const bytes = await readBodyBytes(request, spec.limitBytes, spec.tooLarge);
  refuseCharset(request.headers["content-type"]);
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

function writeReply(route: Route, response: Response, reply: ErasedReply): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const spec = route.responses[reply.status];
  if (spec === empty) {
    response.end();
    return;
  }
  if (spec === plainText) {
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end(String(reply.body));
    return;
  }
  writeJson(response, JSON.stringify(reply.body));
}

/** Writes the refusal or failure; logs failures of the service with their cause. */
export function writeFailure(
  deps: RunDeps,
  route: Route | undefined,
  identity: RequestIdentity,
  response: Response,
  error: unknown,
): void {
  if (response.headersSent || response.destroyed) return;
  const answer = answerFor(error);
  if (answer.failure !== undefined) {
    deps.log.error(
      {
        route: route?.id,
        code: answer.body.code,
        request_id: identity.requestId,
        trace_id: identity.trace.traceId,
        internal: error instanceof ServiceError ? error.internal : undefined,
        err: answer.failure,
      },
      "request failed",
    );
  }
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  writeJson(response, JSON.stringify(answer.body));
}

function writeJson(response: Response, json: string): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.setHeader("content-length", Buffer.byteLength(json));
  response.end(json);
}
