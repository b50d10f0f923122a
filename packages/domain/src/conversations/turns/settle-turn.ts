import { hotStatement, isRowError, type Database } from "@service/db";
import { createBatcher } from "@service/runtime";
import type { Evidence } from "../grounding/index.ts";
import type { AnswerOutcome, AnswerUsage } from "./answer-outcome.ts";
import { storedError } from "./turn-errors.ts";
import type { TurnHold, TurnSources } from "./turn.ts";

const separator = "\u001e";

/** How an attempt ended, with the frames that were not appended before. */
interface TurnEnd {
  readonly hold: TurnHold;
  /** `evidence` null or left out: that of the sources stays. */
  readonly outcome: AnswerOutcome & { readonly evidence?: Evidence | null };
  readonly text: string;
  /** JSON text. */
  readonly citations: string;
  readonly usage: AnswerUsage | null;
  /** What was read and is not stored yet; null where nothing is left to store. */
  readonly sources: TurnSources | null;
  /** JSON texts, of `firstSeq`, `firstSeq` + 1 … */
  readonly bodies: readonly string[];
  readonly firstSeq: number;
}

/**
 * TURN-15: status, answer and the last frames of turns in one commit, each guarded by id, attempt and token, so a worker that
 * lost its lease writes nothing. `error` and `done` are frames that readers are shown from the row: they come after all others,
 * once. A cancel that came before wins over a failure. Safe to repeat. Rows are locked in the order of their ids, as heartbeats
 * and appends lock them.
 */
const settle = hotStatement(
  "turns_settle",
  `with given as materialized (
     select * from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[], @statuses::text[], @last_seqs::int[],
       @output_texts::text[], @output_jsons::text[], @citations::text[],
       @methods::text[], @model_aliases::text[], @model_providers::text[], @model_names::text[],
         @fallbacks_used::bool[], @input_tokens::int[], @output_tokens::int[], @usages_estimated::bool[],
         @errors::text[],
       @incomplete_reasons::text[], @egresses::text[], @end_reasons::text[], @passages::text[], @evidence::text[])
     with ordinality as g (id, attempt, token, status, last_seq, output_text, output_json, citations, method, model_alias,
       model_provider, model_name, fallback_used, input_tokens, output_tokens, usage_estimated, error, incomplete_reason,
       egress, end_reason, passages, evidence, place)
   ), mine as materialized (
     select t.id, t.attempt, turn_hour(t.created_at) as hour, g.place,
       t.cancel_requested_at is not null and g.status in ('failed', 'interrupted') as is_cancelled
     from given g join turns t on t.id = g.id
     where t.id = any(@ids::uuid[]) and t.attempt = g.attempt and t.lease_token = g.token
     order by t.id for no key update of t
   ), appended as (
     insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
     select m.hour, m.id, m.attempt, f.seq, f.body
     from unnest(@frame_places::int[], @frame_seqs::int[], string_to_array(@frame_bodies, E'\\x1e'))
       as f (place, seq, body)
     join mine m on m.place = f.place
     on conflict do nothing
   ), settled as (
     update turns t set
       status = case when m.is_cancelled then 'cancelled' else g.status::turn_status end,
       output_text = g.output_text, output_json = g.output_json, citations = g.citations, method = g.method,
       model_alias = g.model_alias, model_provider = g.model_provider, model_name = g.model_name,
       fallback_used = g.fallback_used, input_tokens = g.input_tokens, output_tokens = g.output_tokens,
       usage_estimated = g.usage_estimated,
       error = case when m.is_cancelled then null else g.error end, incomplete_reason = g.incomplete_reason,
       last_seq = g.last_seq + case when m.is_cancelled or g.error is null then 1 else 2 end,
       passages = coalesce(g.passages, t.passages), evidence = coalesce(g.evidence, t.evidence),
       lease_token = null, lease_expires_at = null, completed_at = now()
     from mine m join given g on g.place = m.place
     where t.id = any(@ids::uuid[]) and t.id = m.id
     returning t.id, t.attempt, t.status, g.place, g.egress, g.end_reason
   ), logged as (
     update turn_attempts a set ended_at = now(), egress = s.egress,
       end_reason = case when s.end_reason is null or s.status = 'cancelled' then s.status::text else s.end_reason end
     from settled s where a.turn_id = s.id and a.attempt = s.attempt
   )
   select place::int as place, status::text as status from settled`,
);

