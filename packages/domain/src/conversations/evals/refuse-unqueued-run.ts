import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { finishedEvent, readFinished } from "./finish-eval-run.ts";

const refuse = statement(
  "eval_runs_refuse_unqueued",
  `with refused as (
     update eval_runs set status = 'failed', completed_at = now() where id = $1 and status = 'queued' returning id
   ), left_out as (
     update eval_results r set status = 'cancelled', completed_at = now() from refused f
     where r.eval_run_id = f.id and r.status = 'queued'
   )
   select id from refused`,
);

/**
 * Fails a run that no worker could be told of (EVAL-62); this end is reported like any other (EVAL-67).
 * @returns false when a worker has begun it all the same.
 */
export async function refuseUnqueuedRun({ db }: Pick<Deps, "db">, id: string): Promise<boolean> {
  return db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(refuse([id]));
    if (rowCount !== 1) return false;
    await appendPlatformEvents(tx, [finishedEvent(await readFinished(tx, id))]);
    return true;
  });
}
