import { severities, type Severity } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/** One of `words`; the first of them when the member is absent (the schema refuses anything else). */
export function word<Word extends string>(object: JsonObject, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = object[name];
  return words.find((candidate) => candidate === value) ?? words[0];
}

export function severityOf(rule: JsonObject): Severity {
  return severities.find((severity) => severity === rule.severity) ?? "medium";
}
