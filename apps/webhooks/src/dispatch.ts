import type { Deps } from "@service/domain";
import { claimDeliveries, type ClaimedDelivery, extendDeliveries, firstCursor } from "@service/domain/deliveries";
import { type Claim, type HeldState, type LeasedWork, startLeasedWork } from "@service/work";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Pause between two looks: wake-ups only shorten it (HOOK-47). Random, so that processes do not synchronize. */
const pollMs = { least: 900, most: 1_000 } as const;
/** While the database is away; wake-ups do not shorten it. */
const backoffMs = { first: 250, last: 1_000 } as const;
/** Pause after another process's claim held an endpoint. */
const contendedPauseMs = 15;
/** Pause after an endpoint was at its rate limit, which counts a sliding second. */
const atRatePauseMs = 100;
const gatherMs = 5;
/** Leases are extended so often that one missed heartbeat loses none. */
const beatsPerLease = 4;

export interface DispatchOptions {
  readonly deps: Pick<Deps, "db" | "log">;
  readonly metrics: DeliveryMetrics;
  readonly lane: "normal" | "slow";
  readonly slots: number;
  readonly leaseSeconds: number;
  /** Seconds from a cycle's start to its deadline, already scaled. */
  readonly cycleSeconds: number;
  /**
   * Makes one attempt and settles it; never throws. Ends soon after `signal` aborts. Calls `exchanged` between the two.
   * @returns milliseconds until the next one, where scheduled.
   */
  readonly deliver: (
    claimed: ClaimedDelivery,
    signal: AbortSignal,
    exchanged: () => void,
  ) => Promise<number | undefined>;
}

/**
 * Keeps the slots of one lane filled: claims as many due deliveries as slots are free, in one statement, and looks again
 * when slots become free while deliveries wait, on a wake-up, when the next retry is due, or after a second. Heartbeats
 * extend the leases of attempts under way, so a lease may be shorter than an attempt (HOOK-96). An attempt that the
 * process cannot finish before it stops ends with its lease.
 */
export function startDispatcher(options: DispatchOptions): LeasedWork {
  const { deps, metrics, lane, slots, leaseSeconds, deliver } = options;
  const claim = createClaim(options);
  let inFlight = 0;
  const work = startLeasedWork<ClaimedDelivery, number | undefined>({
    name: `deliveries (${lane})`,
    log: deps.log,
    slots,
    pollMs,
    backoffMs,
    gatherMs,
    claim,
    heartbeat: {
      everyMs: (leaseSeconds * 1_000) / beatsPerLease,
      leaseMs: leaseSeconds * 1_000,
      async extend(held) {
        const ids = await extendDeliveries(deps, held, leaseSeconds);
        return new Map(held.flatMap((one): [ClaimedDelivery, HeldState][] => (ids.has(one.id) ? [[one, "held"]] : [])));
      },
    },
    async perform(claimed, signal, freeSlot) {
      inFlight += 1;
      metrics.inFlight(lane, inFlight);
      const retryInMs = await deliver(claimed, signal, freeSlot);
      inFlight -= 1;
      metrics.inFlight(lane, inFlight);
      return retryInMs;
    },
    // The attempt is settled already. The poll finds later retries.
    async settle(_claimed, outcome) {
      const retryInMs = outcome.kind === "done" ? outcome.result : undefined;
      if (retryInMs !== undefined && retryInMs < pollMs.least)
        setTimeout(() => work.wake(), Math.max(1, retryInMs)).unref();
      return true;
    },
  });
  return work;
}

function createClaim({
  deps,
  lane,
  slots,
  leaseSeconds,
  cycleSeconds,
}: DispatchOptions): (free: number, held: readonly ClaimedDelivery[]) => Promise<Claim<ClaimedDelivery>> {
  // At most half of the slots for one endpoint: a slow receiver with a high limit must leave some for the others.
  const perEndpoint = lane === "slow" ? 1 : Math.max(1, Math.ceil(slots / 2));
  let cursor = firstCursor;

  return async (free, held) => {
    const excludedEndpointIds = endpointsWith(perEndpoint, held);
    const claimed = await claimDeliveries(deps, {
      slots: free,
      cursor,
      leaseSeconds,
      isSlowLane: lane === "slow",
      perEndpoint,
      excludedEndpointIds,
      cycleSeconds,
    });
    cursor = claimed.cursor;
    const items = claimed.deliveries;
    if (items.length === free) return { items, isMore: true };
    // More endpoints to look at, or more due deliveries at those claimed from.
    if (cursor !== firstCursor || (claimed.isMore && items.length > 0)) return { items, isMore: true, nextDueInMs: 0 };
    const limitPauseMs =
      claimed.isContended || claimed.isMore ? contendedPauseMs : claimed.isAtRate ? atRatePauseMs : pollMs.most;
    return {
      items,
      isMore: claimed.isEndpointFull || excludedEndpointIds.length > 0,
      nextDueInMs: Math.min(limitPauseMs, Math.max(1, claimed.nextDueInMs ?? pollMs.most)),
    };
  };
}

/** Endpoints that have at least `deliveriesMin` of these deliveries. */
function endpointsWith(deliveriesMin: number, held: readonly ClaimedDelivery[]): string[] {
  const counts = new Map<string, number>();
  for (const { endpointId } of held) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= deliveriesMin).map(([endpointId]) => endpointId);
}
