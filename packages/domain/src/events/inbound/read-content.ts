import { jsonCostLimits, limits } from "@service/contract";
import { findProtoMember, isCarriable, mayHoldProtoMember, type Json, parseJsonWithDigits } from "@service/json";
import { findCostlyJson } from "@service/runtime";

/** The content of a body. */
export type Content =
  | { readonly kind: "json"; readonly value: Json }
  /** JSON that cannot be recorded unchanged, or could exhaust the stack. */
  | { readonly kind: "unfit"; readonly value: Json }
  /** Not parsed: parsing would block the process. */
  | { readonly kind: "too_costly" }
  | { readonly kind: "invalid_json" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body as JSON in UTF-8; a number that a double does not hold keeps its digits as text (IN-31). Never throws. */
export function readContent(bytes: Uint8Array): Content {
  if (findCostlyJson(bytes, jsonCostLimits)) return { kind: "too_costly" };
  try {
    const text = utf8.decode(bytes);
    const value = parseJsonWithDigits(text);
    return { kind: isFit(text, bytes, value) ? "json" : "unfit", value };
  } catch {
    // Do not pass on the decoder's or the parser's message: they quote the sender's data.
    return { kind: "invalid_json" };
  }
}

/** Reads the `payload` field of a form, which repository hosts send when configured so. */
export function readFormContent(bytes: Buffer): Content {
  const payload = new URLSearchParams(bytes.toString("latin1")).get("payload");
  return payload === null ? { kind: "invalid_json" } : readContent(Buffer.from(payload, "utf8"));
}

/**
 * False if recording would change it: numbers read as Infinity become null, half a surrogate pair has no UTF-8
 * form, a member named `__proto__` is lost.
 */
function isFit(text: string, bytes: Uint8Array, value: Json): boolean {
  if (depthOf(text) > limits.ingestDepthMax) return false;
  // Cheap to see in the text: only these can stand for a value that JSON does not carry.
  if (/[eE]\+?\d{3}|\d{309}|\\u[dD][89a-fA-F]/.test(text) && !isCarriable(value)) return false;
  return !mayHoldProtoMember(Buffer.from(bytes)) || findProtoMember(value) === undefined;
}

/** Nesting depth of objects and arrays in valid JSON; brackets inside strings do not count. */
function depthOf(text: string): number {
  let deepest = 0;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === "{" || sign === "[") {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (sign === "}" || sign === "]") depth -= 1;
  }
  return deepest;
}
