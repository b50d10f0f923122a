import createClient from "openapi-fetch";
import type { components, paths } from "./generated/console-api.ts";

export type Schemas = components["schemas"];

/** A refusal of the console's server: what happened, why, and what to do next are in its sentence. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: unknown;

  constructor(
    status: number,
    body: { code?: unknown; message?: unknown; details?: unknown },
    requestId: string | null,
  ) {
    super(typeof body.message === "string" ? body.message : "The console's server does not answer. Try again.");
    this.name = "ApiError";
    this.status = status;
    this.code = typeof body.code === "string" ? body.code : "unreachable";
    this.requestId = requestId ?? undefined;
    this.details = body.details;
  }
}

/** Asks for a proof of who the person is; resolves when it was given, rejects when the dialog was closed. */
let prove: (() => Promise<void>) | undefined;
export function provideProof(ask: (() => Promise<void>) | undefined): void {
  prove = ask;
}

/** Hears that the session has ended, once. */
let onSessionEnd: (() => void) | undefined;
export function provideSessionEnd(act: () => void): void {
  onSessionEnd = act;
}

let sentMs = 0;
/** When the newest request was sent: each keeps the session open. */
export function lastSentMs(): number {
  return sentMs;
}

const sendOnce: typeof fetch = async (input, init) => {
  sentMs = Date.now();
  try {
    return await fetch(input, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, {}, null);
  }
};

/** Sends a request as the console's page; an act that wants a proof asks for it and is then sent again as it was. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendOnce(request);
  if (response.ok) return response;
  const code = await codeOf(response.clone());
  if (code === "step_up_required" && prove) {
    await prove();
    return sendOnce(again);
  }
  if (code === "session_ended" || code === "session_required") onSessionEnd?.();
  return response;
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => undefined);
  return isObject(body) ? body.code : undefined;
}

export const client = createClient<paths>({ fetch: send, headers: { "x-console": "1" }, credentials: "same-origin" });

/** The answer's data. @throws ApiError */
export async function answer<T>(sent: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await sent;
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- an answer without a body has none in its type either
  if (response.ok) return data as T;
  throw new ApiError(response.status, isObject(error) ? error : {}, response.headers.get("x-request-id"));
}

function isObject(value: unknown): value is { code?: unknown; message?: unknown; details?: unknown } {
  return typeof value === "object" && value !== null;
}

/** The body with which a route answers a GET, or a POST where it is named. */
export type BodyOf<Path extends keyof paths, Method extends "get" | "post" = "get"> =
  paths[Path] extends Record<Method, { responses: { 200: { content: { "application/json": infer B } } } }> ? B : never;
