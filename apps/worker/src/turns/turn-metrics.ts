import type { TurnObserver } from "@service/domain/turns";
import { counter, gauge, histogram, type Metrics } from "@service/runtime";

const secondsBuckets = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/**
 * Turns of this process (OPS-190).
 * @param slots `taken`: how many are taken now, read at each scrape.
 */
export function createTurnMetrics(
  metrics: Metrics,
  slots: { readonly total: number; readonly taken: () => number },
): TurnObserver {
  const { waited, firstText, duration, ended, reconciled } = metrics.register({
    waited: histogram(
      "service_turn_wait_seconds",
      "Time from the submission of a turn to a worker's claim.",
      secondsBuckets,
    ),
    firstText: histogram(
      "service_turn_first_text_seconds",
      "Time from the submission of a turn to the first words of its answer.",
      secondsBuckets,
    ),
    duration: histogram("service_turn_seconds", "Time from the submission of a turn to its end.", secondsBuckets, [
      "status",
    ]),
    ended: counter("service_turns_ended_total", "Turns that a worker ended, by status and reason.", [
      "status",
      "reason",
    ]),
    reconciled: counter("service_turns_reconciled_total", "Turns whose worker fell silent, by what became of them.", [
      "status",
    ]),
    slots: gauge("service_turn_slots", "Slots of this process for turns.", ["state"], () => ({
      held: slots.taken(),
      free: Math.max(0, slots.total - slots.taken()),
    })),
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
