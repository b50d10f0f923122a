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
