import type { DeliveryState } from "@service/contract";

/**
 * All state transitions of a delivery (HOOK-35). Statements take their `from` lists from here: to add a transition, add
 * it to this table.
 */
export const deliveryTransitions = {
  /** A process took it under a lease and has logged the attempt. */
  claim: { from: ["pending", "retry_scheduled"], to: "delivering" },
  /** 2xx. */
  deliver: { from: ["delivering"], to: "delivered" },
  /** Transient answer, or the lease was lost with its process. */
  retry: { from: ["delivering"], to: "retry_scheduled" },
  /** Permanent answer, attempts used up, or the window is over. */
  deadLetter: { from: ["delivering", "held"], to: "dead_letter" },
  /** The endpoint is disabled; from `delivering` when the attempt under way failed meanwhile. */
  hold: { from: ["pending", "retry_scheduled", "delivering"], to: "held" },
  /** The endpoint was enabled in time. */
  resume: { from: ["held"], to: "retry_scheduled" },
  /** A person asked for it: a new cycle. */
  resend: { from: ["pending", "retry_scheduled", "held", "delivered", "dead_letter"], to: "pending" },
  /** The endpoint succeeds again and has `auto_recover`: what it refused meanwhile starts a new cycle. */
  recover: { from: ["dead_letter"], to: "pending" },
  /** The endpoint was deleted. */
  cancel: { from: ["pending", "retry_scheduled", "held", "delivering"], to: "cancelled" },
} as const satisfies Record<string, { from: readonly DeliveryState[]; to: DeliveryState }>;

export type DeliveryAction = keyof typeof deliveryTransitions;

/** Whether `action` may be taken from `state`. */
export function mayLeave(state: DeliveryState, action: DeliveryAction): boolean {
  const from: readonly DeliveryState[] = deliveryTransitions[action].from;
  return from.includes(state);
}

/** The states before `action`, as a list for `state in (…)`. */
export function statesBefore(action: DeliveryAction): string {
  return deliveryTransitions[action].from.map((state) => `'${state}'`).join(", ");
}

/** The state after `action`, as an SQL literal. */
export function stateAfter(action: DeliveryAction): string {
  return `'${deliveryTransitions[action].to}'::delivery_state`;
}
