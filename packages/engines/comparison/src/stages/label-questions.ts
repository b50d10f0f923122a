import { canonicalJson, sha256Hex, type JsonObject, number, objects, text } from "@service/json";
import type { AcceptedEnrichment, LabelQuestion } from "@service/models";
import { words } from "./item.ts";

/** Questions one run may put to a model. */
const questionsMax = 100;

/** Id of an unresolved label of an item, the same in both runs and for any order of the input. */
export function labelId(itemKey: string, line: string, coverage: string, label: string | undefined): string {
  return sha256Hex(canonicalJson([itemKey, line, coverage, label ?? null])).slice(0, 16);
}

/** Questions to a model about unresolved labels: choose one of the candidates, or none (MODEL-15). */
export function labelQuestions(unaligned: readonly JsonObject[]): LabelQuestion[] {
  return unaligned
    .flatMap((entry): LabelQuestion[] => {
      const candidates = objects(entry, "candidates").flatMap((candidate) => {
        const key = text(candidate, "coverage");
        const similarity = number(candidate, "similarity");
        return key === undefined || similarity === undefined ? [] : [{ key, label: words(key), similarity }];
      });
      const id = text(entry, "label_id");
      if (candidates.length === 0 || id === undefined) return [];
      const label = text(entry, "label") ?? words(text(entry, "coverage") ?? "");
      return [{ id, label, line: text(entry, "line") ?? "", candidates }];
    })
    .slice(0, questionsMax);
}

/** Accepted choices by label id. */
export function acceptedLabels(accepted: AcceptedEnrichment | undefined): ReadonlyMap<string, string> {
  return new Map((accepted?.labels ?? []).map(({ id, key }) => [id, key]));
}
