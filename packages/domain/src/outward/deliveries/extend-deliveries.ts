import { hotStatement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { statesBefore } from "./delivery-states.ts";

/** The lease of a delivery under way. */
export interface DeliveryLease {
  readonly id: string;
  readonly leaseToken: string;
}

/**
 * Extends the leases of deliveries under way. In: ids, tokens, lease seconds. Out: those that still had their lease when
 * the statement began. Locks nothing that a settle or the sweep holds: a row that they end now needs no longer lease, and
 * waiting for it could be part of a deadlock.
 */
const extendLeases = hotStatement(
  "webhooks_extend_leases",
  `with held as materialized (
    select d.id, t.token from unnest($1::uuid[], $2::uuid[]) as t (id, token)
      join webhook_deliveries d on d.id = t.id and d.lease_token = t.token and d.state in (${statesBefore("deliver")})
  ), free as materialized (
    select d.id from held join webhook_deliveries d on d.id = held.id and d.lease_token = held.token
       for no key update of d skip locked
  ), extended as (
    update webhook_deliveries d set lease_until = now() + $3::float8 * interval '1 second'
      from free where d.id = free.id
  )
  select id from held`,
);

/**
 * Extends the leases of a process's deliveries in one statement (HOOK-96).
 * @returns the ids that are still held; the others are lost, and their attempts must stop.
 */
export async function extendDeliveries(
  deps: Pick<Deps, "db">,
  held: readonly DeliveryLease[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> {
  if (held.length === 0) return new Set();
  const { rows } = await deps.db.hot.query(
    extendLeases([held.map(({ id }) => id), held.map(({ leaseToken }) => leaseToken), leaseSeconds]),
  );
  return new Set(rows.map(({ id }) => id));
}
