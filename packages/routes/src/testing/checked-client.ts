import { ErrorEnvelope, errors } from "@service/contract";
import { checkAnswer, routeOf } from "@service/http/testing";
import { noteProvoked } from "@service/testing";
import { sendRequest } from "@service/testing/send-request";
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
    // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- tests read fields of an answer that check compares with its schema
    const answer: Answer = { ...response, body: response.body as Body };
    check(method, target, answer);
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

/** Checks an answer against its route; an empty id in a path is answered by none (PLAT-4). */
function check(method: Route["method"], target: string, answer: Answer): void {
  const where = `${method} ${target} → ${answer.status} ${answer.text.slice(0, 600)}`;
  const route = routeOf(routes, method, target.replace(/^\/api\/v1\/book(?=\/)/, "/api/v1/records"));
  const isEmptyId = /^\/api\/v1\/(?:runs|webhooks|engines)\/(?:\/|$)/.test(target.split("?")[0] ?? "");
  if (!route) {
    const refusal = ErrorEnvelope.safeParse(answer.body);
    if (refusal.success) noteProvoked(refusal.data.code);
    if (isEmptyId) return;
  }
  checkAnswer({ route, table: errors }, where, answer);
}
