import { canonicalHashSteps, isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from "@service/json";
import { inTurns } from "@service/runtime";

/** SHA-256 and bytes of the RFC 8785 form of a value, which may have megabytes. */
export function digestOf(value: Json): Promise<{ readonly sha256: string; readonly bytes: number }> {
  return inTurns(canonicalHashSteps(value));
}

/**
 * Parses stored JSON and makes every string well-formed. Half a surrogate pair (a quotation cut in the middle of a
 * character, a corrected output) has no canonical form, so a viewer could not reproduce a hash over it.
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
