import { statement } from "@service/db";
import type { Deps } from "../deps.ts";

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

/** Fails a run that no worker could be told of (EVAL-62). @returns false when a worker has begun it all the same. */
export async function refuseUnqueuedRun({ db }: Pick<Deps, "db">, id: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(refuse([id]));
  return rowCount === 1;
}
