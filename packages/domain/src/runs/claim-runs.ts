import type { EngineTypeName } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { claimable } from "./run.ts";

/** A run this worker holds. `input` and `offerings` are JSON texts, never parsed by the process that claims. */
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

/** Identity of a hold: every write of a worker names all three (runs.md 2, "worker paused longer than lease"). */
export type Hold = { readonly id: string; readonly attempt: number; readonly token: string };

export type ClaimRequest = {
  /** Seen in the row and in attempts: which process held the run. */
  readonly owner: string;
  readonly engineTypes: readonly EngineTypeName[];
  /** Free slots. */
  readonly runsMax: number;
  /** Silence allowed before the first heartbeat, seconds. */
  readonly firstSilenceSeconds: number;
};

const held = `set status = 'processing', attempt = r.attempt + 1, lease_token = gen_random_uuid(), lease_owner = $1,
       lease_expires_at = now() + make_interval(secs => $4), heartbeat_at = null, stage = null, error_details = null,
       started_at = now()`;

const returned = `r.id, r.organization_id as "organizationId", r.environment_id as "environmentId",
       r.engine_id as "engineId", r.engine_type as "engineType", r.config_hash as "configHash", r.attempt,
       r.lease_token as token, r.interruptions, r.reclaims, r.created_at as "createdAt",
       r.acting_principal as "actingPrincipal", r.test_scenario as "testScenario", r.trace_parent as "traceParent",
       extract(epoch from now() - coalesce(t.started_at, r.created_at))::float8 as "waitedSeconds",
       p.input, p.offerings`;

/**
 * Row 3 of runs.md 5.2: the first claimable rows in (priority, fair rank) order over the types, locked ones skipped.
 * Runs of organizations with an in-flight cap are left to `claimCapped`. Always answers at least one row, which
 * carries those organizations; a row without id claims nothing. Repeating it claims more runs, never the same twice.
 *
 * Its commit does not wait for the disk. A server that crashes within the next half second may forget the claim: then
 * the run waits again, and what its worker does under the forgotten token is refused like that of any lost lease.
 */
const claimUncapped = hotStatement(
  "runs_claim",
  `with capped as materialized (
     select coalesce(array_agg(id), '{}') as ids, set_config('synchronous_commit', 'off', true)
     from organizations where max_running is not null
   ), candidate as materialized (
     select c.* from unnest($2::engine_type_name[]) as wanted (engine_type), lateral (
       select q.id, q.priority, q.fair_rank, q.started_at from runs q
       where q.engine_type = wanted.engine_type and ${claimable("q")} and q.cancel_requested_at is null
         and q.organization_id <> all ((select ids from capped)::uuid[])
       order by q.priority, q.fair_rank limit $3
       for update skip locked) c
     order by c.priority, c.fair_rank limit $3
   ), claimed as (
     update runs r ${held}
     from candidate t, run_payloads p
     where r.id = t.id and p.run_id = t.id
     returning ${returned}
   )
   select capped.ids as "cappedIds", claimed.* from capped left join claimed on true`,
);

type ClaimRow = { readonly cappedIds: readonly string[] } & (ClaimedRun | { readonly id: null });

/** In-flight caps are exact: all claims for capped organizations pass one advisory lock for each of them. */
const lockCapped = `select pg_advisory_xact_lock(hashtextextended('max_running:' || id, 0))
   from (select id from unnest($1::text[]) as ids (id) order by id) ordered`;

/**
 * The same for organizations with a cap, after their locks are held: queued runs up to the room under the cap, and
 * unheld runs, which count as running already.
 */
const claimCapped = `with candidate as materialized (
     select c.* from (
       select o.id, greatest(0, o.max_running - (
         select count(*) from runs n where n.organization_id = o.id and n.status = 'processing')) as room
       from organizations o where o.id = any($5::uuid[]) and o.max_running is not null
     ) o, lateral (
       select w.*, row_number() over (partition by w.status = 'queued' order by w.priority, w.fair_rank) as place
       from (
         select q.id, q.status, q.priority, q.fair_rank, q.started_at from runs q
         where q.engine_type = any($2::engine_type_name[]) and ${claimable("q")} and q.cancel_requested_at is null
           and q.organization_id = o.id
         order by q.priority, q.fair_rank limit $3 + o.room
         for update skip locked) w
     ) c
     where c.status = 'processing' or c.place <= o.room
     order by c.priority, c.fair_rank limit $3
   )
   update runs r ${held}
   from candidate t, run_payloads p
   where r.id = t.id and p.run_id = t.id
   returning ${returned}`;

/** Capped organizations served in one claim, at most; the next claim starts with others. */
const cappedPerClaimMax = 50;

/**
 * Claims up to `runsMax` runs. Organizations without an in-flight cap pay one statement; the others are claimed for in
 * a transaction under their locks, so the cap holds over any number of worker processes.
 */
export async function claimRuns(db: Database, request: ClaimRequest): Promise<ClaimedRun[]> {
  const { owner, engineTypes, runsMax, firstSilenceSeconds } = request;
  if (runsMax <= 0 || engineTypes.length === 0) return [];
  const { rows } = await db.hot.query<ClaimRow>(claimUncapped([owner, engineTypes, runsMax, firstSilenceSeconds]));
  const claimed = rows.filter((row) => row.id !== null);
  const cappedIds = rows[0]?.cappedIds ?? [];
  if (cappedIds.length === 0 || claimed.length >= runsMax) return claimed;
  // A random window, so that with many capped organizations none is always left out.
  const start = cappedIds.length <= cappedPerClaimMax ? 0 : Math.floor(Math.random() * cappedIds.length);
  const ids = [...cappedIds, ...cappedIds].slice(start, start + Math.min(cappedIds.length, cappedPerClaimMax));
  const ofCapped = await db.inTransaction(async (tx) => {
    await tx.query(lockCapped, [ids]);
    const answer = await tx.query<ClaimedRun>(claimCapped, [
      owner,
      engineTypes,
      runsMax - claimed.length,
      firstSilenceSeconds,
      ids,
    ]);
    return answer.rows;
  });
  return [...claimed, ...ofCapped];
}
