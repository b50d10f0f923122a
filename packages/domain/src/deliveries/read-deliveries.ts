import { type DeliveryState, fail, limits } from "@service/contract";

import type { Deps } from "../deps.ts";
import { type Attempt, attemptColumns, type Delivery, deliveryColumns, type DeliveryOwner } from "./delivery.ts";
import { openCursor, sealCursor } from "./list-cursor.ts";

/** Attempts shown of one delivery, newest first: sixteen of each of its last cycles. */
const attemptsShownMax = 200;

/** @throws `webhook_endpoint_not_found`, also for an endpoint of another environment. */
export async function findOwnEndpoint(deps: Deps, owner: DeliveryOwner, endpointId: string): Promise<void> {
  const { rows } = await deps.db.pool.query(
    `select 1 from webhook_endpoints
      where id = $1 and organization_id = $2 and environment_id = $3 and deleted_at is null`,
    [endpointId, owner.organizationId, owner.environmentId],
  );
  if (rows.length === 0) throw fail("webhook_endpoint_not_found");
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  readonly runId?: string | undefined;
  /** Inclusive. */
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdTo?: Date | undefined;
}

/**
 * Deliveries of one endpoint, newest first.
 * @throws `webhook_endpoint_not_found`, `invalid_cursor` (altered, or made for another list).
 */
export async function listDeliveries(
  deps: Deps,
  options: {
    owner: DeliveryOwner;
    endpointId: string;
    filter: DeliveryFilter;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const { owner, endpointId, filter, limit = limits.pageDefault, cursor } = options;
  await findOwnEndpoint(deps, owner, endpointId);
  const list = { endpointId, ...filter };
  const after = cursor === undefined ? undefined : openCursor(deps.secrets, list, cursor);
  const { rows } = await deps.db.pool.query<Delivery>(
    `select ${deliveryColumns} from webhook_deliveries d
      where d.endpoint_id = $1
        and ($2::delivery_state is null or d.state = $2)
        and ($3::text is null or coalesce(d.platform_type, d.event_type::text) = $3)
        and ($4::uuid is null or d.event_id in (select v.id from webhook_events v where v.run_id = $4))
        and ($5::timestamptz is null or d.created_at >= $5)
        and ($6::timestamptz is null or d.created_at < $6)
        and ($7::timestamptz is null or (d.created_at, d.id) < ($7, $8::uuid))
      order by d.created_at desc, d.id desc limit $9`,
    [
      endpointId,
      filter.state ?? null,
      filter.eventType ?? null,
      filter.runId ?? null,
      filter.createdFrom ?? null,
      filter.createdTo ?? null,
      after?.createdAt ?? null,
      after?.id ?? null,
      limit + 1,
    ],
  );
  const deliveries = rows.slice(0, limit);
  const last = deliveries.at(-1);
  return {
    deliveries,
    nextCursor: rows.length > limit && last ? sealCursor(deps.secrets, list, last) : null,
  };
}

/**
 * One delivery with its attempts, newest first.
 * @throws `webhook_endpoint_not_found`, `webhook_delivery_not_found`.
 */
export async function getDelivery(
  deps: Deps,
  options: { owner: DeliveryOwner; endpointId: string; deliveryId: string },
): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
  const { owner, endpointId, deliveryId } = options;
  await findOwnEndpoint(deps, owner, endpointId);
  const { rows } = await deps.db.pool.query<Delivery>(
    `select ${deliveryColumns} from webhook_deliveries d where d.endpoint_id = $1 and d.id = $2`,
    [endpointId, deliveryId],
  );
  const [delivery] = rows;
  if (!delivery) throw fail("webhook_delivery_not_found");
  const { rows: attempts } = await deps.db.pool.query<Attempt>(
    `select ${attemptColumns} from webhook_attempts a
      where a.delivery_id = $1 order by a.cycle desc, a.try desc limit ${attemptsShownMax}`,
    [deliveryId],
  );
  return { delivery, attempts };
}

/** Deliveries of all organizations, newest first, for the operator's `svc delivery list`. */
export async function listDeliveriesForOperator(
  deps: Deps,
  filter: { state?: DeliveryState | undefined; organizationId?: string | undefined; limit?: number | undefined },
): Promise<(Delivery & { organizationId: string; url: string })[]> {
  const { rows } = await deps.db.pool.query<Delivery & { organizationId: string; url: string }>(
    `select ${deliveryColumns}, d.organization_id as "organizationId", e.url
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
      where ($1::delivery_state is null or d.state = $1) and ($2::uuid is null or d.organization_id = $2)
      order by d.created_at desc, d.id desc limit $3`,
    [filter.state ?? null, filter.organizationId ?? null, Math.min(filter.limit ?? limits.pageDefault, limits.pageMax)],
  );
  return rows;
}
