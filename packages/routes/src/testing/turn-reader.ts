import type { JsonObject } from "@service/json";
import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from "node:http";
import { framesOf, type SentFrame } from "./turn-world.ts";

/** A reader of a stream whose connection the test may pause and cut. */
export interface TurnReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Whole frames so far. */
  readonly frames: readonly SentFrame[];
  /** What has come so far. */
  readonly text: string;
  /** Resolves when `isEnough`, or when the connection has ended. */
  until(isEnough: (frames: readonly SentFrame[]) => boolean): Promise<void>;
  /** Resolves when the connection has ended, by whomever. */
  readonly ended: Promise<void>;
  /** Reads on. */
  resume(): void;
  cut(): void;
}

/** Opens a stream. @param options.isPaused reads nothing until `resume`. */
export async function openReader(
  { url, apiKey }: { readonly url: string; readonly apiKey: string | undefined },
  path: string,
  options: {
    readonly body?: JsonObject;
    readonly headers?: Readonly<Record<string, string>>;
    readonly isPaused?: boolean;
  } = {},
): Promise<TurnReader> {
  const request = sendRequest(`${url}/api/v1${path}`, {
    method: options.body === undefined ? "GET" : "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${apiKey ?? ""}`,
      ...(options.body !== undefined && { "content-type": "application/json" }),
      ...options.headers,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  request.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await answered;
  request.on("error", () => undefined);
  const decoder = new TextDecoder();
  const waiting = new Set<() => void>();
  const frames: SentFrame[] = [];
  const pieces: string[] = [];
  let rest: string[] = [];
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  const look = (): void => waiting.forEach((each) => each());
  response.on("error", () => undefined);
  const read = (): void => {
    response.on("data", (piece: Buffer) => {
      const decoded = decoder.decode(piece, { stream: true });
      pieces.push(decoded);
      rest.push(decoded);
      // Half of the break may have come before.
      if (decoded.includes("\n\n") || decoded.startsWith("\n")) {
        const whole = rest.join("");
        const end = whole.lastIndexOf("\n\n") + 2;
        if (end > 1) frames.push(...framesOf(whole.slice(0, end)));
        rest = [whole.slice(Math.max(0, end))];
      }
      look();
    });
  };
  void ended.then(look);
  if (options.isPaused === true) response.pause();
  else read();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    frames,
    get text() {
      return pieces.join("");
    },
    until: (isEnough) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isEnough(frames) && !response.destroyed) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    ended,
    resume() {
      read();
      response.resume();
    },
    cut: () => response.destroy(),
  };
}
