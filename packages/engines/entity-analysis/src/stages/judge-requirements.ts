import type { EvidenceSource } from "@service/engine-kit";
import type { Facts, Truth } from "@service/conditions";
import { type Json, type JsonObject, isJsonArray, objectsIn, part, text, textsIn } from "@service/json";
import type { WrittenRequirement } from "../output.ts";
import { type Citation, citeRule, shown } from "./cite-facts.ts";
import { type Finding, findingKey } from "./findings.ts";
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
import type { RequiredItem, RequirementRule } from "../settings.ts";
import { severityWeights } from "./score-dimensions.ts";

type JudgedItem = {
  readonly item: RequiredItem;
  readonly truth: Truth;
  readonly wanted: Json;
  readonly found: Json;
  readonly source: EvidenceSource["ref"] | undefined;
};

/**
 * Requirements of contracts, statutes and others (ENT-38, ENT-40): compares each required item with the rows in force.
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
    const applies = asked(rule.appliesWhen, bench.facts);
    if (applies === "false") continue;
    const weight = severityWeights[rule.severity];
    const items = rule.requires.map((item) => judgeItem(item, bench.facts));
    const met = combined(rule.mode, items);
    // A met requirement counts as met even if it may not apply; its weight has not run either way.
    const isOpen = applies === "unknown" && met !== "true";
    const value = applies === "unknown" ? undefined : met === "true" ? 1 : met === "false" ? 0 : 0.5;
    judged.items.push({ dimension: rule.dimension, weight, value });
    written.push(writeRequirement(rule, items, isOpen ? "may_apply" : met, bench, judged, withPasses));
  }
  return written;
}

/** Whether a requirement is met; `may_apply`: it is not known whether it applies. */
type Answered = Truth | "may_apply";

const openWords = {
  true: "met",
  false: "not met",
  unknown: "to be confirmed",
  may_apply: "not known whether it applies",
} as const;

function writeRequirement(
  rule: RequirementRule,
  items: readonly JudgedItem[],
  answer: Answered,
  bench: Bench,
  judged: Judged,
  withPasses: boolean,
): WrittenRequirement {
  const truth = answer === "may_apply" ? "unknown" : answer;
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
  const finding =
    truth === "true" && !withPasses
      ? undefined
      : raiseFinding(rule, items, answer, bench, judged, citation, evidenceIds);
  return {
    rule_key: rule.key,
    label: rule.label,
    dimension: rule.dimension,
    status: truth === "true" ? "pass" : truth === "false" ? "fail" : "review",
    severity: rule.severity,
    source: rule.source,
    mode: rule.mode,
    items: items.map(({ item, truth: result, wanted, found }) => ({
      line: item.line,
      ...(item.coverage === undefined ? {} : { coverage: item.coverage }),
      field: item.field,
      op: item.op,
      wanted,
      found,
      result: result === "true" ? "pass" : result === "false" ? "fail" : "unknown",
    })),
    ...(finding === undefined ? {} : { finding_key: finding.findingKey }),
    evidence_ids: evidenceIds,
  };
}

