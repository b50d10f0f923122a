import type { Metrics } from "@service/runtime";

/** What this process did for automations; nothing while METRICS_PORT is unset. */
export type AutomationMetrics = {
  /** An attempt ended: `succeeded`, `failed`, `pending` (it is tried again) or `lost`. */
  performed(effect: string, outcome: string): void;
  /** Something was due and was not performed, and why. */
  passed(code: string): void;
};

export const noAutomationMetrics: AutomationMetrics = { performed: () => undefined, passed: () => undefined };

export function createAutomationMetrics(metrics: Metrics): AutomationMetrics {
  const performed = metrics.counter({
    name: "service_automation_attempts_total",
    help: "Attempts at effects of automations, by how they ended.",
    labels: ["effect", "outcome"],
  });
  const passed = metrics.counter({
    name: "service_automation_passed_total",
    help: "Executions of automations that were due and did not fire.",
    labels: ["code"],
  });
  return {
    performed: (effect, outcome) => performed.inc({ effect, outcome }),
    passed: (code) => passed.inc({ code }),
  };
}
