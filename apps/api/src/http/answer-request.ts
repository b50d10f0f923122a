import { aliases, fail, headerNames, ServiceError } from "@service/contract";
import type { Deps } from "@service/domain";
import { authenticate, type Caller } from "@service/domain/keys";
import type { EngineForCall } from "@service/domain/engines";
import { formatTraceparent, type TraceContext, type Tracing } from "@service/runtime";
import type { Request, Response } from "express";
import { isUtf8 } from "node:buffer";
import { authorizeEngine, authorizeKey, loadEngine, mayCall } from "./authorize.ts";
import { clientAddress } from "./client-address.ts";
import { answerFor } from "./error-envelope.ts";
import { parseWith, refuseNul } from "./parse-request.ts";
import { parseJson, readBodyBytes, refuseUncarriable } from "./read-body.ts";
import { identifyRequest, type RequestIdentity } from "./request-identity.ts";
import { empty, plainText, type ErasedReply, type Route, type RouteSettings } from "./route.ts";
import { spendBudget, spendEngineBudget } from "./spend-budget.ts";

/** The id and trace of a request, fixed when it arrives and shown on every response. */
const identities = new WeakMap<Request, RequestIdentity>();

/** First step of every request, also of those no route takes: fixes its identity and the headers all answers carry. */
export function identify(request: Request, response: Response): RequestIdentity {
  const known = identities.get(request);
  if (known) return known;
  const identity = identifyRequest(request.headers);
  identities.set(request, identity);
  response.setHeader("x-request-id", identity.requestId);
  return identity;
}

export interface PipelineOptions {
  readonly deps: Deps;
  readonly settings: RouteSettings;
  readonly tracing: Tracing;
}

/**
 * The order of things for one request: authenticate → budget → authorize → parse → handle → write.
 * Authentication comes first so that a bad key is 401 and never 429; limits are checked while the body is read.
 */
export async function answerRequest(
  { deps, settings, tracing }: PipelineOptions,
  route: Route,
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
      performRoute({ deps, settings, route, request, identity, trace, signal: budget.signal, startedAtMs }),
    );
    writeReply(route, response, reply);
  } catch (error) {
    writeFailure(deps, route, identity, response, error);
  } finally {
    clearTimeout(timer);
  }
}

interface Call {
  readonly deps: Deps;
  readonly settings: RouteSettings;
  readonly route: Route;
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
  let engine: EngineForCall | null = null;
  if (route.access.key !== "none" && route.access.key !== "source") {
    caller = await authenticate(deps, bearerToken(headers["authorization"]));
    const asked = { slug: slugOf(request), mayRecall: route.recallsEngine ?? false };
    const namesEngine = route.access.key === "any" && route.access.engine === "slug";
    // Read before it is spent: the engine's own budget goes in the same round trip as the organization's. A key that
    // may not call the engine must not use up the budget of those that may.
    if (namesEngine && route.budget === "engine") {
      engine = await loadEngine(deps, caller, asked);
      if (mayCall(route.access, caller, engine)) engine = await spendEngineBudget(deps, caller, { engine, ...asked });
      else await spendBudget(deps, caller, null);
      authorizeKey(route.access, caller);
    } else {
      await spendBudget(deps, caller, null);
      authorizeKey(route.access, caller);
      if (namesEngine) engine = await loadEngine(deps, caller, asked);
    }
    if (namesEngine) engine = authorizeEngine(caller, engine);
  }
  const params = route.params ? parseWith(route.params, request.params) : undefined;
  // After the schemas, which have codes of their own for an id that is none.
  refuseNul(Object.values(request.params));
  const query = route.query ? parseQuery(route, request) : undefined;
  const parsedHeaders = route.headers ? parseWith(route.headers, headers) : undefined;
  const body = route.body ? await parseBody(route.body, request) : undefined;
  if (signal.aborted) throw signal.reason;
  return route.handle({
    incoming: {
      // As bytes, each a character: what was signed may be more than text.
      get headers() {
        return joinedHeaders(request);
      },
      query: request.query,
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
    engine: engine ?? undefined,
    params,
    query,
    headers: parsedHeaders,
    body,
  });
}

/** The token of `Bearer <token>`; undefined for a missing header, another scheme or an empty token (section 5.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

function slugOf(request: Request): string {
  const slug = request.params["engine_slug"];
  return typeof slug === "string" ? slug : "";
}

/** Header values by their current names: earlier names are read as aliases, the current one wins when both are sent. */
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

/** Node reads header bytes as Latin-1; callers send UTF-8, as in the body that a header may have to equal. */
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
  if (bytes.length === 0 && spec.optional) return parseWith(spec.schema, {});
  const raw = parseJson(bytes);
  // A run's input is judged by its own rules, which answer with codes of their own.
  if (spec.before) spec.before(raw, bytes.length);
  else refuseUncarriable(bytes, raw);
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

/** Writes the refusal or failure; logs what is the service's own fault with its cause. */
export function writeFailure(
  deps: Deps,
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
