import { hotStatement, type Database } from "@service/db";

/** A trial that this worker holds. */
export interface ClaimedTrial {
  readonly runId: string;
  readonly scenarioKey: string;
  readonly trial: number;
  readonly scenarioRevision: number;
  readonly attempts: number;
  readonly token: string;
  readonly instanceId: string;
  readonly configHash: string;
  /** JSON text. */
  readonly rights: string;
  /** JSON text: the scenario at its revision. */
  readonly scenario: string;
}

/** A trial that ends its worker three times is errored. */
export const trialAttemptsMax = 3;

/**
 * EVAL-63: trials that wait or whose worker was lost, those of all runs side by side, locked ones skipped. Repeating it
 * claims more trials, never the same twice; a later claim of the same trial has another token.
 */
const claim = hotStatement(
  "eval_results_claim",
  `with candidate as materialized (
     select r.eval_run_id, r.scenario_key, r.trial from eval_results r
     where r.status = 'queued' or (r.status = 'running' and r.lease_expires_at < now())
     order by r.trial, r.scenario_key, r.eval_run_id limit $1 for update skip locked
   ), claimed as (
     update eval_results r set status = 'running', attempts = r.attempts + 1, lease_token = gen_random_uuid(),
       lease_expires_at = now() + make_interval(secs => $2)
     from candidate c
     where r.eval_run_id = c.eval_run_id and r.scenario_key = c.scenario_key and r.trial = c.trial
     returning r.*
   )
   select r.eval_run_id as "runId", r.scenario_key as "scenarioKey", r.trial, r.scenario_revision as "scenarioRevision",
     r.attempts, r.lease_token as token, e.instance_id as "instanceId", e.config_hash as "configHash", e.rights,
     s.body as scenario
   from claimed r join eval_runs e on e.id = r.eval_run_id
   join eval_scenario_revisions s on s.scenario_id = r.scenario_id and s.revision = r.scenario_revision`,
).narrowed<{ readonly token: string }>();

/** Apart from the claim, which must not wait for a run while it holds trials: a cancel locks them the other way round. */
const begin = hotStatement(
  "eval_runs_begin",
  `update eval_runs set status = 'running', started_at = coalesce(started_at, now())
   where id = any($1::uuid[]) and status = 'queued'`,
);

/** @param request.trialsMax free slots. */
export async function claimTrials(
  db: Database,
  request: { readonly trialsMax: number; readonly leaseSeconds: number },
): Promise<ClaimedTrial[]> {
  if (request.trialsMax <= 0) return [];
  const { rows } = await db.hot.query(claim([request.trialsMax, request.leaseSeconds]));
  if (rows.length > 0) await db.hot.query(begin([[...new Set(rows.map(({ runId }) => runId))]]));
  return rows;
}

const held = `from unnest($1::uuid[], $2::text[], $3::int[], $4::uuid[]) h (run_id, scenario_key, trial, token)
   where r.eval_run_id = h.run_id and r.scenario_key = h.scenario_key and r.trial = h.trial and r.lease_token = h.token`;

const extend = hotStatement(
  "eval_results_extend",
  `update eval_results r set lease_expires_at = now() + make_interval(secs => $5) ${held}
   returning r.lease_token as token`,
).narrowed<{ readonly token: string }>();

/** Renews the leases of all trials of a process; the tokens that still hold. */
export async function extendTrials(
  db: Database,
  trials: readonly ClaimedTrial[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.hot.query(extend([...columnsOf(trials), leaseSeconds]));
  return new Set(rows.map(({ token }) => token));
}

const release = hotStatement(
  "eval_results_release",
  `update eval_results r set status = 'queued', attempts = greatest(0, r.attempts - 1), lease_token = null,
     lease_expires_at = null ${held}`,
);

/** Gives trials back for another worker; the attempt does not count. */
export async function releaseTrials(db: Database, trials: readonly ClaimedTrial[]): Promise<void> {
  await db.hot.query(release(columnsOf(trials)));
}

function columnsOf(trials: readonly ClaimedTrial[]): [string[], string[], number[], string[]] {
  return [
    trials.map(({ runId }) => runId),
    trials.map(({ scenarioKey }) => scenarioKey),
    trials.map(({ trial }) => trial),
    trials.map(({ token }) => token),
  ];
}
