import { runEventId } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { coalesce, type Coalesced } from "@service/runtime";
import type { RunErrorDetail } from "./run.ts";

const errorText = "The run could not be queued. Submit again with a new Idempotency-Key.";
const errorDetail: RunErrorDetail = { type: "pipeline_error", code: "queue_unreachable" };

/** Row 2 of runs.md 5.2. Repeating it is safe: a run that has left `queued` is left alone. */
const refuseUnqueued = hotStatement(
  "runs_refuse_unqueued",
  `with refused as (
     update runs r set status = 'failed', error = $3, error_details = $4, completed_at = now()
     from unnest($1::uuid[], $2::uuid[]) as t (id, event_id)
     where r.id = t.id and r.status = 'queued' and r.attempt = 0
     returning r.id, t.event_id, r.organization_id, r.environment_id
   ), announced as (
     insert into webhook_events (id, type, organization_id, environment_id, run_id)
     select event_id, 'run.failed', organization_id, environment_id, id from refused on conflict do nothing
   )
   select id from refused`,
);

const refusers = new WeakMap<Database, Coalesced<string, boolean>>();

/**
 * Fails a run whose bell could not be rung.
 * @returns false when a worker had taken it (or somebody cancelled it): then the queue did its work.
 */
export function refuseUnqueuedRun(db: Database, runId: string): Promise<boolean> {
  let refuse = refusers.get(db);
  if (!refuse) {
    refuse = coalesce({
      name: "unqueued runs",
      maxBatch: 128,
      maxInFlight: 2,
      maxWaiting: 2_000,
      retryItemByItem: (error) => !isUnavailable(error),
      async run(ids) {
        const events = ids.map((id) => runEventId("run.failed", id));
        const { rows } = await db.hot.query<{ id: string }>(
          refuseUnqueued([ids, events, errorText, JSON.stringify(errorDetail)]),
        );
        const refused = new Set(rows.map((row) => row.id));
        return ids.map((id) => refused.has(id));
      },
    });
    refusers.set(db, refuse);
  }
  return refuse(runId);
}
