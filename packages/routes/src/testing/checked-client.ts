import {
  codesOfTemplate,
  EnvironmentInUseEnvelope,
  ErrorEnvelope,
  errors,
  isErrorTemplate,
  type ErrorCode,
  type ErrorSpec,
} from "@service/contract";
import {
  empty,
  errorCodesOf,
  isDownload,
  isRedirect,
  isStream,
  jsonInsteadOf,
  plainText,
  writtenJson,
} from "@service/http";
import { noteProvoked } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { sendRequest } from "@service/testing/send-request";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Route } from "../http/route.ts";
import { routes } from "../routes/index.ts";

/** An answer as tests read it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, undefined without a body. Loosely typed on purpose: tests read fields of it. */
  readonly body: Body;
  readonly text: string;
}
// A JSON answer whose shape the checked client has already compared with its schema.
export type Body = { readonly [key: string]: Body } & readonly Body[] & { toString(): string };

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A caller as a value: `await scoped.post("/engines/a/runs", body)`. Paths without `/api` get the prefix `/api/v1`. */
export interface Actor {
  readonly name: string;
  readonly apiKey: string | undefined;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<Answer>;
}

/**
 * An actor whose answers are all checked against the route's declaration: status, schema (no undeclared field) and
 * error code. A violation fails the test that made the call.
 */
export function actor(name: string, baseUrl: string, apiKey: string | undefined): Actor {
  async function call(
    method: Route["method"],
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    const target = path.startsWith("/api/") || !path.startsWith("/") || isUnversioned(path) ? path : `/api/v1${path}`;
    const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const headers: Readonly<Record<string, string>> = { ...authorization, ...options.headers };
    const response = await sendRequest(baseUrl, { method, path: target, headers, query: options.query, body });
    // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- tests read fields of an answer that checkAnswer compares with its schema
    const answer: Answer = { ...response, body: response.body as Body };
    checkAnswer(method, target, answer);
    return answer;
  }
  return {
    name,
    apiKey,
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    put: (path, body, options) => call("PUT", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
    delete: (path, options) => call("DELETE", path, undefined, options),
  };
}

function isUnversioned(path: string): boolean {
  return path.startsWith("/health") || path.startsWith("/robots.txt") || path.startsWith("//");
}

/** The declared route of a path. */
function routeOf(method: string, target: string): Route | undefined {
  const path = (target.split("?")[0] ?? target).replace(/^\/api\/v1\/book(?=\/)/, "/api/v1/records");
  return routes.find((route) => {
    if (route.method !== method) return false;
    const pattern = route.path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(path);
  });
}

function checkAnswer(method: Route["method"], target: string, answer: Answer): void {
  const where = `${method} ${target} → ${answer.status} ${answer.text.slice(0, 600)}`;
  if (!answer.headers["x-request-id"]) throw new Error(`no x-request-id on ${where}`);
  const route = routeOf(method, target);
  if (!route) {
    const isPlain404 = answer.status === 404 && answer.headers["content-type"]?.startsWith("text/plain") === true;
    const isEmptyId = /^\/api\/v1\/(?:runs|webhooks|engines)\/(?:\/|$)/.test(target.split("?")[0] ?? "");
    const isEmpty405 = answer.status === 405 && answer.text === "";
    if (!isPlain404 && !isEmpty405 && !isEmptyId) throw new Error(`no route declares ${where}`);
    const refusal = ErrorEnvelope.safeParse(answer.body);
    if (refusal.success) noteProvoked(refusal.data.code);
    return;
  }
  const spec = route.responses[answer.status];
  if (spec === undefined) {
    checkRefusal(route, answer, where);
    return;
  }
  if (spec === empty) {
    if (answer.text !== "") throw new Error(`a body where none is declared: ${where}`);
    return;
  }
  if (spec === plainText) return;
  if (isRedirect(spec)) {
    if (!URL.canParse(answer.headers["location"] ?? "")) throw new Error(`no URL to follow: ${where}`);
    return;
  }
  if (spec === writtenJson) {
    if (typeof answer.body !== "object") throw new Error(`no JSON: ${where}`);
    return;
  }
  if (isDownload(spec)) {
    const [mediaType = ""] = (answer.headers["content-type"] ?? "").split(";");
    if (spec.contents[mediaType] === undefined) throw new Error(`an undeclared media type: ${where}`);
    return;
  }
  const json = isStream(spec) ? jsonInsteadOf(spec) : undefined;
  if (json !== undefined && answer.headers["content-type"]?.startsWith("application/json") === true) {
    checkShape(json, answer.body, where);
    return;
  }
  if (isStream(spec)) {
    const reader = eventReader();
    reader.push(answer.text);
    for (const { event, data } of reader.events) {
      checkShape(spec.frame, data, where);
      if (!isDeepStrictEqual(event, spec.frame.parse(data).type)) throw new Error(`an event of another type: ${where}`);
    }
    return;
  }
  checkShape(spec, answer.body, where);
}

function checkShape(schema: z.ZodType, value: unknown, where: string): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`outside its schema: ${where}\n${z.prettifyError(parsed.error)}`);
  // zod drops unknown fields, so a difference is an undeclared field.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), value))
    throw new Error(`undeclared fields in ${where}`);
}

function checkRefusal(route: Route, answer: Answer, where: string): void {
  const asBlocked = EnvironmentInUseEnvelope.strict().safeParse(answer.body);
  const envelope = asBlocked.success ? asBlocked : ErrorEnvelope.strict().safeParse(answer.body);
  if (!envelope.success) throw new Error(`neither a declared answer nor an error envelope: ${where}`);
  const { code } = envelope.data;
  noteProvoked(code);
  const templated = route.errors.filter(isErrorTemplate).flatMap(codesOfTemplate);
  if (templated.some((one) => one.code === code)) return;
  if (!isErrorCode(code) || !errorCodesOf(route).has(code))
    throw new Error(`${route.id} does not declare the code of ${where}`);
  const row: ErrorSpec = errors[code];
  const statuses = typeof row.status === "number" ? [row.status] : row.status;
  if (!statuses.includes(answer.status)) throw new Error(`the table gives ${code} another status: ${where}`);
  if (row.retryAfter && !/^[1-9]\d*$/.test(answer.headers["retry-after"] ?? ""))
    throw new Error(`no whole Retry-After on ${where}`);
  if (row.details && "details" in envelope.data && !row.details.safeParse(envelope.data.details).success)
    throw new Error(`details outside their schema: ${where}`);
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errors;
}
