import { hotStatement, type Database } from "@service/db";

/** What decides which rows of the book a run reads; null for one that reads none. */
const readOf = (run: string): string => `(select concat_ws(' ', b.connection_id,
       case when b.posture = 'lit' then b.seat_key end, b.wanted) from run_records b where b.run_id = ${run}.id)`;

/** The newest other run of the subject with a result; uses the index of latest-run reads. */
const findPrevious = hotStatement(
  "runs_find_previous",
  `select found.id, found.completed_at as "completedAt", p.output
   from runs r, lateral (
     select q.id, q.completed_at from runs q
     where q.engine_id = r.engine_id and q.environment_id = r.environment_id and q.subject_key = r.subject_key
       and q.status in ('completed', 'degraded') and q.test_scenario is null
       and ${readOf("q")} is not distinct from ${readOf("r")}
     order by q.completed_at desc, q.id desc limit 1) found
   join run_payloads p on p.run_id = found.id
   where r.id = $1`,
  // A run is completed or degraded by the statement that writes both.
).narrowed<{ readonly completedAt: Date; readonly output: string }>();

/**
 * The run that an unfinished run is compared with (DATA-32, OPP-63); undefined for the first run of a subject. One that
 * read other rows of the book is no comparison: clients that another person sees would appear as resolved.
 */
export async function findPreviousRun(
  db: Database,
  runId: string,
): Promise<{ readonly id: string; readonly completedAt: Date; readonly output: string } | undefined> {
  const { rows } = await db.hot.query(findPrevious([runId]));
  return rows[0];
}
