import { fail, runEventId, ServiceError } from "@service/contract";
import { hotStatement, isUnavailable } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { announceRunEvents } from "../../events/events/index.ts";
import { loadRunsForEvents } from "./read-run.ts";
import { runStatusColumns, storableText, type RunStatusRow } from "./run.ts";
import type { Deps } from "../../deps.ts";
import type { RunDeps } from "./run-batchers.ts";
import { wakeWaiters } from "./wait-for-run.ts";

/**
 * RUN-45, RUN-46, RUN-47 in one statement: the row is locked, then its state decides. Outcomes: `cancelled`
 * (no worker held it), `recorded` (a worker holds it and will notice), `already_finished`, or no row. Safe to repeat:
 * the first time and reason stay, because a second cancel must not rewrite history (RUN-98).
 */
const cancel = hotStatement(
  "runs_cancel",
  `with target as (
     select * from runs where id = @run_id and organization_id = @organization_id
       and environment_id = @environment_id for update
   ), cancelled as (
     update runs r set status = 'cancelled', cancel_requested_at = coalesce(r.cancel_requested_at, now()),
       cancel_reason = case when r.cancel_requested_at is null then @reason else r.cancel_reason end,
       cancelled_by = case when r.cancel_requested_at is null then @cancelled_by else r.cancelled_by end,
       error_details = null, lease_expires_at = null, completed_at = now(),
       lease_token = null -- a release we waited for has cleared it, but check constraints see our snapshot's row first
     from target t
     where r.id = t.id and (t.status = 'queued' or (t.status = 'processing' and t.lease_token is null))
     returning r.*
   ), recorded as (
     update runs r set cancel_requested_at = coalesce(r.cancel_requested_at, now()),
       cancel_reason = case when r.cancel_requested_at is null then @reason else r.cancel_reason end,
       cancelled_by = case when r.cancel_requested_at is null then @cancelled_by else r.cancelled_by end
     from target t
     where r.id = t.id and t.status = 'processing' and t.lease_token is not null
     returning r.*
   ), ${announceRunEvents(
     "select @event_id::uuid, 'run.cancelled'::webhook_event_type, organization_id, environment_id, id from cancelled",
   )}, found as (
     select c.*, 'cancelled' as outcome from cancelled c
     union all select c.*, 'recorded' from recorded c
     union all select t.*, 'already_finished' from target t where t.status not in ('queued', 'processing')
   )
   select r.outcome, ${runStatusColumns} from found r join run_payloads p on p.run_id = r.id`,
);

type CancelRow = RunStatusRow & { readonly outcome: "cancelled" | "recorded" | "already_finished" };
export type CancelOutcome = { readonly kind: CancelRow["outcome"]; readonly run: RunStatusRow };

/**
 * Cancels a waiting run; records the request for one that a worker holds.
 * @param call.cancelledBy the acting principal if there is one, else the id of the caller; kept with the first request.
 * @throws `run_not_found`, `cancel_run_failed`.
 */
export async function cancelRun(
  deps: Pick<Deps, "db" | "queue"> & RunDeps,
  scope: EnvironmentScope,
  call: { readonly runId: string; readonly reason: string | undefined; readonly cancelledBy: string },
): Promise<CancelOutcome> {
  const runId = call.runId.toLowerCase();
  const reason = call.reason === undefined ? null : storableText(call.reason);
  let row: CancelRow | undefined;
  try {
    const { rows } = await deps.db.hot.query(
      cancel({
        runId,
        organizationId: scope.organizationId,
        environmentId: scope.environmentId,
        reason,
        cancelledBy: call.cancelledBy,
        eventId: runEventId("run.cancelled", runId),
      }),
    );
    row = rows[0];
  } catch (error) {
    if (error instanceof ServiceError || isUnavailable(error)) throw error;
    throw fail("cancel_run_failed", { cause: error });
  }
  if (!row) throw fail("run_not_found");
  switch (row.outcome) {
    case "cancelled":
      wakeWaiters(deps, runId, "cancelled");
      await deps.queue.wake("webhooks");
      return { kind: row.outcome, run: row };
    case "recorded":
      return { kind: row.outcome, run: row };
    case "already_finished":
      // Read again: the run may have finished while this statement waited for the row's lock, and the payload it joined
      // is as old as its snapshot.
      return { kind: row.outcome, run: (await loadRunsForEvents(deps.db.hot, [runId])).get(runId) ?? row };
  }
}
