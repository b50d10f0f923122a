import {
  coversNeed,
  dateInWords,
  fromCents,
  labelOf,
  paragraph,
  sentence,
  toCents,
  lowered,
} from "@service/engine-kit";
import type { TraceEntry, Truth } from "@service/conditions";
import { type JsonObject, objectsIn, part, text, textsIn } from "@service/json";
import { type Citation, citeRule, profileKeyOf } from "./cite-facts.ts";
import { findingKey, type Finding } from "./findings.ts";
import type { Bench } from "./bench.ts";
import { isUnlisted, rowsInForce } from "./judge-items.ts";
import { addFinding, noteMissing, outcomeOf, workItemOf, type Judged } from "./judged.ts";
import type { GapRule } from "../settings.ts";
import { severityWeights } from "./score-dimensions.ts";
import { factPhrase, factsSentence, figuresOf, fillInsured, lookedAt, naming } from "./wording.ts";

const listedCoverages = "records.coverages";

/** `unlisted`: the exposure is there, and a policy that could include the coverage lists none (COVER-11). */
type Verdict = "none" | "covered" | "gap" | "partial" | "review" | "unlisted";

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
    const isOpen = verdict === "review" || verdict === "unlisted";
    judged.outcomes.push(outcomeOf(rule.key, isOpen ? "unknown" : "true", citation));
    const gap = describeGap(rule, verdict, bench, citation);
    if (isOpen) {
      noteMissing(judged, citation.trace);
      judged.gaps.push(gap);
      const { label, severity, line } = rule;
      if (verdict === "unlisted") judged.missing.add(listedCoverages);
      const paths = verdict === "unlisted" ? [listedCoverages] : citation.unknownPaths;
      judged.openRules.push({ label, severity, line, paths, evidenceIds: citation.evidenceIds });
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
  if (covered === "true" && isHollow(rule, bench)) return "gap";
  if (covered !== "false") return covered === "true" ? "covered" : "review";
  return isLeftOpen(rule, bench) ? "unlisted" : "gap";
}

/** A policy of the line that lists nothing but limits of 0 insures nothing of it (COVER-10). */
function isHollow({ line, coverage }: GapRule, { facts: { root } }: Bench): boolean {
  if (coverage !== undefined) return false;
  const rows = objectsIn(part(root, "records").coverages).filter((row) => row.in_force === true && row.line === line);
  return (
    rows.length > 0 &&
    rows.every(({ limit }) => limit === 0) &&
    coversNeed({ line }, rowsInForce(root)).cover === "none"
  );
}

/** A coverage that a policy without a list of coverages could include is asked for (COVER-11). */
function isLeftOpen({ line, coverage }: GapRule, { facts }: Bench): boolean {
  return coverage !== undefined && isUnlisted(line, coverage, facts);
}

/** The words of a gap: those of the first variant that holds, else the rule's own. */
function wordsOf(rule: GapRule, bench: Bench): Pick<GapRule, "label" | "title" | "recommendation"> {
  const variant = rule.variants.find(({ when }) => when.evaluate(bench.facts) === "true");
  if (variant === undefined) return rule;
  return { label: variant.label, title: variant.title, recommendation: variant.recommendation ?? rule.recommendation };
}

function describeGap(rule: GapRule, verdict: Shown, bench: Bench, citation: Citation): Finding {
  const isOpen = verdict === "review" || verdict === "unlisted";
  const target = { line: rule.line, ...(rule.coverage === undefined ? {} : { coverage: rule.coverage }) };
  const amount = isOpen ? undefined : rule.exposureAmount?.evaluate(bench.facts);
  const cents = amount === undefined ? undefined : toCents(amount);
  const { label, title: own, recommendation } = wordsOf(rule, bench);
  const insured = bench.file.subject.label;
  const title = titleOf({ label, title: own, target }, verdict, bench, citation.trace);
  return {
    findingKey: findingKey(rule.key, target),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: rule.severity,
    status: isOpen ? "review" : verdict,
    title,
    detail: detailOf(
      { label, title: own, target },
      verdict,
      factsSentence(bench, figuresOf(bench, citation.trace.filter(speaksForGap), [], isOpen ? [] : citation.rows)),
      bench,
    ),
    target,
    recommendation: sentence(fillInsured(recommendation, insured)),
    confidence: isOpen ? 0.3 : citation.confidence,
    evidenceIds: citation.evidenceIds,
    ...(cents === undefined || cents <= 0 ? {} : { exposureAmount: fromCents(cents) }),
    talkingPoints: rule.talkingPoints.map((point) => sentence(fillInsured(point, insured))),
  };
}

/** A verdict that is listed. */
type Shown = Exclude<Verdict, "none" | "covered">;

/** What made the exposure true; a fact of the profile that did not ("the answer no") is no reason for a gap. */
function speaksForGap({ path, op, result }: TraceEntry): boolean {
  if (profileKeyOf(path) === undefined) return true;
  return result === "true" && op !== "exists" && op !== "missing";
}

type GapTarget = { readonly line: string; readonly coverage?: string };

type GapWords = { readonly label: string; readonly title: string | undefined; readonly target: GapTarget };

/**
 * What the file shows and what is not on file, never the title again (WORD-6, ENT-82): "The file of Blue Harbor Cafe shows
 * 37 employees. No employment practices policy is on file."
 */
function detailOf(words: GapWords, verdict: Shown, facts: string, { facts: { root }, file }: Bench): string {
  const insured = file.subject.label;
  if (verdict === "review") return facts === "" ? lookedAt(words.label, insured) : facts;
  const cover = coverSentence(words, verdict, root);
  if (facts !== "") return paragraph(facts, cover);
  return paragraph(lookedAt(words.label, insured), cover);
}

function coverSentence({ label, target: { line, coverage } }: GapWords, verdict: Shown, root: JsonObject): string {
  if (verdict === "unlisted") return "A policy that could include it lists no coverages.";
  if (verdict === "partial") return sentence("What is on file covers", lowered(label), "only in part");
  if (coverage === undefined) return policyOnFile(line, root);
  // What is insured otherwise than the rule asks is on file.
  return coversNeed({ line, coverage }, rowsInForce(root)).cover === "none"
    ? sentence("No", lowered(label), "coverage is on file")
    : "";
}

/** What the file holds of a line that is not covered: none, one that is not in force, or one that is of no use here. */
function policyOnFile(line: string, root: JsonObject): string {
  const name = labelOf(line);
  const policies = objectsIn(part(root, "records").policies).filter(({ lines }) => textsIn(lines).includes(line));
  const ofStatus = (wanted: string): JsonObject | undefined => policies.find(({ status }) => status === wanted);
  if (ofStatus("active") !== undefined) return `The ${name} policy on file does not cover this.`;
  const begins = text(ofStatus("future") ?? {}, "effective_on");
  if (begins !== undefined) return `The ${name} policy on file begins on ${dateInWords(begins)}.`;
  return policies.length === 0 ? `No ${name} policy is on file.` : `The ${name} policy on file is not in force.`;
}

/** A rule about one coverage has its own title; one about a line says what is missing, and for whom. */
function titleOf(
  { label, title, target }: GapWords,
  verdict: Shown,
  bench: Bench,
  trace: readonly TraceEntry[],
): string {
  const insured = bench.file.subject.label;
  if (verdict === "review") return `It is not known whether ${insured} needs ${lowered(label)} coverage`;
  if (verdict === "unlisted") return `It is not known whether ${insured} has ${lowered(label)} coverage`;
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
