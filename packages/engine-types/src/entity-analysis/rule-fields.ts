import { severities, type Severity } from "../codes.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonArray, isJsonObject } from "../json.ts";

/**
 * Typed reads of rules and rows that a schema has already accepted: a wrong type means "not stated", and no stage asks again.
 */
export function text(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

export function number(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function part(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

export function texts(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** One of `words`; the first of them when the member is absent (schemas give no other way to be wrong). */
export function word<Word extends string>(object: JsonObject, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = object[name];
  return words.find((candidate) => candidate === value) ?? words[0];
}

export function severityOf(rule: JsonObject): Severity {
  return severities.find((severity) => severity === rule.severity) ?? "medium";
}
