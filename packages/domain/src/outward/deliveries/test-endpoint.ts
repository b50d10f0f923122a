import { createHash, randomUUID } from "node:crypto";

import { fail } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import type { Delivery } from "./delivery.ts";
import { getDelivery } from "./read-deliveries.ts";
import { renderTestEvent } from "./webhook-event.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

const insertEvent = statement(
  "webhook_events_insert_test",
  `insert into webhook_events (id, type, organization_id, environment_id, expanded_at)
   select $1, 'webhook.test', e.organization_id, e.environment_id, now() from webhook_endpoints e
    where e.id = $2 and e.organization_id = $3 and e.environment_id = $4 and e.deleted_at is null
   returning created_at as "createdAt"`,
);

const insertDelivery = statement(
  "webhook_deliveries_insert_test",
  `with body as (
     insert into webhook_bodies (event_id, mode, body, byte_count, sha256) values (@event_id, 'full', @body,
       @byte_count, @sha256)
   )
   insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, mode, state, trigger,
     next_attempt_at)
   select @delivery_id, @event_id, e.id, e.organization_id, 'webhook.test', 'full', 'pending', 'test', now()
     from webhook_endpoints e where e.id = @endpoint_id`,
);

/**
 * Sends `webhook.test` with a random id to one endpoint (HOOK-83, HOOK-84): one more delivery, with log and retries
 * like any other. On a disabled endpoint it is one attempt, as with a resend.
 *
 * @throws `webhook_endpoint_not_found`.
 */
export async function testEndpoint(
  deps: Pick<Deps, "db" | "queue">,
  owner: Actor & EnvironmentScope,
  endpointId: string,
): Promise<Delivery> {
  const eventId = randomUUID();
  const deliveryId = randomUUID();
  await deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query(insertEvent([eventId, endpointId, owner.organizationId, owner.environmentId]));
    const [event] = rows;
    if (!event) throw fail("webhook_endpoint_not_found");
    const body = renderTestEvent({ id: eventId, createdAt: event.createdAt });
    const bytes = Buffer.from(body, "utf8");
    await tx.query(
      insertDelivery({
        eventId,
        body,
        byteCount: bytes.length,
        sha256: createHash("sha256").update(bytes).digest(),
        deliveryId,
        endpointId,
      }),
    );
  });
  await deps.queue.wake("webhooks");
  const { delivery } = await getDelivery(deps, { owner, endpointId, deliveryId });
  return delivery;
}
