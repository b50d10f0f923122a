import { hotStatement, type Database } from "@service/db";
import type { Evidence } from "../grounding/index.ts";
import type { AnswerOutcome, AnswerUsage } from "./answer-outcome.ts";
import { storedError } from "./turn-errors.ts";
import type { TurnHold } from "./turn.ts";

const separator = "\u001e";

/** How an attempt ended, with the frames that were not appended before. */
export interface TurnEnd {
  readonly hold: TurnHold;
  /** `evidence` null or left out: what was stored with the sources stays. */
  readonly outcome: AnswerOutcome & { readonly evidence?: Evidence | null };
  readonly text: string;
  /** JSON text. */
  readonly citations: string;
  readonly usage: AnswerUsage | null;
  /** JSON texts, of `firstSeq`, `firstSeq` + 1 … */
  readonly bodies: readonly string[];
  readonly firstSeq: number;
}

/**
 * TURN-15: status, answer and the last frames of a turn in one commit, guarded by id, attempt and token, so a worker that lost
 * its lease writes nothing. `error` and `done` are frames that readers are shown from the row: they come after all others, once.
 * A cancel that came before wins over a failure. Safe to repeat.
 */
const settle = hotStatement(
  "turns_settle",
  `with mine as materialized (
     select t.id, t.attempt, turn_hour(t.created_at) as hour,
       t.cancel_requested_at is not null and $4 in ('failed', 'interrupted') as is_cancelled
     from turns t
     where t.id = $1 and t.status = 'running' and t.attempt = $2 and t.lease_token = $3
     for update
   ), appended as (
     insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
     select m.hour, m.id, m.attempt, $5::int + f.place::int - 1, f.body
     from mine m, unnest(string_to_array($6, E'\\x1e')) with ordinality as f (body, place)
     on conflict do nothing
   ), settled as (
     update turns t set
       status = case when m.is_cancelled then 'cancelled' else $4::text::turn_status end,
       output_text = $7, output_json = $8, citations = $9, method = $10,
       model_alias = $11, model_provider = $12, model_name = $13, fallback_used = $14,
       input_tokens = $15, output_tokens = $16, usage_estimated = $17,
       error = case when m.is_cancelled then null else $18 end, incomplete_reason = $19,
       last_seq = $20::int + case when m.is_cancelled or $18::text is null then 1 else 2 end,
       evidence = coalesce($23, t.evidence), lease_token = null, lease_expires_at = null, completed_at = now()
     from mine m where t.id = m.id
     returning t.id, t.attempt, t.status
   ), logged as (
     update turn_attempts a set ended_at = now(), egress = $21,
       end_reason = case when $22::text is null or s.status = 'cancelled' then s.status::text else $22 end
     from settled s where a.turn_id = s.id and a.attempt = s.attempt
   )
   select status::text as status from settled`,
);

/** @returns the status that was written; undefined when the worker no longer held the turn. */
export async function settleTurn(db: Database, end: TurnEnd): Promise<string | undefined> {
  const { hold, outcome, text, citations, usage, bodies, firstSeq } = end;
  const { rows } = await db.hot.query(
    settle([
      hold.id,
      hold.attempt,
      hold.token,
      outcome.status,
      firstSeq,
      bodies.join(separator),
      text,
      outcome.json === null ? null : JSON.stringify(outcome.json),
      citations,
      outcome.method,
      outcome.model.alias,
      outcome.model.provider,
      outcome.model.name,
      outcome.model.fallbackUsed,
      usage?.input_tokens ?? null,
      usage?.output_tokens ?? null,
      usage?.estimated ?? false,
      outcome.error === null ? null : storedError(outcome.error),
      outcome.incompleteReason,
      firstSeq + bodies.length - 1,
      outcome.egress === null ? null : JSON.stringify(outcome.egress),
      outcome.error === null ? null : (outcome.error.reason ?? outcome.error.code),
      outcome.evidence ? JSON.stringify(outcome.evidence) : null,
    ]),
  );
  return rows[0]?.status ?? undefined;
}

const storeSources = hotStatement(
  "turns_store_sources",
  `update turns set passages = $4, evidence = $5
   where id = $1 and status = 'running' and attempt = $2 and lease_token = $3
   returning id`,
);

/**
 * Stores what was retrieved, before anything of it is shown: who reads the stream is judged by the evidence, and a later
 * attempt uses the same passages (TURN-18).
 * @returns false when the worker no longer holds the turn.
 */
export async function storeTurnSources(
  db: Database,
  hold: TurnHold,
  sources: { readonly passages: string; readonly evidence: string },
): Promise<boolean> {
  const { rowCount } = await db.hot.query(
    storeSources([hold.id, hold.attempt, hold.token, sources.passages, sources.evidence]),
  );
  return rowCount === 1;
}
