import { hash } from "node:crypto";

import { fail } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { type Delivery, deliveryColumns, type DeliveryWords } from "./delivery.ts";
import { mayLeave, stateAfter } from "./delivery-states.ts";
import { findOwnEndpoint } from "./read-deliveries.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

const lockDelivery = statement(
  "webhook_deliveries_lock",
  `select ${deliveryColumns},
     exists (select 1 from webhook_bodies b where b.event_id = d.event_id and b.mode = d.mode) as "hasBody"
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
   where d.endpoint_id = $1 and d.id = $2 for update of d`,
).narrowed<DeliveryWords>();

const findResend = statement(
  "webhook_resends_find",
  "select 1 from webhook_resends where delivery_id = $1 and key_hash = $2",
);

const insertResend = statement(
  "webhook_resends_insert",
  "insert into webhook_resends (delivery_id, key_hash, cycle) values ($1, $2, $3)",
);

const resend = statement(
  "webhook_deliveries_resend",
  `update webhook_deliveries d set
      state = ${stateAfter("resend")}, reason = null, cycle = d.cycle + 1, tries = 0, trigger = 'resend',
      next_attempt_at = now(), cycle_deadline = null, delivered_at = null
    from webhook_endpoints e
    where d.id = $1 and e.id = d.endpoint_id
   returning ${deliveryColumns}`,
).narrowed<Pick<Delivery, "eventType">>();

/**
 * Sends a delivery again: same delivery id, event id and bytes, a new cycle with the whole schedule, fresh timestamp
 * and the current secrets (HOOK-80). A waiting retry is replaced, never doubled. On a disabled endpoint the
 * cycle is one attempt: its failure holds the delivery until the endpoint is enabled.
 *
 * @param options.idempotencyKey repeating a key on the same delivery returns the delivery and sends nothing.
 * @throws `webhook_endpoint_not_found`, `webhook_delivery_not_found`, `delivery_in_progress`,
 *   `delivery_not_resendable`, `delivery_body_expired`.
 */
export async function resendDelivery(
  deps: Pick<Deps, "db" | "queue">,
  options: {
    owner: Actor & EnvironmentScope;
    endpointId: string;
    deliveryId: string;
    idempotencyKey?: string | undefined;
  },
): Promise<Delivery> {
  const { owner, endpointId, deliveryId, idempotencyKey } = options;
  await findOwnEndpoint(deps, owner, endpointId);
  const keyHash = idempotencyKey === undefined ? undefined : hash("sha256", idempotencyKey, "buffer");
  const delivery = await deps.db.inTransaction(async (tx) => {
    // Serializes a double click by the row lock: the second sees the key of the first.
    const { rows } = await tx.query(lockDelivery([endpointId, deliveryId]));
    const [found] = rows;
    if (!found) throw fail("webhook_delivery_not_found");
    if (keyHash) {
      const { rows: existing } = await tx.query(findResend([deliveryId, keyHash]));
      if (existing.length > 0) return found;
    }
    if (found.state === "delivering") throw fail("delivery_in_progress");
    if (!mayLeave(found.state, "resend")) throw fail("delivery_not_resendable");
    if (!found.hasBody) throw fail("delivery_body_expired");
    if (keyHash) {
      await tx.query(insertResend([deliveryId, keyHash, found.cycle + 1]));
    }
    // The first claim of the cycle sets its deadline: only the process that sends knows the scale of the schedule.
    const { rows: resent } = await tx.query(resend([deliveryId]));
    const [again] = resent;
    if (!again) throw new Error("an update returned no row");
    return again;
  });
  await deps.queue.wake("webhooks");
  return delivery;
}
