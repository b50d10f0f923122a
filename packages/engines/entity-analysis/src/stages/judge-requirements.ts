import { paragraph, sentence, lowered } from "@service/engine-kit";
import type { Truth } from "@service/conditions";
import { clipped } from "@service/json";
import type { WrittenRequirement } from "../output.ts";
import { type Citation, citeRule } from "./cite-facts.ts";
import { type Finding, findingKey } from "./findings.ts";
import type { Bench } from "./bench.ts";
import { addFinding, truthOf, noteMissing, outcomeOf, type Judged } from "./judged.ts";
import { judgeItem, type JudgedItem } from "./judge-items.ts";
import { askerOf, itemSentence } from "./requirement-words.ts";
import type { RequirementRule } from "../settings.ts";
import { severityWeights } from "./score-dimensions.ts";
import { fillInsured } from "./wording.ts";

/**
 * Requirements of contracts, statutes and others (ENT-38, ENT-40): compares each required item with what is insured.
 * Returns the `requirements[]` of the output, without those that do not apply; those that may apply are to be reviewed.
 */
export function judgeRequirements(
  rules: readonly RequirementRule[],
  bench: Bench,
  judged: Judged,
  withPasses: boolean,
): WrittenRequirement[] {
  const written: WrittenRequirement[] = [];
  for (const rule of rules) {
    if (!bench.isInFocus(rule.dimension)) continue;
    const applies = truthOf(rule.appliesWhen, bench.facts);
    if (applies === "false") continue;
    const weight = severityWeights[rule.severity];
    const items = rule.requires.flatMap((item) => judgeItem(item, bench.facts) ?? []);
    const met = combined(rule.mode, items);
    // A met requirement counts as met even if it may not apply; its weight has not run either way.
    const truth = applies === "unknown" && met !== "true" ? "unknown" : met;
    const value = applies === "unknown" ? undefined : met === "true" ? 1 : met === "false" ? 0 : 0.5;
    judged.items.push({ dimension: rule.dimension, weight, value });
    written.push(writeRequirement(rule, items, truth, bench, judged, withPasses));
    confirmSchedule(rule, items, judged);
  }
  return written;
}

/** A limit that only an umbrella of an unread schedule meets is met, and the schedule is asked for (COVER-8). */
function confirmSchedule({ label }: RequirementRule, items: readonly JudgedItem[], judged: Judged): void {
  const open = items.find(({ truth, tower }) => truth === "true" && tower?.schedule === "unknown");
  if (open === undefined) return;
  const { line } = open.item;
  judged.openRules.push({ label, severity: "low", line, paths: ["records.umbrella"], evidenceIds: [] });
}

function writeRequirement(
  rule: RequirementRule,
  items: readonly JudgedItem[],
  truth: Truth,
  bench: Bench,
  judged: Judged,
  withPasses: boolean,
): WrittenRequirement {
  const rows = items.flatMap((item) =>
    item.source === undefined ? [] : [{ kind: "record" as const, ref: item.source, value: item.found }],
  );
  const cited = bench.evidence.addAll(rows);
  const citation = citeRule(bench, rule.key, [rule.appliesWhen]);
  const evidenceIds = [...new Set([...cited, ...citation.evidenceIds])];
  judged.outcomes.push(
    truth === "true" ? outcomeOf(rule.key, truth) : outcomeOf(rule.key, truth, { ...citation, evidenceIds }),
  );
  noteMissing(judged, citation.trace);
  if (truth === "unknown") leaveOpen(rule, items, citation, evidenceIds, judged);
  const isShown = truth === "false" || (truth === "true" && withPasses);
  const finding = isShown ? raiseFinding(rule, items, truth, bench, judged, citation, evidenceIds) : undefined;
  return {
    rule_key: rule.key,
    label: rule.label,
    dimension: rule.dimension,
    status: truth === "true" ? "pass" : truth === "false" ? "fail" : "review",
    severity: rule.severity,
    source: rule.source,
    mode: rule.mode,
    items: items.map(writeItem),
    ...(finding === undefined ? {} : { finding_key: finding.findingKey }),
    evidence_ids: evidenceIds,
  };
}

function writeItem({ item, truth, wanted, found, via, tower }: JudgedItem): WrittenRequirement["items"][number] {
  return {
    line: item.line,
    ...(item.coverage === undefined ? {} : { coverage: item.coverage }),
    field: item.field,
    op: item.op,
    wanted,
    found,
    result: truth === "true" ? "pass" : truth === "false" ? "fail" : "unknown",
    ...(via === undefined ? {} : { via }),
    ...(tower === undefined || tower.excess === 0 ? {} : { umbrella: tower.excess }),
  };
}

/** What leaves a requirement open: facts of its condition, else the coverages or policies of its items (ENT-74). */
function leaveOpen(
  { label, severity }: RequirementRule,
  items: readonly JudgedItem[],
  citation: Citation,
  evidenceIds: readonly string[],
  judged: Judged,
): void {
  const line = targetOf(items)?.line;
  const paths = citation.unknownPaths.length > 0 ? citation.unknownPaths : ["records.coverages"];
  judged.openRules.push({ label, severity, line, paths, evidenceIds });
}

function raiseFinding(
  rule: RequirementRule,
  items: readonly JudgedItem[],
  truth: "true" | "false",
  bench: Bench,
  judged: Judged,
  { confidence }: Citation,
  evidenceIds: readonly string[],
): Finding {
  const insured = bench.file.subject.label;
  const isMet = truth === "true";
  const failing = items.filter((item) => item.truth !== "true");
  const named = `what ${askerOf(rule)} asks for: ${lowered(rule.label)}`;
  const title = isMet ? `${insured} has ${named}` : `${insured} does not have ${named}`;
  return addFinding(judged, {
    findingKey: findingKey(rule.key, targetOf(items)),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: isMet ? "info" : rule.severity,
    status: isMet ? "pass" : "fail",
    title: clipped(title, 160),
    detail: paragraph(...(isMet ? items : failing).map((item) => itemSentence(rule, item, insured))),
    target: targetOf(items),
    group: rule.source.kind === "contract" && targetOf(items)?.line !== undefined ? "contract" : undefined,
    recommendation:
      isMet || rule.recommendation === undefined ? undefined : sentence(fillInsured(rule.recommendation, insured)),
    confidence,
    evidenceIds,
  });
}

/** A requirement over one line has a target; one over several has none. */
function targetOf(items: readonly JudgedItem[]): { readonly line?: string; readonly coverage?: string } | undefined {
  const [first, ...rest] = items.map(({ item }) => item);
  if (first === undefined) return undefined;
  const { line, coverage } = first;
  const isLine = rest.every((item) => item.line === line);
  const isCoverage = coverage !== undefined && rest.every((item) => item.coverage === coverage);
  if (!isLine && !isCoverage) return undefined;
  return { ...(isLine ? { line } : {}), ...(isCoverage ? { coverage } : {}) };
}

function combined(mode: "all" | "any", items: readonly JudgedItem[]): Truth {
  const decisive = mode === "all" ? "false" : "true";
  if (items.some((item) => item.truth === decisive)) return decisive;
  if (items.some((item) => item.truth === "unknown")) return "unknown";
  return mode === "all" ? "true" : "false";
}
