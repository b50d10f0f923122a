import type { DeliveryState } from "@service/contract";
import { hotStatement, type StatementCall } from "@service/db";

import type { Deps } from "../../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";
import { attemptsMax } from "./retry-policy.ts";
import { mustBeHeld } from "./shown-state.ts";

// Hot statements (decision 0006): on the general pool, a sweep that moved a few hundred of many rows read them all. The
// updates name locked rows by id alone: adding the state makes the plan read every row of that state for each slice.
/** Most rows one sweep moves of each kind; the next sweep, a second later, continues. */
const rowsPerSweepMax = 500;
const endpointsPerSweepMax = 5_000;
/** Most deliveries one statement moves for their endpoint, and most such statements in one sweep. */
const sliceRowsMax = 1_000;
const slicesPerSweepMax = 10;
/** Endpoints one statement resumes, one slice each. */
const endpointsPerSliceMax = 4;

/** Two sweeps of any process that are further apart than this share of a lease mean an outage. */
const outageShare = 0.5;

/**
 * When no process has swept for longer than the gap, the database or all processes were away, and answers that were
 * received meanwhile wait to be settled: leases alive at the last sweep are extended by the time since, and end no later
 * than one granted now (HOOK-97). A statement of its own, so that a process that freezes in the sweep blocks no other.
 * In: gap seconds, lease seconds.
 */
const extendAfterOutage = hotStatement(
  "webhooks_extend_after_outage",
  `with previous as (
    select ticked_at from maintenance_ticks where name = 'delivery_sweep' for update
  ), ticked as (
    insert into maintenance_ticks as t (name, ticked_at) values ('delivery_sweep', now())
    on conflict (name) do update set ticked_at = greatest(t.ticked_at, now())
  ), alive as (
    -- Skips what is being settled: to wait for it could be part of a deadlock.
    select d.id, d.lease_until + (now() - p.ticked_at) as shifted from previous p join webhook_deliveries d
        on d.state = 'delivering' and d.lease_until > p.ticked_at
     where now() - p.ticked_at > $1::float8 * interval '1 second'
       for no key update of d skip locked
  )
  update webhook_deliveries d set lease_until = least(alive.shifted, now() + $2::float8 * interval '1 second')
    from alive where d.id = alive.id`,
);

/**
 * Expired leases: the process died or lost its connection between claim and settle. The attempt becomes `unknown`,
 * because the event may have been received, and the delivery is due again at once (HOOK-38).
 */
const takeBackLost = hotStatement(
  "webhooks_take_back_lost",
  `
  with lost as (
    select d.id, d.endpoint_id from webhook_deliveries d
     where d.state = 'delivering' and d.lease_until < now()
     order by d.lease_until limit ${rowsPerSweepMax} for update skip locked
  ), judged as (
    -- No row: the endpoint was removed with its environment.
    select lost.id, e.id is null or e.deleted_at is not null as is_gone, e.status
      from lost left join webhook_endpoints e on e.id = lost.endpoint_id
  ), returned as (
    update webhook_deliveries d set
      state = case
        when j.is_gone then ${stateAfter("cancel")}
        when d.tries >= ${attemptsMax} then ${stateAfter("deadLetter")}
        when j.status = 'disabled' then ${stateAfter("hold")}
        else ${stateAfter("retry")} end,
      reason = case when not j.is_gone and d.tries >= ${attemptsMax} then 'retry_exhausted' end,
      next_attempt_at = case when not j.is_gone and d.tries < ${attemptsMax} and j.status = 'enabled' then now() end,
      lease_token = null, lease_until = null
      from judged j
     where d.id = j.id and d.state = 'delivering'
    returning d.id, d.cycle, d.tries, d.next_attempt_at
  ), logged as (
    update webhook_attempts a set outcome = 'unknown', ended_at = now(), next_attempt_at = r.next_attempt_at
      from returned r
     where a.delivery_id = r.id and a.cycle = r.cycle and a.try = r.tries and a.outcome = 'started'
  )
  select count(*) as moved from returned`,
);

/**
 * A resent or recovered delivery has its window from its first claim; one held before that, from this sweep on.
 * `cycle > 0`, here and below, lets the planner use the index of deadlines.
 */
const boundHeld = hotStatement(
  "webhooks_bound_held",
  `
  with unbounded as (
    select d.id from webhook_deliveries d
     where d.state = 'held' and d.cycle > 0 and d.cycle_deadline is null
     limit ${rowsPerSweepMax} for update skip locked
  ), bounded as (
    update webhook_deliveries d set cycle_deadline = now() + $1::float8 * interval '1 second'
      from unbounded where d.id = unbounded.id
    returning d.id
  )
  select count(*) as moved from bounded`,
);

