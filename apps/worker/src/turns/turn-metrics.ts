import type { TurnObserver } from "@service/domain/turns";
import type { Metrics } from "@service/runtime";

const secondsBuckets = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/**
 * Turns of this process (OPS-190).
 * @param slots `taken`: how many are taken now, read at each scrape.
 */
export function createTurnMetrics(
  metrics: Metrics,
  slots: { readonly total: number; readonly taken: () => number },
): TurnObserver {
  const waited = metrics.histogram({
    name: "service_turn_wait_seconds",
    help: "Time from the submission of a turn to a worker's claim.",
    buckets: secondsBuckets,
  });
  const firstText = metrics.histogram({
    name: "service_turn_first_text_seconds",
    help: "Time from the submission of a turn to the first words of its answer.",
    buckets: secondsBuckets,
  });
  const duration = metrics.histogram({
    name: "service_turn_seconds",
    help: "Time from the submission of a turn to its end.",
    labels: ["status"],
    buckets: secondsBuckets,
  });
  const ended = metrics.counter({
    name: "service_turns_ended_total",
    help: "Turns that a worker ended, by status and reason.",
    labels: ["status", "reason"],
  });
  const reconciled = metrics.counter({
    name: "service_turns_reconciled_total",
    help: "Turns whose worker fell silent, by what became of them.",
    labels: ["status"],
  });
  metrics.gauge({
    name: "service_turn_slots",
    help: "Slots of this process for turns.",
    labels: ["state"],
    collect(gauge) {
      gauge.set({ state: "held" }, slots.taken());
      gauge.set({ state: "free" }, Math.max(0, slots.total - slots.taken()));
    },
  });
  return {
    claimed: (seconds) => waited.observe(Math.max(0, seconds)),
    ended({ status, reason, seconds, firstTextSeconds }) {
      ended.inc({ status, reason: reason ?? "none" });
      duration.observe({ status }, Math.max(0, seconds));
      if (firstTextSeconds !== undefined) firstText.observe(Math.max(0, firstTextSeconds));
    },
    reconciled: (status) => reconciled.inc({ status }),
  };
}
