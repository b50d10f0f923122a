import {
  changedElements,
  changedMembers,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from "@service/json";
import type { ClientTraces } from "./client-traces.ts";

/** What stands where a value was. */
const erasedText = "[erased]";

/**
 * A stored JSON text without what is about the client (ERA-4). In an object that carries a key of the client every string
 * is blanked and every number is null, however deep; elsewhere strings that name the client are blanked, and members whose
 * name does are left out. Keys stay: they are opaque, and tell what was erased.
 * @returns undefined when nothing is about the client.
 */
export function blankJson(json: string, traces: ClientTraces): string | undefined {
  if (!traces.mayBeIn(json)) return undefined;
  const given = parseJson(json);
  const blanked = blank(given, traces);
  return blanked === given ? undefined : JSON.stringify(blanked);
}

/** A sentence without what is about the client; undefined when it is not about it. */
export function blankText(text: string, traces: ClientTraces): string | undefined {
  return traces.isNamedIn(text) ? erasedText : undefined;
}

/** The same value when nothing in it is about the client. */
function blank(value: Json, traces: ClientTraces): Json {
  if (typeof value === "string") return !traces.keys.has(value) && traces.isNamedIn(value) ? erasedText : value;
  if (isJsonArray(value)) return changedElements(value, (element) => blank(element, traces));
  if (!isJsonObject(value)) return value;
  if (isAboutClient(value, traces)) return emptied(value, traces);
  // A map of clients has their keys or names as its members.
  const kept = withoutNames(value, traces);
  return changedMembers(kept, (name, member) =>
    traces.keys.has(name) ? emptied(member, traces) : blank(member, traces),
  );
}

/** An object is about the client when one of its own members is a key of the client's rows. */
function isAboutClient(value: JsonObject, traces: ClientTraces): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      (name === "key" || name.endsWith("_key")) && typeof member === "string" && traces.keys.has(member),
  );
}

/** Strings and numbers gone, the shape and the keys left. */
function emptied(value: Json, traces: ClientTraces): Json {
  if (typeof value === "string") return traces.keys.has(value) ? value : erasedText;
  if (typeof value === "number") return null;
  if (isJsonArray(value)) return changedElements(value, (element) => emptied(element, traces));
  if (!isJsonObject(value)) return value;
  return changedMembers(withoutNames(value, traces), (_, member) => emptied(member, traces));
}

/** Without the members whose name is a value of the client. */
function withoutNames(value: JsonObject, traces: ClientTraces): JsonObject {
  const members = Object.entries(value);
  const kept = members.filter(([name]) => traces.keys.has(name) || !traces.isNamedIn(name));
  return kept.length === members.length ? value : Object.fromEntries(kept);
}
