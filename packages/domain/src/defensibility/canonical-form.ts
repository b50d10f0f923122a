import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  sha256Hex,
  type Json,
  type JsonObject,
  parseJson,
} from "@service/json";

/** SHA-256 and bytes of the RFC 8785 form of a value. */
export function digestOf(value: Json): { readonly sha256: string; readonly bytes: number } {
  const text = canonicalJson(value);
  return { sha256: sha256Hex(text), bytes: Buffer.byteLength(text) };
}

/**
 * Parses stored JSON and makes every string well-formed. Half a surrogate pair (a quotation cut in the middle of a
 * character, a corrected output) has no canonical form, so a reader could not reproduce a hash over it.
 * @throws SyntaxError when the string is not JSON.
 */
export function readStored(text: string): Json {
  const value = parseJson(text);
  // Stored JSON is written by JSON.stringify, which escapes only unpaired surrogates.
  return text.includes("\\ud") ? wellFormed(value) : value;
}

/** The same for an object. @throws SyntaxError when the string is not a JSON object. */
export function readStoredObject(text: string): JsonObject {
  const value = readStored(text);
  if (!isJsonObject(value)) throw new SyntaxError("stored text is not a JSON object");
  return value;
}

function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (isJsonArray(value)) return value.map(wellFormed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]));
}
