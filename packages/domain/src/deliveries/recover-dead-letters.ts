import type { Deps } from "../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";

/** Dead letters of one endpoint that one pass takes; of all endpoints together ten times that (webhooks.md 5.7). */
const perEndpointMax = 1_000;
const perPassMax = 10 * perEndpointMax;

/**
 * After the first success that follows permanent answers, the endpoint's `permanent_response` dead letters of the last
 * 24 hours are due again, in a new cycle and spread at its rate. A delivery recovers once: one that the receiver will
 * never take must not come back with every success of the others.
 */
const recover = `
  with refused as (
    select d.id, (row_number() over (partition by e.id order by a.ended_at, d.id)) - 1 as place, e.max_per_second
      from webhook_endpoints e
      join webhook_deliveries d on d.endpoint_id = e.id and d.state in (${statesBefore("recover")})
      join webhook_attempts a on a.delivery_id = d.id and a.cycle = d.cycle and a.try = d.tries
     where e.auto_recover and e.status = 'enabled' and e.deleted_at is null and e.failures_in_a_row = 0
       and d.reason = 'permanent_response' and d.trigger <> 'recover'
       and a.ended_at < e.last_success_at and a.ended_at > now() - interval '24 hours'
       and a.started_at > now() - interval '25 hours'
  ), taken as (
    select d.id, refused.place, refused.max_per_second
      from refused join webhook_deliveries d on d.id = refused.id
     where refused.place < ${perEndpointMax}
     limit ${perPassMax} for no key update of d skip locked
  ), recovered as (
    update webhook_deliveries d set
      state = ${stateAfter("recover")}, reason = null, cycle = d.cycle + 1, tries = 0, trigger = 'recover',
      next_attempt_at = now() + (taken.place::float8 / taken.max_per_second) * interval '1 second',
      cycle_deadline = null
      from taken where d.id = taken.id and d.state in (${statesBefore("recover")})
    returning d.id
  )
  select count(*) as recovered from recovered`;

/** Puts back what endpoints with `auto_recover` refused while they were broken. Answers how many. */
export async function recoverDeadLetters(deps: Deps): Promise<number> {
  const { rows } = await deps.db.pool.query<{ recovered: number }>(recover);
  return rows[0]?.recovered ?? 0;
}
