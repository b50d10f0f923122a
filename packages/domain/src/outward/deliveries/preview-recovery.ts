import { type DeadLetterReason, fail } from "@service/contract";
import { statement } from "@service/db";

import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type Delivery, deliveryColumns, type DeliveryWords } from "./delivery.ts";
import { statesBefore } from "./delivery-states.ts";
import { countedAtOnceMax } from "./recovery.ts";

/** A dead letter that a recovery would send again. */
export interface RecoverableDelivery {
  readonly delivery: Delivery;
  /** Whether the receiver has it already: it accepted an earlier attempt, or one ended without an answer. */
  readonly arrived: "yes" | "perhaps" | "no";
}

/** What a recovery of a window would do, before it is started. Counts stop at `countedAtOnceMax`. */
export interface RecoveryPreview {
  readonly matched: number;
  /** Deliveries of the window that were delivered, which a recovery leaves alone; null in a window too large to count. */
  readonly delivered: number | null;
  readonly countedMax: number;
  /** The endpoint's rate, at which dead letters are sent. */
  readonly maxPerSecond: number;
  /** The recovery that is under way: another one must wait for it. */
  readonly runningId: string | null;
  /** The first ones, in the order in which they are sent. */
  readonly first: readonly RecoverableDelivery[];
}

const firstRows = 50;

/** Deliveries `d` of the window. */
const inWindow = `d.endpoint_id = e.id and d.created_at >= @since and d.created_at < @until`;
const recoverable = `${inWindow} and d.state in (${statesBefore("recover")}) and (@reason::text is null or d.reason = @reason)`;
const ownEndpoint = `e.id = @endpoint_id and e.organization_id = @organization_id
  and e.environment_id = @environment_id and e.deleted_at is null`;

const countWindow = statement(
  "webhook_recoveries_preview",
  `select e.max_per_second as "maxPerSecond",
     (select r.id from webhook_recoveries r where r.endpoint_id = e.id and r.state = 'running' limit 1) as "runningId",
     (select count(*) from (
       select from webhook_deliveries d where ${recoverable} limit ${countedAtOnceMax}) m) as matched,
     (select case when count(*) <= ${countedAtOnceMax} then count(*) filter (where n.state = 'delivered') end from (
       select d.state from webhook_deliveries d where ${inWindow} limit ${countedAtOnceMax} + 1) n) as delivered
    from webhook_endpoints e where ${ownEndpoint}`,
);

const readFirst = statement(
  "webhook_recoveries_preview_first",
  `select ${deliveryColumns},
     exists (select 1 from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'delivered') as "isDelivered",
     exists (select 1 from webhook_attempts a where a.delivery_id = d.id and a.outcome = 'unknown') as "isUnknown"
    from webhook_endpoints e join webhook_deliveries d on ${recoverable}
   where ${ownEndpoint}
   order by d.created_at, d.id limit ${firstRows}`,
).narrowed<DeliveryWords>();

/**
 * What `startRecovery` with the same window and reason would send (HOOK-85, CON-66). Changes nothing.
 * @throws `webhook_endpoint_not_found`
 */
export async function previewRecovery(
  deps: Pick<Deps, "db">,
  window: {
    readonly owner: EnvironmentScope;
    readonly endpointId: string;
    readonly since: Date;
    readonly until: Date;
    readonly reason?: DeadLetterReason | undefined;
  },
): Promise<RecoveryPreview> {
  const { owner, endpointId, since, until, reason = null } = window;
  const { organizationId, environmentId } = owner;
  const given = { organizationId, environmentId, endpointId, since, until, reason };
  const [counted, first] = await Promise.all([
    deps.db.pool.query(countWindow(given)),
    deps.db.pool.query(readFirst(given)),
  ]);
  const [found] = counted.rows;
  if (!found) throw fail("webhook_endpoint_not_found");
  return {
    ...found,
    matched: found.matched ?? 0,
    countedMax: countedAtOnceMax,
    first: first.rows.map(({ isDelivered, isUnknown, ...delivery }) => ({
      delivery,
      arrived: isDelivered ? "yes" : isUnknown ? "perhaps" : "no",
    })),
  };
}