/** Held longer than the window: the endpoint was not enabled in time. Skips enabled endpoints: they are being resumed. */
const deadLetterHeld = hotStatement(
  "webhooks_end_held",
  `
  with over as (
    select d.id from webhook_deliveries d
     where d.state = 'held' and d.cycle > 0 and d.cycle_deadline < now()
       and exists (
         select from webhook_endpoints e where e.id = d.endpoint_id and e.status = 'disabled' and e.deleted_at is null)
     order by d.cycle_deadline limit ${rowsPerSweepMax} for update skip locked
  ), dead_lettered as (
    update webhook_deliveries d set state = ${stateAfter("deadLetter")}, reason = 'window_elapsed', next_attempt_at = null
      from over where d.id = over.id
    returning d.id
  )
  select count(*) as moved from dead_lettered`,
);

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
 * A slice of the deliveries waiting at an endpoint that was disabled, deleted or enabled again. Decided by the stored
 * state of both, so a process that dies between two slices loses nothing.
 */
const holdStrays = hotStatement(
  "webhooks_hold_strays",
  `${endpointsWith(statesBefore("claim"))}, closed as materialized (
    select v.endpoint_id, e.id is null or e.deleted_at is not null as is_gone, e.status, e.disabled_at, e.disabled_reason,
           e.resume_asked_at
      from visited v left join webhook_endpoints e on e.id = v.endpoint_id
     where e.id is null or e.deleted_at is not null or e.status = 'disabled' or e.resume_asked_at is not null
  ), strays as materialized (
    select slice.id, e.is_gone
      from closed e cross join lateral (
        select d.id from webhook_deliveries d
         where d.endpoint_id = e.endpoint_id and d.state in (${statesBefore("claim")}) and (e.is_gone or ${mustBeHeld})
         limit ${sliceRowsMax} for no key update of d skip locked) slice
     limit ${sliceRowsMax}
  ), moved as (
    update webhook_deliveries d set
      state = case when strays.is_gone then ${stateAfter("cancel")} else ${stateAfter("hold")} end,
      next_attempt_at = null,
      cycle_deadline = coalesce(d.cycle_deadline, now() + $1::float8 * interval '1 second')
      from strays where d.id = strays.id
    returning d.endpoint_id, d.state
  )
  select m.endpoint_id as "endpointId", m.state as "movedTo", c.disabled_reason as reason, count(*) as deliveries
    from moved m left join closed c on c.endpoint_id = m.endpoint_id group by m.endpoint_id, m.state, c.disabled_reason`,
);

/** Endpoints whose deliveries are all held, so that resuming can start and claims continue. */
const openResumed = hotStatement(
  "webhooks_open_resumed",
  `with ready as materialized (
    select e.id, e.resume_asked_at from webhook_endpoints e
     where e.resume_asked_at is not null and not exists (
       select from webhook_deliveries d
        where d.endpoint_id = e.id and d.state in (${statesBefore("claim")}) and ${mustBeHeld})
  ), opened as (
    update webhook_endpoints e set resume_asked_at = null
      from ready where e.id = ready.id and e.resume_asked_at = ready.resume_asked_at
    returning e.id
  )
  select count(*) as moved from opened`,
);

/**
 * A slice of the deliveries held at an enabled or deleted endpoint: oldest first, spread at the endpoint's rate after
 * the previous slice, because a repaired receiver must not get the whole backlog at once (HOOK-41). One slice of an
 * endpoint at a time, by an advisory lock: locking its row would block claims and settles. The row is written last; if
 * the endpoint is disabled meanwhile, the next sweep holds the slice again.
 */
