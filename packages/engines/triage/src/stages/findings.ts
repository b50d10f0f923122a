import {
  type EvidenceCollector,
  orderWorkItems,
  severities,
  type Severity,
  workItem,
  type WorkItemKind,
  writeFindingContent,
} from "@service/engine-kit";
import { type JsonObject, byText, clipped } from "@service/json";
import type { Match } from "./clear-submissions.ts";
import { dateAt } from "./instants.ts";
import { describeMissing, type MissingItem } from "./judge-readiness.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { counted, factWords } from "./wording.ts";

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

const findingsMax = 1000;
const detailItemsMax = 20;

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
  readonly detail: string;
};

/** Findings of all entries, gravest first, then by key; at most 1,000. */
export function raiseFindings(entries: readonly QueueEntry[], evidence: EvidenceCollector): readonly Finding[] {
  return entries
    .flatMap((entry) => findingsOf(entry, evidence))
    .sort(
      (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || byText(a.findingKey, b.findingKey),
    )
    .slice(0, findingsMax);
}

export function writeFinding(finding: Finding): JsonObject {
  return { ...writeFindingContent({ ...finding, ruleKey: finding.rule }), submission_key: finding.submissionKey };
}

/** One item per group of work for a submission, due with its response (TRI-73); at most 200. */
export function workItemsOf(
  findings: readonly Finding[],
  entries: readonly QueueEntry[],
  runId: string,
): readonly JsonObject[] {
  const byKey = new Map(entries.map((entry) => [entry.submission.key, entry]));
  const items = findings.flatMap(({ findingKey, submissionKey, severity, evidenceIds, workItem: draft }) => {
    const entry = byKey.get(submissionKey);
    if (entry === undefined || draft === undefined) return [];
    const { clientKey } = entry.submission;
    const subject = {
      ...(clientKey === undefined ? {} : { client_key: clientKey }),
      submission_key: submissionKey,
    };
    return [
      workItem(runId, findingKey, { ...draft, severity, dueOn: dateAt(entry.slaDueMillis), subject, evidenceIds }),
    ];
  });
  return orderWorkItems(items);
}

function findingsOf(entry: QueueEntry, evidence: EvidenceCollector): Finding[] {
  const { submission, clearance, fit, priority, action } = entry;
  const found: Finding[] = [];
  const raise = (
    rule: FindingRule,
    content: Pick<Finding, "severity" | "status" | "title" | "detail" | "recommendation"> & {
      readonly confidence?: number;
      readonly evidenceIds?: readonly string[];
      readonly workItem?: WorkItemDraft;
    },
    group?: string,
  ): void => {
    found.push({
      confidence: 1,
      evidenceIds: entry.evidenceIds,
      workItem: undefined,
      ...content,
      // Keys contain no slash, so a group cannot be confused with a part of one.
      findingKey: `${rule}:${submission.key}${group === undefined ? "" : `/${group}`}`,
      rule,
      submissionKey: submission.key,
      title: clipped(content.title, 160),
      detail: clipped(content.detail, 1000),
    });
  };

  const conflicts = clearance.duplicates.filter(({ isSameProducer }) => !isSameProducer);
  const copies = clearance.duplicates.filter(({ isSameProducer }) => isSameProducer);
  if (copies.length > 0) {
    raise("clearance_duplicate", {
      severity: "medium",
      status: "conflict",
      title: `${submission.key} repeats ${nameMatches(copies)}`,
      detail: copies.map(describeMatch).join("; "),
      recommendation: "Hold it and work the earlier one; join what the copy adds",
      evidenceIds: matchEvidence(entry, copies, evidence),
      workItem: review(`Confirm that ${submission.key} repeats ${nameMatches(copies)}`, copies),
    });
  }
  if (conflicts.length > 0) {
    raise("clearance_conflict", {
      severity: "high",
      status: "conflict",
      title: `${submission.key} is the account of ${nameMatches(conflicts)} from another producer`,
      detail: conflicts.map(describeMatch).join("; "),
      recommendation: "Clear which producer holds the account before any work",
      evidenceIds: matchEvidence(entry, conflicts, evidence),
      workItem: review(`Clear ${submission.key} against ${nameMatches(conflicts)}`, conflicts),
    });
  }
  if (clearance.possible.length > 0 && clearance.duplicates.length === 0) {
    raise("clearance_possible", {
      severity: "low",
      status: "review",
      title: `${submission.key} may be the account of ${nameMatches(clearance.possible)}`,
      detail: clearance.possible.map(describeMatch).join("; "),
      recommendation: "Compare the two submissions",
      confidence: 0.6,
      evidenceIds: matchEvidence(entry, clearance.possible, evidence),
      workItem: review(`Compare ${submission.key} with ${nameMatches(clearance.possible)}`, clearance.possible),
    });
  }
  if (action === "decline_candidate") {
    raise("fit_low", {
      severity: "medium",
      status: "fail",
      title: `${submission.key} is outside the appetite`,
      detail: fit.reasons.join("; "),
      recommendation: "A licensed person decides whether to decline",
      workItem: {
        kind: "approve",
        title: clipped(`Decide on declining ${submission.key}`, 160),
        detail: clipped(fit.reasons.join("; "), 1000),
      },
    });
  }
  // Copies and decline candidates are asked for nothing (TRI-74).
  if (clearance.duplicates.length > 0 || action === "decline_candidate") return found;
  if (fit.state === "uncertain" || (fit.state === "needs_info" && fit.missing.length === 0)) {
    raise("fit_open", {
      severity: "low",
      status: "review",
      title: `${submission.key}: appetite is not clear`,
      detail: fit.reasons.join("; "),
      recommendation: "A specialist judges the fit",
      confidence: 0.5,
    });
  }
  const wanted = missingOf(entry);
  for (const { group, kind, verb, one, many } of missingGroups) {
    const items = wanted.filter((item) => item.kind === one);
    if (items.length === 0) continue;
    const count = counted(items.length, one, many);
    const content = {
      severity: action === "chase_info" ? "medium" : "low",
      status: "gap",
      title: `${submission.key} lacks ${count}`,
      detail: listed(items),
      recommendation: "Ask the producer for what is missing",
      workItem: { kind, title: clipped(`${verb} ${count} for ${submission.key}`, 160), detail: listed(items) },
    } as const;
    raise("missing_items", content, group);
  }
  if (priority.score === undefined) {
    raise("unscorable", {
      severity: "low",
      status: "review",
      title: `${submission.key} cannot be ranked`,
      detail: `Nothing is known of ${priority.missing.map(factWords).join(", ")}`,
      recommendation: "Find out what its priority is weighed by",
      confidence: 0.5,
    });
  }
  if (entry.assignment.note === "nobody_eligible") {
    raise("nobody_eligible", {
      severity: "low",
      status: "gap",
      title: `Nobody may take ${submission.key}`,
      detail: `No assignee of route ${entry.route.key} has the state, the lines and the authority it needs`,
      recommendation: "Assign it by hand or extend the route",
    });
  }
  return found;
}

/**
 * The items that readiness asks for, with the facts that would decide the fit and the priority of a chased submission.
 */
export function missingOf({ submission, readiness, fit, priority, action }: QueueEntry): readonly MissingItem[] {
  const items = [...readiness.missing];
  const isTooShort = (path: string): boolean => path === "risk.naics" && submission.naics !== undefined;
  const more = [
    ...(fit.state === "needs_info" ? fit.missing : []),
    ...(action === "chase_info" && priority.score === undefined ? priority.missing : []),
  ];
  for (const path of more) {
    if (!items.some(({ kind, key }) => kind === "fact" && key === path)) {
      items.push({ kind: "fact", key: path, reason: isTooShort(path) ? "too_short" : "missing", weight: 0 });
    }
  }
  return items;
}

/** TRI-70: a work item per group of what is missing. */
const missingGroups = [
  { group: "documents", kind: "request_document", verb: "Request", one: "document", many: "documents" },
  { group: "facts", kind: "verify_fact", verb: "Find out", one: "fact", many: "facts" },
] as const;

function listed(items: readonly MissingItem[]): string {
  const listed = items.slice(0, detailItemsMax).map(describeMissing).join(", ");
  const rest = items.length - detailItemsMax;
  return clipped(rest > 0 ? `${listed} and ${rest} more` : listed, 1000);
}

function review(title: string, matches: readonly Match[]): WorkItemDraft {
  return {
    kind: "review_match",
    title: clipped(title, 160),
    detail: clipped(matches.map(describeMatch).join("; "), 1000),
  };
}

function nameMatches(matches: readonly Match[]): string {
  const [first] = matches;
  const rest = matches.length - 1;
  return rest > 0
    ? `${first?.submissionKey ?? ""} and ${counted(rest, "other", "others")}`
    : (first?.submissionKey ?? "");
}

function describeMatch({ submissionKey, weight, features, status }: Match): string {
  const listed = features.map(({ name, value }) => (name === "name" ? `name ${value}` : `${name} ${value}`)).join(", ");
  return `${submissionKey}${status === undefined ? "" : ` (${status})`}: weight ${weight}, ${listed}`;
}

/** The heaviest match is evidence; the others are similar. */
function matchEvidence(entry: QueueEntry, matches: readonly Match[], evidence: EvidenceCollector): readonly string[] {
  const [match] = matches;
  if (match === undefined) return entry.evidenceIds;
  const value: JsonObject = {
    weight: match.weight,
    features: match.features.map((feature) => ({ ...feature })),
  };
  const id = evidence.add({ kind: "fact", ref: { fact: `submissions[${match.submissionKey}]` }, value });
  return id === undefined ? entry.evidenceIds : [...entry.evidenceIds, id];
}
