import type { OutputFinding } from "../output.ts";
import {
  type EvidenceCollector,
  type EvidenceSource,
  orderWorkItems,
  severities,
  type Severity,
  workItem,
  type WorkItemKind,
  writeFindingContent,
  priorityOf,
} from "@service/engine-kit";
import { byText, clipped, cut, type Json, type JsonObject, sha256Hex } from "@service/json";
import { type CellValue, rowLabel } from "./align-rows.ts";
import type { RequirementResult } from "./check-requirements.ts";
import { amount, type CheckHit } from "./checks/index.ts";
import type { CellDifference, ComparedRow } from "./diff-rows.ts";
import { absenceEvidence, coverageEvidence, itemEvidence } from "./evidence-sources.ts";
import { pairKey, words } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";
import type { CheckKey, Dimension } from "../codes.ts";

/** A finding before it has evidence ids: ids are numbered in the final order, so the gravest findings keep theirs. */
export type DraftFinding = {
  readonly findingKey: string;
  readonly ruleKey: string;
  readonly itemKey: string;
  readonly dimension: Dimension;
  readonly severity: Severity;
  readonly status: "fail" | "review" | "gap" | "partial" | "conflict";
  readonly title: string;
  readonly detail: string;
  readonly recommendation: string | undefined;
  readonly target: { readonly line: string; readonly coverage: string } | undefined;
  readonly confidence: number;
  readonly evidence: readonly EvidenceSource[];
  readonly work: { readonly kind: WorkItemKind; readonly dueOn: string | undefined } | undefined;
};

export type Finding = DraftFinding & { readonly evidenceIds: readonly string[] };

/** Findings kept (TYPE-46). */
const findingsMax = 1000;
const findingKeyChars = 400;
const unknownConfidence = 0.5;

/** A requirement that is not met or cannot be decided. A met one appears in the requirement results only. */
export function requirementFinding(result: RequirementResult, item: NormalizedItem): DraftFinding | undefined {
  const { requirement, truth, actual } = result;
  if (truth === "true") return undefined;
  const isUnknown = truth === "unknown";
  const wanted = `${requirement.op} ${textOf(requirement.value)}`;
  const what = `${words(requirement.line)} ${words(requirement.coverage)} ${requirement.field}`;
  const severity = requirement.mandatory ? (isUnknown ? "medium" : "high") : isUnknown ? "low" : "medium";
  const ruleKey = `requirement:${requirement.key}`;
  return {
    findingKey: findingKeyOf(ruleKey, item.item.key, undefined),
    ruleKey,
    itemKey: item.item.key,
    dimension: requirement.field === "rating" ? "carrier" : "coverage",
    severity,
    status: isUnknown ? "review" : "fail",
    title: `${item.item.label}: ${isUnknown ? "cannot be checked against" : "does not meet"} the requirement on ${what}`,
    detail: `Required by ${requirement.source === "" ? "the input" : requirement.source}: ${wanted}. Stated: ${actual === null ? "nothing" : textOf(actual)}.`,
    recommendation: isUnknown
      ? "Ask the carrier for the missing value."
      : "Ask the carrier to meet the requirement, or agree an exception with whoever set it.",
    target: { line: requirement.line, coverage: requirement.coverage },
    confidence: isUnknown ? unknownConfidence : 1,
    evidence: [requirementEvidence(result, item)],
    work: isUnknown
      ? { kind: "verify_fact", dueOn: undefined }
      : requirement.mandatory
        ? { kind: "review_gap", dueOn: undefined }
        : undefined,
  };
}

/** Evidence of a requirement's result. */
export function requirementEvidence(
  { requirement, actual }: RequirementResult,
  { item, facts }: NormalizedItem,
): EvidenceSource {
  if (requirement.field === "rating") return itemEvidence(item, "carrier.rating", actual);
  const pair = pairKey(requirement.line, requirement.coverage);
  const fact = facts.get(pair);
  return fact === undefined ? absenceEvidence(item, pair) : coverageEvidence(item, fact, requirement.field, actual);
}

/** A hit of a structural check. */
export function checkFinding(check: CheckKey, hit: CheckHit): DraftFinding {
  return {
    findingKey: findingKeyOf(check, hit.itemKey, hit.suffix),
    ruleKey: check,
    itemKey: hit.itemKey,
    dimension: check === "rating_floor" ? "carrier" : check === "basis_mismatch" ? "price" : "terms",
    severity: hit.severity,
    status: hit.status,
    title: hit.title,
    detail: hit.detail,
    recommendation: hit.recommendation,
    target: hit.target,
    confidence: hit.isUnknown ? unknownConfidence : 1,
    evidence: hit.evidence,
    work: { kind: hit.workKind, dueOn: hit.dueOn },
  };
}

