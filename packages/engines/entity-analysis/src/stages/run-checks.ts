import {
  addFinding,
  asked,
  clarifying,
  noteMissing,
  outcomeOf,
  unknownSentence,
  workItemOf,
  type Bench,
  type Judged,
} from "./judged.ts";
import { citeRule, describeTrace } from "./cite-facts.ts";
import { findingKey } from "./findings.ts";
import type { CheckRule } from "../settings.ts";

/** Weight of the checks that apply, and of those with a definite result (ENT-63). */
export type CheckCoverage = { readonly applying: number; readonly decided: number };

/**
 * The checks (ENT-36, ENT-37). A check whose `when` is false does not apply and counts nowhere; one whose `when` is
 * unknown counts as weight that has not run, and is a question unless its author skips unknowns.
 */
export function runChecks(
  rules: readonly CheckRule[],
  bench: Bench,
  judged: Judged,
  withPasses: boolean,
): CheckCoverage {
  let applying = 0;
  let decided = 0;
  for (const rule of rules) {
    if (!bench.isInFocus(rule.dimension)) continue;
    const when = asked(rule.when, bench.facts);
    if (when === "false") continue;
    applying += rule.weight;
    const truth = when === "unknown" ? "unknown" : rule.assert.evaluate(bench.facts);
    if (truth !== "unknown") decided += rule.weight;
    const isSkipped = truth === "unknown" && rule.onUnknown === "skip";
    const value =
      isSkipped || when === "unknown"
        ? undefined
        : truth === "true"
          ? 1
          : truth === "unknown" && rule.onUnknown === "review"
            ? 0.5
            : 0;
    judged.items.push({ dimension: rule.dimension, weight: rule.weight, value });
    if (truth === "true" && !withPasses) {
      judged.outcomes.push(outcomeOf(rule.key, "true"));
      continue;
    }
    if (isSkipped) {
      judged.outcomes.push(outcomeOf(rule.key, "unknown"));
      const open = when === "unknown" ? rule.when : rule.assert;
      noteMissing(judged, open?.explain(bench.facts).trace ?? []);
      continue;
    }
    if (when === "unknown") askWhether(rule, bench, judged);
    else judgeCheck(rule, truth, bench, judged);
  }
  return { applying, decided };
}

function judgeCheck(rule: CheckRule, truth: "true" | "false" | "unknown", bench: Bench, judged: Judged): void {
  const citation = citeRule(bench, rule.key, [rule.assert], rule.evidencePaths);
  judged.outcomes.push(outcomeOf(rule.key, truth, citation));
  const found = describeTrace(citation.trace, bench.labelOf);
  if (truth === "unknown") noteMissing(judged, citation.trace);
  const isReview = truth === "unknown" && rule.onUnknown === "review";
  const detail = truth === "unknown" ? unknownSentence(bench, citation.unknownPaths) : found;
  const finding = addFinding(judged, {
    findingKey: findingKey(rule.key),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: truth === "true" ? "info" : rule.severity,
    status: truth === "true" ? "pass" : isReview ? "review" : "fail",
    title: truth === "true" ? rule.label : isReview ? `${rule.label}: to be confirmed` : rule.messageFail,
    detail: detail === "" ? rule.label : `${rule.label}. ${detail}.`,
    target: undefined,
    recommendation: truth === "true" ? undefined : rule.recommendation,
    confidence: truth === "unknown" ? 0.3 : citation.confidence,
    evidenceIds: citation.evidenceIds,
  });
  const work =
    rule.workItem ?? (truth === "unknown" ? clarifying(bench, rule.label, citation.unknownPaths) : undefined);
  if (truth !== "true" && work !== undefined) judged.workItems.push(workItemOf(bench, finding, work));
}

/** A check that may or may not apply. */
function askWhether(rule: CheckRule, bench: Bench, judged: Judged): void {
  const citation = citeRule(bench, rule.key, [rule.when]);
  judged.outcomes.push(outcomeOf(rule.key, "unknown", citation));
  noteMissing(judged, citation.trace);
  const finding = addFinding(judged, {
    findingKey: findingKey(rule.key),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: rule.severity,
    status: "review",
    title: `${rule.label}: not known whether it applies`,
    detail: `${rule.label}. ${unknownSentence(bench, citation.unknownPaths)}.`,
    target: undefined,
    recommendation: undefined,
    confidence: 0.3,
    evidenceIds: citation.evidenceIds,
  });
  judged.workItems.push(workItemOf(bench, finding, clarifying(bench, rule.label, citation.unknownPaths)));
}
