import type { Deps } from "@service/domain";
import { expandEvents } from "@service/domain/deliveries";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Most batches of one call; a wake-up announces the rest, so that other processes help. */
const batchesPerCallMax = 20;

export interface Expander {
  /** Expands waiting events; calls during a call lead to one more round. Never throws. @returns whether any was made. */
  expand(): Promise<boolean>;
}

/** Turns waiting events into deliveries and wakes the dispatchers. */
export function createExpander(options: {
  deps: Deps;
  metrics: DeliveryMetrics;
  cycleSeconds: number;
  /** Called when deliveries were made. */
  onDeliveries: () => void;
}): Expander {
  const { deps, metrics, cycleSeconds, onDeliveries } = options;
  let running: Promise<boolean> | undefined;
  let isAskedAgain = false;
  let isFailing = false;

  async function expandAll(): Promise<boolean> {
    let isAny = false;
    for (let batch = 0; batch < batchesPerCallMax; batch += 1) {
      const done = await expandEvents(deps, { cycleSeconds });
      if (done.events > 0) metrics.expanded(done.events, done.deliveries);
      if (done.deliveries > 0) onDeliveries();
      isAny ||= done.deliveries > 0;
      if (!done.isFull) return isAny;
    }
    await deps.queue.wake("webhooks");
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
