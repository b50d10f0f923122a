import { lossFacts, toCents } from "@service/engine-kit";
import {
  dayNumber,
  type Json,
  type JsonObject,
  byText,
  number,
  objects,
  oneOf,
  part,
  text,
  texts,
} from "@service/json";
import { premiumOf } from "../check-input.ts";
import { identify, type InsuredIdentity } from "./insured-identity.ts";
import { millisOf } from "./instants.ts";
import { submissionKinds, type SubmissionKind } from "../codes.ts";

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
  readonly identity: InsuredIdentity;
  readonly kind: SubmissionKind;
  /** Each once, in alphabetical order. */
  readonly lines: readonly string[];
  readonly effectiveDay: number | undefined;
  readonly deadline: Deadline | undefined;
  readonly premiumCents: number | undefined;
  /** State of the business: the address, else the primary state of the risk, else its only one. */
  readonly state: string | undefined;
  readonly naics: string | undefined;
  readonly documents: readonly { readonly kind: string; readonly datedDay: number | undefined }[];
  readonly assignedTo: string | undefined;
  readonly clientKey: string | undefined;
  /** The namespace of rules: the submission as sent, with `loss`. */
  readonly facts: JsonObject;
};

export type KnownSubmission = {
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
  readonly known: readonly KnownSubmission[];
  /** `undefined` = no assignees were sent, so nothing can be assigned. */
  readonly assignees: readonly Assignee[] | undefined;
  /** False when the caller wants no offerings; `undefined` leaves it to the configuration. */
  readonly offeringsDataset: boolean | undefined;
};

/** Reads a checked input. `createdAt` is the default of `as_of`. */
export function readInput(input: JsonObject, createdAt: string): TriageInput {
  const asOf = text(input, "as_of") ?? createdAt;
  return {
    asOf,
    asOfMillis: millisOf(asOf) ?? 0,
    queueKey: text(input, "queue_key") ?? "",
    submissions: objects(input, "submissions")
      .map((submission) => readSubmission(submission, asOf))
      .sort((a, b) => a.receivedMillis - b.receivedMillis || byText(a.key, b.key)),
    known: objects(input, "known")
      .map(readKnown)
      .sort((a, b) => byText(a.key, b.key)),
    assignees:
      input.assignees === undefined
        ? undefined
        : objects(input, "assignees")
            .map(readAssignee)
            .sort((a, b) => byText(a.seatKey, b.seatKey)),
    offeringsDataset: typeof input.offerings_dataset === "boolean" ? input.offerings_dataset : undefined,
  };
}

function readSubmission(submission: JsonObject, asOf: string): Submission {
  const producer = part(submission, "producer");
  const insured = part(submission, "insured");
  const risk = part(submission, "risk");
  const states = [...new Set(texts(risk, "states"))];
  const riskState = text(risk, "primary_state") ?? (states.length === 1 ? states[0] : undefined);
  const history = submission.loss_history;
  const premium = premiumOf(submission);
  return {
    key: text(submission, "submission_key") ?? "",
    receivedMillis: millisOf(text(submission, "received_at") ?? "") ?? 0,
    producer: {
      key: text(producer, "key") ?? "",
      tier: number(producer, "tier"),
      bindRate: number(producer, "bind_rate"),
    },
    identity: identify(insured, riskState),
    kind: oneOf(submissionKinds, submission.kind) ?? "new",
    lines: [...new Set(texts(submission, "lines"))].sort(),
    effectiveDay: dayOfText(submission.effective_on),
    deadline: nearestDeadline(submission),
    premiumCents: premium === undefined ? undefined : toCents(premium),
    state: text(part(insured, "address"), "state") ?? riskState,
    naics: text(risk, "naics"),
    documents: objects(submission, "documents").map((document) => ({
      kind: text(document, "kind") ?? "other",
      datedDay: dayOfText(document.dated_on),
    })),
    assignedTo: text(submission, "assigned_to"),
    clientKey: text(submission, "client_key"),
    facts: {
      ...submission,
      loss: lossFacts(history === undefined ? undefined : part(submission, "loss_history"), asOf),
    },
  };
}

/** Of dates on one day the first kind counts. */
function nearestDeadline(submission: JsonObject): Deadline | undefined {
  const stated = [
    ["quote needed", submission.quote_needed_by],
    ["effective", submission.effective_on],
    ["incumbent expires", part(submission, "incumbent").expires_on],
  ] as const;
  let nearest: Deadline | undefined;
  for (const [kind, date] of stated) {
    const day = dayOfText(date);
    if (day !== undefined && (nearest === undefined || day < nearest.day)) nearest = { kind, day };
  }
  return nearest;
}

function readKnown(known: JsonObject): KnownSubmission {
  return {
    key: text(known, "submission_key") ?? "",
    producerKey: text(known, "producer_key") ?? "",
    identity: identify(part(known, "insured"), undefined),
    lines: texts(known, "lines"),
    effectiveDay: dayOfText(known.effective_on),
    status: text(known, "status") ?? "",
  };
}

function readAssignee(assignee: JsonObject): Assignee {
  const authority = number(assignee, "authority_premium");
  return {
    seatKey: text(assignee, "seat_key") ?? "",
    lines: assignee.lines === undefined ? undefined : new Set(texts(assignee, "lines")),
    states: assignee.states === undefined ? undefined : new Set(texts(assignee, "states")),
    authorityCents: authority === undefined ? undefined : toCents(authority),
    capacity: number(assignee, "capacity") ?? 0,
    load: number(assignee, "load") ?? 0,
    tags: new Set(texts(assignee, "tags")),
  };
}

function dayOfText(value: Json | undefined): number | undefined {
  return typeof value === "string" ? dayNumber(value) : undefined;
}
