import { sentence, lowered } from "@service/engine-kit";
import type { SelectedRows, Truth } from "@service/conditions";
import type { Bench } from "./bench.ts";
import { addFinding, truthOf, clarifyDays, noteMissing, outcomeOf, workItemOf, type Judged } from "./judged.ts";
import { type Citation, citeRule } from "./cite-facts.ts";
import { findingKey, type PointGroup } from "./findings.ts";
import type { CheckRule, WorkItemRule } from "../settings.ts";
import { factsSentence, figuresOf, fillInsured, lookedAt, naming } from "./wording.ts";

/** Weight of the checks that apply, and of those with a definite result (ENT-63). */
export type CheckCoverage = { readonly applying: number; readonly decided: number };

/**
 * The checks (ENT-36, ENT-37). A check whose `when` is false does not apply and counts nowhere; one whose `when` is
 * unknown counts as weight that has not run. What is unknown is asked, unless its author skips unknowns (ENT-74).
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
    const when = truthOf(rule.when, bench.facts);
    if (when === "false") continue;
    applying += rule.weight;
    const truth = when === "unknown" ? "unknown" : rule.assert.evaluate(bench.facts);
    if (truth !== "unknown") decided += rule.weight;
    judged.items.push({ dimension: rule.dimension, weight: rule.weight, value: valueOf(rule, when, truth) });
    if (truth === "unknown") leaveOpen(rule, when, bench, judged);
    else judgeCheck(rule, truth, bench, judged, withPasses);
  }
  return { applying, decided };
}

function valueOf({ onUnknown }: CheckRule, when: Truth, truth: Truth): 1 | 0.5 | 0 | undefined {
  if (truth !== "unknown") return truth === "true" ? 1 : 0;
  if (when === "unknown" || onUnknown === "skip") return undefined;
  return onUnknown === "review" ? 0.5 : 0;
}

/** An undecided check: nothing where its author skips it, a failure where it must be shown, else a question. */
function leaveOpen(rule: CheckRule, when: Truth, bench: Bench, judged: Judged): void {
  const citation = citeRule(bench, rule.key, [when === "unknown" ? rule.when : rule.assert], rule.evidencePaths);
  noteMissing(judged, citation.trace);
  if (rule.onUnknown === "skip") {
    judged.outcomes.push(outcomeOf(rule.key, "unknown"));
    return;
  }
  judged.outcomes.push(outcomeOf(rule.key, "unknown", citation));
  if (rule.onUnknown === "fail" && when !== "unknown") {
    const { label } = bench.file.subject;
    addCheckFinding(
      rule,
      "fail",
      citation,
      sentence(`The file of ${label} does not show it: ${lowered(rule.label)}`),
      bench,
      judged,
    );
    return;
  }
  judged.openRules.push({
    label: rule.label,
    severity: rule.severity,
    line: rule.line,
    paths: citation.unknownPaths,
    evidenceIds: citation.evidenceIds,
  });
}

function judgeCheck(rule: CheckRule, truth: "true" | "false", bench: Bench, judged: Judged, withPasses: boolean): void {
  if (truth === "true" && !withPasses) {
    judged.outcomes.push(outcomeOf(rule.key, "true"));
    return;
  }
  const citation = citeRule(bench, rule.key, [rule.assert], rule.evidencePaths);
  judged.outcomes.push(outcomeOf(rule.key, truth, citation));
  const figures = figuresOf(bench, citation.trace, rule.evidencePaths, rowsOf(rule, truth, citation, bench));
  const facts = factsSentence(bench, figures);
  addCheckFinding(rule, truth === "true" ? "pass" : "fail", citation, facts, bench, judged, figures);
}

/** The rows that a check fails by; where none meets it, those that made it apply (ENT-86). */
function rowsOf(rule: CheckRule, truth: "true" | "false", { rows }: Citation, bench: Bench): readonly SelectedRows[] {
  if (truth === "true") return [];
  if (rows.some(({ elements }) => elements.length > 0)) return rows;
  const applying = rule.when?.explain(bench.facts).rows ?? [];
  const paths = new Set(rows.map(({ path }) => path));
  return [...rows, ...applying.filter(({ path }) => paths.has(path))];
}

function addCheckFinding(
  rule: CheckRule,
  status: "pass" | "fail",
  citation: Citation,
  facts: string,
  bench: Bench,
  judged: Judged,
  figures = "",
): void {
  const { label } = bench.file.subject;
  const isPass = status === "pass";
  const title = isPass ? `${label} meets the check: ${lowered(rule.label)}` : naming(bench, rule.messageFail);
  const finding = addFinding(judged, {
    findingKey: findingKey(rule.key),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: isPass ? "info" : rule.severity,
    status,
    title,
    detail: facts === "" ? lookedAt(rule.label, label) : facts,
    target: rule.line === undefined ? undefined : { line: rule.line },
    group: groupOf(citation),
    figures,
    recommendation:
      isPass || rule.recommendation === undefined ? undefined : sentence(fillInsured(rule.recommendation, label)),
    confidence: citation.unknownPaths.length > 0 ? 0.3 : citation.confidence,
    evidenceIds: citation.evidenceIds,
  });
  const work = rule.workItem ?? (citation.unknownPaths.length > 0 ? verifying(rule) : undefined);
  if (!isPass && work !== undefined) judged.workItems.push(workItemOf(bench, finding, work));
}

/** What a check looks at, where it is nothing but documents, or nothing but losses (ENT-83). */
function groupOf({ trace }: Citation): PointGroup | undefined {
  const isAll = (pattern: RegExp): boolean => trace.length > 0 && trace.every(({ path }) => pattern.test(path));
  if (isAll(/^(?:input\.documents|@)/) && trace.some(({ path }) => path.startsWith("input."))) return "documents";
  return isAll(/^(?:loss\.|records\.claims)/) ? "losses" : undefined;
}

/** What cannot be shown is to be verified, where its rule has no work item of its own (ENT-37). */
function verifying({ label }: CheckRule): WorkItemRule {
  return { kind: "verify_fact", title: `Verify ${lowered(label)}`, dueInDays: clarifyDays };
}
