import {
  type EvidenceCollector,
  type EvidenceSource,
  listInWords,
  orderWorkItems,
  sentence,
  severities,
  type Severity,
  todoInWords,
  workItem,
  type WorkItemKind,
} from "@service/engine-kit";
import { sha256Hex, type JsonObject, byText, clipped, cut } from "@service/json";
import type { CheckOutcome } from "./decide.ts";
import { factEvidence, hitEvidence, type CheckResult } from "./checks/index.ts";
import type { Ownership } from "./ownership.ts";
import type { ReadInput } from "./read-input.ts";
import { hitDetail, hitQuestion, hitTitle } from "./hit-words.ts";
import { shownScore, type Hit } from "./screen-party.ts";
import type { ListSeverity } from "../codes.ts";

type FindingStatus = "fail" | "review" | "conflict";

/** A finding before it is written (TYPE-41). */
export type Finding = {
  readonly findingKey: string;
  readonly ruleKey: string;
  readonly severity: Severity;
  readonly status: FindingStatus;
  readonly title: string;
  readonly detail: string;
  readonly recommendation: string | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
  readonly workItem: { readonly kind: WorkItemKind; readonly title: string } | undefined;
};

const findingKeyChars = 400;
const strongSeverity: { readonly [Name in ListSeverity]: Severity } = {
  block: "critical",
  high: "high",
  medium: "medium",
};
const possibleSeverity: { readonly [Name in ListSeverity]: Severity } = {
  block: "high",
  high: "medium",
  medium: "low",
};
/** The rule that hits belong to when no check screens names. */
const screeningRule = "screening";

/**
 * Everything a person has to look at, gravest first: hits that are not cleared, checks that did not pass, impossible
 * ownership.
 */
export function findingsOf(
  input: ReadInput,
  hits: readonly Hit[],
  outcomes: readonly CheckOutcome[],
  ownership: Ownership,
  evidence: EvidenceCollector,
): readonly Finding[] {
  const screens = outcomes.find(({ setting, isRequested }) => isRequested && setting.kind === "name_screen");
  const hitRule = screens?.setting.key ?? screeningRule;
  const findings: Finding[] = [];
  for (const hit of hits) if (hit.suppressedBy === undefined) findings.push(hitFinding(hit, hitRule, evidence));
  for (const outcome of outcomes) {
    const finding = checkFinding(clipped(input.subject.name, 60), outcome, evidence);
    if (finding !== undefined) findings.push(finding);
  }
  findings.push(...ownershipFindings(input, ownership, evidence));
  return findings.sort(inOrder);
}

/** One item per finding that somebody can act on, at most 200. */
export function workItemsOf(
  findings: readonly Finding[],
  runId: string,
  { clientKey, subject }: Pick<ReadInput, "clientKey" | "subject">,
): readonly JsonObject[] {
  return orderWorkItems(
    findings.flatMap(({ findingKey, severity, recommendation: steps, evidenceIds, workItem: item }) => {
      if (item === undefined) return [];
      const { kind } = item;
      const title = clipped(item.title, 160);
      const owner = kind === "approve" ? { owner: "compliance" } : {};
      const detail = todoInWords({ kind, title, steps, about: clipped(subject.name, 110), ...owner });
      return [
        workItem(runId, findingKey, {
          kind,
          title,
          detail: clipped(detail, 1000),
          severity,
          ...(clientKey === undefined ? {} : { subject: { client_key: clientKey } }),
          evidenceIds,
        }),
      ];
    }),
  );
}

function hitFinding(hit: Hit, ruleKey: string, evidence: EvidenceCollector): Finding {
  const isStrong = hit.strength === "strong";
  return {
    findingKey: bounded(`${ruleKey}:${hit.hitKey}`),
    ruleKey,
    severity: isStrong ? strongSeverity[hit.list.severity] : possibleSeverity[hit.list.severity],
    status: isStrong ? "fail" : "review",
    title: hitTitle(hit),
    detail: hitDetail(hit),
    recommendation: "Compare dates, places and identifiers with the entry, then record the outcome.",
    confidence: shownScore(hit),
    evidenceIds: evidence.addAll([
      hitEvidence(hit),
      { kind: "fact", ref: { fact: cut(`input.${hit.party.path}.name`, 200) }, value: hit.party.name },
    ]),
    workItem: {
      kind: "review_match",
      title: hitQuestion(hit),
    },
  };
}

