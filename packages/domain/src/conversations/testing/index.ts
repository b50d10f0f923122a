import { randomUUID } from "node:crypto";
import type { Database } from "@service/db";

/** A turn as a test wants it; what is left out is that of a completed one. */
export interface TestTurn {
  readonly status?: "queued" | "running" | "completed" | "failed" | "incomplete";
  readonly input?: string;
  readonly output?: string | null;
  /** JSON text. */
  readonly evidence?: string | null;
  /** JSON text. */
  readonly citations?: string;
  readonly parentTurnId?: string | null;
  readonly createdAt?: Date;
}

/**
 * Writes the row of a turn as the runner leaves it, with the counts of its conversation, for tests that are about what others
 * do with turns. @returns its id.
 */
export async function insertTestTurn(db: Database, conversationId: string, turn: TestTurn = {}): Promise<string> {
  const { status = "completed", input = "When does it expire?", output = "On 2027-03-01.", evidence = null } = turn;
  const isActive = status === "queued" || status === "running";
  const id = randomUUID();
  await db.pool.query({
    text: `insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, parent_turn_id,
        status, input_text, instance_version, config_hash, rights, key_id, request_hash, attempt, lease_token, evidence,
        output_text, citations, method, incomplete_reason, created_at, started_at, completed_at, attachment_ids)
      select $1, c.id, c.organization_id, c.environment_id, c.instance_id, c.turn_count + 1,
        coalesce($9::uuid, c.head_turn_id), $3::turn_status, $4, null, i.draft_config_hash, '{}', 'key', '\\x00',
        case when $3 = 'queued' then 0 else 1 end, case when $3 = 'running' then gen_random_uuid() end, $5,
        case when $3 = 'queued' then null else $6 end, $7, case when $8 then null else 'extractive' end,
        case when $3 = 'incomplete' then 'max_output_tokens' end, coalesce($10::timestamptz, now()),
        case when $3 = 'queued' then null else coalesce($10::timestamptz, now()) end,
        case when $8 then null else coalesce($10::timestamptz, now()) end, '{}'
      from conversations c join conversation_instances i on i.id = c.instance_id where c.id = $2`,
    values: [
      id,
      conversationId,
      status,
      input,
      evidence,
      output,
      turn.citations ?? "[]",
      isActive,
      turn.parentTurnId ?? null,
      turn.createdAt ?? null,
    ],
  });
  await db.pool.query({
    text: `update conversations c set turn_count = t.index, head_turn_id = t.id, last_turn_at = t.created_at, updated_at = now(),
        title = case when c.title = '' then left(t.input_text, 80) else c.title end
      from turns t where t.id = $1 and c.id = t.conversation_id`,
    values: [id],
  });
  if (status === "completed" || status === "failed" || status === "incomplete")
    await db.pool.query({
      text: `insert into turn_attempts (turn_id, attempt, worker, mode, started_at, ended_at, end_reason)
        select id, 1, 'test', 'restart', created_at, completed_at, $2 from turns where id = $1`,
      values: [id, status],
    });
  return id;
}
