import type { DecidedStatus } from "../opportunities/index.ts";
import type { EntityKind } from "./entity-kinds.ts";

/**
 * The rows of the ledger's projections, named as their columns are: they are written and read as JSON of whole rows.
 * Times are RFC 3339 strings, days `YYYY-MM-DD`.
 */

interface Owned {
  readonly organization_id: string;
  readonly environment_id: string;
  readonly connection_id: string | null;
  readonly entity_kind: EntityKind;
  readonly entity_key: string;
  readonly client_key: string | null;
  readonly policy_key: string | null;
  /** The last command that changed the row. */
  readonly last_seq: number;
}

interface Created extends Owned {
  /** About no client, and seen by everybody. */
  readonly is_open: boolean;
  readonly created_at: string;
  readonly created_seq: number;
}

export interface TaskRow extends Created {
  readonly task_key: string;
  readonly title: string;
  readonly body: string | null;
  readonly status: TaskStatus;
  readonly priority: string;
  readonly due_on: string | null;
  readonly assignee_seat: string | null;
  readonly category: string | null;
  /** JSON text. */
  readonly source: string | null;
  readonly outcome: string | null;
  readonly created_by: string;
  readonly completed_at: string | null;
}

export const taskStatuses = ["open", "done", "cancelled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const workflowStatuses = ["open", "completed", "cancelled"] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];
export const stepStates = ["pending", "in_progress", "done", "skipped"] as const;
export type StepState = (typeof stepStates)[number];

export interface WorkflowRow extends Created {
  readonly workflow_key: string;
  readonly workflow_type: string;
  readonly title: string;
  readonly status: WorkflowStatus;
  /** JSON text of `WorkflowStep[]`. */
  readonly steps: string;
  readonly due_on: string | null;
  readonly outcome: string | null;
  readonly reason: string | null;
  readonly created_by: string;
  readonly completed_at: string | null;
}

export interface NoteRow extends Created {
  readonly note_key: string;
  /** Null once the note is retracted. */
  readonly body: string | null;
  readonly author: string;
  readonly visibility: "team" | "private";
  readonly pinned: boolean;
  readonly edited: boolean;
  readonly edited_by: string | null;
  readonly retracted: boolean;
  readonly updated_at: string;
}

export interface FlagRow extends Owned {
  readonly flag: string;
  readonly is_set: boolean;
  readonly note: string | null;
  readonly changed_by: string;
  readonly changed_at: string;
}

export interface OpportunityRequestRow {
  readonly organization_id: string;
  readonly environment_id: string;
  readonly opportunity_id: string;
  readonly client_key: string | null;
  readonly status: DecidedStatus;
  readonly reason: string | null;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly last_seq: number;
}

/** The rows that a projection holds, by its name. */
export interface ProjectedRows {
  readonly tasks: TaskRow;
  readonly workflows: WorkflowRow;
  readonly notes: NoteRow;
  readonly flags: FlagRow;
  readonly opportunityRequests: OpportunityRequestRow;
}
export type ProjectionName = keyof ProjectedRows;

/** The projections with their tables and keys. */
export const projections = {
  tasks: { table: "ledger_tasks", key: ["task_key"] },
  workflows: { table: "ledger_workflows", key: ["workflow_key"] },
  notes: { table: "ledger_notes", key: ["note_key"] },
  flags: { table: "ledger_flags", key: ["environment_id", "entity_kind", "entity_key", "flag"] },
  opportunityRequests: { table: "ledger_opportunity_requests", key: ["environment_id", "opportunity_id"] },
} as const satisfies Record<ProjectionName, { readonly table: string; readonly key: readonly string[] }>;
export const projectionNames = [
  "tasks",
  "workflows",
  "notes",
  "flags",
  "opportunityRequests",
] as const satisfies readonly ProjectionName[];
