import type { Json, JsonObject } from "@service/engine-types";
import { isJsonObject } from "@service/engine-types";

/** Whether a value that came out of `JSON.parse` (of a body or of a column) is JSON: nothing else can, so one look is enough. */
export function isJson(value: unknown): value is Json {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol" && typeof value !== "bigint";
}

/** Reads JSON text that this service stored. @throws SyntaxError when the text is not JSON. */
export function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("stored text is not JSON");
  return value;
}

/** Reads a stored JSON object. @throws SyntaxError when the text is not JSON or not an object. */
export function readJsonObject(text: string): JsonObject {
  const value = readJson(text);
  if (!isJsonObject(value)) throw new SyntaxError("stored text is not a JSON object");
  return value;
}

/** The same for an object whose values the contract leaves open (`z.unknown()`): it came out of `JSON.parse` too. */
export function asJsonObject(value: { readonly [name: string]: unknown }): JsonObject {
  if (!isJson(value) || !isJsonObject(value)) throw new TypeError("a parsed object is not JSON");
  return value;
}
