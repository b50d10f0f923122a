import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";
import { countedAtOnceMax } from "./recovery.ts";

/** Size of one page: seconds of sending at the endpoint's rate, and its most rows. */
const pageSeconds = 5;
const pageRowsMax = 1_000;
/** While the endpoint is disabled its recovery waits, and is looked at again after this. */
const disabledPauseSeconds = 5;
/** Pages of one call; the next sweep, a second later, continues. */
const pagesPerCallMax = 50;

/**
 * Continues the count that starting a recovery left unfinished, a bounded number at a time. Out: one row, or none when
 * all are counted.
 */
const countOne = statement(
  "webhook_recoveries_count",
  `
  with job as materialized (
    select r.* from webhook_recoveries r
     where r.state = 'running' and r.counted_id is not null
     order by r.created_at limit 1 for update of r skip locked
  ), counted as materialized (
    select found.created_at, found.id
      from job cross join lateral (
        select d.created_at, d.id from webhook_deliveries d
         where d.endpoint_id = job.endpoint_id and d.state in (${statesBefore("recover")})
           and d.created_at >= job.since and d.created_at < job.until
           and (job.reason is null or d.reason = job.reason)
           and (d.created_at, d.id) > (job.counted_created_at, job.counted_id)
         order by d.created_at, d.id limit ${countedAtOnceMax}) found
  )
  update webhook_recoveries r set
    matched = r.matched + (select count(*) from counted),
    counted_created_at = (select created_at from counted order by created_at, id offset ${countedAtOnceMax - 1}),
    counted_id = (select id from counted order by created_at, id offset ${countedAtOnceMax - 1})
    from job
   where r.id = job.id
  returning r.id`,
);

/**
 * Walks one page of the longest-due recovery in one statement: the dead letters after the cursor, in creation order,
 * become due, spread at the endpoint's rate, and the cursor moves with them. A crash therefore never leaves half a page;
 * the next page begins when this one is sent.
 *
 * Out: one row, or none when no recovery is due. Several processes walk different recoveries.
 */
const advanceOne = statement(
  "webhook_recoveries_advance",
  `
  with job as materialized (
    select r.*, e.max_per_second, e.status as endpoint_status, e.deleted_at,
           least(${pageRowsMax}, e.max_per_second * ${pageSeconds}) as page_rows
      from webhook_recoveries r join webhook_endpoints e on e.id = r.endpoint_id
     where r.state = 'running' and r.next_page_at <= now() and r.counted_id is null
     order by r.next_page_at limit 1 for update of r skip locked
  ), page as materialized (
    select found.id, found.created_at, row_number() over (order by found.created_at, found.id) - 1 as place
      from job cross join lateral (
        select d.id, d.created_at from webhook_deliveries d
         where job.endpoint_status = 'enabled' and job.deleted_at is null
           and d.endpoint_id = job.endpoint_id and d.state in (${statesBefore("recover")})
           and d.created_at >= job.since and d.created_at < job.until
           and (job.reason is null or d.reason = job.reason)
           and (job.cursor_id is null or (d.created_at, d.id) > (job.cursor_created_at, job.cursor_id))
         order by d.created_at, d.id limit job.page_rows) found
  ), taken as materialized (
    select d.id, page.place from page join webhook_deliveries d on d.id = page.id
     where d.state in (${statesBefore("recover")}) for no key update of d skip locked
  ), recovered as (
    update webhook_deliveries d set
      state = ${stateAfter("recover")}, reason = null, cycle = d.cycle + 1, tries = 0, trigger = 'recover',
      next_attempt_at = now() + (taken.place::float8 / job.max_per_second) * interval '1 second', cycle_deadline = null
      from taken, job where d.id = taken.id and d.state in (${statesBefore("recover")})
    returning d.id
  ), walked as (
    select count(*) as rows, (select count(*) from recovered) as recovered,
           (array_agg(created_at order by place desc))[1] as last_created_at, (array_agg(id order by place desc))[1] as last_id
      from page
  ), judged as (
    select job.id, walked.*,
           case when job.deleted_at is not null then 'cancelled'
                when job.endpoint_status = 'enabled' and walked.rows < job.page_rows then 'completed'
                else 'running' end::recovery_state as state,
           case when job.endpoint_status = 'enabled' then walked.rows::float8 / job.max_per_second
                else ${disabledPauseSeconds} end as pause_seconds
      from job cross join walked
  )
  update webhook_recoveries r set
    recovered = r.recovered + j.recovered,
    -- Counted at the start, but resent by hand or removed by retention before its page came.
    skipped = case when j.state = 'completed' then greatest(0, r.matched - r.recovered - j.recovered)
      else r.skipped + j.rows - j.recovered end,
    cursor_created_at = coalesce(j.last_created_at, r.cursor_created_at), cursor_id = coalesce(j.last_id, r.cursor_id),
    next_page_at = now() + j.pause_seconds * interval '1 second',
    state = j.state, finished_at = case when j.state <> 'running' then now() end
    from judged j
   where r.id = j.id
  returning j.recovered`,
);

/**
 * Advances the recoveries that are due.
 * @returns how many dead letters are due again.
 */
export async function advanceRecoveries(deps: Pick<Deps, "db">): Promise<number> {
  for (let slice = 0; slice < pagesPerCallMax; slice += 1) {
    const { rows } = await deps.db.pool.query(countOne([]));
    if (rows.length === 0) break;
  }
  let recovered = 0;
  for (let page = 0; page < pagesPerCallMax; page += 1) {
    const { rows } = await deps.db.pool.query(advanceOne([]));
    const [walked] = rows;
    if (!walked) break;
    recovered += walked.recovered;
  }
  return recovered;
}
