import { hotStatement, type Database } from "@service/db";
import { organizationsAtShare, roomsWithin } from "@service/work";

/** A trial that this worker holds. */
export interface ClaimedTrial {
  readonly runId: string;
  readonly organizationId: string;
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
 * EVAL-63: trials that wait or whose worker was lost, locked ones skipped. EVAL-74: each organization's next trial stands
 * behind the first of every other, those under way counted, and of equals chance decides, so that none is always the last.
 * Of one organization no more than its share leaves: `per_organization`, less its trials in this process; those of its
 * runs side by side. Repeating it claims more trials, never the same twice; a later claim of the same trial has another
 * token.
 */
const claim = hotStatement(
  "eval_results_claim",
  `with recursive waiting as (
     (select eval_run_id from eval_results where status = 'queued' order by eval_run_id limit 1)
     union all
     select (select q.eval_run_id from eval_results q where q.status = 'queued' and q.eval_run_id > w.eval_run_id
             order by q.eval_run_id limit 1)
     from waiting w where w.eval_run_id is not null
   ), organization as (
     select e.organization_id, array_agg(e.id) as run_ids,
       greatest(0, least(@trials_max, coalesce(min(h.room), @per_organization))) as room,
       (select count(*) from eval_results b join eval_runs f on f.id = b.eval_run_id
        where b.status = 'running' and b.lease_expires_at >= now() and f.organization_id = e.organization_id) as busy
     from (select eval_run_id from waiting
           union select eval_run_id from eval_results where status = 'running' and lease_expires_at < now()) due
     join eval_runs e on e.id = due.eval_run_id
     left join unnest(@organization_ids::uuid[], @rooms::int[])
       h (organization_id, room) on h.organization_id = e.organization_id
     group by e.organization_id
   ), candidate as materialized (
     select f.eval_run_id, f.scenario_key, f.trial
     from organization o cross join lateral (
       select first.*, row_number() over (order by first.trial, first.scenario_key, first.eval_run_id) as place
       from (
         select r.eval_run_id, r.scenario_key, r.trial from eval_results r
         where r.eval_run_id = any(o.run_ids)
           and (r.status = 'queued' or (r.status = 'running' and r.lease_expires_at < now()))
         order by r.trial, r.scenario_key, r.eval_run_id limit o.room for update skip locked) first
     ) f
     order by o.busy + f.place, random() limit @trials_max
   ), claimed as (
     update eval_results r set status = 'running', attempts = r.attempts + 1, lease_token = gen_random_uuid(),
       lease_expires_at = now() + make_interval(secs => @lease_seconds)
     from candidate c
     where r.eval_run_id = c.eval_run_id and r.scenario_key = c.scenario_key and r.trial = c.trial
     returning r.*
   )
   select r.eval_run_id as "runId", e.organization_id as "organizationId", r.scenario_key as "scenarioKey", r.trial, r.scenario_revision as "scenarioRevision",
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

/**
 * @param request.trialsMax free slots.
 * @param request.perOrganization most trials of one organization, with those of `held`.
 */
export async function claimTrials(
  db: Database,
  request: {
    readonly trialsMax: number;
    readonly leaseSeconds: number;
    readonly perOrganization: number;
    readonly held: readonly Pick<ClaimedTrial, "organizationId">[];
  },
): Promise<{ readonly trials: ClaimedTrial[]; /** Trials may wait for a place. */ readonly isMore: boolean }> {
  const { trialsMax, leaseSeconds, perOrganization, held } = request;
  if (trialsMax <= 0) return { trials: [], isMore: true };
  const { organizationIds, rooms } = roomsWithin(perOrganization, held);
  const { rows } = await db.hot.query(claim({ trialsMax, leaseSeconds, organizationIds, rooms, perOrganization }));
  if (rows.length > 0) await db.hot.query(begin([[...new Set(rows.map(({ runId }) => runId))]]));
  const isAtShare = organizationsAtShare([...held, ...rows], perOrganization).length > 0;
  return { trials: rows, isMore: isAtShare || rows.length === trialsMax };
}

const held = `from unnest(@run_ids::uuid[], @scenario_keys::text[], @trials::int[], @tokens::uuid[])
     h (run_id, scenario_key, trial, token)
   where r.eval_run_id = h.run_id and r.scenario_key = h.scenario_key and r.trial = h.trial and r.lease_token = h.token`;

const extend = hotStatement(
  "eval_results_extend",
  `update eval_results r set lease_expires_at = now() + make_interval(secs => @lease_seconds) ${held}
   returning r.lease_token as token`,
).narrowed<{ readonly token: string }>();

/** Renews the leases of all trials of a process; the tokens that still hold. */
export async function extendTrials(
  db: Database,
  trials: readonly ClaimedTrial[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.hot.query(extend({ ...columnsOf(trials), leaseSeconds }));
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

function columnsOf(trials: readonly ClaimedTrial[]) {
  return {
    runIds: trials.map(({ runId }) => runId),
    scenarioKeys: trials.map(({ scenarioKey }) => scenarioKey),
    trials: trials.map(({ trial }) => trial),
    tokens: trials.map(({ token }) => token),
  };
}