const releaseHeld = hotStatement(
  "webhooks_release_held",
  `${endpointsWith(statesBefore("resume"))}, found as materialized (
    select e.id, e.max_per_second, greatest(now(), e.resumed_until) as begin_at
      from visited v join webhook_endpoints e on e.id = v.endpoint_id
     where e.deleted_at is null and e.status = 'enabled' and e.resume_asked_at is null
     limit ${endpointsPerSliceMax}
  ), opened as materialized (
    select * from found where pg_try_advisory_xact_lock(hashtextextended('webhook_resume:' || id::text, 0))
  ), gone as materialized (
    select v.endpoint_id from visited v
     where not exists (select from webhook_endpoints e where e.id = v.endpoint_id and e.deleted_at is null)
     limit ${endpointsPerSliceMax}
  ), strays as materialized (
    select slice.id, e.id as endpoint_id, e.max_per_second, e.begin_at,
           row_number() over (partition by e.id order by slice.created_at, slice.id) - 1 as place
      from (select id, max_per_second, begin_at from opened union all select endpoint_id, null, null from gone) e
        cross join lateral (
          select d.id, d.created_at from webhook_deliveries d
           where d.endpoint_id = e.id and d.state in (${statesBefore("resume")})
           order by d.created_at, d.id limit ${sliceRowsMax} for no key update of d skip locked) slice
  ), moved as (
    update webhook_deliveries d set
      state = case when s.begin_at is null then ${stateAfter("cancel")} else ${stateAfter("resume")} end,
      next_attempt_at = s.begin_at + (s.place::float8 / s.max_per_second) * interval '1 second'
      from strays s where d.id = s.id
    returning d.endpoint_id, d.state
  ), paced as (
    update webhook_endpoints e set
      resumed_until = s.begin_at + (s.deliveries::float8 / s.max_per_second) * interval '1 second'
      from (
        select endpoint_id, begin_at, max_per_second, count(*) as deliveries from strays
         where begin_at is not null group by endpoint_id, begin_at, max_per_second) s
     where e.id = s.endpoint_id and e.status = 'enabled' and e.resume_asked_at is null
  )
  select endpoint_id as "endpointId", state as "movedTo", null::text as reason, count(*) as deliveries
    from moved group by endpoint_id, state`,
);

/**
 * What there is to look at, by index probes alone: with nothing under way a sweep is this statement and the tick, instead
 * of seven statements a second from every process.
 */
const whatThereIs = hotStatement(
  "webhooks_what_there_is",
  `select
    exists (select from webhook_deliveries d where d.state = 'delivering' and d.lease_until < now()) as "isLost",
    exists (select from webhook_deliveries d where d.state in (${statesBefore("claim")})) as "isWaiting",
    exists (select from webhook_deliveries d where d.state in (${statesBefore("resume")})) as "isHeld",
    exists (select from webhook_endpoints e where e.resume_asked_at is not null) as "isResuming"`,
);

/** Deliveries that followed their endpoint: held where it is disabled, due where it is enabled, cancelled with it. */
export interface MovedDeliveries {
  readonly endpointId: string;
  readonly movedTo: DeliveryState;
  /** Why the endpoint is disabled: `manual`, `gone` or `failing`; null where it is not. */
  readonly reason: string | null;
  readonly deliveries: number;
}

export interface Sweep {
  /** Expired leases. */
  readonly lost: number;
  /** Held deliveries whose window was over. */
  readonly deadLettered: number;
  /** One entry for each endpoint and state. */
  readonly moved: readonly MovedDeliveries[];
}

/**
 * Corrects deliveries that no process settled. Several processes may sweep at once.
 * @param options.cycleSeconds from a delivery's creation to its deadline, already scaled.
 * @param options.leaseSeconds of a claim; after an outage no lease ends later than one granted now.
 */
export async function sweepDeliveries(
  deps: Pick<Deps, "db">,
  { cycleSeconds, leaseSeconds }: { readonly cycleSeconds: number; readonly leaseSeconds: number },
): Promise<Sweep> {
  const count = async (statement: StatementCall<{ readonly moved: number }>): Promise<number> => {
    const { rows } = await deps.db.hot.query(statement);
    return rows[0]?.moved ?? 0;
  };
  await deps.db.hot.query(extendAfterOutage([leaseSeconds * outageShare, leaseSeconds]));
  const [there] = (await deps.db.hot.query(whatThereIs([]))).rows;
  const lost = there?.isLost ? await count(takeBackLost([])) : 0;
  const held = there?.isWaiting ? await moveInSlices(deps, holdStrays([cycleSeconds])) : [];
  if (there?.isResuming) await count(openResumed([]));
  // What was held just now is looked at as well.
  if (!there?.isHeld && held.length === 0) return { lost, deadLettered: 0, moved: held };
  const released = await moveInSlices(deps, releaseHeld([]));
  await count(boundHeld([cycleSeconds]));
  const deadLettered = await count(deadLetterHeld([]));
  return { lost, deadLettered, moved: [...held, ...released] };
}

/** Repeats a statement while it moves whole slices. @returns the sums, by endpoint and state. */
async function moveInSlices(
  deps: Pick<Deps, "db">,
  statement: StatementCall<MovedDeliveries>,
): Promise<MovedDeliveries[]> {
  const sums = new Map<string, MovedDeliveries>();
  for (let slice = 0; slice < slicesPerSweepMax; slice += 1) {
    const { rows } = await deps.db.hot.query(statement);
    let inSlice = 0;
    for (const row of rows) {
      const key = `${row.endpointId} ${row.movedTo}`;
      sums.set(key, { ...row, deliveries: row.deliveries + (sums.get(key)?.deliveries ?? 0) });
      inSlice += row.deliveries;
    }
    if (inSlice < sliceRowsMax) break;
  }
  return [...sums.values()];
}
