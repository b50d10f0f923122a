import { fromCents, labelOf, paragraph, sentence, toCents } from "@service/engine-kit";
import type { TraceEntry, Truth } from "@service/conditions";
import { type Citation, citeRule, profileKeyOf } from "./cite-facts.ts";
import { findingKey, type Finding } from "./findings.ts";
import type { Bench } from "./bench.ts";
import { addFinding, noteMissing, outcomeOf, workItemOf, type Judged } from "./judged.ts";
import type { GapRule } from "../settings.ts";
import { severityWeights } from "./score-dimensions.ts";
import { factPhrase, factsSentence, fillInsured, lowered, naming } from "./wording.ts";

type Verdict = "none" | "covered" | "gap" | "partial" | "review";

/** The gaps (ENT-41, ENT-42): exposure against coverage; what is unknown is asked (ENT-74). */
export function detectGaps(rules: readonly GapRule[], bench: Bench, judged: Judged): void {
  for (const rule of rules) {
    if (!bench.isInFocus(rule.dimension) || rule.suppressWhen?.evaluate(bench.facts) === "true") continue;
    const verdict = judgeGap(rule, bench);
    const weight = severityWeights[rule.severity];
    if (verdict === "none" || verdict === "covered") {
      judged.outcomes.push(outcomeOf(rule.key, "false"));
      if (verdict === "covered") judged.items.push({ dimension: rule.dimension, weight, value: 1 });
      continue;
    }
    judged.items.push({ dimension: rule.dimension, weight, value: verdict === "gap" ? 0 : 0.5 });
    const citation = citeRule(bench, rule.key, [rule.exposureWhen, rule.coveredWhen]);
    judged.outcomes.push(outcomeOf(rule.key, verdict === "review" ? "unknown" : "true", citation));
    const gap = describeGap(rule, verdict, bench, citation);
    if (verdict === "review") {
      noteMissing(judged, citation.trace);
      judged.gaps.push(gap);
      const { label, severity, line } = rule;
      const { unknownPaths: paths, evidenceIds } = citation;
      judged.openRules.push({ label, severity, line, paths, evidenceIds });
      continue;
    }
    const finding = addFinding(judged, gap);
    judged.gaps.push(finding);
    if (rule.workItem !== undefined) judged.workItems.push(workItemOf(bench, finding, rule.workItem));
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

/** The words of a gap: those of the first variant that holds, else the rule's own. */
function wordsOf(rule: GapRule, bench: Bench): Pick<GapRule, "label" | "title" | "recommendation"> {
  const variant = rule.variants.find(({ when }) => when.evaluate(bench.facts) === "true");
  if (variant === undefined) return rule;
  return { label: variant.label, title: variant.title, recommendation: variant.recommendation ?? rule.recommendation };
}

function describeGap(rule: GapRule, verdict: "gap" | "partial" | "review", bench: Bench, citation: Citation): Finding {
  const target = { line: rule.line, ...(rule.coverage === undefined ? {} : { coverage: rule.coverage }) };
  const amount = verdict === "review" ? undefined : rule.exposureAmount?.evaluate(bench.facts);
  const cents = amount === undefined ? undefined : toCents(amount);
  const { label, title: own, recommendation } = wordsOf(rule, bench);
  const insured = bench.file.subject.label;
  const title = titleOf({ label, title: own, target }, verdict, bench, citation.trace);
  return {
    findingKey: findingKey(rule.key, target),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: rule.severity,
    status: verdict,
    title,
    detail: detailOf({ label, title: own, target }, verdict, title, factsSentence(bench, citation.trace)),
    target,
    recommendation: sentence(fillInsured(recommendation, insured)),
    confidence: verdict === "review" ? 0.3 : citation.confidence,
    evidenceIds: citation.evidenceIds,
    ...(cents === undefined || cents <= 0 ? {} : { exposureAmount: fromCents(cents) }),
    talkingPoints: rule.talkingPoints.map((point) => sentence(fillInsured(point, insured))),
  };
}

type GapTarget = { readonly line: string; readonly coverage?: string };

type GapWords = { readonly label: string; readonly title: string | undefined; readonly target: GapTarget };

/** What the file shows and what is not on file: "No cyber policy is on file." (WORD-6). */
function detailOf(words: GapWords, verdict: "gap" | "partial" | "review", title: string, facts: string): string {
  const isOwn = words.title !== undefined || verdict === "review";
  const cover = isOwn ? "" : coverSentence(words, verdict);
  return facts === "" || isOwn ? paragraph(sentence(title), facts, cover) : paragraph(facts, cover);
}

function coverSentence({ label, target: { line, coverage } }: GapWords, verdict: string): string {
  if (verdict === "partial") return sentence("What is on file covers", lowered(label), "only in part");
  return coverage === undefined
    ? sentence("No", labelOf(line), "policy is on file")
    : sentence("No", labelOf(coverage), "coverage is on file");
}

/** A rule about one coverage has its own title; one about a line says what is missing, and for whom. */
function titleOf(
  { label, title, target }: GapWords,
  verdict: "gap" | "partial" | "review",
  bench: Bench,
  trace: readonly TraceEntry[],
): string {
  const insured = bench.file.subject.label;
  if (verdict === "review") return `It is not known whether ${insured} needs ${lowered(label)} coverage`;
  if (verdict === "partial") return `${insured} is insured only in part for ${lowered(label)}`;
  if (title !== undefined) return naming(bench, title);
  if (target.coverage !== undefined) return `${insured} has no ${labelOf(target.coverage)} coverage`;
  const because = exposureOf(bench, trace);
  return `${insured} has no ${lowered(label)} coverage${because === undefined ? "" : ` for its ${because}`}`;
}

/** The first figure of the profile that made the exposure true: `37 employees`. */
function exposureOf(bench: Bench, trace: readonly TraceEntry[]): string | undefined {
  for (const { path, op, result } of trace) {
    if (result !== "true" || op === "exists" || op === "missing" || profileKeyOf(path) === undefined) continue;
    const phrase = factPhrase(bench, path);
    if (phrase !== undefined && /\d/.test(phrase) && !phrase.startsWith("NAICS")) return phrase;
  }
  return undefined;
}
