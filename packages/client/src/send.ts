import createClient from "openapi-fetch";
import { asDescribed } from "./as-described.ts";
import type { CallOptions } from "./call.ts";
import { operations, type OperationId } from "./operations.ts";
import { backoffMs, pause } from "./pause.ts";
import { type Envelope, NoAnswer, reasonOf, Refusal, UnexpectedAnswer } from "./refusal.ts";
import { signAssertion } from "./sign-assertion.ts";

export interface ClientSettings {
  /** The service's base address, `https://api.example.com`; `/api/v1` at its end is allowed. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The person for whom calls are made: the stable user id of your identity provider, never an address. */
  readonly actingPrincipal?: string | undefined;
  /** The person's verified sign-in address; Records find the seat by it. */
  readonly actingEmail?: string | undefined;
  /** Signs who acts, for organizations that verify it. */
  readonly assertionSecret?: string | undefined;
  /** How long one attempt may take; default 40,000, ten seconds more than the service takes. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent at most; default 5. */
  readonly triesMax?: number | undefined;
  /** The first wait between two attempts; default 1,000. */
  readonly firstWaitMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A limit that can be moved on while something is read. */
export interface TimeLimit {
  restart(ms: number): void;
  end(): void;
}
/** Takes what it needs of an answer. `limit` has run since the request was sent, and ends with the reader. */
export type Reader<T> = (answer: Response, limit: TimeLimit) => T | Promise<T>;

/** Sends an operation until it is answered for good. */
export type Send = <T>(
  id: OperationId,
  input: object,
  options: CallOptions & { readonly accept?: string },
  read: Reader<T>,
) => Promise<T>;

/** How an operation is requested. */
export interface Facts {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly headers: readonly string[];
  readonly acts?: true;
  readonly rows?: string;
  readonly media?: string;
  readonly file?: true;
}
export function factsOf(id: OperationId): Facts {
  return operations[id];
}

const repeated: ReadonlySet<number> = new Set([500, 502, 503, 504]);
const keyHeader = "idempotency-key";
/** Writes that carry their own key, in body or headers. */
const keyed: ReadonlySet<OperationId> = new Set([
  "records.actions.append",
  "outcomes.record",
  "outcomes.annotations.record",
  "ingest.event",
]);

/** Any path; the operations' types check what is given before it comes here. */
interface AnyPaths {
  [path: string]: Record<"get" | "post" | "put" | "patch" | "delete", AnyRequest>;
}
interface AnyRequest {
  parameters: { path?: Record<string, string>; query?: Record<string, unknown> };
  requestBody?: { content: { "application/json": string | FormData } };
  responses: { 200: { content: { "application/json": unknown } } };
}

/** What came of an attempt: a value, a refusal that stands or passes, or nothing. */
type Tried<T> =
  { readonly value: T } | { readonly answer: Response; readonly text: string } | { readonly cause: unknown };

/** @throws {TypeError} for what no request could reach, which would be repeated as if the service were away. */
function baseOf(baseUrl: string): string {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError("baseUrl must be an http or https address, such as https://api.example.com");
  return baseUrl.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
}

/** Sends requests by the rules of repeating (CLIENT-10 to CLIENT-14). @throws {TypeError} for a `baseUrl` that is no address. */
export function createSend(settings: ClientSettings): Send {
  const baseUrl = baseOf(settings.baseUrl);
  const http = createClient<AnyPaths>({
    baseUrl,
    redirect: "manual",
    querySerializer: { object: { style: "form", explode: true } },
    ...(settings.fetch !== undefined && { fetch: settings.fetch }),
  });

  async function attempt<T>(request: Prepared, options: CallOptions, read: Reader<T>): Promise<Tried<T>> {
    const limit = timeLimit(options.timeoutMs ?? settings.timeoutMs ?? 40_000);
    const { signal } = options;
    try {
      const { error, response } = await http.request(request.facts.method, request.facts.path, {
        params: { path: request.path, query: request.query },
        headers: { ...request.headers, ...(await actingHeaders(request.facts, options)) },
        ...(request.body !== undefined && { body: request.body, bodySerializer: (given: unknown) => given }),
        parseAs: "stream",
        signal: signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]),
      });
      if (response.ok || response.status === 302) return { value: await read(response, limit) };
      return { answer: response, text: typeof error === "string" ? error : JSON.stringify(error ?? "") };
    } catch (cause) {
      if (cause instanceof UnexpectedAnswer) throw cause;
      signal?.throwIfAborted();
      return { cause: limit.signal.aborted ? limit.signal.reason : cause };
    } finally {
      limit.end();
    }
  }

  async function actingHeaders({ acts }: Facts, options: CallOptions): Promise<Record<string, string>> {
    const { actingPrincipal = settings.actingPrincipal, actingEmail = settings.actingEmail } = options;
    const namesPerson = acts === true && (actingPrincipal !== undefined || actingEmail !== undefined);
    return {
      authorization: `Bearer ${settings.apiKey}`,
      ...(namesPerson && {
        ...(actingPrincipal !== undefined && { "x-service-acting-principal": actingPrincipal }),
        ...(actingEmail !== undefined && { "x-service-acting-email": actingEmail }),
        // Signed anew for each attempt: it counts for five minutes.
        ...(settings.assertionSecret !== undefined && {
          "x-service-records-assertion": await signAssertion(settings.assertionSecret, {
            actingPrincipal,
            actingEmail,
          }),
        }),
      }),
    };
  }

  return async (id, input, options, read) => {
    const first = requestOf(id, input, options.accept);
    const firstWaitMs = settings.firstWaitMs ?? 1_000;
    const triesMax = options.triesMax ?? settings.triesMax ?? 5;
    let request = first;
    for (let tries = 1; ; tries += 1) {
      options.signal?.throwIfAborted();
      const tried = await attempt(request, options, read);
      if ("value" in tried) return tried.value;
      const envelope = "answer" in tried ? envelopeOf(tried.text) : undefined;
      const waitMs = waitBeforeNext(request, tried, envelope, backoffMs(tries, firstWaitMs));
      if (waitMs === undefined || tries >= triesMax) throw errorOf({ id, baseUrl }, tried, envelope);
      // The run or turn exists and has failed: only a new key makes another one.
      if (envelope?.code === "queue_unreachable") request = withNextKey(first, tries + 1);
      await pause(waitMs, options.signal);
    }
  };
}

