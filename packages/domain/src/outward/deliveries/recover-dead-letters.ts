import { hotStatement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";

/** Dead letters one pass takes of one endpoint; ten times that of all endpoints together (HOOK-90). */
const perEndpointMax = 1_000;
const perPassMax = 10 * perEndpointMax;

/**
 * After the first success that follows permanent answers, the endpoint's `permanent_response` dead letters of the last
 * 24 hours are due again, in a new cycle and spread at its rate. A delivery recovers once: one that the receiver
 * always refuses must not come back with every success of the others.
 */
const recover = hotStatement(
  "webhooks_recover_refused",
  `with open as materialized (
    select e.id, e.max_per_second, e.last_success_at from webhook_endpoints e
     where e.auto_recover and e.status = 'enabled' and e.deleted_at is null and e.failures_in_a_row = 0
  ), refused as materialized (
    select found.id, (row_number() over (partition by open.id order by found.refused_at, found.id)) - 1 as place,
           open.max_per_second
      from open cross join lateral (
        select d.id, d.refused_at from webhook_deliveries d
         where d.endpoint_id = open.id and d.state in (${statesBefore("recover")})
           and d.reason = 'permanent_response' and d.trigger <> 'recover'
           and d.refused_at < open.last_success_at and d.refused_at > now() - interval '24 hours'
         order by d.refused_at limit ${perEndpointMax}) found
  ), taken as (
    select d.id, refused.place, refused.max_per_second
      from refused join webhook_deliveries d on d.id = refused.id
     where d.state in (${statesBefore("recover")})
     limit ${perPassMax} for no key update of d skip locked
  ), recovered as (
    update webhook_deliveries d set
      state = ${stateAfter("recover")}, reason = null, cycle = d.cycle + 1, tries = 0, trigger = 'recover',
      next_attempt_at = now() + (taken.place::float8 / taken.max_per_second) * interval '1 second',
      cycle_deadline = null
      from taken where d.id = taken.id
    returning d.id
  )
  select count(*) as recovered from recovered`,
);

/** Puts back what endpoints with `auto_recover` refused while they were broken. @returns how many. */
export async function recoverDeadLetters(deps: Pick<Deps, "db">): Promise<number> {
  const { rows } = await deps.db.hot.query(recover([]));
  return rows[0]?.recovered ?? 0;
}