function checkFinding(
  subject: string,
  { setting, result, isRequested }: CheckOutcome,
  evidence: EvidenceCollector,
): Finding | undefined {
  if (!isRequested || result.status === "pass" || result.isCoveredByHits === true) return undefined;
  // An optional check that lacked its facts is listed under `checks`; asking for the document is still worth an item.
  if (result.status === "not_run" && !setting.required && result.workItem === undefined) return undefined;
  const isFail = result.status === "fail";
  return {
    findingKey: setting.key,
    ruleKey: setting.key,
    severity: isFail ? setting.severity : lowered(setting.severity),
    status: isFail ? "fail" : "review",
    title: isFail
      ? `${subject} does not pass the check "${clipped(setting.label, 60)}"`
      : `The check "${clipped(setting.label, 60)}" is open for ${subject}`,
    detail: result.findingDetail ?? result.detail,
    recommendation: result.workItem === undefined ? undefined : sentence(result.workItem.title),
    confidence: isFail ? 1 : 0.5,
    evidenceIds: evidence.addAll(evidenceOfCheck(setting.key, result)),
    workItem: result.workItem,
  };
}

/** Evidence of a check that could not run: its facts are absent (TYPE-5). */
function evidenceOfCheck(ruleKey: string, { evidence, missing = [] }: CheckResult): readonly EvidenceSource[] {
  if (evidence.length > 0) return evidence;
  return missing.length > 0
    ? missing.map((path) => factEvidence(path))
    : [{ kind: "rule", ref: { rule_key: ruleKey } }];
}

function ownershipFindings(input: ReadInput, ownership: Ownership, evidence: EvidenceCollector): readonly Finding[] {
  const subject = input.subject.name;
  const findings: Finding[] = [];
  const conflict = (key: string, title: string, detail: string, facts: readonly string[]): void => {
    findings.push({
      findingKey: bounded(key),
      ruleKey: key.split(":", 1)[0] ?? key,
      severity: "medium",
      status: "conflict",
      title,
      detail,
      recommendation: `Correct what the file says about the owners of ${clipped(subject, 80)}.`,
      confidence: 1,
      evidenceIds: evidence.addAll(facts.slice(0, 20).map((fact) => ({ kind: "fact", ref: { fact: cut(fact, 200) } }))),
      workItem: { kind: "correct_data", title: `Correct the ownership of ${clipped(subject, 80)}` },
    });
  };
  for (const cycle of ownership.cycles) {
    conflict(
      `ownership_cycle:${cycle.join("/")}`,
      cycle.length === 1
        ? `A party around ${clipped(subject, 80)} is said to own itself`
        : `The owners of ${clipped(subject, 80)} own each other in a circle`,
      sentence(
        listInWords(
          cycle.map((key) => clipped(nameOfParty(input, key), 80)),
          10,
        ),
        cycle.length === 1 ? "owns itself" : "own each other",
        `according to the file, so the ownership of ${clipped(subject, 80)} is to be corrected`,
      ),
      cycle.map((key) => `input.related_parties[${key}].parent_key`),
    );
  }
  if (ownership.overstated.length > 0) {
    const held = ownership.overstated.map((key) => clipped(nameOfParty(input, key), 80));
    conflict(
      "ownership_overstated",
      `The owners of ${clipped(held[0] ?? subject, 80)} hold more than the whole`,
      `The shares stated for the owners of ${listInWords(held, 10)} add up to more than 100 %.`,
      ["input.related_parties"],
    );
  }
  return findings;
}

function nameOfParty(input: ReadInput, key: string): string {
  return input.parties.find((party) => party.key === key)?.name ?? input.subject.name;
}

/** Keys are stable and bounded: a long one ends in the hash of the whole. */
function bounded(key: string): string {
  return key.length <= findingKeyChars ? key : `${cut(key, findingKeyChars - 17)}:${sha256Hex(key).slice(0, 16)}`;
}

function lowered(severity: Severity): Severity {
  return severities[Math.max(1, severities.indexOf(severity) - 1)] ?? severity;
}

const statusOrder: readonly FindingStatus[] = ["fail", "conflict", "review"];

function inOrder(a: Finding, b: Finding): number {
  return (
    severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
    statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status) ||
    byText(a.findingKey, b.findingKey)
  );
}
