import type { DeliveryState } from "@service/contract";
import { hotStatement } from "@service/db";

import type { Deps } from "../../deps.ts";
import type { Outcome } from "./classify-answer.ts";
import { stateAfter, statesBefore } from "./delivery-states.ts";

/** The outcome of one attempt. */
export interface SettledAttempt {
  readonly deliveryId: string;
  readonly leaseToken: string;
  readonly cycle: number;
  readonly attemptNumber: number;
  readonly outcome: Outcome;
  /** The endpoint answered that it is gone: disable it and dead-letter this delivery. */
  readonly isGone: boolean;
  /** Until the next attempt; undefined when none is left. Ignored unless the outcome is `transient`. */
  readonly waitMs: number | undefined;
  readonly errorCode: string | null;
  readonly status: number | null;
  readonly remoteAddress: string | null;
  readonly secretIds: readonly string[];
  readonly timings: Readonly<Record<string, number>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  readonly responseIsBase64: boolean;
  readonly responseTruncated: boolean;
}

/** The delivery's new state; `lost` when the lease was no longer ours, and nothing was changed. */
export type Settlement =
  | { readonly kind: "settled"; readonly state: DeliveryState; readonly reason: string | null }
  | { readonly kind: "lost" };

/**
 * Completes attempts: attempt, delivery and endpoint health in one statement (HOOK-37, HOOK-38, HOOK-39).
 *
 * In: arrays of equal length, one entry for each attempt, in the order of their ends. Out: id, state and reason of each
 * that was still under our lease; the others are untouched. Repeating it after a lost answer changes nothing.
 * A disable or delete that commits between this statement's snapshot and its end leaves a scheduled row behind, which
 * `sweepDeliveries` corrects; taking the endpoint's lock here would make every settle wait for every claim.
 */