/** The finding of a requirement; an open one comes with a work item. */
function raiseFinding(
  rule: RequirementRule,
  items: readonly JudgedItem[],
  answer: Answered,
  bench: Bench,
  judged: Judged,
  { unknownPaths, confidence }: Citation,
  evidenceIds: readonly string[],
): Finding {
  const truth = answer === "may_apply" ? "unknown" : answer;
  const failing = items.filter((item) => item.truth !== "true");
  const finding = addFinding(judged, {
    findingKey: findingKey(rule.key, targetOf(items)),
    ruleKey: rule.key,
    dimension: rule.dimension,
    severity: truth === "true" ? "info" : rule.severity,
    status: truth === "true" ? "pass" : truth === "false" ? "fail" : "review",
    title: truth === "true" ? rule.label : `${rule.label}: ${openWords[answer]}`,
    detail:
      answer === "may_apply"
        ? unknownSentence(bench, unknownPaths)
        : (failing.length === 0 ? items : failing).map(describeItem).join("; "),
    target: targetOf(items),
    recommendation: truth === "true" ? undefined : rule.recommendation,
    confidence: truth === "unknown" ? 0.3 : confidence,
    evidenceIds,
  });
  if (truth === "unknown")
    judged.workItems.push(workItemOf(bench, finding, clarifying(bench, rule.label, unknownPaths)));
  return finding;
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

/**
 * Compares one item with the rows in force: met when any row meets it. Without a policy list, or without coverages of a
 * held line, it is undecided; a line that is certainly not held fails it.
 */
function judgeItem(item: RequiredItem, facts: Facts): JudgedItem {
  const wanted =
    item.valueExpression === undefined ? (item.value ?? null) : (item.valueExpression.evaluate(facts) ?? null);
  const rows =
    item.field === "expires_on" || item.field === "rating" ? policyRows(item, facts) : coverageRows(item, facts);
  if (rows.kind === "unknown") return { item, truth: "unknown", wanted, found: null, source: undefined };
  if (rows.kind === "absent")
    return { item, truth: item.op === "missing" ? "true" : "false", wanted, found: null, source: undefined };
  let truth: Truth = "false";
  let best: { readonly row: JsonObject; readonly found: Json } | undefined;
  for (const row of rows.rows) {
    const found = foundIn(item, row);
    const result = item.test.evaluate({ ...facts, element: { found, wanted } });
    if (best === undefined || result === "true" || isBetter(found, best.found)) best = { row, found };
    if (result === "true") {
      truth = "true";
      break;
    }
    if (result === "unknown") truth = "unknown";
  }
  return {
    item,
    truth,
    wanted,
    found: best?.found ?? null,
    source: best === undefined ? undefined : sourceOf(item, best.row),
  };
}

type Rows =
  | { readonly kind: "rows"; readonly rows: readonly JsonObject[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

function policyRows(item: RequiredItem, facts: Facts): Rows {
  const policies = part(facts.root, "records").policies;
  if (!isJsonArray(policies)) return { kind: "unknown" };
  const rows = objectsIn(policies).filter(
    (policy) => policy.status === "active" && textsIn(policy.lines).includes(item.line),
  );
  return rows.length > 0 ? { kind: "rows", rows } : { kind: "absent" };
}

function coverageRows(item: RequiredItem, facts: Facts): Rows {
  const coverages = part(facts.root, "records").coverages;
  const rows = objectsIn(coverages).filter(
    (row) =>
      row.in_force === true &&
      row.line === item.line &&
      (item.coverage === undefined || row.coverage === item.coverage) &&
      // A coverage listed as excluded states no limit; only the field `included` reads it.
      (item.field === "included" || row.included === true),
  );
  if (rows.length > 0) return { kind: "rows", rows };
  const held = policyRows(item, facts);
  if (held.kind === "unknown") return held;
  // The line is held but its coverages were not sent: unknown, not missing.
  const isLineListed = objectsIn(coverages).some((row) => row.in_force === true && row.line === item.line);
  return held.kind === "rows" && !isLineListed ? { kind: "unknown" } : { kind: "absent" };
}

function foundIn(item: RequiredItem, row: JsonObject): Json {
  if (item.field === "deductible") return part(row, "deductible").amount ?? null;
  return row[item.field] ?? null;
}

function isBetter(a: Json, b: Json): boolean {
  if (b === null) return a !== null;
  return typeof a === "number" && typeof b === "number" && a > b;
}

function sourceOf(item: RequiredItem, row: JsonObject): EvidenceSource["ref"] {
  const isPolicy = item.field === "expires_on" || item.field === "rating";
  const key = text(row, isPolicy ? "policy_key" : "coverage_key") ?? text(row, "policy_key");
  return { family: isPolicy ? "policies" : "coverages", ...(key === undefined ? {} : { record_key: key }) };
}

function describeItem({ item, wanted, found }: JudgedItem): string {
  const what = [item.line, item.coverage, item.field]
    .filter((word) => word !== undefined)
    .join(" ")
    .replaceAll("_", " ");
  return `${what}: required ${item.op} ${shown(wanted)}, found ${found === null ? "nothing" : shown(found)}`;
}
