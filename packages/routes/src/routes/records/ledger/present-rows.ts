import { Timestamp } from "@service/contract";
import {
  type ActionRow,
  actorTypes,
  entityKinds,
  type NoteRow,
  progressOf,
  shownPayload,
  shownText,
  stepsOf,
  stepStates,
  type TaskRow,
  taskStatuses,
  type WorkflowRow,
  workflowStatuses,
} from "@service/domain/ledger";
import type { BookView } from "@service/domain/seats";
import { parseJson } from "@service/json";
import * as z from "zod";

/** Rows of the ledger on the wire, each with its schema (LEDGER-61). */

const Day = z.string().meta({ examples: ["2026-12-01"] });
const Principal = z.string().meta({ examples: ["pat.moreno"] });
const SeatKey = z.string().meta({ examples: ["seat-7"] });
const ClientKey = z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] });
const PolicyKey = z.string().meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] });
const LastSeq = z.int().meta({ description: "The last command that changed it.", examples: [118] });
const Written = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: "Null where the reader's field policy denies the class `internal`.", examples: [example] });
const Entity = z.object({ kind: z.enum(entityKinds), key: ClientKey }).meta({ description: "What it is about." });

const owner = {
  entity: Entity,
  client_key: ClientKey.nullable(),
  policy_key: PolicyKey.nullable(),
};

function ownerOf(row: TaskRow | WorkflowRow | NoteRow) {
  return {
    entity: { kind: row.entity_kind, key: row.entity_key },
    client_key: row.client_key,
    policy_key: row.policy_key,
  };
}

function instant(stored: string): string {
  return new Date(stored).toISOString();
}

/** How rows are shown: to whom, and on which day. */
export interface Shown {
  readonly viewer: BookView;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

export const Task = z
  .object({
    task_key: z.string().meta({ examples: ["t_k3v5n2q7x4m6p8r2t4w6y2b3c4"] }),
    title: z.string().meta({ examples: ["Ask for the loss runs"] }),
    body: Written("Five years, all lines."),
    status: z.enum(taskStatuses),
    priority: z.enum(["low", "normal", "high", "urgent"]),
    due_on: Day.nullable(),
    overdue: z.boolean().meta({ description: "Open, and due before today (UTC)." }),
    assignee_seat: SeatKey.nullable(),
    category: z
      .string()
      .nullable()
      .meta({ examples: ["renewal"] }),
    ...owner,
    source: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ examples: [{ run_id: "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11" }] }),
    outcome: z.enum(["done", "no_answer", "not_needed"]).nullable(),
    created_by: Principal,
    created_at: Timestamp,
    completed_at: Timestamp.nullable().meta({ description: "When it was done or cancelled." }),
    last_seq: LastSeq,
  })
  .meta({ id: "LedgerTask" });

export function presentTask(row: TaskRow, { viewer, today }: Shown) {
  return {
    task_key: row.task_key,
    title: row.title,
    body: shownText(viewer.policy, "body", row.body),
    status: row.status,
    priority: row.priority,
    due_on: row.due_on,
    overdue: row.status === "open" && row.due_on !== null && row.due_on < today,
    assignee_seat: row.assignee_seat,
    category: row.category,
    ...ownerOf(row),
    source: row.source === null ? null : parseJson(row.source),
    outcome: row.outcome,
    created_by: row.created_by,
    created_at: instant(row.created_at),
    completed_at: row.completed_at === null ? null : instant(row.completed_at),
    last_seq: row.last_seq,
  };
}

export const Workflow = z
  .object({
    workflow_key: z.string().meta({ examples: ["w_k3v5n2q7x4m6p8r2t4w6y2b3c4"] }),
    workflow_type: z.string().meta({ examples: ["renewal"] }),
    title: z.string().meta({ examples: ["Renewal 2027"] }),
    status: z.enum(workflowStatuses),
    steps: z.array(
      z.object({
        step_key: z.string().meta({ examples: ["loss_runs"] }),
        title: z.string().meta({ examples: ["Ask for the loss runs"] }),
        state: z.enum(stepStates),
        due_on: Day.nullable(),
        assignee_seat: SeatKey.nullable(),
        note: Written("Sent by mail"),
      }),
    ),
    progress: z
      .object({ done: z.int(), total: z.int() })
      .meta({ description: "Steps; one that was skipped counts as done." }),
    due_on: Day.nullable(),
    overdue: z.boolean().meta({ description: "Open, and due before today (UTC)." }),
    ...owner,
    outcome: Written("Renewed with the same carrier"),
    reason: Written("The client left"),
    created_by: Principal,
    created_at: Timestamp,
    completed_at: Timestamp.nullable().meta({ description: "When it was completed or cancelled." }),
    last_seq: LastSeq,
  })
  .meta({ id: "LedgerWorkflow" });

