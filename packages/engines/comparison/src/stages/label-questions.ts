import { labelOf } from "@service/engine-kit";
import { canonicalJson, sha256Hex } from "@service/json";
import type { AcceptedEnrichment, LabelQuestion } from "@service/models";
import type { UnalignedRow } from "../output.ts";
import { words } from "./item.ts";

/** Questions one run may put to a model. */
const questionsMax = 100;

/** Id of an unresolved label of an item, the same in both runs and for any order of the input. */
export function labelId(itemKey: string, line: string, coverage: string, label: string | undefined): string {
  return sha256Hex(canonicalJson([itemKey, line, coverage, label ?? null])).slice(0, 16);
}

/** Questions to a model about unresolved labels: choose one of the candidates, or none (MODEL-15). */
export function labelQuestions(unaligned: readonly UnalignedRow[]): LabelQuestion[] {
  return unaligned
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ label_id: id, label, line, coverage, candidates }) => ({
      id,
      label: label ?? words(coverage),
      line,
      candidates: candidates.map(({ coverage: key, similarity }) => ({ key, label: labelOf(key), similarity })),
    }))
    .slice(0, questionsMax);
}

/** Accepted choices by label id. */
export function acceptedLabels(accepted: AcceptedEnrichment | undefined): ReadonlyMap<string, string> {
  return new Map((accepted?.labels ?? []).map(({ id, key }) => [id, key]));
}
