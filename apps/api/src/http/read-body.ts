import { fail } from "@service/contract";
import type { IncomingMessage } from "node:http";
import type { BodySpec } from "./route.ts";
import type * as z from "zod";

/** How much of a refused body is read and thrown away, so that the caller can finish sending and read the answer. */
const discardedBytesMax = 64 * 1024 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

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
  let kept: Buffer[] | undefined = declared > limitBytes ? undefined : [];
  let total = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      total += chunk.length;
      if (total > limitBytes) kept = undefined;
      if (total > discardedBytesMax) break;
      kept?.push(chunk);
    }
  } catch (cause) {
    // The caller went away while sending: nobody reads the answer.
    throw fail("invalid_request", { message: "The body ended before it was complete.", cause });
  }
  if (!kept) throw refusalOfSize(limitBytes, Math.max(total, declared || 0), tooLarge);
  return kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept);
}

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

/** An escape that may be half of a surrogate pair; bytes that are valid UTF-8 can hold one in no other way. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * Refuses text that is no well-formed Unicode: it could not be stored as it was sent.
 * @throws `invalid_request`.
 */
export function refuseIllFormedText(bytes: Buffer, parsed: unknown): void {
  if (!surrogateEscape.test(bytes.toString("latin1"))) return;
  const open: unknown[] = [parsed];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (typeof here === "string" && !here.isWellFormed()) {
      throw fail("invalid_request", { message: "A text is not well-formed Unicode." });
    }
    if (typeof here !== "object" || here === null) continue;
    for (const [name, member] of Object.entries(here)) open.push(name, member);
  }
}

/** Bytes → JSON value. Throws `invalid_request` for invalid UTF-8 or JSON; the parser's words name no internals. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw fail("invalid_request", { message: "The body is not valid JSON." });
  }
}
