import type { OutputFinding } from "../output.ts";
import {
  type EvidenceCollector,
  orderWorkItems,
  paragraph,
  priorityOf,
  severities,
  workItem,
  writeFindingContent,
} from "@service/engine-kit";
import { byText, clipped, type JsonObject } from "@service/json";
import type { CheckHit } from "./checks/index.ts";
import { type DraftFinding, type Finding, findingKeyOf, unknownConfidence } from "./draft-finding.ts";
import type { CheckKey } from "../codes.ts";

/** Findings kept (TYPE-46). */
const findingsMax = 1000;

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
    const detail = clipped(paragraph(finding.detail, finding.recommendation), 1000);
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
