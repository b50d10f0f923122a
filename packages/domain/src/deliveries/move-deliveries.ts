import type { Transaction } from "@service/db";

import type { DeliveryOwner } from "./delivery.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";

const ofOwnEndpoint = `
  d.endpoint_id = $1 and exists (
    select 1 from webhook_endpoints e
     where e.id = d.endpoint_id and e.organization_id = $2 and e.environment_id = $3 and e.deleted_at is null)`;

/**
 * Takes the endpoint for a change of its status: until the end of the transaction no other such change of it begins.
 * Not the row's own lock, which must come after those of the deliveries: settling takes them in that order, and two
 * orders would be a deadlock.
 */
export async function lockEndpointStatus(tx: Transaction, endpointId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('webhook_endpoint:' || $1::text, 0))", [endpointId]);
}

/** The waiting deliveries of an endpoint that is being disabled. Those under way finish their try first. */
export async function holdDeliveries(tx: Transaction, owner: DeliveryOwner, endpointId: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries d set state = ${stateAfter("hold")}, next_attempt_at = null
      where d.state in ('pending', 'retry_scheduled') and ${ofOwnEndpoint}`,
    [endpointId, owner.organizationId, owner.environmentId],
  );
}

/**
 * The held deliveries of an endpoint that is being enabled, oldest first and spread at its rate: a repaired receiver
 * must not meet the whole backlog at once (webhooks.md 5.5).
 */
export async function resumeDeliveries(tx: Transaction, owner: DeliveryOwner, endpointId: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries d
        set state = ${stateAfter("resume")}, next_attempt_at = now() + place.seconds * interval '1 second'
       from (
         select h.id, ((row_number() over (order by h.created_at, h.id)) - 1)::float8 / e.max_per_second as seconds
           from webhook_deliveries h join webhook_endpoints e on e.id = h.endpoint_id
          where h.endpoint_id = $1 and h.state in (${statesBefore("resume")})
       ) place
      where d.id = place.id and d.state in (${statesBefore("resume")}) and ${ofOwnEndpoint}`,
    [endpointId, owner.organizationId, owner.environmentId],
  );
}

/** All unfinished deliveries of an endpoint that is being deleted; a try under way is closed as `unknown`. */
export async function cancelDeliveries(tx: Transaction, owner: DeliveryOwner, endpointId: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries d
        set state = ${stateAfter("cancel")}, next_attempt_at = null, lease_until = null, lease_token = null
      where d.state in (${statesBefore("cancel")}) and ${ofOwnEndpoint}`,
    [endpointId, owner.organizationId, owner.environmentId],
  );
  // A statement of its own: the update above may have waited for a claim, whose attempt its snapshot does not hold. No
  // lease is longer than ten minutes, so older attempts need not be looked at.
  await tx.query(
    `update webhook_attempts a set outcome = 'unknown', ended_at = now()
      where a.endpoint_id = $1 and a.outcome = 'started' and a.started_at > now() - interval '1 hour'
        and exists (select 1 from webhook_deliveries d where d.id = a.delivery_id and d.state = 'cancelled')`,
    [endpointId],
  );
}
