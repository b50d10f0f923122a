import type { Deps } from "@service/domain";
import { type Claim, claimDeliveries, type ClaimedDelivery, firstCursor } from "@service/domain/deliveries";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Longest pause between two looks: wake-ups only shorten it (HOOK-47). */
const pollMs = 1_000;
/** Pause after another process's claim held an endpoint. */
const contendedPauseMs = 15;
/** Pause after an endpoint was at its rate limit, which counts a sliding second. */
const atRatePauseMs = 100;
/**
 * Fill freed slots together, because a claim costs one statement however much it takes: claim when half of the slots are
 * free, or this long after the first one.
 */
const gatherMs = 5;

export interface DispatchOptions {
  readonly deps: Deps;
  readonly metrics: DeliveryMetrics;
  readonly lane: "normal" | "slow";
  readonly slots: number;
  readonly leaseSeconds: number;
  /** Seconds from a cycle's start to its deadline, already scaled. */
  readonly cycleSeconds: number;
  /** Makes one attempt; never throws. @returns milliseconds until the next one, where scheduled. */
  readonly deliver: (claimed: ClaimedDelivery) => Promise<number | undefined>;
}

export interface Dispatcher {
  /** Deliveries may be due: look now. */
  wake(): void;
  /** Stops claiming and waits for the attempts under way. */
  stop(): Promise<void>;
}

/** Result of the last look. */
interface Look {
  /** Due deliveries may wait for a slot or for their endpoint's limit: look again when an attempt ends. */
  readonly isHungry: boolean;
  /** Longest pause until the next look. */
  readonly pauseMs: number;
}

/**
 * Keeps the slots of one lane filled: claims as many due deliveries as slots are free, in one statement, and looks again
 * when slots become free while deliveries wait, on a wake-up, when the next retry is due, or after a second.
 */
export function startDispatcher(options: DispatchOptions): Dispatcher {
  const { deps, metrics, lane, slots, leaseSeconds, cycleSeconds, deliver } = options;
  const underWay = new Set<Promise<void>>();
  const inFlightOf = new Map<string, number>();
  // At most half of the slots for one endpoint: a slow receiver with a high limit must leave some for the others.
  const perEndpoint = lane === "slow" ? 1 : Math.max(1, Math.ceil(slots / 2));
  const gatherSlots = Math.max(1, Math.floor(slots / 2));
  let cursor = firstCursor;
  let isStopping = false;
  let isFailing = false;
  let isHungry = true;
  /** Attempts that ended since the last look began. */
  let ended = 0;
  let gathering: NodeJS.Timeout | undefined;
  let woken = Promise.withResolvers<void>();

  function wake(): void {
    clearTimeout(gathering);
    gathering = undefined;
    woken.resolve();
  }

  function freed(retryInMs: number | undefined): void {
    metrics.inFlight(lane, underWay.size);
    ended += 1;
    // The poll finds later ones.
    if (retryInMs !== undefined && retryInMs < pollMs) setTimeout(wake, Math.max(1, retryInMs)).unref();
    if (isStopping || !isHungry) return;
    if (slots - underWay.size >= gatherSlots) wake();
    else gathering ??= setTimeout(wake, gatherMs);
  }

  function start(claimed: ClaimedDelivery): void {
    const { endpointId } = claimed;
    inFlightOf.set(endpointId, (inFlightOf.get(endpointId) ?? 0) + 1);
    const attempt = deliver(claimed).then((retryInMs) => {
      underWay.delete(attempt);
      const left = (inFlightOf.get(endpointId) ?? 1) - 1;
      if (left === 0) inFlightOf.delete(endpointId);
      else inFlightOf.set(endpointId, left);
      freed(retryInMs);
    });
    underWay.add(attempt);
  }

  async function claim(free: number, passOver: readonly string[]): Promise<Claim | undefined> {
    try {
      const claimed = await claimDeliveries(deps, {
        slots: free,
        cursor,
        leaseSeconds,
        isSlowLane: lane === "slow",
        perEndpoint,
        passOver,
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

  async function look(): Promise<Look> {
    const free = slots - underWay.size;
    if (free <= 0) return { isHungry: true, pauseMs: pollMs };
    const passOver = [...inFlightOf].filter(([, count]) => count >= perEndpoint).map(([endpointId]) => endpointId);
    const claimed = await claim(free, passOver);
    if (!claimed) return { isHungry: false, pauseMs: pollMs };
    cursor = claimed.cursor;
    claimed.deliveries.forEach(start);
    metrics.inFlight(lane, underWay.size);
    if (claimed.deliveries.length === free) return { isHungry: true, pauseMs: pollMs };
    // More endpoints to look at, or more due deliveries at those claimed from.
    if (cursor !== firstCursor || (claimed.isMore && claimed.deliveries.length > 0))
      return { isHungry: true, pauseMs: 0 };
    const pauseMs = Math.min(
      claimed.isContended || claimed.isMore ? contendedPauseMs : claimed.isAtRate ? atRatePauseMs : pollMs,
      Math.max(1, claimed.nextDueInMs ?? pollMs),
    );
    return { isHungry: claimed.isEndpointFull || passOver.length > 0, pauseMs };
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers<void>();
      ended = 0;
      const looked = await look();
      isHungry = looked.isHungry;
      if (looked.pauseMs === 0) continue;
      const timer = setTimeout(wake, looked.pauseMs);
      // Attempts that ended during the claim saw the old `isHungry`.
      if (isHungry && ended > 0) gathering ??= setTimeout(wake, gatherMs);
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