const settleAttempts = hotStatement(
  "webhooks_settle_deliveries",
  `with tried as materialized (
    select * from unnest(@delivery_ids::uuid[], @lease_tokens::uuid[], @cycles::int[], @tries::int[],
      @outcomes::text[], @are_gone::boolean[], @waits_ms::float8[],
        @error_codes::text[], @statuses::int[], @remote_addresses::text[], @secret_ids::text[], @timings::text[],
          @response_headers::text[], @response_bodies::text[], @are_base64::boolean[],
        @are_truncated::boolean[])
      with ordinality as t(delivery_id, lease_token, cycle, try, outcome, is_gone, wait_ms, error_code, status,
        remote_address, secret_ids, timings, response_headers, response_body, response_is_base64, response_truncated,
        place)
  ), settled as (
    update webhook_deliveries d set
      state = case
        when t.outcome = 'delivered' then ${stateAfter("deliver")}
        when t.outcome = 'permanent' then ${stateAfter("deadLetter")}
        when e.deleted_at is not null then ${stateAfter("cancel")}
        when t.wait_ms is null or now() >= d.cycle_deadline then ${stateAfter("deadLetter")}
        when e.status = 'disabled' then ${stateAfter("hold")}
        else ${stateAfter("retry")} end,
      reason = case
        when t.outcome = 'delivered' then null
        when t.outcome = 'permanent' then case when t.is_gone then 'endpoint_gone' else 'permanent_response' end
        when e.deleted_at is not null then null
        when t.wait_ms is null then 'retry_exhausted'
        when now() >= d.cycle_deadline then 'window_elapsed' end,
      next_attempt_at = case
        when t.outcome = 'transient' and t.wait_ms is not null and e.deleted_at is null and e.status = 'enabled'
          and now() < d.cycle_deadline
        then least(now() + t.wait_ms * interval '1 millisecond', d.cycle_deadline) end,
      delivered_at = case when t.outcome = 'delivered' then now() end,
      refused_at = case when t.outcome = 'permanent' then now() end,
      lease_token = null, lease_until = null
      from tried t, webhook_endpoints e
     where d.id = t.delivery_id and d.lease_token = t.lease_token and d.state in (${statesBefore("deliver")})
       and e.id = d.endpoint_id
    returning d.id, d.endpoint_id, d.state, d.reason, d.next_attempt_at
  ), logged as (
    update webhook_attempts a set
      outcome = t.outcome, error_code = t.error_code, status = t.status, remote_address = t.remote_address,
      secret_ids = t.secret_ids::uuid[], timings = t.timings, response_headers = t.response_headers,
      response_body = t.response_body, response_is_base64 = t.response_is_base64,
      response_truncated = t.response_truncated, ended_at = now(), next_attempt_at = s.next_attempt_at
      from tried t join settled s on s.id = t.delivery_id
     where a.delivery_id = t.delivery_id and a.cycle = t.cycle and a.try = t.try
       -- Look only in the partitions an open attempt can be in: an attempt is settled within minutes, or never.
       and a.started_at > now() - interval '1 hour' and a.started_at < now() + interval '1 hour'
  ), last_success as (
    select s.endpoint_id, max(t.place) filter (where t.outcome = 'delivered') as place
      from settled s join tried t on t.delivery_id = s.id group by s.endpoint_id
  ), health as (
    select l.endpoint_id, l.place is not null as has_success, bool_or(t.is_gone) as is_gone,
           count(*) filter (where t.outcome <> 'delivered' and t.place > coalesce(l.place, 0)) as failures,
           bool_or(t.outcome = 'permanent' and t.place > coalesce(l.place, 0)) as is_refused
      from last_success l join settled s on s.endpoint_id = l.endpoint_id join tried t on t.delivery_id = s.id
     group by l.endpoint_id, l.place
  ), judged as materialized (
    -- Locked in the order of ids: two settles that share two endpoints would otherwise deadlock. A resend through a
    -- disabled endpoint changes nothing. A success within a second of another is not written: the row would be locked
    -- against claims all the time.
    select e.id, h.has_success, h.is_gone, h.failures, h.is_refused
      from health h join webhook_endpoints e on e.id = h.endpoint_id
     where e.status = 'enabled' and e.deleted_at is null
       and (h.failures > 0 or h.is_gone or e.failures_in_a_row > 0 or e.last_success_at is null
         or e.last_success_at < now() - interval '1 second')
     order by e.id for no key update of e
  ), written as (
    update webhook_endpoints e set
      last_success_at = case when j.has_success then now() else e.last_success_at end,
      failures_in_a_row = case when j.has_success then j.failures else e.failures_in_a_row + j.failures end,
      first_failure_at = case when j.failures = 0 then null when j.has_success then now()
        else coalesce(e.first_failure_at, now()) end,
      first_refusal_at = case when j.is_refused and not j.has_success then coalesce(e.first_refusal_at, now())
        when j.is_refused then now() when j.has_success then null else e.first_refusal_at end,
      status = case when j.is_gone then 'disabled'::endpoint_status else e.status end,
      disabled_reason = case when j.is_gone then 'gone' end,
      disabled_at = case when j.is_gone then now() end
      from judged j
     where e.id = j.id and e.status = 'enabled'
  )
  select id, state, reason from settled`,
);

/**
 * Settles a batch of attempts.
 * @returns one settlement for each attempt, in their order.
 */
export async function settleDeliveries(
  deps: Pick<Deps, "db">,
  attempts: readonly SettledAttempt[],
): Promise<Settlement[]> {
  const { rows } = await deps.db.hot.query(
    settleAttempts({
      deliveryIds: attempts.map((row) => row.deliveryId),
      leaseTokens: attempts.map((row) => row.leaseToken),
      cycles: attempts.map((row) => row.cycle),
      tries: attempts.map((row) => row.attemptNumber),
      outcomes: attempts.map((row) => row.outcome),
      areGone: attempts.map((row) => row.isGone),
      waitsMs: attempts.map((row) => row.waitMs ?? null),
      errorCodes: attempts.map((row) => row.errorCode),
      statuses: attempts.map((row) => row.status),
      remoteAddresses: attempts.map((row) => row.remoteAddress),
      secretIds: attempts.map((row) => `{${row.secretIds.join(",")}}`),
      timings: attempts.map((row) => JSON.stringify(row.timings)),
      responseHeaders: attempts.map((row) => (row.responseHeaders ? JSON.stringify(row.responseHeaders) : null)),
      responseBodies: attempts.map((row) => row.responseBody),
      areBase64: attempts.map((row) => row.responseIsBase64),
      areTruncated: attempts.map((row) => row.responseTruncated),
    }),
  );
  const settled = new Map(rows.map((row) => [row.id, row]));
  return attempts.map(({ deliveryId }) => {
    const row = settled.get(deliveryId);
    return row ? { kind: "settled", state: row.state, reason: row.reason } : { kind: "lost" };
  });
}
