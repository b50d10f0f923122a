import {
  orderWorkItems,
  type Severity,
  todoInWords,
  workItem,
  type WorkItemKind,
  writeFindingContent,
} from "@service/engine-kit";
import { clipped, type JsonObject } from "@service/json";
import type { TriageOutput } from "../output.ts";
import { dateAt } from "./instants.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { submissionLabel } from "./wording.ts";

/**
 * Findings besides the rules of the configuration; `finding_key` is `<rule>:<submission>`, with `/<group>` where a rule
 * finds several things to do: a work item is identified by its one finding (TRI-73, TYPE-42).
 */
const findingRules = [
  "clearance_duplicate",
  "clearance_conflict",
  "clearance_possible",
  "fit_low",
  "fit_open",
  "missing_items",
  "unscorable",
  "nobody_eligible",
] as const;
type FindingRule = (typeof findingRules)[number];

export type Finding = {
  readonly findingKey: string;
  readonly rule: FindingRule;
  readonly severity: Severity;
  readonly status: "fail" | "review" | "gap" | "conflict";
  readonly title: string;
  readonly detail: string;
  readonly recommendation: string;
  readonly submissionKey: string;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
  readonly workItem: WorkItemDraft | undefined;
};

type WorkItemDraft = {
  readonly kind: WorkItemKind;
  readonly title: string;
  /** What to do, where the recommendation is too short for it. */
  readonly steps?: string;
};

const titleChars = 160;
export const detailChars = 1000;

/** What a rule says about an entry; it is certain and rests on the evidence of the entry unless it says otherwise. */
type Content = Pick<Finding, "severity" | "status" | "title" | "detail" | "recommendation"> & {
  readonly confidence?: number;
  readonly evidenceIds?: readonly string[];
  readonly workItem?: WorkItemDraft;
};

export function findingAbout(entry: QueueEntry, rule: FindingRule, content: Content, group?: string): Finding {
  const { submission } = entry;
  return {
    confidence: 1,
    evidenceIds: entry.evidenceIds,
    ...content,
    // Keys contain no slash, so a group cannot be confused with a part of one.
    findingKey: `${rule}:${submission.key}${group === undefined ? "" : `/${group}`}`,
    rule,
    submissionKey: submission.key,
    title: clipped(content.title, titleChars),
    detail: clipped(content.detail, detailChars),
    workItem: clippedItem(content.workItem),
  };
}

function clippedItem(item: WorkItemDraft | undefined): WorkItemDraft | undefined {
  if (item === undefined) return undefined;
  return { ...item, title: clipped(item.title, titleChars) };
}

export function writeFinding(finding: Finding): TriageOutput["findings"][number] {
  return { ...writeFindingContent({ ...finding, ruleKey: finding.rule }), submission_key: finding.submissionKey };
}

/** One item per group of work for a submission, due with its response (TRI-73); at most 200. */
export function workItemsOf(
  findings: readonly Finding[],
  entries: readonly QueueEntry[],
  runId: string,
): readonly JsonObject[] {
  const byKey = new Map(entries.map((entry) => [entry.submission.key, entry]));
  const items = findings.flatMap(
    ({ findingKey, submissionKey, severity, recommendation, evidenceIds, workItem: draft }) => {
      const entry = byKey.get(submissionKey);
      if (entry === undefined || draft === undefined) return [];
      const { clientKey } = entry.submission;
      const { kind, title, steps = recommendation } = draft;
      const about = submissionLabel(entry.submission);
      const dueOn = dateAt(entry.slaDueMillis);
      const owner = kind === "review_match" ? { owner: "the intake desk" } : {};
      const detail = clipped(todoInWords({ kind, title, steps, about, dueOn, ...owner }), detailChars);
      const subject = {
        ...(clientKey === undefined ? {} : { client_key: clientKey }),
        submission_key: submissionKey,
      };
      return [workItem(runId, findingKey, { kind, title, detail, severity, dueOn, subject, evidenceIds })];
    },
  );
  return orderWorkItems(items);
}
