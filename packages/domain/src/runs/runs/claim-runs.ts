import type { EngineTypeName } from "@service/contract";
import { hotStatement, type Database, statement } from "@service/db";
import { claimable, cappedPriority } from "./run.ts";

/** A run this worker holds. `input` and `offerings` are JSON strings, never parsed by the process that claims. */
export type ClaimedRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly environmentId: string;
  readonly engineId: string;
  readonly engineType: EngineTypeName;
  readonly configHash: string | null;
  readonly attempt: number;
  readonly token: string;
  readonly interruptions: number;
  readonly reclaims: number;
  readonly createdAt: Date;
  readonly actingPrincipal: string | null;
  readonly testScenario: string | null;
  readonly traceParent: string | null;
  readonly input: string;
  readonly offerings: string | null;
  /** Seconds from submission (or from the last start) to this claim, for the queue age. */
  readonly waitedSeconds: number;
};

/** Identity of a hold: every write of a worker is guarded by all three (RUN-71). */
export type Hold = { readonly id: string; readonly attempt: number; readonly token: string };

export type ClaimRequest = {
  /** The process that holds the run; stored in the row and in attempts. */
  readonly owner: string;
  readonly engineTypes: readonly EngineTypeName[];
  /** Free slots. */
  readonly runsMax: number;
  /** Lease until the first heartbeat, seconds. */
  readonly firstSilenceSeconds: number;
};

/** Repeats the predicate of index `runs_claimable_capped`, so that the planner can use it. */
const waitsCapped = `q.priority = ${cappedPriority} and ${claimable("q")}`;

const held = `set status = 'processing', attempt = r.attempt + 1, lease_token = gen_random_uuid(), lease_owner = @owner,
       lease_expires_at = now() + make_interval(secs => @lease_seconds), heartbeat_at = null, stage = null,
         error_details = null,
       started_at = now()`;

const returned = `r.id, r.organization_id as "organizationId", r.environment_id as "environmentId",
       r.engine_id as "engineId", r.engine_type as "engineType", r.config_hash as "configHash", r.attempt,
       r.lease_token as token, r.interruptions, r.reclaims, r.created_at as "createdAt",
       r.acting_principal as "actingPrincipal", r.test_scenario as "testScenario", r.trace_parent as "traceParent",
       extract(epoch from now() - coalesce(t.started_at, r.created_at))::float8 as "waitedSeconds",
       p.input, p.offerings`;

/**
 * RUN-43: the first claimable rows in (priority, fair rank) order over the types, locked ones skipped.
 * Runs of organizations with an in-flight cap are left to `claimCapped`; they wait in a separate priority, so this
 * does not read their backlog. Always returns at least one row; a row without id claims nothing.
 * `cappedIds`: organizations whose runs wait in that priority and may be claimed now. Costs one index probe for each
 * organization plus its processing runs, not its backlog.
 * `hasMisplaced`: runs of capped organizations were found among the others. They are not claimed; move them and repeat.
 * Repeating it claims more runs, never the same twice.
 *
 * Commits asynchronously: a server crash within the next half second may lose the claim. The run then waits again, and
 * writes of its worker under the lost token are refused like those of any lost lease.
 */
const claimUncapped = hotStatement(
  "runs_claim",
  `with recursive capped as materialized (
     select coalesce(array_agg(id), '{}') as ids, set_config('synchronous_commit', 'off', true)
     from organizations where max_running is not null
   ), waiting as (
     (select q.organization_id from runs q where ${waitsCapped} order by q.organization_id limit 1)
     union all
     select (select q.organization_id from runs q where ${waitsCapped} and q.organization_id > w.organization_id
             order by q.organization_id limit 1)
     from waiting w where w.organization_id is not null
   ), servable as (
     select o.id from waiting w join organizations o on o.id = w.organization_id
     where o.max_running is null
       or o.max_running > (select count(*) from runs n where n.organization_id = o.id and n.status = 'processing')
       or exists (select from runs n where n.organization_id = o.id and n.status = 'processing'
         and n.lease_token is null and n.engine_type = any(@engine_types::engine_type_name[]))
   ), candidate as materialized (
     select c.*, c.organization_id = any((select ids from capped)::uuid[]) as is_misplaced
     from unnest(@engine_types::engine_type_name[]) as wanted (engine_type), lateral (
       select q.id, q.organization_id, q.priority, q.fair_rank, q.started_at from runs q
       where q.engine_type = wanted.engine_type and ${claimable("q")} and q.cancel_requested_at is null
         and q.priority < ${cappedPriority}
       order by q.priority, q.fair_rank limit @runs_max
       for update skip locked) c
     order by c.priority, c.fair_rank limit @runs_max
   ), claimed as (
     -- Redundant with the joins on purpose: the generic plan then probes each index once per id, however long the backlog is.
     update runs r ${held}
     from candidate t, run_payloads p
     where r.id = t.id and p.run_id = t.id and not t.is_misplaced
       and r.id = any(array(select id from candidate)) and p.run_id = any(array(select id from candidate))
     returning ${returned}
   )
   select array(select id from servable) as "cappedIds",
     exists (select from candidate where is_misplaced) as "hasMisplaced", claimed.*
   from capped left join claimed on true`,
).narrowed<ClaimedRun | { readonly id: null }>();

/** Waiting runs of each type that one statement searches for runs to move, from the front. */
const lookedThroughMax = 2_000;
/** Most rounds of moving and claiming again in one claim; the next claim continues. */
const moveRoundsMax = 10;

