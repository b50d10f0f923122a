import { createHash, randomUUID } from "node:crypto";
import { type Transaction, statement } from "@service/db";

import { type PlatformEvent, presentPlatformEvent } from "../../events/events/index.ts";

export type PlatformDelivery =
  { readonly kind: "delivery"; readonly deliveryId: string } | { readonly kind: "endpoint_missing" };

/**
 * Unique on event and endpoint: asking twice makes one delivery, and its bytes never change. A disabled endpoint holds
 * it until it is enabled, or until the window is over (HOOK-18).
 */
const insertDelivery = statement(
  "webhook_deliveries_insert_platform",
  `
  with event as (
    insert into webhook_events (id, type, platform_type, organization_id, environment_id, expanded_at)
    select @event_id, 'platform.event', @platform_type, e.organization_id, e.id, now()
      from environments e where e.organization_id = @organization_id and e.slug = 'live'
    on conflict do nothing
  ), body as (
    insert into webhook_bodies (event_id, mode, body, byte_count, sha256) values (@event_id, 'full', @body,
      @byte_count, @sha256)
    on conflict do nothing
  ), delivery as (
    insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, event_type, platform_type, mode, state,
      next_attempt_at)
    values (@delivery_id, @event_id, @endpoint_id, @organization_id, 'platform.event', @platform_type, 'full',
      case when @is_held then 'held' else 'pending' end::delivery_state,
      case when not @is_held then now() end)
    on conflict (endpoint_id, event_id) do nothing
    returning id
  )
  select id from delivery`,
);

const readEndpoint = statement(
  "webhook_endpoints_read_status",
  "select status from webhook_endpoints where id = $1 and organization_id = $2 and deleted_at is null",
);

const findDelivery = statement(
  "webhook_deliveries_find",
  "select id from webhook_deliveries where endpoint_id = $1 and event_id = $2",
);

/**
 * Makes a delivery of a platform event to one endpoint, of any environment, in the caller's transaction
 * (HOOK-25): signed, retried and dead-lettered like any other. The body is the event, whatever the endpoint's payload mode;
 * only the header carries the webhook version. Wake "webhooks" after the commit.
 *
 * The event's row belongs to `live`, which is never deleted: endpoints of several environments may share it.
 */
export async function deliverPlatformEvent(
  tx: Transaction,
  request: { readonly event: PlatformEvent; readonly endpointId: string },
): Promise<PlatformDelivery> {
  const { event, endpointId } = request;
  const { rows: endpoints } = await tx.query(readEndpoint([endpointId, event.organizationId]));
  const [endpoint] = endpoints;
  if (!endpoint) return { kind: "endpoint_missing" };
  const body = Buffer.from(JSON.stringify(presentPlatformEvent(event)), "utf8");
  const { rows } = await tx.query(
    insertDelivery({
      eventId: event.id,
      platformType: event.type,
      organizationId: event.organizationId,
      body: body.toString("utf8"),
      byteCount: body.length,
      sha256: createHash("sha256").update(body).digest(),
      deliveryId: randomUUID(),
      endpointId,
      isHeld: endpoint.status === "disabled",
    }),
  );
  const [made] = rows;
  if (made) return { kind: "delivery", deliveryId: made.id };
  const { rows: existing } = await tx.query(findDelivery([endpointId, event.id]));
  const [delivery] = existing;
  if (!delivery) throw new Error("a delivery neither could be made nor exists");
  return { kind: "delivery", deliveryId: delivery.id };
}
