import { fromCents, toCents } from "@service/engine-kit";
import { resolvePath, type TraceEntry, type Truth } from "@service/conditions";
import { citeRule, describeTrace, profileKeyOf, shown } from "./cite-facts.ts";
import { findingKey, type Finding } from "./findings.ts";
import {
  addFinding,
  clarifyDays,
  noteMissing,
  outcomeOf,
  unknownSentence,
  workItemOf,
  type Bench,
  type Judged,
} from "./judged.ts";
import type { GapRule } from "../settings.ts";
import { severityWeights } from "./score-dimensions.ts";

type Verdict = "none" | "covered" | "gap" | "partial" | "review";

/** The gaps (ENT-41, ENT-42): exposure against coverage; unknown exposure is a question. */
export function detectGaps(rules: readonly GapRule[], bench: Bench, judged: Judged): void {
  for (const rule of rules) {
    if (!bench.isInFocus(rule.dimension) || rule.suppressWhen?.evaluate(bench.facts) === "true") continue;
    const verdict = judgeGap(rule, bench);
    if (verdict === "none" || verdict === "covered") {
      judged.outcomes.push(outcomeOf(rule.key, "false"));
      if (verdict === "covered")
        judged.items.push({ dimension: rule.dimension, weight: severityWeights[rule.severity], value: 1 });
      continue;
    }
    judged.items.push({
      dimension: rule.dimension,
      weight: severityWeights[rule.severity],
      value: verdict === "gap" ? 0 : 0.5,
    });
    const finding = addFinding(judged, describeGap(rule, verdict, bench, judged));
    if (rule.workItem !== undefined && verdict !== "review")
      judged.workItems.push(workItemOf(bench, finding, rule.workItem));
    else if (verdict === "review") {
      const clarify = { kind: "review_gap" as const, title: `Clarify: ${rule.label}`, dueInDays: clarifyDays };
      judged.workItems.push(workItemOf(bench, finding, clarify));
    }
  }
}

/**
 * `gap`: exposure true and covered false; `partial` where the rule says so; `review` while a deciding part is unknown.
 * With cover, the exposure need not be known.
 */
function judgeGap(rule: GapRule, bench: Bench): Verdict {
  const exposure = rule.exposureWhen.evaluate(bench.facts);
  if (exposure === "false") return "none";
  const covered = rule.coveredWhen.evaluate(bench.facts);
  const partial: Truth = rule.partialWhen === undefined ? "false" : rule.partialWhen.evaluate(bench.facts);
  if (exposure === "unknown") return covered === "true" && partial !== "true" ? "covered" : "review";
  if (partial === "true") return "partial";
  return covered === "true" ? "covered" : covered === "false" ? "gap" : "review";
}

function describeGap(rule: GapRule, verdict: "gap" | "partial" | "review", bench: Bench, judged: Judged): Finding {
  const citation = citeRule(bench, rule.key, [rule.exposureWhen, rule.coveredWhen]);
  judged.outcomes.push(outcomeOf(rule.key, verdict === "review" ? "unknown" : "true", citation));
  if (verdict === "review") noteMissing(judged, citation.trace);
  const target = { line: rule.line, ...(rule.coverage === undefined ? {} : { coverage: rule.coverage }) };
  const amount = verdict === "review" ? undefined : rule.exposureAmount?.evaluate(bench.facts);
  const cents = amount === undefined ? undefined : toCents(amount);
  const found = describeTrace(citation.trace, bench.labelOf);
  const detail = verdict === "review" ? unknownSentence(bench, citation.unknownPaths) : found;
  return {
    findingKey: findingKey(rule.key, target),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: rule.severity,
    status: verdict,
    title: titleOf(rule, verdict, bench, citation.trace),
    detail: detail === "" ? rule.label : `${rule.label}. ${detail}.`,
    target,
    recommendation: rule.recommendation,
    confidence: verdict === "review" ? 0.3 : citation.confidence,
    evidenceIds: citation.evidenceIds,
    ...(cents === undefined || cents <= 0 ? {} : { exposureAmount: fromCents(cents) }),
    talkingPoints: rule.talkingPoints,
  };
}

/** A rule about a whole line reports missing coverage; a rule about one coverage has its statement in its label. */
function titleOf(
  rule: GapRule,
  verdict: "gap" | "partial" | "review",
  bench: Bench,
  trace: readonly TraceEntry[],
): string {
  if (verdict === "review") return `${rule.label}: exposure or coverage not known`;
  if (verdict === "partial") return `${rule.label}: covered in part`;
  const because = exposureOf(bench, trace);
  if (rule.coverage !== undefined) return because === "" ? rule.label : `${rule.label} (${because})`;
  return `No ${rule.label.charAt(0).toLowerCase()}${rule.label.slice(1)} coverage${because === "" ? "" : ` with ${because}`}`;
}

/** The first figure of the profile that made the exposure true: `37 employees`. */
function exposureOf(bench: Bench, trace: readonly TraceEntry[]): string {
  for (const entry of trace) {
    const key = profileKeyOf(entry.path);
    if (key === undefined || entry.result !== "true" || entry.op === "exists" || entry.op === "missing") continue;
    const value = resolvePath(`profile.${key}`, bench.facts);
    if (typeof value !== "number") continue;
    const fact = bench.profile.byKey.get(key);
    const label = bench.labelOf(entry.path).toLowerCase();
    return fact?.rule.type === "money" ? `${label} of ${shown(value)}` : `${shown(value)} ${label}`;
  }
  return "";
}
