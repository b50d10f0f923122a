import type { Deps } from "@service/domain";
import {
  advanceRecoveries,
  measureDeliveries,
  type MovedDeliveries,
  recoverDeadLetters,
  removeOldTestEvents,
  sweepDeliveries,
} from "@service/domain/deliveries";
import { measureEventMarks } from "@service/domain/events";
import { disableFailingEndpoints, raiseNotices } from "@service/domain/webhook-endpoints";
import { startWakeLoop, type WakeLoop } from "@service/work";

import type { DeliveryMetrics } from "./delivery-metrics.ts";

const sweepEveryMs = { least: 900, most: 1_100 } as const;
const backoffMs = { first: 250, last: 1_000 } as const;
/** Interval of tasks that may run seconds late: metrics, endpoints failing for days, dead letters to resend. */
const careEverySweeps = 5;

/**
 * Handles, every second, expired leases, deliveries that do not match their endpoint, and recoveries; less often, the
 * endpoints themselves.
 */
export function startSweeper(options: {
  deps: Pick<Deps, "db" | "log">;
  metrics: DeliveryMetrics;
  /** Seconds from a delivery's creation to its deadline, already scaled. */
  cycleSeconds: number;
  /** Of a claim. */
  leaseSeconds: number;
  /** Called when deliveries may have become due. */
  wakeDispatchers: () => void;
}): WakeLoop {
  const { deps, metrics, cycleSeconds, leaseSeconds, wakeDispatchers } = options;
  let sweeps = 0;

  async function sweep(): Promise<void> {
    const { lost, deadLettered, moved } = await sweepDeliveries(deps, { cycleSeconds, leaseSeconds });
    if (lost > 0) {
      metrics.lost(lost);
      deps.log.warn({ lost }, "leases expired; their deliveries are due again");
    }
    if (deadLettered > 0)
      deps.log.info({ dead_lettered: deadLettered }, "held deliveries became dead letters: their window is over");
    for (const { endpointId, movedTo, reason, deliveries } of moved)
      deps.log.info({ endpoint_id: endpointId, to: movedTo, reason, deliveries }, whyMoved(movedTo));
    const recovered = await advanceRecoveries(deps);
    if (recovered > 0) deps.log.info({ recovered }, "dead letters of recoveries are due");
    if (lost + deadLettered + moved.length + recovered > 0) wakeDispatchers();
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
      wakeDispatchers();
    }
    await removeOldTestEvents(deps);
    metrics.backlog(await measureDeliveries(deps));
    metrics.marks(await measureEventMarks(deps.db));
  }

  return startWakeLoop({ name: "sweep", log: deps.log, pollMs: sweepEveryMs, backoffMs, look: sweep });
}

/** What a caller or the service did to an endpoint; who did it stands in the audit log, its reason on the endpoint. */
function whyMoved(to: MovedDeliveries["movedTo"]): string {
  switch (to) {
    case "held":
      return "deliveries are held: their endpoint was disabled";
    case "retry_scheduled":
      return "held deliveries are due again: their endpoint was enabled";
    case "cancelled":
      return "deliveries are cancelled: their endpoint was deleted";
    default:
      return "deliveries were moved";
  }
}
