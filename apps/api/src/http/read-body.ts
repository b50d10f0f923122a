import { fail } from "@service/contract";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { BodySpec } from "./route.ts";
import type * as z from "zod";

/** How much of a refused body is read and thrown away, so that the caller can finish sending and read the answer. */
const discardedBytesMax = 64 * 1024 * 1024;

/**
 * Reads the whole body, never buffering more than the limit.
 * @returns the bytes; empty when there is no body.
 * @throws the route's code for a body over the limit; `invalid_request` for a compressed one.
 */
export async function readBodyBytes(
  request: IncomingMessage,
  limitBytes: number,
  tooLarge: BodySpec<z.ZodType>["tooLarge"] = "invalid_request",
): Promise<Buffer> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw fail("invalid_request", { message: "Content-Encoding is not supported: send the body uncompressed." });
  const declared = Number(request.headers["content-length"] ?? Number.NaN);
  const { kept, total } = await collect(request, declared > limitBytes ? 0 : limitBytes);
  if (!kept) throw refusalOfSize(limitBytes, Math.max(total, declared || 0), tooLarge);
  return kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept);
}

/**
 * Reads to the end of the body, or until nothing more is thrown away. `kept` is undefined when it was over `keptMax`.
 * By events: an iterator over the stream costs every request several turns of the event loop.
 */
function collect(request: IncomingMessage, keptMax: number): Promise<{ kept: Buffer[] | undefined; total: number }> {
  return new Promise((resolve, reject) => {
    let kept: Buffer[] | undefined = [];
    let total = 0;
    const onEnd = (): void => {
      detach();
      resolve({ kept, total });
    };
    const onData = (chunk: Buffer): void => {
      total += chunk.length;
      if (total > keptMax) kept = undefined;
      kept?.push(chunk);
      if (total <= discardedBytesMax) return;
      request.destroy();
      onEnd();
    };
    const onBroken = (cause?: unknown): void => {
      detach();
      // The caller went away while sending: nobody reads the answer.
      reject(fail("invalid_request", { message: "The body ended before it was complete.", cause }));
    };
    const detach = (): void => {
      request.off("data", onData).off("end", onEnd).off("close", onBroken).off("error", onBroken);
      // The connection may still break while the answer is made; that concerns nobody here.
      request.on("error", ignore);
    };
    if (request.destroyed && !request.complete) {
      onBroken();
      return;
    }
    request.on("data", onData).on("end", onEnd).on("close", onBroken).on("error", onBroken);
  });
}

const ignore = (): void => undefined;

function refusalOfSize(limitBytes: number, measuredBytes: number, tooLarge: BodySpec<z.ZodType>["tooLarge"]) {
  switch (tooLarge) {
    case "request_bound_exceeded":
      return fail("request_bound_exceeded", {
        status: 413,
        details: { bound: "body_bytes", path: "$", limit: limitBytes, measured: measuredBytes },
      });
    case "body_too_large":
      return fail("body_too_large");
    case "invalid_request":
    case undefined:
      return fail("invalid_request", { message: `The body is larger than ${limitBytes} bytes.` });
  }
}

/**
 * An escape that may be half of a surrogate pair (bytes that are valid UTF-8 can hold one in no other way), or a number
 * that may be read as Infinity: by an exponent of three digits or by its own length.
 */
const doubtful = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{309}/;

/**
 * Refuses what could not be stored as it was sent: text that is no well-formed Unicode, numbers beyond all bounds.
 * @throws `invalid_request`.
 */
export function refuseUncarriable(bytes: Buffer, parsed: unknown): void {
  if (!doubtful.test(bytes.toString("latin1"))) return;
  const open: unknown[] = [parsed];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here === "string" && !here.isWellFormed()) {
      throw fail("invalid_request", { message: "A text is not well-formed Unicode." });
    }
    if (typeof here === "number" && !Number.isFinite(here)) {
      throw fail("invalid_request", { message: "A number is too large." });
    }
    if (typeof here !== "object" || here === null) continue;
    for (const [name, member] of Object.entries(here)) open.push(name, member);
  }
}

/** Bytes → JSON value. Throws `invalid_request` for invalid UTF-8 or JSON; the parser's words name no internals. */
export function parseJson(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return JSON.parse(withoutMark(bytes).toString("utf8"));
  } catch {
    // Not JSON: refused below, like what is not UTF-8.
  }
  throw fail("invalid_request", { message: "The body is not valid JSON." });
}

/** Some clients begin with a byte order mark. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
