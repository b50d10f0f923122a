import { namedQuery } from "@service/runtime";
import type { Pool } from "pg";

/**
 * Every statement about the `jobs` table: one conditional statement for each transition, fenced by the lease of a held
 * job.
 *
 *   waiting → running (claim) → completed | failed | cancelled (settle)
 *   waiting → cancelled (cancel) · running: cancel_requested_at (cancel)
 *   running → waiting (release, retry, recover) · running → failed | cancelled (recover, attempts used up)
 */

/** A pool, or a client inside a transaction. */
export type Statements = Pick<Pool, "query">;

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string;
  /** JSON text. */
  readonly payload: string;
  /** Unique among the unfinished jobs of an organization and kind. */
  readonly dedupeKey?: string | undefined;
  readonly attemptsMax: number;
  /** Not claimed for so many seconds; default 0. */
  readonly delaySeconds?: number | undefined;
  /** Most waiting jobs of the organization and kind. */
  readonly waitingMax: number;
}

export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string;
  /** JSON text. */
  readonly payload: string;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly leaseToken: string;
  /** Seconds between its creation and this claim. */
  readonly waitedSeconds: number;
}

export type FinishedJob =
  | { readonly status: "completed"; /** JSON text. */ readonly result: string }
  | { readonly status: "failed"; readonly error: string }
  | { readonly status: "cancelled" };

// The column holds milliseconds and rounds to the nearest: an instant rounded up is not yet due when its wake-up arrives.
const insertWaiting = namedQuery<Required<{ readonly [Key in keyof NewJob]: NewJob[Key] | null }>>(
  `insert into jobs (id, kind, organization_id, payload, dedupe_key, status, attempts_max, run_after)
   select @id, @kind, @organization_id, @payload::jsonb, @dedupe_key, 'waiting', @attempts_max,
     date_trunc('milliseconds', now() + make_interval(secs => @delay_seconds))
   where (select count(*) from jobs
          where organization_id = @organization_id and kind = @kind and status = 'waiting') < @waiting_max
   on conflict (organization_id, kind, dedupe_key) where status in ('waiting', 'running') and dedupe_key is not null
     do update set dedupe_key = excluded.dedupe_key
   returning id`,
);

/** @returns the job's id, or that of the unfinished job with the same key; null when too many are waiting. */
export async function insertJob(sql: Statements, job: NewJob): Promise<string | null> {
  const values = { ...job, dedupeKey: job.dedupeKey ?? null, delaySeconds: job.delaySeconds ?? 0 };
  const { rows } = await sql.query<{ id: string }>(insertWaiting(values));
  return rows[0]?.id ?? null;
}

/** The result, JSON text, of the newest job with a key that completed in the last `seconds`. */
export async function readRecentResult(
  sql: Statements,
  given: { readonly organizationId: string; readonly kind: string; readonly key: string; readonly seconds: number },
): Promise<string | undefined> {
  const { rows } = await sql.query<{ result: string }>(
    `select result::text as result from jobs
     where organization_id = $1 and kind = $2 and dedupe_key = $3 and status = 'completed'
       and finished_at > now() - make_interval(secs => $4)
     order by finished_at desc limit 1`,
    [given.organizationId, given.kind, given.key, given.seconds],
  );
  return rows[0]?.result;
}

/**
 * Claims the oldest due job of each organization, at most one per organization and call, those with the fewest running
 * jobs first: an organization's backlog never delays another's first job.
 */
export async function claimJobs(
  sql: Statements,
  given: {
    readonly kinds: readonly string[];
    readonly jobsMax: number;
    readonly leaseSeconds: number;
    /** Organizations at their share of this process's slots: skip them. */
    readonly excludedOrganizationIds: readonly string[];
  },
): Promise<ClaimedJob[]> {
  const { rows } = await sql.query<ClaimedJob>(
    `with recursive waiting as (
       (select organization_id from jobs where status = 'waiting' order by organization_id limit 1)
       union all
       select (select j.organization_id from jobs j where j.status = 'waiting' and j.organization_id > w.organization_id
               order by j.organization_id limit 1)
       from waiting w where w.organization_id is not null
     ), firsts as (
       select first.id, first.created_at,
         (select count(*) from jobs held where held.status = 'running' and held.organization_id = w.organization_id)
           as held
       from waiting w
       cross join lateral (
         select id, created_at from jobs
         where status = 'waiting' and organization_id = w.organization_id and kind = any($1) and run_after <= now()
         order by run_after, id limit 1
       ) first
       where w.organization_id <> all($4::uuid[])
       order by held, first.created_at limit $2
     ), claimed as (
       select j.id from jobs j join firsts on firsts.id = j.id where j.status = 'waiting' for update of j skip locked
     )
     update jobs set status = 'running', attempt = attempt + 1, lease_token = gen_random_uuid(),
       lease_until = now() + make_interval(secs => $3), started_at = coalesce(started_at, now())
     from claimed where jobs.id = claimed.id
     returning jobs.id, kind, organization_id as "organizationId", payload::text as payload, attempt,
       attempts_max as "attemptsMax", lease_token as "leaseToken",
       extract(epoch from now() - created_at)::float8 as "waitedSeconds"`,
    [given.kinds, given.jobsMax, given.leaseSeconds, given.excludedOrganizationIds],
  );
  return rows;
}

