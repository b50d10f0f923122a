import type { EvalResultStatus } from "@service/contract";
import { type Database, hotStatement } from "@service/db";
import type { Evidence } from "../grounding/index.ts";
import type { ClaimedTrial } from "./claim-trials.ts";
import type { ResultBody } from "./eval-result.ts";
import { finishEvalRun } from "./finish-eval-run.ts";

/** What a trial came to. */
export interface TrialEnd {
  readonly status: EvalResultStatus;
  readonly score: number;
  readonly body: ResultBody;
  readonly evidence: Evidence | null;
}

/** Locks of a run before those of its trials, as a cancel takes them. */
const lockRun = hotStatement("eval_runs_lock", "select id from eval_runs where id = $1 for no key update");

/** Fenced by the token: a worker that lost its lease, and a trial that was cancelled, match no row. Safe to repeat. */
const settle = hotStatement(
  "eval_results_settle",
  `update eval_results set status = @status::text::eval_result_status, score = @score, body = @body,
    evidence = @evidence,
     lease_token = null, lease_expires_at = null, completed_at = now()
   where eval_run_id = @run_id and scenario_key = @scenario_key and trial = @trial and lease_token = @token`,
);

/**
 * Writes the result of a trial and, with the last one, the end of its run (EVAL-63, EVAL-65).
 * @returns false when the lease was lost: nothing was written.
 */
export async function settleTrial(db: Database, trial: ClaimedTrial, end: TrialEnd): Promise<boolean> {
  return db.inTransaction(async (tx) => {
    await tx.query(lockRun([trial.runId]));
    const { rowCount } = await tx.query(
      settle({
        runId: trial.runId,
        scenarioKey: trial.scenarioKey,
        trial: trial.trial,
        token: trial.token,
        status: end.status,
        score: end.score,
        body: JSON.stringify(end.body),
        evidence: end.evidence === null ? null : JSON.stringify(end.evidence),
      }),
    );
    if (rowCount !== 1) return false;
    await finishEvalRun(tx, trial.runId);
    return true;
  });
}
