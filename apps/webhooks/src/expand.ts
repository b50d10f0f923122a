import type { Deps } from "@service/domain";
import { expandEvents } from "@service/domain/deliveries";
import { startWakeLoop, type WakeLoop } from "@service/work";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

/** Most batches of one look; a wake-up announces the rest, so that other processes help. */
const batchesPerLookMax = 20;
/** With the queue's backend away or wiped, an event waits so long at most (HOOK-47). */
const pollMs = { least: 900, most: 1_100 } as const;
const backoffMs = { first: 250, last: 1_000 } as const;

/** Turns waiting events into deliveries, when woken and every second. */
export function startExpander(options: {
  readonly deps: Pick<Deps, "db" | "queue" | "log" | "clock">;
  readonly metrics: DeliveryMetrics;
  /** Seconds from a delivery's creation to its deadline, already scaled. */
  readonly cycleSeconds: number;
  /** Called when deliveries were made, and once where none was: the wake-up may be for a resend, which makes no event. */
  readonly wakeDispatcher: () => void;
}): WakeLoop {
  const { deps, metrics, cycleSeconds, wakeDispatcher } = options;
  return startWakeLoop({
    name: "event expansion",
    log: deps.log,
    pollMs,
    backoffMs,
    async look(signal) {
      let isAny = false;
      for (let batch = 0; batch < batchesPerLookMax && !signal.aborted; batch += 1) {
        const { events, deliveries, isFull } = await expandEvents(deps, { cycleSeconds });
        if (events > 0) metrics.expanded(events, deliveries);
        if (deliveries > 0) wakeDispatcher();
        isAny ||= deliveries > 0;
        if (!isFull) {
          if (!isAny) wakeDispatcher();
          return undefined;
        }
      }
      await deps.queue.wake("webhooks");
      return 0;
    },
  });
}
