import { labelOf, listInWords, sentence, type Warning, lowered } from "@service/engine-kit";
import type { ProfileFact } from "./extract-profile.ts";
import type { Finding } from "./findings.ts";
import type { Bench } from "./bench.ts";
import { addFinding, workItemOf, type Judged } from "./judged.ts";
import { valueInWords } from "./wording.ts";

/**
 * Sources that contradict each other and required facts that are missing (ENT-32, ENT-33). A contradiction is always a
 * warning; it is a finding with a work item when its rule says `flag`. A missing fact is asked with the others (ENT-74).
 */
export function raiseFactFindings(bench: Bench, judged: Judged): Warning[] {
  return bench.profile.facts.flatMap((fact) =>
    fact.value === undefined ? missingFact(bench, judged, fact) : contradiction(bench, judged, fact),
  );
}

function missingFact(bench: Bench, judged: Judged, fact: ProfileFact): Warning[] {
  const { key, label, required } = fact.rule;
  if (!required && !fact.isUnread) return [];
  const path = `profile.${key}`;
  if (required) {
    const id = bench.evidence.add({ kind: "rule", ref: { rule_key: key } });
    const evidenceIds = [...fact.evidenceIds, ...(id === undefined ? [] : [id])];
    judged.openRules.push({ label, severity: "medium", line: undefined, paths: [path], evidenceIds });
  }
  const insured = bench.file.subject.label;
  return [
    {
      code: "fact_missing",
      message: fact.isUnread
        ? `The ${nameOf(fact)} of ${insured} is written in a document and has no single reading there.`
        : `The ${nameOf(fact)} of ${insured} is required and not on file.`,
      stage: "extract",
      severity: required ? "warning" : "info",
      path,
    },
  ];
}

function contradiction(bench: Bench, judged: Judged, fact: ProfileFact): Warning[] {
  if (fact.alternatives.length === 0) return [];
  const isFlagged = fact.rule.onConflict === "flag";
  if (isFlagged) {
    const finding = addFinding(judged, conflictFinding(bench, fact));
    const title = `Verify the ${nameOf(fact)} of {insured}`;
    judged.workItems.push(workItemOf(bench, finding, { kind: "verify_fact", title, dueInDays: 7 }));
  }
  return [
    {
      code: "fact_conflict",
      message: `Sources differ about the ${nameOf(fact)} of ${bench.file.subject.label}.`,
      stage: "extract",
      severity: isFlagged ? "warning" : "info",
      path: `profile.${fact.rule.key}`,
    },
  ];
}

/** "annual revenue"; of a count "number of employees". */
function nameOf({ rule: { label, type } }: ProfileFact): string {
  const isCount = type === "number" && label.endsWith("s") && !/^years/i.test(label);
  return isCount ? `number of ${lowered(label)}` : lowered(label);
}

/** Where a value stands, as a client reads it. */
const originWords: ReadonlyMap<string, string> = new Map([
  ["input", "what was sent with it"],
  ["record", "the agency's records"],
  ["document_field", "the fields of a document"],
  ["document_pattern", "the text of a document"],
  ["document_value", "the text of a document"],
  ["model", "a document that a model read"],
]);

function conflictFinding(bench: Bench, fact: ProfileFact): Finding {
  const { rule, alternatives } = fact;
  const insured = bench.file.subject.label;
  const stated = (value: ProfileFact["alternatives"][number]["value"], origin: string): string =>
    `${valueInWords(value, rule.type)} as stated in ${originWords.get(origin) ?? labelOf(origin)}`;
  const others = alternatives.map(({ value, origin }) => stated(value, origin));
  return {
    findingKey: `${rule.key}:conflict`,
    ruleKey: rule.key,
    dimension: undefined,
    severity: "medium",
    status: "conflict",
    title: `Sources differ about the ${nameOf(fact)} of ${insured}`,
    detail: [
      sentence(`This review of ${insured} uses ${stated(fact.value ?? null, fact.origin ?? "input")}`),
      sentence(`The file also has ${listInWords(others, 4)}`),
    ].join(" "),
    target: undefined,
    recommendation: "Confirm the right value and correct the other source.",
    confidence: fact.confidence,
    evidenceIds: [...new Set([...fact.evidenceIds, ...alternatives.flatMap(({ evidenceIds }) => evidenceIds)])],
  };
}
