import type { Deps } from "../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";
import { triesMax } from "./retry-policy.ts";

/** Rows one sweep moves of each kind; the next sweep, a second later, takes the rest. */
const rowsPerSweepMax = 500;
const endpointsPerSweepMax = 5_000;

/**
 * Expired leases: their process died or was cut off between claim and settle. The attempt becomes `unknown`, for the
 * event may or may not have been received, and the delivery is due again at once (webhooks.md 5.5).
 */
const takeBackLost = `
  with lost as (
    select d.id from webhook_deliveries d
     where d.state = 'delivering' and d.lease_until < now()
     order by d.lease_until limit ${rowsPerSweepMax} for update skip locked
  ), returned as (
    update webhook_deliveries d set
      state = case
        when e.deleted_at is not null then ${stateAfter("cancel")}
        when d.tries >= ${triesMax} then ${stateAfter("bury")}
        when e.status = 'disabled' then ${stateAfter("hold")}
        else ${stateAfter("retry")} end,
      reason = case when e.deleted_at is null and d.tries >= ${triesMax} then 'retry_exhausted' end,
      next_attempt_at = case
        when e.deleted_at is null and d.tries < ${triesMax} and e.status = 'enabled' then now() end,
      lease_token = null, lease_until = null
      from lost, webhook_endpoints e
     where d.id = lost.id and e.id = d.endpoint_id and d.state = 'delivering'
    returning d.id, d.cycle, d.tries, d.next_attempt_at
  ), logged as (
    update webhook_attempts a set outcome = 'unknown', ended_at = now(), next_attempt_at = r.next_attempt_at
      from returned r
     where a.delivery_id = r.id and a.cycle = r.cycle and a.try = r.tries and a.outcome = 'started'
  )
  select count(*) as moved from returned`;

/** What has been sent again has its window from its first claim; held before that, from the moment when this is seen. */
const boundHeld = `
  with unbounded as (
    select d.id from webhook_deliveries d
     where d.state = 'held' and d.cycle_deadline is null
     limit ${rowsPerSweepMax} for update skip locked
  ), bounded as (
    update webhook_deliveries d set cycle_deadline = now() + $1::float8 * interval '1 second'
      from unbounded where d.id = unbounded.id
    returning d.id
  )
  select count(*) as moved from bounded`;

/** Held longer than the window: the endpoint was not enabled in time. */
const buryHeld = `
  with over as (
    select d.id from webhook_deliveries d
     where d.state = 'held' and d.cycle_deadline < now()
     limit ${rowsPerSweepMax} for update skip locked
  ), buried as (
    update webhook_deliveries d set state = ${stateAfter("bury")}, reason = 'window_elapsed', next_attempt_at = null
      from over where d.id = over.id and d.state in (${statesBefore("bury")})
    returning d.id
  )
  select count(*) as moved from buried`;

/** Endpoints that have rows in `states`, one index probe each. */
function endpointsWith(states: string): string {
  return `
    with recursive visited (endpoint_id, place) as (
      (select endpoint_id, 1 from webhook_deliveries where state in (${states}) order by endpoint_id limit 1)
      union all
      select following.endpoint_id, visited.place + 1
        from visited cross join lateral (
          select d.endpoint_id from webhook_deliveries d
           where d.state in (${states}) and d.endpoint_id > visited.endpoint_id
           order by d.endpoint_id limit 1) following
       where visited.place < ${endpointsPerSweepMax}
    )`;
}

/**
 * Rows that wait at an endpoint that is no longer enabled: born or settled while the endpoint was being disabled or
 * deleted. Decided by the state of both, never by an event that could be missed.
 */
const holdStrays = `
  ${endpointsWith(statesBefore("claim"))}, closed as materialized (
    select e.id, e.deleted_at is not null as is_deleted
      from visited v join webhook_endpoints e on e.id = v.endpoint_id
     where e.deleted_at is not null or e.status = 'disabled'
  ), strays as (
    select d.id, closed.is_deleted
      from closed join webhook_deliveries d on d.endpoint_id = closed.id and d.state in (${statesBefore("claim")})
     where closed.is_deleted or not (d.trigger in ('resend', 'test') and d.state = 'pending')
     limit ${rowsPerSweepMax} for update of d skip locked
  ), moved as (
    update webhook_deliveries d set
      state = case when strays.is_deleted then ${stateAfter("cancel")} else ${stateAfter("hold")} end,
      next_attempt_at = null
      from strays where d.id = strays.id and d.state in (${statesBefore("claim")})
    returning d.id
  )
  select count(*) as moved from moved`;

/** Rows that are held at an endpoint that is enabled or deleted. */
const releaseHeld = `
  ${endpointsWith(statesBefore("resume"))}, opened as materialized (
    select e.id, e.deleted_at is not null as is_deleted
      from visited v join webhook_endpoints e on e.id = v.endpoint_id
     where e.deleted_at is not null or e.status = 'enabled'
  ), strays as (
    select d.id, opened.is_deleted
      from opened join webhook_deliveries d on d.endpoint_id = opened.id and d.state in (${statesBefore("resume")})
     limit ${rowsPerSweepMax} for update of d skip locked
  ), moved as (
    update webhook_deliveries d set
      state = case when strays.is_deleted then ${stateAfter("cancel")} else ${stateAfter("resume")} end,
      next_attempt_at = case when strays.is_deleted then null else now() end
      from strays where d.id = strays.id and d.state in (${statesBefore("resume")})
    returning d.id
  )
  select count(*) as moved from moved`;

export interface Sweep {
  /** Leases that had expired. */
  readonly lost: number;
  /** Held deliveries whose window was over. */
  readonly buried: number;
  /** Rows that did not match the state of their endpoint. */
  readonly strays: number;
}

/**
 * Puts right what no process settles. Several processes may sweep at once.
 * @param options.cycleSeconds from a delivery's creation to its deadline, already scaled.
 */
export async function sweepDeliveries(deps: Deps, { cycleSeconds }: { readonly cycleSeconds: number }): Promise<Sweep> {
  const count = async (statement: string, values: unknown[] = []): Promise<number> => {
    const { rows } = await deps.db.pool.query<{ moved: number }>(statement, values);
    return rows[0]?.moved ?? 0;
  };
  const lost = await count(takeBackLost);
  await count(boundHeld, [cycleSeconds]);
  const buried = await count(buryHeld);
  const strays = (await count(holdStrays)) + (await count(releaseHeld));
  return { lost, buried, strays };
}
