import { type Json, type JsonObject, isJsonObject } from "@service/json";

/** Only for values from `JSON.parse` (of a body or column): checks the top level, which narrows the type. */
export function isJson(value: unknown): value is Json {
  return value !== undefined && typeof value !== "function" && typeof value !== "symbol" && typeof value !== "bigint";
}

/** Parses JSON that this service stored. @throws SyntaxError when it is not JSON. */
export function readJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (!isJson(value)) throw new SyntaxError("stored text is not JSON");
  return value;
}

/** Parses a stored JSON object. @throws SyntaxError when it is not JSON or not an object. */
export function readJsonObject(text: string): JsonObject {
  const value = readJson(text);
  if (!isJsonObject(value)) throw new SyntaxError("stored text is not a JSON object");
  return value;
}

/** Types an object from `JSON.parse` whose values the contract leaves open (`z.unknown()`). @throws TypeError */
export function asJsonObject(value: { readonly [name: string]: unknown }): JsonObject {
  if (!isJson(value) || !isJsonObject(value)) throw new TypeError("a parsed object is not JSON");
  return value;
}
