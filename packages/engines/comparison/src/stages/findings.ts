import type { OutputFinding } from "../output.ts";
import {
  type EvidenceCollector,
  orderWorkItems,
  ownerOf,
  priorityOf,
  severities,
  todoInWords,
  workItem,
  writeFindingContent,
} from "@service/engine-kit";
import { byText, clipped, dateInWords, type JsonObject } from "@service/json";
import type { CheckHit } from "./checks/index.ts";
import { type DraftFinding, type Finding, findingKeyOf, unknownConfidence } from "./draft-finding.ts";
import type { CheckKey } from "../codes.ts";
import { offerName } from "./in-words.ts";
import type { Item } from "./item.ts";
import type { ReadInput } from "./read-input.ts";

/** Findings kept (TYPE-46). */
const findingsMax = 1000;
const nameChars = 110;

type Subject = ReadInput["subject"];

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
    ...(hit.parts === undefined ? {} : { parts: hit.parts }),
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

/** A finding as the output carries it: its recommendation says what to do, whose it is and by when (CMP-109). */
export function presentFinding(finding: Finding, item: Item, asOfDay: string): OutputFinding {
  const dueOn = finding.work?.dueOn ?? dueOnOf(item, asOfDay);
  const until = dueOn === undefined ? "no date is set" : `by ${dateInWords(dueOn)}`;
  const owner = ownerOf(finding.work?.kind ?? "review_gap");
  const recommendation = `${finding.recommendation} (${offerName(item)}; ${owner}, ${until}).`;
  return { ...writeFindingContent({ ...finding, recommendation }), item_key: finding.itemKey };
}

/** The day until which an offer can be changed: it lapses, begins, or the policy ends. */
function dueOnOf({ kind, quoteValidUntil, effectiveOn, expiresOn }: Item, asOfDay: string): string | undefined {
  const days = kind === "policy" ? [effectiveOn, expiresOn] : [quoteValidUntil, effectiveOn];
  return days.find((day) => day !== undefined && day >= asOfDay);
}

/** What a person should do about the findings, gravest first, at most 200. */
export function workItemsOf(
  findings: readonly Finding[],
  items: readonly Item[],
  { runId, subject, asOfDay }: { readonly runId: string; readonly subject: Subject; readonly asOfDay: string },
): readonly JsonObject[] {
  const { clientKey } = subject;
  const tasks = findings.flatMap((finding) => {
    if (finding.work === undefined || finding.severity === "info") return [];
    const item = items.find(({ key }) => key === finding.itemKey);
    if (item === undefined) return [];
    const { kind } = finding.work;
    const dueOn = finding.work.dueOn ?? dueOnOf(item, asOfDay);
    const title = taskOf(finding, item);
    const steps = finding.recommendation;
    const about = clipped(subject.label, nameChars);
    const detail = clipped(todoInWords({ kind, title, steps, about, dueOn }), 1000);
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
  return orderWorkItems(tasks);
}

/** "Ask the carrier to add cyber coverage (Carrier B's quote)": the first step, and for which offer (WORD-9). */
function taskOf({ recommendation }: Finding, item: Item): string {
  const offer = ` (${offerName(item)})`;
  const [step = recommendation] = recommendation.split(/, (?:or|and|place)\b/);
  return `${clipped(step, 160 - offer.length)}${offer}`;
}
