import { hash, randomUUID } from "node:crypto";

import { type DeadLetterReason, fail, limits } from "@service/contract";
import { statement } from "@service/db";

import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { hashOfRequest, replayOf } from "../../replays.ts";
import { statesBefore } from "./delivery-states.ts";
import { findOwnEndpoint } from "./read-deliveries.ts";
import { countedAtOnceMax, type Recovery, recoveryColumns } from "./recovery.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

const dayMs = 86_400_000;
/** Tolerance: a request for "14 days ago" arrives a moment after the caller computed it. */
const graceMs = 5 * 60_000;

const lockEndpoint = statement(
  "webhook_endpoints_lock",
  "select pg_advisory_xact_lock(hashtextextended('webhook_endpoint:' || $1::text, 0))",
);

const findByKey = statement(
  "webhook_recoveries_find_by_key",
  `select ${recoveryColumns}, r.request_hash as "requestHash" from webhook_recoveries r
   where r.endpoint_id = $1 and r.key_hash = $2`,
).narrowed<Pick<Recovery, "reason">>();

const findRunning = statement(
  "webhook_recoveries_find_running",
  "select id from webhook_recoveries where endpoint_id = $1 and state = 'running'",
);

const insertRecovery = statement(
  "webhook_recoveries_insert",
  `with counted as materialized (
     select d.created_at, d.id from webhook_deliveries d
      where d.endpoint_id = @endpoint_id and d.state in (${statesBefore("recover")})
        and d.created_at >= @since and d.created_at < @until and (@reason::text is null or d.reason = @reason)
      order by d.created_at, d.id limit ${countedAtOnceMax}
   )
   insert into webhook_recoveries as r (id, organization_id, environment_id, endpoint_id, since, until, reason,
     key_hash, request_hash, matched, counted_created_at, counted_id)
   select @id, e.organization_id, e.environment_id, e.id, @since, @until, @reason, @key_hash, @request_hash,
       (select count(*) from counted), rest.created_at, rest.id
     from webhook_endpoints e left join (
       select * from counted order by created_at, id offset ${countedAtOnceMax - 1}) rest on true
    where e.id = @endpoint_id and e.organization_id = @organization_id and e.environment_id = @environment_id
      and e.deleted_at is null
   returning ${recoveryColumns}`,
).narrowed<Pick<Recovery, "reason">>();

/**
 * Starts a bulk recovery (HOOK-85): every dead letter of the endpoint that was created in the window, and
 * dead-lettered for the given reason, is sent again in a new cycle. This writes the job and returns; the webhooks
 * process finishes the count and walks it page by page at the endpoint's rate, also across restarts. While the endpoint
 * is disabled it waits.
 *
 * @param options.since at most 14 days back. @param options.until defaults to now; a later time is now.
 * @param options.idempotencyKey the same key with the same request returns the recovery it started.
 * @throws `webhook_endpoint_not_found`, `invalid_recovery_window`, `recovery_in_progress` (one at a time for an
 *   endpoint), `recovery_key_reused`.
 */
export async function startRecovery(
  deps: Pick<Deps, "db" | "clock">,
  options: {
    owner: Actor & EnvironmentScope;
    endpointId: string;
    since: Date;
    until?: Date | undefined;
    reason?: DeadLetterReason | undefined;
    idempotencyKey?: string | undefined;
  },
): Promise<Recovery> {
  const { owner, endpointId, since, reason = null, idempotencyKey } = options;
  const nowMs = deps.clock.nowMs();
  const until = new Date(Math.min(options.until?.getTime() ?? nowMs, nowMs));
  const isTooOld = since.getTime() < nowMs - limits.webhookRecoveryDaysMax * dayMs - graceMs;
  await findOwnEndpoint(deps, owner, endpointId);
  const keyHash = idempotencyKey === undefined ? null : hash("sha256", idempotencyKey, "buffer");
  // Hash the request as sent, not as resolved: without `until` the end of the window moves with every call.
  const requestHash = hashOfRequest([since.toISOString(), options.until?.toISOString() ?? null, reason]);
  const recovery = await deps.db.inTransaction(async (tx) => {
    // Serializes a double click: the second sees the job of the first.
    await tx.query(lockEndpoint([endpointId]));
    if (keyHash) {
      const { rows: existing } = await tx.query(findByKey([endpointId, keyHash]));
      const first = replayOf(existing[0], requestHash, ({ id }) =>
        fail("recovery_key_reused", { details: { recovery_id: id } }),
      );
      if (first) return first;
    }
    // After the key check: a repeat gets its first answer even if the window is too old by now.
    if (isTooOld || since >= until) throw fail("invalid_recovery_window");
    const { rows: running } = await tx.query(findRunning([endpointId]));
    const [other] = running;
    if (other) throw fail("recovery_in_progress", { details: { recovery_id: other.id } });
    const { rows } = await tx.query(
      insertRecovery({
        id: randomUUID(),
        endpointId,
        organizationId: owner.organizationId,
        environmentId: owner.environmentId,
        since,
        until,
        reason,
        keyHash,
        requestHash,
      }),
    );
    const [started] = rows;
    if (!started) throw fail("webhook_endpoint_not_found");
    await recordChange(tx, owner, {
      action: "webhooks.recover",
      kind: "webhook_recovery",
      id: started.id,
      organizationId: owner.organizationId,
      environmentId: owner.environmentId,
      before: null,
      after: { endpoint_id: endpointId, since, until, reason },
    });
    return started;
  });
  return recovery;
}