/** Writes the end of an attempt. @returns the status that was written; undefined when the worker no longer held the turn. */
export type TurnSettler = (end: TurnEnd) => Promise<string | undefined>;

const batchMax = 128;
/** Characters of one statement; an answer and its sources are at most some 200,000. */
const charsPerStatement = 4_000_000;

/** Ends that come while a statement is under way share the next one, and its wait for the disk. */
export function createTurnSettler(db: Database): TurnSettler {
  return createBatcher<TurnEnd, string | undefined>({
    name: "ends of turns",
    maxBatch: batchMax,
    maxSize: { of: charsOf, sum: charsPerStatement },
    maxInFlight: 2,
    maxWaiting: 10_000,
    repeatsOneByOne: isRowError,
    run: (ends) => settleAll(db, ends),
  });
}

async function settleAll(db: Database, ends: readonly TurnEnd[]): Promise<(string | undefined)[]> {
  const outcomes = ends.map(({ outcome }) => outcome);
  const frames = ends.flatMap(({ bodies, firstSeq }, at) =>
    bodies.map((body, index) => ({ place: at + 1, seq: firstSeq + index, body })),
  );
  const { rows } = await db.hot.query(
    settle({
      ids: ends.map(({ hold }) => hold.id),
      attempts: ends.map(({ hold }) => hold.attempt),
      tokens: ends.map(({ hold }) => hold.token),
      statuses: outcomes.map(({ status }) => status),
      lastSeqs: ends.map(({ bodies, firstSeq }) => firstSeq + bodies.length - 1),
      outputTexts: ends.map(({ text }) => text),
      outputJsons: outcomes.map(({ json }) => (json === null ? null : JSON.stringify(json))),
      citations: ends.map(({ citations }) => citations),
      methods: outcomes.map(({ method }) => method),
      modelAliases: outcomes.map(({ model }) => model.alias),
      modelProviders: outcomes.map(({ model }) => model.provider),
      modelNames: outcomes.map(({ model }) => model.name),
      fallbacksUsed: outcomes.map(({ model }) => model.fallbackUsed),
      inputTokens: ends.map(({ usage }) => usage?.input_tokens ?? null),
      outputTokens: ends.map(({ usage }) => usage?.output_tokens ?? null),
      usagesEstimated: ends.map(({ usage }) => usage?.estimated ?? false),
      errors: outcomes.map(({ error }) => (error === null ? null : storedError(error))),
      incompleteReasons: outcomes.map(({ incompleteReason }) => incompleteReason),
      egresses: outcomes.map(({ egress }) => (egress === null ? null : JSON.stringify(egress))),
      endReasons: outcomes.map(({ error }) => (error === null ? null : (error.reason ?? error.code))),
      passages: ends.map(({ sources }) => sources?.passages ?? null),
      evidence: ends.map(({ outcome, sources }) =>
        outcome.evidence ? JSON.stringify(outcome.evidence) : (sources?.evidence ?? null),
      ),
      framePlaces: frames.map(({ place }) => place),
      frameSeqs: frames.map(({ seq }) => seq),
      frameBodies: frames.map(({ body }) => body).join(separator),
    }),
  );
  const statuses = new Map(rows.map(({ place, status }) => [place, status ?? undefined]));
  return ends.map((_end, at) => statuses.get(at + 1));
}

function charsOf({ text, citations, sources, bodies }: TurnEnd): number {
  const chars = bodies.reduce((sum, body) => sum + body.length, text.length + citations.length);
  return chars + (sources === null ? 0 : sources.passages.length + sources.evidence.length);
}
