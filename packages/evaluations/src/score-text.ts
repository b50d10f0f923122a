import type { EvalAssertionOf } from "@service/contract";
import { clipped } from "@service/json";
import { type AssertionScore, decided, measured, share } from "./assertion-score.ts";
import type { EvaluationModels } from "./judge.ts";
import type { TextMetric } from "./text-similarity.ts";
import type { TurnResult } from "./turn-result.ts";

/** What assertions say of the text of an answer (EVAL-10 to EVAL-12, EVAL-15). */

export function scoreExact({ value, normalize }: EvalAssertionOf<"exact">, { text }: TurnResult): AssertionScore {
  const form = (words: string): string => {
    let formed = words.normalize("NFC");
    if (normalize.case) formed = formed.toLowerCase();
    if (normalize.punctuation) formed = formed.replaceAll(/\p{P}/gu, "");
    if (normalize.space) formed = formed.replaceAll(/\s+/gu, " ").trim();
    return formed;
  };
  return decided(text !== null && form(text) === form(value), "the text is another one");
}

export function scoreContains(assertion: EvalAssertionOf<"contains">, { text }: TurnResult): AssertionScore {
  const missing = assertion.values.filter((value) => !occurs(value, text, assertion.ignore_case));
  const found = assertion.values.length - missing.length;
  if (assertion.mode === "any") return decided(found > 0, "none of the values occurs");
  return share(found, assertion.values.length, `missing: ${listed(missing)}`);
}

export function scoreNotContains(assertion: EvalAssertionOf<"not_contains">, { text }: TurnResult): AssertionScore {
  const found = assertion.values.filter((value) => occurs(value, text, assertion.ignore_case));
  const absent = assertion.values.length - found.length;
  if (assertion.mode === "any") return decided(absent > 0, "every one of the values occurs");
  return share(absent, assertion.values.length, `found: ${listed(found)}`);
}

export async function scoreRegex(
  { pattern, flags }: EvalAssertionOf<"regex">,
  { text }: TurnResult,
  { isFound }: Pick<EvaluationModels, "isFound">,
): Promise<AssertionScore> {
  // RE2 takes its flags within the pattern.
  const flagged = flags === "" ? pattern : `(?${flags})${pattern}`;
  return decided(text !== null && (await isFound(flagged, text)), "the pattern occurs nowhere");
}

/** @param metric one that needs no model */
export async function scoreSimilarity(
  { reference, threshold }: EvalAssertionOf<"similarity">,
  metric: TextMetric,
  { text }: TurnResult,
  { similarity }: Pick<EvaluationModels, "similarity">,
): Promise<AssertionScore> {
  return measured(await similarity(metric, text ?? "", reference), threshold, metric);
}

export function scoreMaxOutputChars(
  { value }: EvalAssertionOf<"max_output_chars">,
  { text }: TurnResult,
): AssertionScore {
  const chars = [...(text ?? "")].length;
  return decided(chars <= value, `${chars} characters`);
}

function occurs(value: string, text: string | null, ignoreCase: boolean): boolean {
  if (text === null) return false;
  const form = (words: string): string => (ignoreCase ? words.normalize("NFC").toLowerCase() : words.normalize("NFC"));
  return form(text).includes(form(value));
}

function listed(values: readonly string[]): string {
  return clipped(values.map((value) => JSON.stringify(clipped(value, 80))).join(", "), 400);
}
