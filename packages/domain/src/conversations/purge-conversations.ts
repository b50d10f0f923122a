import { type Database, statement } from "@service/db";
import { canonicalHash, type JsonObject } from "@service/json";

/**
 * Deleted conversations with everything that hangs on them: frames of the stream first, which no key binds to their turn, then
 * the rows, which take turns, attempts, attachments and annotations along. Their files are due immediately where nothing else
 * uses them.
 */
const purge = statement(
  "conversations_purge",
  `with gone as materialized (
     select id, erases_derived from conversations where deleted_at is not null order by deleted_at limit $1
     for update skip locked
   ), frames as (
     delete from turn_frames f using turns t, gone g
     where t.conversation_id = g.id and f.turn_id = t.id
       and f.turn_hour = date_trunc('hour', t.created_at at time zone 'UTC') at time zone 'UTC'
   ), files as (
     update blobs b set touched_at = 'epoch'
     from conversation_attachments a, gone g
     where a.conversation_id = g.id and b.organization_id = a.organization_id and b.sha256 = a.sha256
   ), blanked as (
     update eval_scenario_revisions r set body = $2, content_hash = $3
     from eval_scenarios s, gone g where g.erases_derived and s.conversation_id = g.id and r.scenario_id = s.id
   ), retired as (
     update eval_scenarios s set status = 'retired', retired_reason = 'its conversation was erased', tags = '{}'
     from gone g where g.erases_derived and s.conversation_id = g.id
   ), results as (
     update eval_results r set body = null, evidence = null
     from eval_scenarios s, gone g where g.erases_derived and s.conversation_id = g.id and r.scenario_id = s.id
       and r.status not in ('queued', 'running')
   ), removed as (
     delete from conversations c using gone g where c.id = g.id returning c.id
   )
   select count(*) as removed from removed`,
);

/** What stands in place of an erased scenario: valid, and without a word of it. */
const erasedScenario: JsonObject = {
  title: "Erased",
  tags: [],
  required: false,
  history: [],
  turns: [{ user: "Erased.", attachment_fixtures: [], assertions: [] }],
  fixtures: [],
  pass_threshold: 1,
};

/**
 * Removes the rows of deleted conversations (CONV-28, CONV-80). A worker that still answers one finds no row to write to.
 * Safe to repeat and to run in several processes.
 * @returns how many conversations were removed.
 */
export async function purgeConversations(db: Database, { rowsMax }: { readonly rowsMax: number }): Promise<number> {
  const { rows } = await db.pool.query(purge([rowsMax, JSON.stringify(erasedScenario), canonicalHash(erasedScenario)]));
  return rows[0]?.removed ?? 0;
}
