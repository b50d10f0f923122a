import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { slowLaneFailures } from "./claim-deliveries.ts";
import { statesBefore } from "./delivery-states.ts";

export interface DeliveryBacklog {
  /**
   * Age of the delivery that has been due for longest, at endpoints that answer and at those that keep failing (HOOK-92);
   * 0 when none is due. The first is the main alarm (HOOK-95): the second grows whenever one customer's endpoint is gone.
   */
  readonly oldestDueSeconds: { readonly normal: number; readonly slow: number };
  readonly held: number;
  readonly delivering: number;
}

const heldCountedMax = 100_000;

const measure = statement(
  "webhook_deliveries_measure",
  `with recursive visited (endpoint_id, earliest, place) as (
     (select endpoint_id, next_attempt_at, 1 from webhook_deliveries
       where state in (${statesBefore("claim")}) order by endpoint_id, next_attempt_at limit 1)
     union all
     select following.endpoint_id, following.next_attempt_at, visited.place + 1
       from visited cross join lateral (
         select d.endpoint_id, d.next_attempt_at from webhook_deliveries d
          where d.state in (${statesBefore("claim")}) and d.endpoint_id > visited.endpoint_id
          order by d.endpoint_id, d.next_attempt_at limit 1) following
      where visited.place < 10000
   )
   select
     lanes.normal as "normalSeconds", lanes.slow as "slowSeconds",
     (select count(*) from (select 1 from webhook_deliveries where state = 'held' limit ${heldCountedMax}) h) as held,
     (select count(*) from webhook_deliveries where state = 'delivering') as delivering
   from (
     -- Deliveries of a disabled or deleted endpoint are not due, even before the sweep has moved them.
     select
       greatest(0, coalesce(extract(epoch from now() - min(v.earliest) filter (where not e.is_slow)), 0))::float8 as normal,
       greatest(0, coalesce(extract(epoch from now() - min(v.earliest) filter (where e.is_slow)), 0))::float8 as slow
     from visited v join (
       select id, failures_in_a_row >= ${slowLaneFailures} as is_slow from webhook_endpoints
        where status = 'enabled' and deleted_at is null) e on e.id = v.endpoint_id) lanes`,
);

/** The backlog over all processes: one index probe for each endpoint that has waiting deliveries. */
export async function measureDeliveries(deps: Pick<Deps, "db">): Promise<DeliveryBacklog> {
  const { rows } = await deps.db.pool.query(measure([]));
  const [backlog] = rows;
  if (!backlog) throw new Error("a count returned no row");
  const { normalSeconds, slowSeconds, held, delivering } = backlog;
  return { oldestDueSeconds: { normal: normalSeconds, slow: slowSeconds }, held, delivering };
}
