import { type DeliveryState, fail, limits } from "@service/contract";
import { builtStatement, statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { openPlace, timedPageOf, TimedPlace } from "../../paging.ts";
import {
  type Attempt,
  attemptOf,
  type Delivery,
  deliveryColumns,
  type DeliveryWords,
  type LoggedAttempt,
  loggedAttemptColumns,
} from "./delivery.ts";
import { showsState } from "./shown-state.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";

/** Rows of an outer join: without a match every column is null. */
type Nullable<T> = { [Key in keyof T]: T[Key] | null };

function isPresent<T extends { readonly id: string }>(row: Nullable<T>): row is Nullable<T> & T {
  return row.id !== null;
}

function isLogged(row: Nullable<LoggedAttempt>): row is LoggedAttempt {
  return row.attemptNumber !== null;
}

/** Attempts shown of one delivery, newest first: about its last twelve cycles, of sixteen attempts each. */
const attemptsShownMax = 200;

const findEndpoint = statement(
  "webhook_endpoints_find_own",
  `select 1 from webhook_endpoints
   where id = $1 and organization_id = $2 and environment_id = $3 and deleted_at is null`,
);

/** @throws `webhook_endpoint_not_found`, also for an endpoint of another environment. */
export async function findOwnEndpoint(
  deps: Pick<Deps, "db">,
  owner: EnvironmentScope,
  endpointId: string,
): Promise<void> {
  const { rows } = await deps.db.pool.query(findEndpoint([endpointId, owner.organizationId, owner.environmentId]));
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
  deps: Pick<Deps, "db" | "secrets">,
  options: {
    owner: EnvironmentScope;
    endpointId: string;
    filter: DeliveryFilter;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<{ deliveries: readonly Delivery[]; nextCursor: string | null }> {
  const { owner, endpointId, filter, limit = limits.pageDefault, cursor } = options;
  const list = { ...filter, list: "deliveries", endpointId };
  // Before the cursor: an invalid cursor must not hide that the endpoint is not the caller's.
  if (cursor !== undefined) await findOwnEndpoint(deps, owner, endpointId);
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const read = builtStatement<Record<string, unknown>, Nullable<Delivery>>(
    `select page.* from webhook_endpoints e left join lateral (
        select ${deliveryColumns} from webhook_deliveries d
         where d.endpoint_id = e.id
           and ${filter.state === undefined ? "true" : showsState(filter.state)}
           and (@event_type::text is null or coalesce(d.platform_type, d.event_type::text) = @event_type)
           and (@run_id::uuid is null or d.event_id in (select v.id from webhook_events v where v.run_id = @run_id))
           and (@created_from::timestamptz is null or d.created_at >= @created_from)
           and (@created_to::timestamptz is null or d.created_at < @created_to)
           and (@after_created_at::timestamptz is null
             or (d.created_at, d.id) < (@after_created_at, @after_id::uuid))
         order by d.created_at desc, d.id desc limit @limit) page on true
      where e.id = @endpoint_id and e.organization_id = @organization_id and e.environment_id = @environment_id
        and e.deleted_at is null
      order by page."createdAt" desc, page.id desc`,
  );
  const { rows } = await deps.db.pool.query(
    read({
      endpointId,
      organizationId: owner.organizationId,
      environmentId: owner.environmentId,
      eventType: filter.eventType ?? null,
      runId: filter.runId ?? null,
      createdFrom: filter.createdFrom ?? null,
      createdTo: filter.createdTo ?? null,
      afterCreatedAt: createdAt ?? null,
      afterId: id ?? null,
      limit: limit + 1,
    }),
  );
  if (rows.length === 0) throw fail("webhook_endpoint_not_found");
  const found = rows.filter(isPresent<Delivery>);
  const page = timedPageOf(deps.secrets, list, found, limit);
  return { deliveries: page.rows, nextCursor: page.nextCursor };
}

const readWithAttempts = statement(
  "webhook_deliveries_read",
  `select found.*, logged.* from webhook_endpoints e
     left join lateral (
       select ${deliveryColumns} from webhook_deliveries d where d.endpoint_id = e.id and d.id = $4) found on true
     left join lateral (
       select ${loggedAttemptColumns} from webhook_attempts a
        where a.delivery_id = found.id order by a.cycle desc, a.try desc limit ${attemptsShownMax}) logged on true
   where e.id = $1 and e.organization_id = $2 and e.environment_id = $3 and e.deleted_at is null
   order by logged."attemptCycle" desc, logged."attemptNumber" desc`,
).narrowed<Nullable<DeliveryWords & Pick<LoggedAttempt, "outcome">>>();

/**
 * One delivery with its attempts, newest first. One statement, for one snapshot: a delivery shown as
 * `delivered` has the attempt that delivered it.
 * @throws `webhook_endpoint_not_found`, `webhook_delivery_not_found`.
 */
export async function getDelivery(
  deps: Pick<Deps, "db">,
  options: { owner: EnvironmentScope; endpointId: string; deliveryId: string },
): Promise<{ delivery: Delivery; attempts: Attempt[] }> {
  const { owner, endpointId, deliveryId } = options;
  const { rows } = await deps.db.pool.query(
    readWithAttempts([endpointId, owner.organizationId, owner.environmentId, deliveryId]),
  );
  const [delivery] = rows;
  if (!delivery) throw fail("webhook_endpoint_not_found");
  if (!isPresent<Delivery>(delivery)) throw fail("webhook_delivery_not_found");
  return { delivery, attempts: rows.flatMap((row) => (isLogged(row) ? [attemptOf(row)] : [])) };
}