export function presentWorkflow(row: WorkflowRow, { viewer: { policy }, today }: Shown) {
  const steps = stepsOf(row);
  return {
    workflow_key: row.workflow_key,
    workflow_type: row.workflow_type,
    title: row.title,
    status: row.status,
    steps: steps.map((step) => ({ ...step, note: shownText(policy, "note", step.note) })),
    progress: { ...progressOf(steps) },
    due_on: row.due_on,
    overdue: row.status === "open" && row.due_on !== null && row.due_on < today,
    ...ownerOf(row),
    outcome: shownText(policy, "outcome", row.outcome),
    reason: shownText(policy, "reason", row.reason),
    created_by: row.created_by,
    created_at: instant(row.created_at),
    completed_at: row.completed_at === null ? null : instant(row.completed_at),
    last_seq: row.last_seq,
  };
}

export const Note = z
  .object({
    note_key: z.string().meta({ examples: ["n_k3v5n2q7x4m6p8r2t4w6y2b3c4"] }),
    body: Written("Prefers a call before noon.").meta({
      description: "Null once the note is retracted, and where the reader's field policy denies the class `internal`.",
      examples: ["Prefers a call before noon."],
    }),
    author: Principal,
    visibility: z.enum(["team", "private"]),
    pinned: z.boolean(),
    edited: z.boolean(),
    edited_by: Principal.nullable().meta({ description: "Who amended it last." }),
    retracted: z.boolean(),
    ...owner,
    created_at: Timestamp,
    updated_at: Timestamp,
    last_seq: LastSeq,
  })
  .meta({ id: "LedgerNote" });

export function presentNote(row: NoteRow, { viewer }: Shown) {
  return {
    note_key: row.note_key,
    body: shownText(viewer.policy, "body", row.body),
    author: row.author,
    visibility: row.visibility,
    pinned: row.pinned,
    edited: row.edited,
    edited_by: row.edited_by,
    retracted: row.retracted,
    ...ownerOf(row),
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    last_seq: row.last_seq,
  };
}

const Sha256 = z.string().meta({ examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] });

export const Action = z
  .object({
    seq: z.int().meta({ examples: [118] }),
    command_id: z.uuid(),
    type: z.string().meta({ examples: ["create_task"] }),
    entity: z.record(z.string(), z.unknown()).meta({
      description: "As it was sent, and as it is hashed.",
      examples: [{ kind: "account", key: "c_k3v5n2q7x4m6p8r2t4w6" }],
    }),
    client_key: ClientKey.nullable(),
    policy_key: PolicyKey.nullable(),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'As it was sent; texts are null where the reader\'s field policy denies the class `internal`. `{"erased": true}` once it was erased.',
        examples: [{ title: "Ask for the loss runs" }],
      }),
    withheld: z
      .literal(true)
      .optional()
      .meta({ description: "The command is about a private note of another person." }),
    payload_sha256: Sha256.meta({ description: "Of the RFC 8785 form of the payload as it was sent, lower case hex." }),
    actor_principal: Principal,
    actor_type: z
      .enum([...actorTypes, "operator"])
      .meta({ description: "`operator` for what the service's operator did: `record_erased`." }),
    occurred_at: Timestamp.nullable(),
    recorded_at: Timestamp,
    previous_hash: Sha256.meta({ description: "Of the command before it; 64 zeros for the first." }),
    hash: Sha256.meta({
      description:
        "SHA-256 of `previous_hash|seq|command_id|type|entity|actor_type:actor_principal|recorded_at|payload_sha256`, entity in its RFC 8785 form; lower case hex.",
    }),
  })
  .meta({ id: "LedgerAction" });

export function presentAction(row: ActionRow, { viewer }: Shown) {
  const isWithheld = row.private_to !== null && (row.private_to !== viewer.principal || viewer.lens !== null);
  return {
    seq: row.seq,
    command_id: row.command_id,
    type: row.type,
    entity: parseJson(row.entity),
    client_key: row.client_key,
    policy_key: row.policy_key,
    payload: isWithheld ? null : shownPayload(row.type, row.payload, viewer.policy),
    ...(isWithheld ? { withheld: true as const } : {}),
    payload_sha256: row.payload_sha256,
    actor_principal: row.actor_principal,
    actor_type: row.actor_type,
    occurred_at: row.occurred_at === null ? null : instant(row.occurred_at),
    recorded_at: instant(row.recorded_at),
    previous_hash: row.previous_hash,
    hash: row.hash,
  };
}
