import { type RuleOutcome, todoInWords, workItem } from "@service/engine-kit";
import { clipped, cut, addDays, type JsonObject } from "@service/json";
import type { Condition, Facts, TraceEntry, Truth } from "@service/conditions";
import type { Bench } from "./bench.ts";
import type { Citation } from "./cite-facts.ts";
import type { Finding, OpenRule } from "./findings.ts";
import type { WorkItemRule } from "../settings.ts";
import type { ScoredItem } from "./score-dimensions.ts";
import { taskTitle } from "./wording.ts";

/** Results that the evaluating stages write, one after the other. */
export type Judged = {
  readonly items: ScoredItem[];
  readonly findings: Finding[];
  /** How often a finding key was used: see `addFinding`. */
  readonly keyCounts: Map<string, number>;
  readonly outcomes: RuleOutcome[];
  readonly workItems: JsonObject[];
  /** Gaps of every verdict, with those to be reviewed, which add no finding of their own (ENT-74). */
  readonly gaps: Finding[];
  /** Rules that unknown facts leave undecided: what is asked (ENT-74). */
  readonly openRules: OpenRule[];
  /** Paths of facts that a rule needed and nobody stated. */
  readonly missing: Set<string>;
};

/** Days within which a question should be settled. */
export const clarifyDays = 30;

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
export function truthOf(condition: Condition | undefined, facts: Facts): Truth {
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
  const { clientKey, subject } = bench.file;
  const title = clipped(taskTitle(rule.title, subject.label), 160);
  const { recommendation: steps } = finding;
  const detail = clipped(todoInWords({ kind: rule.kind, title, steps, about: subject.label, dueOn }), 1000);
  return workItem(bench.runId, finding.findingKey, {
    kind: rule.kind,
    title,
    detail,
    severity: finding.severity,
    ...(dueOn === undefined ? {} : { dueOn }),
    ...(clientKey === undefined
      ? {}
      : {
          subject: { client_key: clientKey },
          suggestedCommand: {
            type: "create_task",
            payload: {
              title: cut(title, 200),
              body: detail,
              ...(dueOn === undefined ? {} : { due_on: dueOn }),
            },
          },
        }),
    evidenceIds: finding.evidenceIds,
  });
}

/** Keeps the facts that left a rule undecided; a fact of the wrong type counts as stated. */
export function noteMissing(judged: Judged, trace: readonly TraceEntry[]): void {
  for (const { path, actual, result } of trace)
    if (result === "unknown" && actual === null && !path.startsWith("@")) judged.missing.add(path);
}
