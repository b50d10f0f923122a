import type { Json, JsonObject } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/**
 * Typed reads of a checked document. The schema has been checked, so a value of another type means "not stated"; no
 * stage checks types again.
 */
export function text(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  if (typeof value !== "string") return undefined;
  // Rows of the system of record are not checked for lone surrogates, which canonical JSON cannot hold.
  return value.isWellFormed() ? value : value.toWellFormed();
}

export function number(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function flag(object: JsonObject, key: string): boolean | undefined {
  const value = object[key];
  return typeof value === "boolean" ? value : undefined;
}

export function part(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

export function objects(object: JsonObject, key: string): readonly JsonObject[] {
  return objectsIn(object[key]);
}

export function texts(object: JsonObject, key: string): readonly string[] {
  return textsIn(object[key]);
}

/** The objects of a list; empty for anything else. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

/** The strings of a list; empty for anything else. */
export function textsIn(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The member of a closed list that `value` names, or `undefined`. */
export function oneOf<T extends string>(list: readonly T[], value: Json | undefined): T | undefined {
  return list.find((member) => member === value);
}

/** Narrows a word to one of a closed list. */
export function isOneOf<Word extends string>(words: readonly Word[], word: unknown): word is Word {
  return words.some((candidate) => candidate === word);
}

/** Code unit order: the same on every machine, unlike a locale's order. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** At most `max` code points, the last of them an ellipsis where something was cut. */
export function clipped(sentence: string, max: number): string {
  if (sentence.length <= max) return sentence;
  const points = [...sentence];
  return points.length <= max ? sentence : `${points.slice(0, max - 1).join("")}…`;
}

/** At most the first `max` UTF-16 units; never ends in half a surrogate pair, which has no canonical form. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}
