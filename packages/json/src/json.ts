/** JSON values as received. Engine types compute over these and nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema document (2020-12), restricted to the keywords this project generates. */
export type JsonSchema = JsonObject;

/** Parses JSON. @throws SyntaxError */
export function parseJson(text: string): Json {
  // oxlint-disable-next-line typescript/no-unsafe-return -- JSON.parse is declared as `any`, and returns JSON values only
  return JSON.parse(text);
}

/** Parses a JSON object. @throws SyntaxError for anything else */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new SyntaxError("the text is JSON, but no object");
  return value;
}

/** Whether a value, of whatever origin but without cycles, is JSON through and through. */
export function isJson(value: unknown): value is Json {
  const open = [value];
  while (open.length > 0) {
    const here = open.pop();
    if (Array.isArray(here)) for (const item of here) open.push(item);
    else if (isPlainObject(here)) for (const member of Object.values(here)) open.push(member);
    else if (!isScalar(here)) return false;
  }
  return true;
}

/** A value of whatever origin as a JSON object. @throws TypeError */
export function asJsonObject(value: unknown): JsonObject {
  if (!isJson(value) || !isJsonObject(value)) throw new TypeError("the value is no JSON object");
  return value;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** No date, map or class: `JSON.stringify` would make something else of them. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not `=== Object.prototype`: a message from a thread may have another realm's.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Narrows to an array. `Array.isArray` does not narrow readonly arrays. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Narrows to an object that is neither null nor an array. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in a sentence: a string as it is, anything else as compact JSON. */
export function textOfJson(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
