import type { AnswerMethod, IncompleteReason, TurnStatus } from "@service/contract";

/** An attempt as the row of its turn carries it. */
interface AttemptRow {
  readonly attempt: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly endReason: string | null;
}

/** What a turn shows, as it is stored. */
export interface TurnRow {
  readonly id: string;
  readonly conversationId: string;
  readonly index: number;
  readonly parentTurnId: string | null;
  readonly status: TurnStatus;
  readonly inputText: string;
  readonly attachmentIds: readonly string[];
  readonly inputMetadata: string;
  readonly instanceVersion: number | null;
  readonly configHash: string;
  readonly submittedBy: string | null;
  readonly traceId: string | null;
  readonly attempt: number;
  readonly cancelsOnLeave: boolean;
  readonly resumeMode: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly evidence: string | null;
  readonly outputText: string | null;
  readonly outputJson: string | null;
  readonly citations: string;
  readonly method: AnswerMethod | null;
  readonly modelAlias: string | null;
  readonly modelProvider: string | null;
  readonly modelName: string | null;
  readonly fallbackUsed: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly usageEstimated: boolean;
  readonly error: string | null;
  readonly incompleteReason: IncompleteReason | null;
  readonly lastSeq: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly attempts: readonly AttemptRow[];
  /** It is the newest turn of its conversation. */
  readonly isHead: boolean;
  readonly isDeleted: boolean;
}

/** The columns of `TurnRow`, of `t` joined with its conversation `c`. */
export const turnColumns = `t.id, t.conversation_id as "conversationId", t.index, t.parent_turn_id as "parentTurnId",
  t.status::text as status, t.input_text as "inputText", t.attachment_ids as "attachmentIds",
  t.input_metadata as "inputMetadata", t.instance_version as "instanceVersion", t.config_hash as "configHash",
  t.submitted_by as "submittedBy", t.trace_id as "traceId", t.attempt, t.cancels_on_leave as "cancelsOnLeave",
  t.resume_mode as "resumeMode", t.cancel_requested_at as "cancelRequestedAt", t.evidence, t.output_text as "outputText",
  t.output_json as "outputJson", t.citations, t.method, t.model_alias as "modelAlias",
  t.model_provider as "modelProvider", t.model_name as "modelName", t.fallback_used as "fallbackUsed",
  t.input_tokens as "inputTokens", t.output_tokens as "outputTokens", t.usage_estimated as "usageEstimated", t.error,
  t.incomplete_reason as "incompleteReason", t.last_seq as "lastSeq", t.created_at as "createdAt",
  t.started_at as "startedAt", t.completed_at as "completedAt", c.head_turn_id = t.id as "isHead",
  c.deleted_at is not null as "isDeleted",
  coalesce((select json_agg(json_build_object('attempt', a.attempt, 'startedAt', a.started_at, 'endedAt', a.ended_at,
    'endReason', a.end_reason) order by a.attempt) from turn_attempts a where a.turn_id = t.id), '[]') as attempts`;

/** What the columns hold, where the database cannot say it: enums and JSON of this module, and columns that have a value. */
export type NarrowedTurn = Pick<
  TurnRow,
  "status" | "method" | "incompleteReason" | "attempts" | "isHead" | "isDeleted" | "attachmentIds"
>;
