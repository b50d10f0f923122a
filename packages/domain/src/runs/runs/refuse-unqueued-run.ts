import { runEventId } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";
import { announceRunEvents } from "../../events/events/index.ts";
import type { RunErrorDetail } from "./run.ts";

const errorText = "The run could not be queued. Submit again with a new Idempotency-Key.";
const errorDetail: RunErrorDetail = { type: "pipeline_error", code: "queue_unreachable" };

/** RUN-42. Safe to repeat: a run that has left `queued` stays unchanged. */
const refuseUnqueued = hotStatement(
  "runs_refuse_unqueued",
  `with refused as (
     update runs r set status = 'failed', error = $3, error_details = $4, completed_at = now()
     from unnest($1::uuid[], $2::uuid[]) as t (id, event_id)
     where r.id = t.id and r.status = 'queued' and r.attempt = 0
     returning r.id, t.event_id, r.organization_id, r.environment_id
   ), ${announceRunEvents(
     "select event_id, 'run.failed'::webhook_event_type, organization_id, environment_id, id from refused",
   )}
   select id from refused`,
);

/**
 * Fails a run whose wake-up could not be sent. The batcher answers false when a worker took the run, or a caller
 * cancelled it, before this: it then needs no wake-up.
 */
export function createUnqueuedRefuser(db: Database): Batcher<string, boolean> {
  return createBatcher({
    name: "unqueued runs",
    maxBatch: 128,
    maxInFlight: 2,
    maxWaiting: 2_000,
    async run(ids) {
      const events = ids.map((id) => runEventId("run.failed", id));
      const { rows } = await db.hot.query(refuseUnqueued([ids, events, errorText, JSON.stringify(errorDetail)]));
      const refused = new Set(rows.map((row) => row.id));
      return ids.map((id) => refused.has(id));
    },
  });
}
