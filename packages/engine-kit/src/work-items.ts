import { uuidV5 } from "@service/contract";
import type { Severity } from "./codes.ts";
import { severities } from "./codes.ts";
import { namedOnce, paragraph, sentence } from "./wording/sentences.ts";
import { dateInWords, isJsonArray, type JsonObject } from "@service/json";

export const workItemsMax = 200;

export const workItemKinds = [
  "verify_fact",
  "request_document",
  "contact_client",
  "review_match",
  "submit_market",
  "correct_data",
  "review_gap",
  "approve",
] as const;
export type WorkItemKind = (typeof workItemKinds)[number];

export type WorkItemContent = {
  readonly kind: WorkItemKind;
  readonly title: string;
  readonly detail: string;
  readonly severity: Severity;
  readonly dueOn?: string;
  readonly subject?: { readonly client_key?: string; readonly policy_key?: string; readonly submission_key?: string };
  /** Findings besides the one that names the item. */
  readonly findingKeys?: readonly string[];
  readonly evidenceIds?: readonly string[];
  /** A ledger command without its idempotency key, ready for a person to post (TYPE-52). */
  readonly suggestedCommand?: { readonly type: string; readonly payload: JsonObject };
};

/** One work item; its id is a function of run and finding, so a repeated run of the same id repeats the ids (TYPE-50). */
export function workItem(runId: string, findingKey: string, content: WorkItemContent): JsonObject {
  return {
    work_item_id: uuidV5(runId, findingKey),
    kind: content.kind,
    title: content.title,
    detail: content.detail,
    severity: content.severity,
    ...(content.dueOn === undefined ? {} : { due_on: content.dueOn }),
    subject: { ...content.subject },
    finding_keys: [...new Set([findingKey, ...(content.findingKeys ?? [])])],
    evidence_ids: [...(content.evidenceIds ?? [])],
    ...(content.suggestedCommand === undefined ? {} : { suggested_command: content.suggestedCommand }),
  };
}

const owners: { readonly [Kind in WorkItemKind]: string } = {
  verify_fact: "the account manager",
  request_document: "the account manager",
  contact_client: "the producer",
  review_match: "compliance",
  submit_market: "the producer",
  correct_data: "the account manager",
  review_gap: "the producer",
  approve: "a licensed person",
};

/** Whose a task is, where nothing but its kind decides it: "the producer". */
export function ownerOf(kind: WorkItemKind): string {
  return owners[kind];
}

/**
 * What a work item asks for: whose it is, by when, and the steps (WORD-9). The finding holds what was found, so
 * nothing of it is repeated here.
 */
export function todoInWords(todo: {
  readonly kind: WorkItemKind;
  /** Of the item: steps that only repeat it are left out. */
  readonly title: string;
  readonly steps?: string | undefined;
  /** The insured. */
  readonly about: string;
  readonly dueOn?: string | undefined;
  /** Whose it is, where the kind does not decide it. */
  readonly owner?: string;
}): string {
  const { kind, title, steps = "", about, dueOn, owner = owners[kind] } = todo;
  const until = dueOn === undefined ? "; no date is set" : ` by ${dateInWords(dueOn)}`;
  return namedOnce(
    paragraph(
      `This is for ${owner} to do for ${about}${until}.`,
      sentence(steps) === sentence(title) ? undefined : sentence(steps),
    ),
    about,
  );
}

/** The priority of a task that a finding of a severity suggests. */
export function priorityOf(severity: Severity): string {
  switch (severity) {
    case "critical":
      return "urgent";
    case "high":
      return "high";
    case "medium":
      return "normal";
    case "low":
    case "info":
      return "low";
  }
}

/** The work items of a run: gravest first, then by finding, one per id, at most 200. */
export function orderWorkItems(items: readonly JsonObject[]): JsonObject[] {
  const unique = new Map<string, JsonObject>();
  for (const item of items) {
    const id = idOf(item);
    if (!unique.has(id)) unique.set(id, item);
  }
  return [...unique.values()].sort(byGravity).slice(0, workItemsMax);
}

function byGravity(a: JsonObject, b: JsonObject): number {
  const gravity = rank(b) - rank(a);
  if (gravity !== 0) return gravity;
  // Ids differ between runs and give no order; each finding has one item.
  const [left, right] = [firstFindingOf(a), firstFindingOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function rank(item: JsonObject): number {
  return severities.findIndex((severity) => severity === item.severity);
}

function idOf(item: JsonObject): string {
  return typeof item.work_item_id === "string" ? item.work_item_id : "";
}

function firstFindingOf(item: JsonObject): string {
  const [first] = isJsonArray(item.finding_keys) ? item.finding_keys : [];
  return typeof first === "string" ? first : "";
}