interface Prepared {
  readonly id: OperationId;
  readonly facts: Facts;
  readonly path: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, string>;
  /** Written once, so that no attempt sends another body (CLIENT-10). */
  readonly body: string | FormData | undefined;
}

function requestOf(id: OperationId, input: object, accept: string | undefined): Prepared {
  const facts = factsOf(id);
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const headers: Record<string, string> = accept === undefined ? {} : { accept };
  let body: unknown;
  for (const [name, value] of Object.entries<unknown>({ ...input })) {
    if (value === undefined) continue;
    if (name === "body") body = value;
    else if (facts.path.includes(`{${name}}`)) path[name] = textOf(value);
    else if (facts.headers.includes(name)) headers[name] = textOf(value);
    else query[name] = value;
  }
  if (facts.headers.includes(keyHeader)) headers[keyHeader] ??= crypto.randomUUID();
  return { id, facts, path, query, headers, body: body === undefined ? undefined : written(body, facts.media) };
}

/** A parameter as it is sent; what is no text is JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function written(body: unknown, media: string | undefined): string | FormData {
  if (media === undefined || typeof body !== "object" || body === null) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries<unknown>({ ...body }))
    form.append(name, value instanceof Blob ? value : textOf(value));
  return form;
}

/** A key that follows from the caller's, so that a restarted process takes the same steps. */
function withNextKey(request: Prepared, tries: number): Prepared {
  const next = `${request.headers[keyHeader]}-${tries}`;
  return { ...request, headers: { ...request.headers, [keyHeader]: next.length > 255 ? crypto.randomUUID() : next } };
}

function envelopeOf(text: string): Envelope | undefined {
  try {
    const envelope = asDescribed<Partial<Envelope> | null>(JSON.parse(text));
    if (typeof envelope?.code !== "string" || typeof envelope.message !== "string") return undefined;
    return { ...envelope, code: envelope.code, message: envelope.message };
  } catch {
    return undefined;
  }
}

/** Milliseconds until the next attempt; undefined when there must be none. */
function waitBeforeNext(
  request: Prepared,
  tried: { readonly answer: Response } | { readonly cause: unknown },
  envelope: Envelope | undefined,
  backoff: number,
): number | undefined {
  if (!("answer" in tried)) return isSafeToRepeat(request) ? backoff : undefined;
  const { status, headers } = tried.answer;
  const retryAfterMs = Math.max(0, Number(headers.get("retry-after")) || 0) * 1_000;
  if (status === 429) return envelope?.code === "rate_limited" ? Math.max(1_000, retryAfterMs) : undefined;
  if (!repeated.has(status)) return undefined;
  // Without a key the answer would be this failed run again.
  if (envelope?.code === "queue_unreachable" && request.headers[keyHeader] === undefined) return undefined;
  return Math.max(backoff, retryAfterMs);
}

/** Nobody knows what became of a request without an answer. */
function isSafeToRepeat({ id, facts, headers }: Prepared): boolean {
  return facts.method === "get" || headers[keyHeader] !== undefined || keyed.has(id);
}

function errorOf(
  { id, baseUrl }: { readonly id: OperationId; readonly baseUrl: string },
  tried: { readonly answer: Response } | { readonly cause: unknown },
  envelope: Envelope | undefined,
): Error {
  if (!("answer" in tried)) {
    const { cause } = tried;
    // The origin alone: an address can hold a password.
    return new NoAnswer(`${id}: no answer from ${new URL(baseUrl).origin} (${reasonOf(cause)})`, { cause });
  }
  if (envelope === undefined) return new UnexpectedAnswer(id, tried.answer.status);
  return new Refusal(id, tried.answer, asDescribed(envelope));
}

/** Ends an attempt by its signal, unless it is restarted in time. Kept by its timer, which `AbortSignal.timeout` is not. */
function timeLimit(firstMs: number): TimeLimit & { readonly signal: AbortSignal } {
  const ending = new AbortController();
  const expire = (): void => ending.abort(new DOMException("no answer in time", "TimeoutError"));
  let timer = setTimeout(expire, firstMs);
  return {
    signal: ending.signal,
    restart(ms) {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    end: () => clearTimeout(timer),
  };
}