/** A material disadvantage in one row. Advantages appear in the matrix and in the strengths of the solution. */
export function rowFinding(
  row: ComparedRow,
  difference: CellDifference,
  item: NormalizedItem,
  cell: CellValue,
  baseline: NormalizedItem | undefined,
): DraftFinding | undefined {
  if (!difference.material || (difference.status !== "missing" && difference.status !== "worse")) return undefined;
  const isMissing = difference.status === "missing";
  const label = rowLabel(row.line, row.coverage, row.attribute);
  const ruleKey = row.lineItem?.key ?? "row_difference";
  const reference = { baseline: "The baseline", requirement: "The requirement", most_frequent: "The usual offer" }[
    row.referenceKind
  ];
  return {
    findingKey: findingKeyOf(ruleKey, item.item.key, row.lineItem === undefined ? row.rowKey : undefined),
    ruleKey,
    itemKey: item.item.key,
    dimension: "coverage",
    severity: row.critical ? "high" : "medium",
    status: isMissing ? "gap" : "partial",
    title: isMissing ? `${item.item.label}: ${label} is missing` : `${item.item.label}: ${label} is less favourable`,
    detail: isMissing
      ? `${reference} has ${label}, ${item.item.label} does not.`
      : `${reference} has ${shownValue(row.reference)}, ${item.item.label} has ${shownValue(cell)}.`,
    recommendation: isMissing ? "Ask the carrier to add it, or show the client what is given up." : undefined,
    target: { line: row.line, coverage: row.coverage },
    confidence: 1,
    evidence: cellEvidence(row, item, cell, baseline),
    work: isMissing && row.critical ? { kind: "review_gap", dueOn: undefined } : undefined,
  };
}

/** The two sides of a difference: the baseline's line, when there is one, and the item's. */
export function cellEvidence(
  row: ComparedRow,
  item: NormalizedItem,
  cell: CellValue,
  baseline: NormalizedItem | undefined,
): readonly EvidenceSource[] {
  const sources: EvidenceSource[] = [];
  const before = baseline?.facts.get(row.pair);
  if (baseline !== undefined && before !== undefined && row.referenceKind === "baseline") {
    sources.push(coverageEvidence(baseline.item, before, row.attribute, row.reference.value));
  }
  const fact = item.facts.get(row.pair);
  if (fact === undefined) sources.push(absenceEvidence(item.item, row.pair));
  else sources.push(coverageEvidence(item.item, fact, row.attribute, cell.value));
  return sources;
}

/** Gravest first, then by key; evidence is numbered in this order. Beyond 1,000 the mildest are left out. */
export function settleFindings(
  drafts: readonly DraftFinding[],
  evidence: EvidenceCollector,
): { readonly findings: readonly Finding[]; readonly cut: number } {
  const gravity = (finding: DraftFinding): number => severities.indexOf(finding.severity);
  const ordered = [...drafts].sort((a, b) => gravity(b) - gravity(a) || byText(a.findingKey, b.findingKey));
  const kept = ordered.slice(0, findingsMax);
  return {
    findings: kept.map((draft) => ({ ...draft, evidenceIds: evidence.addAll(draft.evidence) })),
    cut: ordered.length - kept.length,
  };
}

/** A finding as the output carries it. */
export function presentFinding(finding: Finding): OutputFinding {
  return { ...writeFindingContent(finding), item_key: finding.itemKey };
}

/** What a person should do about the findings, gravest first, at most 200. */
export function workItemsOf(
  findings: readonly Finding[],
  runId: string,
  clientKey: string | undefined,
): readonly JsonObject[] {
  const items = findings.flatMap((finding) => {
    if (finding.work === undefined || finding.severity === "info") return [];
    const title = clipped(finding.title, 160);
    const detail = clipped(
      finding.recommendation === undefined ? finding.detail : `${finding.detail} ${finding.recommendation}`,
      1000,
    );
    const { dueOn, kind } = finding.work;
    return [
      workItem(runId, finding.findingKey, {
        kind,
        title,
        detail,
        severity: finding.severity,
        ...(dueOn === undefined ? {} : { dueOn }),
        subject: clientKey === undefined ? {} : { client_key: clientKey },
        evidenceIds: finding.evidenceIds,
        suggestedCommand: {
          type: "create_task",
          payload: {
            title,
            body: detail,
            priority: priorityOf(finding.severity),
            ...(dueOn === undefined ? {} : { due_on: dueOn }),
            source: { run_id: runId },
          },
        },
      }),
    ];
  });
  return orderWorkItems(items);
}

/** `amount` for money, plain text otherwise. */
export function shownValue(cell: CellValue): string {
  if (cell.state !== "stated") return cell.state === "absent" ? "nothing" : "no stated value";
  if (cell.unit === "cents" && Number.isFinite(cell.measure)) return amount(cell.measure);
  return cell.unit === "flag" ? "it" : textOf(cell.value);
}

/** `rule_key:item[:target]`; a key too long to store keeps its start and a hash of the whole, so it stays unique and stable. */
function findingKeyOf(ruleKey: string, itemKey: string, suffix: string | undefined): string {
  const key = suffix === undefined ? `${ruleKey}:${itemKey}` : `${ruleKey}:${itemKey}:${suffix}`;
  return key.length <= findingKeyChars ? key : `${cut(key, findingKeyChars - 33)}:${sha256Hex(key).slice(0, 32)}`;
}

function textOf(value: Json): string {
  if (typeof value === "number") return amount(Math.round(value * 100));
  return typeof value === "string" ? value : JSON.stringify(value);
}
