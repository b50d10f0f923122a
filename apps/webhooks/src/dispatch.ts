import type { Deps } from "@service/domain";
import { type Claim, claimDeliveries, type ClaimedDelivery, firstCursor } from "@service/domain/deliveries";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Longest time without looking: bells only shorten it (webhooks.md 5.5). */
const pollMs = 1_000;
/** After an endpoint was busy with another process's claim. */
const contendedPauseMs = 15;
/** After an endpoint was at its rate: the second that counts slides on. */
const atRatePauseMs = 100;
/**
 * Freed slots are filled together: a claim costs its statement, whatever it takes. Half of the slots, or what is free
 * this long after the first.
 */
const gatherMs = 5;

export interface DispatchOptions {
  readonly deps: Deps;
  readonly metrics: DeliveryMetrics;
  readonly lane: "normal" | "slow";
  readonly slots: number;
  readonly leaseSeconds: number;
  /** Time from a cycle's start to its deadline, already scaled. */
  readonly cycleSeconds: number;
  /** Makes one try; never throws. Answers the milliseconds until the next one, where there is one. */
  readonly deliver: (claimed: ClaimedDelivery) => Promise<number | undefined>;
}

export interface Dispatcher {
  /** There may be due deliveries: look now. */
  wake(): void;
  /** Claims no more and waits for the tries under way. */
  stop(): Promise<void>;
}

/** What the last look left behind. */
interface Look {
  /** Due deliveries may wait for a slot, or for room at their endpoint: the end of a try is a reason to look. */
  readonly isHungry: boolean;
  /** Until the next look at the latest. */
  readonly pauseMs: number;
}

/**
 * Keeps the slots of one lane filled: claims as many due deliveries as slots are free, in one statement, and looks
 * again when slots free that something waits for, a bell rings, the next retry is due, or a second has passed.
 */
export function startDispatcher(options: DispatchOptions): Dispatcher {
  const { deps, metrics, lane, slots, leaseSeconds, cycleSeconds, deliver } = options;
  const underWay = new Set<Promise<void>>();
  const inFlightOf = new Map<string, number>();
  // Half of the process for one endpoint: a slow receiver with a high limit must leave room for the others.
  const perEndpoint = lane === "slow" ? 1 : Math.max(1, Math.ceil(slots / 2));
  const gatherSlots = Math.max(1, Math.floor(slots / 2));
  let cursor = firstCursor;
  let isStopping = false;
  let isFailing = false;
  let isHungry = true;
  /** Tries that ended since the last look began. */
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
    // Later ones are found by the poll.
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
    // More endpoints to look at, or more due at those that were looked at.
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
      // What ended during the claim did not know that somebody waits.
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