/**
 * Moves waiting runs to the capped priority if they were queued before their organization got its cap, or inserted by
 * a statement that read the organization before. Safe to repeat.
 */
const moveMisplaced = statement(
  "runs_move_misplaced",
  `update runs r set priority = ${cappedPriority}
   from (
     select locked.id from unnest($1::engine_type_name[]) as wanted (engine_type), lateral (
       select q.id, q.organization_id from runs q
       where q.engine_type = wanted.engine_type and ${claimable("q")} and q.priority < ${cappedPriority}
       order by q.priority, q.fair_rank limit ${lookedThroughMax}) front
     join organizations o on o.id = front.organization_id and o.max_running is not null,
     lateral (select w.id from runs w where w.id = front.id and ${claimable("w")} for update skip locked) locked
   ) misplaced
   where r.id = misplaced.id`,
);

/**
 * In-flight caps are exact: claims for a capped organization serialize on its advisory lock. Also forces index scans
 * for the next statement, because planner statistics of a table that changes all the time mislead.
 */
const lockCapped = statement(
  "runs_lock_capped",
  `select pg_advisory_xact_lock(hashtextextended('max_running:' || id, 0)),
     set_config('enable_seqscan', 'off', true) as seqscan, set_config('enable_bitmapscan', 'off', true) as bitmapscan
   from (select id from unnest($1::text[]) as ids (id) order by id) ordered`,
);

/**
 * Claims for organizations with runs in the capped priority, once their locks are held: unheld runs, which already
 * count as running, and the first queued runs up to what the cap still admits; at the cap no queued run is read. An
 * organization whose cap was removed meanwhile is unlimited.
 */
const claimCapped = statement(
  "runs_claim_capped",
  `with candidate as materialized (
     select c.* from (
       select o.id, case when o.max_running is null then @runs_max else least(@runs_max, greatest(0, o.max_running - (
         select count(*) from runs n where n.organization_id = o.id and n.status = 'processing'))) end as room
       from organizations o where o.id = any(@organization_ids::uuid[])
     ) o, lateral (
       select * from (
         select q.id, q.priority, q.fair_rank, q.started_at from runs q
         where q.organization_id = o.id and q.status = 'processing' and q.lease_token is null
           and q.engine_type = any(@engine_types::engine_type_name[]) and q.cancel_requested_at is null
         order by q.fair_rank limit @runs_max
         for update skip locked) unheld
       union all
       select * from (
         select w.* from unnest(@engine_types::engine_type_name[]) as wanted (engine_type), lateral (
           select q.id, q.priority, q.fair_rank, q.started_at from runs q
           where q.organization_id = o.id and q.engine_type = wanted.engine_type and ${waitsCapped}
             and q.status = 'queued' and q.cancel_requested_at is null
           order by q.fair_rank limit o.room
           for update skip locked) w
         order by w.fair_rank limit o.room) queued
     ) c
     order by c.priority, c.fair_rank limit @runs_max
   )
   update runs r ${held}
   from candidate t, run_payloads p
   where r.id = t.id and p.run_id = t.id
   returning ${returned}`,
);

/** Most capped organizations served in one claim; the next claim starts with others. */
const cappedPerClaimMax = 50;

/**
 * Claims up to `runsMax` runs. Organizations without an in-flight cap cost one statement; the others, while below their
 * cap, a transaction under their locks, so the cap holds over any number of worker processes.
 */
export async function claimRuns(db: Database, request: ClaimRequest): Promise<ClaimedRun[]> {
  const { engineTypes, runsMax } = request;
  if (runsMax <= 0 || engineTypes.length === 0) return [];
  const claimed: ClaimedRun[] = [];
  for (let round = 0; ; round += 1) {
    const found = await claimFromUncapped(db, { ...request, runsMax: runsMax - claimed.length });
    claimed.push(...found.runs);
    if (claimed.length >= runsMax) return claimed;
    if (!found.hasMisplaced || round === moveRoundsMax) {
      if (found.cappedIds.length === 0) return claimed;
      const rest = { ...request, runsMax: runsMax - claimed.length };
      return [...claimed, ...(await claimFromCapped(db, found.cappedIds, rest))];
    }
    await db.pool.query(moveMisplaced([engineTypes]));
  }
}

async function claimFromUncapped(
  db: Database,
  { owner, engineTypes, runsMax, firstSilenceSeconds }: ClaimRequest,
): Promise<{ runs: ClaimedRun[]; cappedIds: readonly string[]; hasMisplaced: boolean }> {
  const { rows } = await db.hot.query(
    claimUncapped({ owner, engineTypes, runsMax, leaseSeconds: firstSilenceSeconds }),
  );
  const { cappedIds = [], hasMisplaced = false } = rows[0] ?? {};
  return { runs: rows.filter((row) => row.id !== null), cappedIds, hasMisplaced };
}

function claimFromCapped(
  db: Database,
  cappedIds: readonly string[],
  { owner, engineTypes, runsMax, firstSilenceSeconds }: ClaimRequest,
): Promise<ClaimedRun[]> {
  // A random window: with many capped organizations, a fixed one would starve the last.
  const start = cappedIds.length <= cappedPerClaimMax ? 0 : Math.floor(Math.random() * cappedIds.length);
  const ids = [...cappedIds, ...cappedIds].slice(start, start + Math.min(cappedIds.length, cappedPerClaimMax));
  return db.inTransaction(async (tx) => {
    await tx.query(lockCapped([ids]));
    const { rows } = await tx.query(
      claimCapped({ owner, engineTypes, runsMax, leaseSeconds: firstSilenceSeconds, organizationIds: ids }),
    );
    return rows;
  });
}
