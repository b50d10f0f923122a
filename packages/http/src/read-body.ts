import { fail, type ServiceError } from "@service/contract";
import { findProtoMember, mayHoldProtoMember, parseJson as parseText, type Json } from "@service/json";
import type { CostlyJson } from "@service/runtime";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { fieldName } from "./parse-request.ts";
import type { BodySpec } from "./route.ts";
import { abandonBody, inviteBody } from "./unread-body.ts";
import type * as z from "zod";

type TooLarge = BodySpec<z.ZodType>["tooLarge"];

/**
 * What the head alone decides of a body, before any of it is read (PLAT-97).
 * @throws the route's code for a declared length over the limit; `invalid_request` for a compressed body.
 */
export function refuseByHead(request: IncomingMessage, limitBytes: number, tooLarge?: TooLarge): void {
  if (isCompressed(request)) throw fail("invalid_request", { message: uncompressedOnly });
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared <= limitBytes) return;
  abandonBody(request);
  throw refusalOfSize(limitBytes, declared, tooLarge);
}

/**
 * Reads the whole body, never more than the limit and a piece.
 * @returns the bytes; empty when there is no body.
 * @throws what `refuseByHead` throws; the route's code for a body over the limit.
 */
export async function readBodyBytes(
  request: IncomingMessage,
  limitBytes: number,
  tooLarge?: TooLarge,
): Promise<Buffer> {
  refuseByHead(request, limitBytes, tooLarge);
  inviteBody(request);
  const { pieces, total } = await collect(request, limitBytes);
  if (total > limitBytes) {
    abandonBody(request);
    throw refusalOfSize(limitBytes, total, tooLarge);
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

export const uncompressedOnly = "Send the body uncompressed: content and transfer codings are not supported.";

export function isCompressed(request: IncomingMessage): boolean {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return true;
  const coding = request.headers["transfer-encoding"];
  return coding !== undefined && coding.trim().toLowerCase() !== "chunked";
}

/**
 * Reads to the end of the body, or until it has more than `limitBytes`.
 * Uses events: an iterator over the stream costs every request several turns of the event loop.
 */
function collect(request: IncomingMessage, limitBytes: number): Promise<{ pieces: Buffer[]; total: number }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let total = 0;
    const onEnd = (): void => {
      detach();
      resolve({ pieces, total });
    };
    const onData = (chunk: Buffer): void => {
      total += chunk.length;
      pieces.push(chunk);
      if (total > limitBytes) onEnd();
    };
    const onBroken = (cause?: unknown): void => {
      detach();
      // The caller disconnected while sending and will not read this answer.
      reject(fail("invalid_request", { message: "The body ended before it was complete.", cause }));
    };
    const detach = (): void => {
      request.off("data", onData).off("end", onEnd).off("close", onBroken).off("error", onBroken);
      // Keep a listener: an error without one would end the process if the connection breaks later.
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

function refusalOfSize(limitBytes: number, measuredBytes: number, tooLarge: TooLarge) {
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
 * Finds an escape that may be half of a surrogate pair (valid UTF-8 can contain one in no other way), or a number that
 * may parse as Infinity: an exponent of three digits, or 309 digits.
 */
const doubtful = /\\u[dD][89a-fA-F]|[eE]\+?\d{3}|\d{309}/;

/**
 * Refuses values that could not be stored unchanged: strings that are not well-formed Unicode, numbers beyond a double.
 * @throws `invalid_request`.
 */
export function refuseUncarriable(bytes: Buffer, parsed: unknown): void {
  if (!doubtful.test(bytes.toString("latin1"))) return;
  const open: unknown[] = [parsed];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here === "string" && !here.isWellFormed()) {
      throw fail("invalid_request", { message: "A string is not well-formed Unicode." });
    }
    if (typeof here === "number" && !Number.isFinite(here)) {
      throw fail("invalid_request", { message: "A number is too large." });
    }
    if (typeof here !== "object" || here === null) continue;
    for (const [name, member] of Object.entries(here)) open.push(name, member);
  }
}

/**
 * Refuses a member named `__proto__`, which would otherwise be lost silently.
 * @throws `invalid_request`.
 */
export function refuseProtoMember(bytes: Buffer, parsed: unknown): void {
  const path = mayHoldProtoMember(bytes) ? findProtoMember(parsed) : undefined;
  if (!path) return;
  const issue = { field: fieldName(path), message: "No member may be named __proto__." };
  throw fail("invalid_request", { message: `The request is not valid. ${issue.message}`, details: [issue] });
}

/** The refusal of a body that is too costly to parse. */
export function refusalOfCost({ bound, limit }: CostlyJson): ServiceError {
  const what = bound === "containers" ? "objects and arrays" : "different member names and short strings";
  return fail("invalid_request", { message: `The body holds more than ${limit} ${what}.` });
}

/** A larger body takes several milliseconds to walk. */
export const largeBodyBytes = 1024 * 1024;

/**
 * Upper bound of a body's length as compact JSON: at most its own length, unless a number is written out. `1e20` grows
 * most, to less than eight times its length; only large bodies are searched for exponents.
 */
export function compactBytesMax(body: Buffer): number {
  return body.length > largeBodyBytes && !/\d[eE]/.test(body.toString("latin1")) ? body.length : body.length * 8;
}

/** @throws `invalid_request` when the declared charset is not UTF-8 (RFC 8259 8.1). */
export function refuseCharset(contentType: string | undefined): void {
  const declared = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? "")?.[1];
  if (declared !== undefined && !/^utf-?8$/i.test(declared))
    throw fail("invalid_request", { message: "The body must be JSON in UTF-8: no other charset is read." });
}

/** Bytes → JSON value. Throws `invalid_request` for invalid UTF-8 or JSON, without the parser's own message. */
export function parseJson(bytes: Buffer): Json {
  try {
    if (isUtf8(bytes)) return parseText(withoutMark(bytes).toString("utf8"));
  } catch {
    // Refused below, like invalid UTF-8.
  }
  throw fail("invalid_request", { message: "The body is not valid JSON in UTF-8." });
}

/** Drops the byte order mark that some clients send. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
