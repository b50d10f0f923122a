import { constructionOf, entityTypeOf, lossFacts, toCents } from "@service/engine-kit";
import { byText, dayNumber, type JsonObject } from "@service/json";
import type { SubmissionKind } from "../codes.ts";
import {
  premiumOf,
  type WrittenAssignee,
  type WrittenInput,
  type WrittenExisting,
  type WrittenSubmission,
} from "../input.ts";
import { identify, type InsuredIdentity } from "./insured-identity.ts";
import { InsuredNameReader } from "./read-insured-name.ts";
import { millisOf } from "./instants.ts";

/** What a response is due for: the nearest of the dates that a submission states. */
type Deadline = { readonly kind: "quote needed" | "effective" | "incumbent expires"; readonly day: number };

/** A submission after reading: the shape of every stage. Money is cents, days are UTC day numbers. */
export type Submission = {
  readonly key: string;
  readonly receivedMillis: number;
  readonly producer: {
    readonly key: string;
    readonly tier: number | undefined;
    readonly bindRate: number | undefined;
  };
  /** As it is written, for texts. */
  readonly insuredName: string;
  readonly identity: InsuredIdentity;
  readonly kind: SubmissionKind;
  /** Each once, in alphabetical order. */
  readonly lines: readonly string[];
  readonly effectiveDay: number | undefined;
  readonly deadline: Deadline | undefined;
  readonly premiumCents: number | undefined;
  /** The premium is that of the present policy: none is estimated. */
  readonly isPremiumOfIncumbent: boolean;
  /** State of the business: the address, else the primary state of the risk, else its only one. */
  readonly state: string | undefined;
  readonly naics: string | undefined;
  readonly documents: readonly { readonly kind: string; readonly datedDay: number | undefined }[];
  /** Stated to have had no losses, or a new venture that can have had none: nothing stands in loss runs (TRI-98). */
  readonly hasNoLosses: boolean;
  readonly assignedTo: string | undefined;
  readonly clientKey: string | undefined;
  /** The namespace of rules: the submission as sent, with `loss`. */
  readonly facts: JsonObject;
};

export type ExistingSubmission = {
  readonly key: string;
  readonly producerKey: string;
  readonly identity: InsuredIdentity;
  readonly lines: readonly string[];
  readonly effectiveDay: number | undefined;
  readonly status: string;
};

export type Assignee = {
  readonly seatKey: string;
  /** `undefined` = no restriction. */
  readonly lines: ReadonlySet<string> | undefined;
  readonly states: ReadonlySet<string> | undefined;
  readonly authorityCents: number | undefined;
  readonly capacity: number;
  readonly load: number;
  readonly tags: ReadonlySet<string>;
};

export type TriageInput = {
  readonly asOf: string;
  readonly asOfMillis: number;
  readonly queueKey: string;
  /** In the order in which they were received; their order in the input has no meaning (TYPE-3). */
  readonly submissions: readonly Submission[];
  readonly existing: readonly ExistingSubmission[];
  /** `undefined` = no assignees were sent, so nothing can be assigned. */
  readonly assignees: readonly Assignee[] | undefined;
  /** False when the caller wants no offerings; `undefined` leaves it to the configuration. */
  readonly offeringsDataset: boolean | undefined;
};

/** Reads a checked input. `createdAt` is the default of `as_of`. */
export function readInput(input: WrittenInput, createdAt: string): TriageInput {
  const asOf = input.as_of ?? createdAt;
  const names = new InsuredNameReader();
  return {
    asOf,
    asOfMillis: millisOf(asOf) ?? 0,
    queueKey: input.queue_key,
    submissions: input.submissions
      .map((submission) => readSubmission(submission, asOf, names))
      .sort((a, b) => a.receivedMillis - b.receivedMillis || byText(a.key, b.key)),
    existing: (input.known ?? []).map((written) => readExisting(written, names)).sort((a, b) => byText(a.key, b.key)),
    assignees: input.assignees?.map(readAssignee).sort((a, b) => byText(a.seatKey, b.seatKey)),
    offeringsDataset: input.offerings_dataset,
  };
}

function readSubmission(submission: WrittenSubmission, asOf: string, names: InsuredNameReader): Submission {
  const { producer, insured, risk, loss_history: history } = submission;
  const states = [...new Set(risk.states)];
  const riskState = risk.primary_state ?? (states.length === 1 ? states[0] : undefined);
  const premium = premiumOf(submission);
  return {
    key: submission.submission_key,
    receivedMillis: millisOf(submission.received_at) ?? 0,
    producer: { key: producer.key, tier: producer.tier, bindRate: producer.bind_rate },
    insuredName: insured.name,
    identity: identify(insured, names),
    kind: submission.kind,
    lines: [...new Set(submission.lines)].sort(),
    effectiveDay: dayOfDate(submission.effective_on),
    deadline: nearestDeadline(submission),
    premiumCents: premium === undefined ? undefined : toCents(premium),
    isPremiumOfIncumbent: submission.premium_estimate === undefined && premium !== undefined,
    state: insured.address?.state ?? riskState,
    naics: risk.naics,
    documents: (submission.documents ?? []).map((document) => ({
      kind: document.kind,
      datedDay: dayOfDate(document.dated_on),
    })),
    // Claims beside the statement contradict it: then the loss runs are needed.
    hasNoLosses: (history?.no_losses_statement === true && history.claims.length === 0) || risk.years_in_business === 0,
    assignedTo: submission.assigned_to,
    clientKey: submission.client_key,
    facts: { ...submission, risk: riskFacts(risk), loss: lossFacts(submission.loss_history, asOf) },
  };
}

/** Legal form and construction as one word each, however they are written (VALUE-12). */
function riskFacts(risk: WrittenSubmission["risk"]): JsonObject {
  const { entity_type: entity, construction } = risk;
  return {
    ...risk,
    ...(entity === undefined ? {} : { entity_type: entityTypeOf(entity) }),
    ...(construction === undefined ? {} : { construction: constructionOf(construction) }),
  };
}

/** Of dates on one day the first kind counts. */
function nearestDeadline(submission: WrittenSubmission): Deadline | undefined {
  const stated = [
    ["quote needed", submission.quote_needed_by],
    ["effective", submission.effective_on],
    ["incumbent expires", submission.incumbent?.expires_on],
  ] as const;
  let nearest: Deadline | undefined;
  for (const [kind, date] of stated) {
    const day = dayOfDate(date);
    if (day !== undefined && (nearest === undefined || day < nearest.day)) nearest = { kind, day };
  }
  return nearest;
}

function readExisting(written: WrittenExisting, names: InsuredNameReader): ExistingSubmission {
  return {
    key: written.submission_key,
    producerKey: written.producer_key,
    identity: identify(written.insured, names),
    lines: written.lines,
    effectiveDay: dayOfDate(written.effective_on),
    status: written.status,
  };
}

function readAssignee(assignee: WrittenAssignee): Assignee {
  const { lines, states, authority_premium: authority } = assignee;
  return {
    seatKey: assignee.seat_key,
    lines: lines === undefined ? undefined : new Set(lines),
    states: states === undefined ? undefined : new Set(states),
    authorityCents: authority === undefined ? undefined : toCents(authority),
    capacity: assignee.capacity,
    load: assignee.load,
    tags: new Set(assignee.tags),
  };
}

function dayOfDate(date: string | undefined): number | undefined {
  return date === undefined ? undefined : dayNumber(date);
}
