import { statement } from "@service/db";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import type { EvalRunRow } from "./eval-run.ts";
import { finishedEvent, readFinished } from "./finish-eval-run.ts";
import { readEvalRun } from "./list-eval-runs.ts";

/** Trials under way lose their lease: what their worker writes later is fenced off. */
const cancel = statement(
  "eval_runs_cancel",
  `with t as (
     update eval_runs set status = 'cancelled', completed_at = now()
     where id = $1 and organization_id = $2 and status in ('queued', 'running') returning id
   ), stopped as (
     update eval_results r set status = 'cancelled', lease_token = null, lease_expires_at = null, completed_at = now()
     from t where r.eval_run_id = t.id and r.status in ('queued', 'running')
   )
   select id from t`,
);

/**
 * Cancels a run (EVAL-64). Results that are there stay. A run that has ended is left as it is.
 * @returns the run as it stands, and whether this request ended it.
 * @throws `conversation_instance_not_found`, `eval_run_not_found`.
 */
export async function cancelEvalRun(
  deps: Pick<Deps, "db">,
  caller: EnvironmentScope,
  named: { readonly slug: string; readonly id: string },
): Promise<{ readonly run: EvalRunRow; readonly isCancelled: boolean }> {
  const { id } = await readEvalRun(deps, caller, named);
  const isCancelled = await deps.db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(cancel([id, caller.organizationId]));
    if (rowCount !== 1) return false;
    await appendPlatformEvents(tx, [finishedEvent(await readFinished(tx, id))]);
    return true;
  });
  return { run: await readEvalRun(deps, caller, named), isCancelled };
}
