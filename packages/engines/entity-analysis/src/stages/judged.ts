import { type RuleOutcome, workItem } from "@service/engine-kit";
import { clipped, cut, addDays, type JsonObject } from "@service/json";
import type { Condition, Facts, TraceEntry, Truth } from "@service/conditions";
import type { CaseFile } from "./case-file.ts";
import { profileKeyOf, type Citation, type Citing } from "./cite-facts.ts";
import type { Finding } from "./findings.ts";
import type { WorkItemRule } from "../settings.ts";
import type { ScoredItem } from "./score-dimensions.ts";

/** Results that the evaluating stages write, one after the other. */
export type Judged = {
  readonly items: ScoredItem[];
  readonly findings: Finding[];
  /** How often a finding key was used: see `addFinding`. */
  readonly keyCounts: Map<string, number>;
  readonly outcomes: RuleOutcome[];
  readonly workItems: JsonObject[];
  /** Paths of facts that a rule needed and nobody stated. */
  readonly missing: Set<string>;
};

/** Days within which a question should be settled. */
export const clarifyDays = 30;

/** What the evaluating stages read. */
export type Bench = Citing & {
  readonly file: CaseFile;
  readonly runId: string;
  readonly labelOf: (path: string) => string;
  readonly isInFocus: (dimension: string) => boolean;
};

/**
 * Keeps a finding. Keys are unique within one array of rules only: when a check and a requirement share a key, the
 * second finding gets a suffix, because work items are identified by it.
 */
export function addFinding(judged: Judged, finding: Finding): Finding {
  const count = (judged.keyCounts.get(finding.findingKey) ?? 0) + 1;
  judged.keyCounts.set(finding.findingKey, count);
  const kept = count === 1 ? finding : { ...finding, findingKey: `${finding.findingKey}#${count}` };
  judged.findings.push(kept);
  return kept;
}

/** An absent optional condition is true. */
export function asked(condition: Condition | undefined, facts: Facts): Truth {
  return condition === undefined ? "true" : condition.evaluate(facts);
}

/** Outcome of a rule with the facts that decided it; kept for failing and unknown rules only (DEF-3). */
export function outcomeOf(ruleKey: string, result: Truth, citation?: Citation): RuleOutcome {
  if (citation === undefined) return { ruleKey, stage: "evaluate", result };
  return {
    ruleKey,
    stage: "evaluate",
    result,
    facts: citation.trace.slice(0, 20).map((entry) => ({ path: entry.path, value: entry.actual })),
    evidenceIds: citation.evidenceIds,
  };
}

/** The work item of a rule, due from the run's day. */
export function workItemOf(bench: Bench, finding: Finding, rule: WorkItemRule): JsonObject {
  const dueOn = rule.dueInDays === undefined ? undefined : addDays(bench.file.today, rule.dueInDays);
  const { clientKey } = bench.file;
  return workItem(bench.runId, finding.findingKey, {
    kind: rule.kind,
    title: rule.title,
    detail: finding.recommendation === undefined ? finding.detail : `${finding.title}. ${finding.recommendation}`,
    severity: finding.severity,
    ...(dueOn === undefined ? {} : { dueOn }),
    ...(clientKey === undefined
      ? {}
      : {
          subject: { client_key: clientKey },
          suggestedCommand: {
            type: "create_task",
            payload: {
              title: cut(rule.title, 200),
              body: finding.title,
              ...(dueOn === undefined ? {} : { due_on: dueOn }),
            },
          },
        }),
    evidenceIds: finding.evidenceIds,
  });
}

/** `Employees` for `profile.employees`, the path itself for anything without a label of its own. */
export function labeller(labels: ReadonlyMap<string, string>): (path: string) => string {
  return (path) => labels.get(profileKeyOf(path) ?? "") ?? path.replaceAll("[]", "");
}

export function unknownSentence(bench: Bench, paths: readonly string[]): string {
  const names = namesOf(bench, paths);
  return names === "" ? "Not decidable from the file" : `Not known: ${names}`;
}

/** The work item for a rule that could not be decided (ENT-37, TYPE-4), where the rule has none of its own. */
export function clarifying(bench: Bench, label: string, paths: readonly string[]): WorkItemRule {
  const names = namesOf(bench, paths);
  const title = clipped(names === "" ? `Clarify: ${label}` : `Find out: ${names}`, 160);
  return { kind: "verify_fact", title, dueInDays: clarifyDays };
}

/** Keeps the facts that left a rule undecided; a fact of the wrong type counts as stated. */
export function noteMissing(judged: Judged, trace: readonly TraceEntry[]): void {
  for (const { path, actual, result } of trace)
    if (result === "unknown" && actual === null && !path.startsWith("@")) judged.missing.add(path);
}

function namesOf(bench: Bench, paths: readonly string[]): string {
  return [...new Set(paths.map(bench.labelOf))].slice(0, 8).join(", ");
}