/** Extends these leases. @returns those still held; the others are lost. */
export async function extendJobs(
  sql: Statements,
  held: readonly Pick<ClaimedJob, "id" | "leaseToken">[],
  leaseSeconds: number,
): Promise<{ id: string; isCancelRequested: boolean }[]> {
  const { rows } = await sql.query<{ id: string; isCancelRequested: boolean }>(
    `update jobs set lease_until = now() + make_interval(secs => $3)
     from unnest($1::uuid[], $2::uuid[]) as held(id, token)
     where jobs.id = held.id and jobs.lease_token = held.token and jobs.status = 'running'
     returning jobs.id, jobs.cancel_requested_at is not null as "isCancelRequested"`,
    [held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken), leaseSeconds],
  );
  return rows;
}

const settleHeld = namedQuery<
  Pick<ClaimedJob, "id" | "leaseToken"> & {
    readonly status: FinishedJob["status"];
    readonly result: string | null;
    readonly error: string | null;
  }
>(
  `update jobs set status = @status, result = @result::jsonb, error = @error, finished_at = now(), lease_token = null,
     lease_until = null
   where id = @id and lease_token = @lease_token and status = 'running'`,
);

/** Writes the end of a held job. @returns false when its lease was lost: nothing was written. */
export async function settleJob(
  sql: Statements,
  { id, leaseToken }: Pick<ClaimedJob, "id" | "leaseToken">,
  end: FinishedJob,
): Promise<boolean> {
  const { rowCount } = await sql.query(settleHeld({ id, leaseToken, result: null, error: null, ...end }));
  return rowCount === 1;
}

/** Returns a held job to waiting for another attempt. @returns false when its lease was lost. */
export async function retryJob(
  sql: Statements,
  held: Pick<ClaimedJob, "id" | "leaseToken">,
  delaySeconds: number,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update jobs set status = 'waiting', lease_token = null, lease_until = null,
       run_after = now() + make_interval(secs => $3)
     where id = $1 and lease_token = $2 and status = 'running' and attempt < attempts_max`,
    [held.id, held.leaseToken, delaySeconds],
  );
  return rowCount === 1;
}

/** Returns held jobs unfinished: the attempt does not count, and a requested cancellation takes effect. */
export async function releaseJobs(
  sql: Statements,
  held: readonly Pick<ClaimedJob, "id" | "leaseToken">[],
): Promise<number> {
  const { rowCount } = await sql.query(
    `update jobs set lease_token = null, lease_until = null, attempt = attempt - 1,
       status = case when cancel_requested_at is null then 'waiting' else 'cancelled' end::job_status,
       finished_at = case when cancel_requested_at is null then null else now() end
     from unnest($1::uuid[], $2::uuid[]) as held(id, token)
     where jobs.id = held.id and jobs.lease_token = held.token and jobs.status = 'running'`,
    [held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken)],
  );
  return rowCount ?? 0;
}

/** Returns jobs with an expired lease to waiting while they have attempts left. @returns how many wait again. */
export async function recoverJobs(sql: Statements): Promise<number> {
  const { rows } = await sql.query<{ status: string }>(
    `update jobs set lease_token = null, lease_until = null,
       status = case when cancel_requested_at is not null then 'cancelled' when attempt < attempts_max then 'waiting'
         else 'failed' end::job_status,
       finished_at = case when cancel_requested_at is null and attempt < attempts_max then null else now() end,
       error = case when cancel_requested_at is null and attempt >= attempts_max then 'lease_lost' end
     where id in (
       select id from jobs where status = 'running' and lease_until < now() order by lease_until limit 100
       for update skip locked)
     returning status`,
  );
  return rows.filter(({ status }) => status === "waiting").length;
}

/** Cancels a waiting job immediately, a running one with its holder's next heartbeat. Idempotent. */
export async function cancelJob(sql: Statements, organizationId: string, id: string): Promise<void> {
  await sql.query(
    `update jobs set cancel_requested_at = coalesce(cancel_requested_at, now()),
       status = case when status = 'waiting' then 'cancelled' else status end,
       finished_at = case when status = 'waiting' then now() end
     where organization_id = $1 and id = $2 and status in ('waiting', 'running')`,
    [organizationId, id],
  );
}

/** Returns the finished ones of these jobs. */
export async function readFinishedJobs(
  sql: Statements,
  jobs: readonly { readonly organizationId: string; readonly id: string }[],
): Promise<Map<string, FinishedJob>> {
  const { rows } = await sql.query<{ id: string; status: string; result: string | null; error: string | null }>(
    `select jobs.id, status, result::text as result, error
     from unnest($1::uuid[], $2::uuid[]) as asked(organization_id, id)
     join jobs on jobs.id = asked.id and jobs.organization_id = asked.organization_id
     where status in ('completed', 'failed', 'cancelled')`,
    [jobs.map(({ organizationId }) => organizationId), jobs.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, finishedOf(row)]));
}

function finishedOf(row: { status: string; result: string | null; error: string | null }): FinishedJob {
  if (row.status === "completed") return { status: "completed", result: row.result ?? "null" };
  if (row.status === "failed") return { status: "failed", error: row.error ?? "" };
  return { status: "cancelled" };
}

/** Removes up to `jobsMax` jobs that finished more than a day ago. @returns how many. */
export async function removeOldJobs(sql: Statements, given: { readonly jobsMax: number }): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from jobs where id in (
       select id from jobs where finished_at < now() - interval '1 day' order by finished_at limit $1)`,
    [given.jobsMax],
  );
  return rowCount ?? 0;
}
