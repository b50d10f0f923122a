import { limits } from "@service/contract";
import type { Json } from "@service/engine-types";
import { readJson } from "../json-text.ts";

/** What a body holds. */
export type Content =
  | { readonly kind: "json"; readonly value: Json }
  /** JSON of more levels than anything here may have: to look at it further could exhaust the stack. */
  | { readonly kind: "too_deep"; readonly value: Json }
  | { readonly kind: "invalid_json" };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a body as JSON in UTF-8. Never throws. */
export function readContent(bytes: Uint8Array): Content {
  try {
    const text = utf8.decode(bytes);
    const value = readJson(text);
    return { kind: depthOf(text) > limits.ingestDepthMax ? "too_deep" : "json", value };
  } catch {
    return { kind: "invalid_json" };
  }
}

/** Reads the `payload` field of a form, as a repository host sends it where it is set to do so. */
export function readFormContent(bytes: Buffer): Content {
  const payload = new URLSearchParams(bytes.toString("latin1")).get("payload");
  return payload === null ? { kind: "invalid_json" } : readContent(Buffer.from(payload, "utf8"));
}

/** Levels of objects and arrays in a text that is JSON; brackets inside strings are text. */
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
