import type { Deps } from "@service/domain";
import { type Claim, claimDeliveries, type ClaimedDelivery, firstCursor } from "@service/domain/deliveries";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Longest time without looking: bells only shorten it (webhooks.md 5.5). */
const pollMs = 1_000;
/** After an endpoint was busy with another process's claim. */
const contendedPauseMs = 15;
/** After an endpoint was at its rate: the second that counts slides on. */
const atRatePauseMs = 100;

export interface DispatchOptions {
  readonly deps: Deps;
  readonly metrics: DeliveryMetrics;
  readonly lane: "normal" | "slow";
  readonly slots: number;
  readonly leaseSeconds: number;
  /** Time from a cycle's start to its deadline, already scaled. */
  readonly cycleSeconds: number;
  /** Makes one try; never throws. */
  readonly deliver: (claimed: ClaimedDelivery) => Promise<void>;
}

export interface Dispatcher {
  /** There may be due deliveries: look now. */
  wake(): void;
  /** Claims no more and waits for the tries under way. */
  stop(): Promise<void>;
}

/**
 * Keeps the slots of one lane filled: claims as many due deliveries as slots are free, in one statement, and looks
 * again when a slot frees, a bell rings, the next retry is due, or a second has passed.
 */
export function startDispatcher(options: DispatchOptions): Dispatcher {
  const { deps, metrics, lane, slots, leaseSeconds, cycleSeconds, deliver } = options;
  const underWay = new Set<Promise<void>>();
  const inFlightOf = new Map<string, number>();
  // Half of the process for one endpoint: a slow receiver with a high limit must leave room for the others.
  const perEndpoint = lane === "slow" ? 1 : Math.max(1, Math.ceil(slots / 2));
  let cursor = firstCursor;
  let isStopping = false;
  let isFailing = false;
  let woken = Promise.withResolvers<void>();

  function wake(): void {
    woken.resolve();
  }

  function start(claimed: ClaimedDelivery): void {
    const { endpointId } = claimed;
    inFlightOf.set(endpointId, (inFlightOf.get(endpointId) ?? 0) + 1);
    const attempt = deliver(claimed).finally(() => {
      underWay.delete(attempt);
      const left = (inFlightOf.get(endpointId) ?? 1) - 1;
      if (left === 0) inFlightOf.delete(endpointId);
      else inFlightOf.set(endpointId, left);
      metrics.inFlight(lane, underWay.size);
      wake();
    });
    underWay.add(attempt);
  }

  async function claim(free: number): Promise<Claim | undefined> {
    try {
      const claimed = await claimDeliveries(deps, {
        slots: free,
        cursor,
        leaseSeconds,
        isSlowLane: lane === "slow",
        perEndpoint,
        passOver: [...inFlightOf].filter(([, count]) => count >= perEndpoint).map(([endpointId]) => endpointId),
        cycleSeconds,
      });
      if (isFailing) deps.log.info({ lane }, "deliveries are claimed again");
      isFailing = false;
      return claimed;
    } catch (error) {
      if (!isFailing) deps.log.error({ err: error, lane }, "deliveries cannot be claimed");
      isFailing = true;
      return undefined;
    }
  }

  async function look(): Promise<number> {
    const free = slots - underWay.size;
    if (free <= 0) return pollMs;
    const claimed = await claim(free);
    if (!claimed) return pollMs;
    cursor = claimed.cursor;
    claimed.deliveries.forEach(start);
    metrics.inFlight(lane, underWay.size);
    // More endpoints to look at, or more due than there were slots for.
    if (cursor !== firstCursor || claimed.deliveries.length === free) return 0;
    if (claimed.isContended) return contendedPauseMs;
    const pauseMs = claimed.isAtRate ? atRatePauseMs : pollMs;
    return Math.min(pauseMs, Math.max(1, claimed.nextDueInMs ?? pollMs));
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers<void>();
      const pauseMs = await look();
      if (pauseMs === 0 && underWay.size < slots) continue;
      const timer = setTimeout(wake, pauseMs === 0 ? pollMs : pauseMs);
      await woken.promise;
      clearTimeout(timer);
    }
  }

  const running = run();
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      await running;
      await Promise.all(underWay);
    },
  };
}
