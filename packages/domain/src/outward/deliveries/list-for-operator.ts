import { type DeliveryState, fail, limits } from "@service/contract";
import { builtStatement, statement } from "@service/db";

import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type Delivery, deliveryColumns } from "./delivery.ts";
import { showsState } from "./shown-state.ts";

export type OperatorDelivery = Delivery & { readonly organizationId: string; readonly url: string };

/**
 * Deliveries of one organization, or of all, in all environments, newest first, for `svc delivery list`. Each
 * endpoint contributes at most a page, in the order of its index.
 *
 * @param filter.days age of the oldest; by default as far back as dead letters can be recovered. @param filter.after the last delivery of the page before.
 * @throws `webhook_delivery_not_found` when the organization has no delivery `after`.
 */
export async function listDeliveriesForOperator(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  filter: {
    state?: DeliveryState | undefined;
    days?: number | undefined;
    after?: string | undefined;
    limit?: number | undefined;
  },
): Promise<OperatorDelivery[]> {
  const { state, days = limits.webhookRecoveryDaysMax, after, limit = limits.pageDefault } = filter;
  const read = builtStatement<Record<string, unknown>, OperatorDelivery>(
    `select page.* from webhook_endpoints e cross join lateral (
        select ${deliveryColumns}, d.organization_id as "organizationId", e.url
          from webhook_deliveries d
         where d.endpoint_id = e.id
           and ${state === undefined ? "true" : showsState(state)}
           and d.created_at > now() - make_interval(days => @days)
           and (@after_created_at::timestamptz is null
             or (d.created_at, d.id) < (@after_created_at, @after_id::uuid))
         order by d.created_at desc, d.id desc limit @limit) page
      where ${inScope("e.organization_id")}
      order by page."createdAt" desc, page.id desc limit @limit`,
  );
  const { rows } = await deps.db.pool.query(
    read({
      organizationId: organizationIdOf(scope),
      days: Math.min(days, limits.webhookDeliveryListDaysMax),
      afterCreatedAt: after === undefined ? null : await createdAtOf(deps, scope, after),
      afterId: after ?? null,
      limit: Math.min(limit, limits.pageMax),
    }),
  );
  return rows;
}

const readCreatedAt = statement(
  "webhook_deliveries_read_created_at",
  `select created_at as "createdAt" from webhook_deliveries where id = @delivery_id and ${inScope("organization_id")}`,
);

async function createdAtOf(deps: Pick<Deps, "db">, scope: ScopeOrEvery, deliveryId: string): Promise<Date> {
  const { rows } = await deps.db.pool.query(readCreatedAt({ deliveryId, organizationId: organizationIdOf(scope) }));
  const [found] = rows;
  if (!found) throw fail("webhook_delivery_not_found");
  return found.createdAt;
}
