import { counter, type Metrics } from "@service/runtime";

/** Metrics of automations in this process; no-ops while METRICS_PORT is unset. */
export type AutomationMetrics = {
  /** An attempt ended: `succeeded`, `failed`, `pending` (it is retried) or `lost`. */
  performed(effect: string, outcome: string): void;
  /** An execution was due but skipped, with the reason's code. */
  skipped(code: string): void;
};

export const noAutomationMetrics: AutomationMetrics = { performed: () => undefined, skipped: () => undefined };

export function createAutomationMetrics(metrics: Metrics): AutomationMetrics {
  const { performed, skipped } = metrics.register({
    performed: counter("service_automation_attempts_total", "Attempts at effects of automations, by how they ended.", [
      "effect",
      "outcome",
    ]),
    skipped: counter("service_automation_skipped_total", "Executions of automations that were due and did not fire.", [
      "code",
    ]),
  });
  return {
    performed: (effect, outcome) => performed.inc({ effect, outcome }),
    skipped: (code) => skipped.inc({ code }),
  };
}
