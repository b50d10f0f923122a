import type { Json, JsonObject } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";

/**
 * Typed reads of a checked document. The schema has run before, so a wrong type means "not stated" here; no stage
 * checks a type again.
 */
export function text(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" ? value : undefined;
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
  const value: Json | undefined = object[key];
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

export function texts(object: JsonObject, key: string): readonly string[] {
  const value = object[key];
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The member of a closed list that `value` names, or `undefined`. */
export function oneOf<T extends string>(list: readonly T[], value: Json | undefined): T | undefined {
  return list.find((member) => member === value);
}

/** Code unit order: the same on every machine, unlike a locale's order. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
