import { hotStatement, type Database } from "@service/db";
import type { TurnHold, TurnSources } from "./turn.ts";

/** Never occurs unescaped in JSON, so bodies joined by it need no quoting. */
const separator = "\u001e";

/** Frames of one turn since the last tick, and its text as of the last of them where a checkpoint is due. */
export interface FramesOfTurn {
  readonly hold: TurnHold;
  /** JSON texts, of `firstSeq`, `firstSeq` + 1 … */
  readonly bodies: readonly string[];
  readonly firstSeq: number;
  readonly checkpoint: { readonly text: string; readonly citations: string } | null;
  /** What was read since the last time: stored with the first frames that may show something of it, never after them. */
  readonly sources: TurnSources | null;
}

/**
 * The frames of all turns of a worker (TURN-32), fenced by attempt and lease token: a turn that it no longer holds is not in
 * the result, and nothing of it is written. The frames say how far a turn is; the row only at a checkpoint, which is true of
 * the same commit. Safe to repeat.
 *
 * Commits asynchronously: a crash of the server empties the log in any case, and the row then is as it was a moment earlier.
 */
const append = hotStatement(
  "turn_frames_append",
  `with given as materialized (
     select * from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[], @last_seqs::int[],
       @checkpoints::text[], @citations::text[], @passages::text[],
         @evidence::text[])
       as g (id, attempt, token, last_seq, checkpoint, citations, passages, evidence)
   ), mine as materialized (
     select t.id, t.attempt, turn_hour(t.created_at) as hour, g.last_seq, g.checkpoint, g.citations, g.passages, g.evidence
     from given g join turns t on t.id = g.id
     where t.id = any(@ids::uuid[]) and t.attempt = g.attempt and t.lease_token = g.token
   ), appended as (
     insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
     select m.hour, m.id, m.attempt, f.seq, f.body
     from unnest(@frame_turn_ids::uuid[], @frame_seqs::int[], string_to_array(@frame_bodies, E'\\x1e'))
       as f (id, seq, body) join mine m on m.id = f.id
     on conflict do nothing
   ), kept as (
     update turns t set output_text = coalesce(m.checkpoint, t.output_text), citations = coalesce(m.citations, t.citations),
       last_seq = case when m.checkpoint is null then t.last_seq else m.last_seq end,
       passages = coalesce(m.passages, t.passages), evidence = coalesce(m.evidence, t.evidence)
     from mine m
     where t.id = any(@ids::uuid[]) and t.id = m.id and (m.checkpoint is not null or m.evidence is not null)
       and t.attempt = m.attempt and t.lease_token is not null
   ), unflushed as materialized (
     select set_config('synchronous_commit', 'off', true)
   )
   select m.id from mine m cross join unflushed`,
);

/** @returns the turns that this worker still holds; it must stop working on the others. */
export async function appendFrames(db: Database, turns: readonly FramesOfTurn[]): Promise<ReadonlySet<string>> {
  if (turns.length === 0) return new Set();
  // In the order in which settlements and heartbeats lock them.
  const ordered = turns.toSorted((left, right) => (left.hold.id < right.hold.id ? -1 : 1));
  const frames = ordered.flatMap(({ hold, bodies, firstSeq }) =>
    bodies.map((body, index) => ({ id: hold.id, seq: firstSeq + index, body })),
  );
  const { rows } = await db.hot.query(
    append({
      ids: ordered.map(({ hold }) => hold.id),
      attempts: ordered.map(({ hold }) => hold.attempt),
      tokens: ordered.map(({ hold }) => hold.token),
      lastSeqs: ordered.map(({ bodies, firstSeq }) => firstSeq + bodies.length - 1),
      checkpoints: ordered.map(({ checkpoint }) => checkpoint?.text ?? null),
      citations: ordered.map(({ checkpoint }) => checkpoint?.citations ?? null),
      passages: ordered.map(({ sources }) => sources?.passages ?? null),
      evidence: ordered.map(({ sources }) => sources?.evidence ?? null),
      frameTurnIds: frames.map(({ id }) => id),
      frameSeqs: frames.map(({ seq }) => seq),
      frameBodies: frames.map(({ body }) => body).join(separator),
    }),
  );
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
}
