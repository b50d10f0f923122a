import { limits, type EndpointStatus } from "@service/contract";
import { statement } from "@service/db";

import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { slowLaneFailures } from "./claim-deliveries.ts";
import { statesBefore } from "./delivery-states.ts";

/** An endpoint with what waits for it, as an operator looks at it. Counts stop at `endpointBacklogCountedMax`. */
export interface EndpointBacklog {
  readonly endpointId: string;
  readonly organizationId: string;
  readonly environment: string;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly disabledReason: string | null;
  /** It failed so often in a row that it gets one delivery at a time (HOOK-92). */
  readonly isSlow: boolean;
  /** Deliveries that wait, for their turn or for their next attempt. */
  readonly waiting: number;
  /** Those of them that are due now. */
  readonly due: number;
  /** Age of the delivery that has been due for longest; null when none is due. */
  readonly oldestDueSeconds: number | null;
  readonly underWay: number;
  readonly held: number;
  readonly failuresInARow: number;
  /** Attempts that failed and ended within the last hour. */
  readonly failuresLastHour: number;
}

export const endpointBacklogCountedMax = 10_000;

const listBacklogs = statement(
  "webhook_endpoints_list_backlogs",
  `with worst as materialized (
     -- One index probe for each endpoint; what is counted below is counted for those shown.
     select e.id, first.earliest
       from webhook_endpoints e left join lateral (
         select d.next_attempt_at as earliest from webhook_deliveries d
          where d.endpoint_id = e.id and d.state in (${statesBefore("claim")})
          order by d.next_attempt_at limit 1) first on true
      where e.deleted_at is null and ${inScope("e.organization_id")}
      order by case when e.status = 'enabled' and first.earliest <= now() then first.earliest end nulls last,
        e.failures_in_a_row desc, e.id
      limit @limit
   )
   select e.id as "endpointId", e.organization_id as "organizationId", v.slug as environment, e.url, e.status,
     e.disabled_reason as "disabledReason", e.failures_in_a_row >= ${slowLaneFailures} as "isSlow",
     e.failures_in_a_row as "failuresInARow", waiting.rows as waiting, waiting.due,
     case when e.status = 'enabled' and worst.earliest <= now()
       then extract(epoch from now() - worst.earliest)::float8 end as "oldestDueSeconds",
     under_way.rows as "underWay", held.rows as held, failed.rows as "failuresLastHour"
   from worst join webhook_endpoints e on e.id = worst.id join environments v on v.id = e.environment_id
     cross join lateral (
       select count(*) as rows, count(*) filter (where w.next_attempt_at <= now()) as due from (
         select d.next_attempt_at from webhook_deliveries d
          where d.endpoint_id = e.id and d.state in (${statesBefore("claim")})
          order by d.next_attempt_at limit ${endpointBacklogCountedMax}) w) waiting
     cross join lateral (
       select count(*) as rows from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'delivering') under_way
     cross join lateral (
       select count(*) as rows from (
         select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'held'
          limit ${endpointBacklogCountedMax}) h) held
     cross join lateral (
       select count(*) as rows from (
         select from webhook_attempts a
          where a.endpoint_id = e.id and a.started_at > now() - interval '1 hour'
            and a.outcome not in ('started', 'delivered')
          limit ${endpointBacklogCountedMax}) f) failed
   order by "oldestDueSeconds" desc nulls last, e.failures_in_a_row desc, e.id`,
).narrowed<Pick<EndpointBacklog, "status" | "oldestDueSeconds">>();

/**
 * Endpoints that are not deleted, those with the oldest due delivery first, for `svc endpoint list` (OPS-43).
 */
export async function listEndpointBacklogs(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  { limit = limits.pageDefault }: { readonly limit?: number | undefined },
): Promise<EndpointBacklog[]> {
  const { rows } = await deps.db.pool.query(
    listBacklogs({ organizationId: organizationIdOf(scope), limit: Math.min(limit, limits.pageMax) }),
  );
  return rows;
}
