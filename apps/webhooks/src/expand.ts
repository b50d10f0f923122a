import type { Deps } from "@service/domain";
import { expandEvents } from "@service/domain/events";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** How long an event that could not be rendered is left out. */
const failedPauseMs = 60_000;
const failedMax = 1_000;
/** Batches of one call; a bell is rung for the rest, so that other processes help. */
const batchesPerCallMax = 20;

export interface Expander {
  /** Expands what waits. Calls during a call lead to one more round of it. Never throws. Answers whether any was made. */
  expand(): Promise<boolean>;
}

/** Turns waiting events into deliveries, and tells the dispatchers. */
export function createExpander(options: {
  deps: Deps;
  metrics: DeliveryMetrics;
  cycleSeconds: number;
  /** Told when deliveries were made. */
  onDeliveries: () => void;
}): Expander {
  const { deps, metrics, cycleSeconds, onDeliveries } = options;
  /** Event to the time when it may be tried again. */
  const failed = new Map<string, number>();
  let running: Promise<boolean> | undefined;
  let isAskedAgain = false;
  let isFailing = false;

  function skipped(): string[] {
    const nowMs = performance.now();
    for (const [eventId, untilMs] of failed) if (untilMs <= nowMs) failed.delete(eventId);
    return [...failed.keys()];
  }

  async function expandAll(): Promise<boolean> {
    let isAny = false;
    for (let batch = 0; batch < batchesPerCallMax; batch += 1) {
      const done = await expandEvents(deps, { skip: skipped(), cycleSeconds });
      for (const eventId of done.failed.slice(0, failedMax - failed.size)) {
        failed.set(eventId, performance.now() + failedPauseMs);
      }
      if (done.events > 0) metrics.expanded(done.events, done.deliveries);
      if (done.deliveries > 0) onDeliveries();
      isAny ||= done.deliveries > 0;
      if (!done.isFull) return isAny;
    }
    await deps.queue.ring("webhooks");
    return isAny;
  }

  async function rounds(): Promise<boolean> {
    let isAny = false;
    do {
      isAskedAgain = false;
      try {
        isAny = (await expandAll()) || isAny;
        isFailing = false;
      } catch (error) {
        if (!isFailing) deps.log.error({ err: error }, "events cannot be expanded");
        isFailing = true;
        return isAny;
      }
    } while (isAskedAgain);
    return isAny;
  }

  return {
    expand() {
      isAskedAgain = true;
      running ??= rounds().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
