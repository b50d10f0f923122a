import type { Deps } from "@service/domain";
import {
  advanceRecoveries,
  measureDeliveries,
  recoverDeadLetters,
  removeOldTestEvents,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { measureEventMarks } from "@service/domain/events";
import { disableFailingEndpoints, raiseNotices } from "@service/domain/webhook-endpoints";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

const sweepEveryMs = 1_000;
/** Interval of tasks that may run seconds late: metrics, endpoints failing for days, dead letters to resend. */
const careEverySweeps = 5;

/**
 * Handles, every second, expired leases, deliveries that do not match their endpoint, and events whose wake-up was lost.
 * With the queue's backend away or wiped, this alone keeps deliveries going, at most a second late (HOOK-47).
 */
export function startSweeper(options: {
  deps: Deps;
  metrics: DeliveryMetrics;
  /** Seconds from a delivery's creation to its deadline, already scaled. */
  cycleSeconds: number;
  /** Expands waiting events. */
  expand: () => Promise<unknown>;
  /** Called after every sweep. */
  onSwept: () => void;
}): { stop(): Promise<void> } {
  const { deps, metrics, cycleSeconds, expand, onSwept } = options;
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  let isFailing = false;
  let sweeps = 0;

  async function sweep(): Promise<void> {
    const { lost, deadLettered, strays } = await sweepDeliveries(deps, { cycleSeconds });
    if (lost > 0) {
      metrics.lost(lost);
      deps.log.warn({ lost }, "leases expired; their deliveries are due again");
    }
    if (deadLettered + strays > 0) deps.log.info({ deadLettered, strays }, "deliveries were moved");
    const recovered = await advanceRecoveries(deps);
    if (recovered > 0) deps.log.info({ recovered }, "dead letters of recoveries are due");
    await expand();
    onSwept();
    if (sweeps % careEverySweeps === 0) await care();
    sweeps += 1;
  }

  async function care(): Promise<void> {
    const { raised, ended } = await raiseNotices(deps);
    for (const notice of raised) deps.log.warn(notice, "notice about a webhook endpoint");
    if (ended > 0) deps.log.info({ ended }, "notices about webhook endpoints have ended");
    const disabled = await disableFailingEndpoints(deps);
    if (disabled.length > 0) deps.log.warn({ endpointIds: disabled }, "endpoints disabled: failing for days");
    const recovered = await recoverDeadLetters(deps);
    if (recovered > 0) {
      deps.log.info({ recovered }, "dead letters of endpoints that answer again are due");
      onSwept();
    }
    await removeOldTestEvents(deps);
    metrics.backlog(await measureDeliveries(deps));
    metrics.marks(await measureEventMarks(deps.db));
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        await sweep();
        if (isFailing) deps.log.info({}, "sweeping again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) deps.log.error({ err: error }, "sweep failed");
        isFailing = true;
      }
      // Jitter, so that the sweeps of several processes spread over the second.
      const pauseMs = sweepEveryMs * (0.9 + Math.random() * 0.2);
      const timer = Promise.withResolvers<void>();
      const handle = setTimeout(timer.resolve, pauseMs);
      await Promise.race([timer.promise, stopping.promise]);
      clearTimeout(handle);
    }
  }

  const running = run();
  return {
    async stop() {
      isStopping = true;
      stopping.resolve();
      await running;
    },
  };
}
