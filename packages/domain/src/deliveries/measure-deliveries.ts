import { statement } from "@service/db";
import type { Deps } from "../deps.ts";
import { statesBefore } from "./delivery-states.ts";

export interface DeliveryBacklog {
  /** Age of the delivery that has been due for longest; 0 when none is due. The main alarm (HOOK-95). */
  readonly oldestDueSeconds: number;
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
     -- Deliveries of a disabled or deleted endpoint are not due, even before the sweep has moved them.
     greatest(0, coalesce(extract(epoch from now() - (
       select min(earliest) from visited join webhook_endpoints e on e.id = visited.endpoint_id
        where e.status = 'enabled' and e.deleted_at is null)), 0))::float8 as "oldestDueSeconds",
     (select count(*) from (select 1 from webhook_deliveries where state = 'held' limit ${heldCountedMax}) h) as held,
     (select count(*) from webhook_deliveries where state = 'delivering') as delivering`,
);

/** The backlog over all processes: one index probe for each endpoint that has waiting deliveries. */
export async function measureDeliveries(deps: Pick<Deps, "db">): Promise<DeliveryBacklog> {
  const { rows } = await deps.db.pool.query(measure([]));
  const [backlog] = rows;
  if (!backlog) throw new Error("a count returned no row");
  return backlog;
}
