import type { DeliveryState } from "@service/contract";

import { stateAfter, statesBefore } from "./delivery-states.ts";

/**
 * Enabling, disabling and deleting write the endpoint's row alone; the sweep moves its deliveries afterwards, in slices.
 * Until then a stored state may lag behind its endpoint: read a delivery's state through `shownState`, and claim by the
 * state of both. All are conditions over `webhook_deliveries d` and `webhook_endpoints e`.
 */
const waits = `d.state in (${statesBefore("claim")})`;

/** A resend or test event before its first attempt: sent once to a disabled endpoint if requested while disabled. */
export const isRequested = "d.state = 'pending' and d.trigger in ('resend', 'test')";

/** Requested after the endpoint was disabled; earlier requests are held with the rest. */
export const isRequestedSince = "d.next_attempt_at >= coalesce(e.disabled_at, '-infinity')";

/** Scheduled, but must not be sent: its endpoint is disabled, or was enabled before the sweep had held it. */
export const mustBeHeld = `${waits} and (
  (e.status = 'disabled' and not (${isRequested} and ${isRequestedSince}))
  or (e.status = 'enabled' and d.created_at < e.resume_asked_at and not (${isRequested})))`;

const isCancelled = `e.deleted_at is not null and d.state in (${statesBefore("claim")}, ${statesBefore("resume")})`;
const isHeld = `e.status = 'disabled' and ${mustBeHeld}`;
const isResumed = `e.status = 'enabled' and (d.state in (${statesBefore("resume")}) or ${mustBeHeld})`;

/** The state of a delivery, given its endpoint's state. */
export const shownState = `case
  when ${isCancelled} then ${stateAfter("cancel")}
  when ${isHeld} then ${stateAfter("hold")}
  when ${isResumed} then ${stateAfter("resume")}
  else d.state end`;

/** The next attempt to show with `shownState`. A delivery that is being resumed is due at this time at the earliest. */
export const shownNextAttemptAt = `case
  when ${isCancelled} or ${isHeld} then null
  when ${isResumed} then greatest(now(), e.resumed_until)
  else d.next_attempt_at end`;

/** Whether a delivery shows `state`. Do not write `shownState = …`: the planner could not estimate its rows. */
export function showsState(state: DeliveryState): string {
  const stored = `d.state = '${state}'`;
  switch (state) {
    case "pending":
      return `${stored} and e.deleted_at is null and (${mustBeHeld}) is not true`;
    case "retry_scheduled":
      return `e.deleted_at is null and ((${stored} and (${mustBeHeld}) is not true) or (${isResumed}))`;
    case "held":
      return `e.deleted_at is null and ((${stored} and e.status = 'disabled') or (${isHeld}))`;
    case "cancelled":
      return `(${stored} or (${isCancelled}))`;
    case "delivering":
    case "delivered":
    case "dead_letter":
      return stored;
  }
}
