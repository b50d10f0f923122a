import type { Warning } from "@service/engine-kit";
import { shown } from "./cite-facts.ts";
import type { ProfileFact } from "./extract-profile.ts";
import type { Finding } from "./findings.ts";
import { addFinding, workItemOf, type Bench, type Judged } from "./judged.ts";

/**
 * Findings about the profile: sources that contradict each other and missing required facts (ENT-32, ENT-33). A
 * contradiction is always a warning; it is a finding with a work item when its rule says `flag`.
 */
export function raiseFactFindings(bench: Bench, judged: Judged): Warning[] {
  const warnings: Warning[] = [];
  for (const fact of bench.profile.facts) {
    const path = `profile.${fact.rule.key}`;
    if (fact.value === undefined) {
      if (fact.isUnread && !fact.rule.required) {
        warnings.push({
          code: "fact_missing",
          message: `A document states the ${fact.rule.label.toLowerCase()} of ${bench.file.subject.label} in a way that has no single reading.`,
          stage: "extract",
          severity: "info",
          path,
        });
      }
      if (fact.rule.required) {
        warnings.push({
          code: "fact_missing",
          message: `${fact.rule.label} is required and not in the file.`,
          stage: "extract",
          severity: "warning",
          path,
        });
        raise(bench, judged, missingFinding(bench, fact), "contact_client", `Ask for: ${fact.rule.label}`);
      }
    } else if (fact.alternatives.length > 0) {
      const isFlagged = fact.rule.onConflict === "flag";
      warnings.push({
        code: "fact_conflict",
        message: `Sources disagree about ${fact.rule.label.toLowerCase()}.`,
        stage: "extract",
        severity: isFlagged ? "warning" : "info",
        path,
      });
      if (isFlagged) raise(bench, judged, conflictFinding(fact), "verify_fact", `Verify: ${fact.rule.label}`);
    }
  }
  return warnings;
}

function raise(
  bench: Bench,
  judged: Judged,
  finding: Finding,
  kind: "contact_client" | "verify_fact",
  title: string,
): void {
  judged.workItems.push(workItemOf(bench, addFinding(judged, finding), { kind, title, dueInDays: 7 }));
}

function conflictFinding(fact: ProfileFact): Finding {
  const others = fact.alternatives.map(
    (alternative) => `${shown(alternative.value)} (${alternative.origin.replaceAll("_", " ")})`,
  );
  return {
    findingKey: `${fact.rule.key}:conflict`,
    ruleKey: fact.rule.key,
    dimension: undefined,
    severity: "medium",
    status: "conflict",
    title: `Sources disagree: ${fact.rule.label}`,
    detail: `Used: ${shown(fact.value ?? null)} (${(fact.origin ?? "input").replaceAll("_", " ")}). Also found: ${others.join(", ")}.`,
    target: undefined,
    recommendation: "Confirm the right value and correct the other source",
    confidence: fact.confidence,
    evidenceIds: [
      ...new Set([...fact.evidenceIds, ...fact.alternatives.flatMap((alternative) => alternative.evidenceIds)]),
    ],
  };
}

function missingFinding(bench: Bench, fact: ProfileFact): Finding {
  const id = bench.evidence.add({ kind: "rule", ref: { rule_key: fact.rule.key } });
  return {
    findingKey: `${fact.rule.key}:missing`,
    ruleKey: fact.rule.key,
    dimension: undefined,
    severity: "medium",
    status: "review",
    title: `Not in the file: ${fact.rule.label}`,
    detail: `${fact.rule.label} is required by this engine and no source gives it.`,
    target: undefined,
    recommendation: undefined,
    confidence: 1,
    evidenceIds: id === undefined ? [] : [id],
  };
}
