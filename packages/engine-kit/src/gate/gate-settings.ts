import { fillDefaults, type JsonObject, part } from "@service/json";
import { evaluationSchema } from "../evaluation-shape.ts";

export type GateSettings = {
  readonly minCases: number;
  readonly passRate: number;
  readonly metricTolerance: number;
  /** The minimum of a metric that is better when higher, the maximum of one that is better when lower. */
  readonly metricThresholds: readonly (readonly [string, number])[];
};

const shape = evaluationSchema();

/** What the configuration asks of its gate (GATE-1). */
export function gateSettings(effective: JsonObject): GateSettings {
  const evaluation = fillDefaults(shape, part(effective, "evaluation"));
  return {
    minCases: evaluation.min_cases,
    passRate: evaluation.pass_rate,
    metricTolerance: evaluation.metric_tolerance,
    metricThresholds: Object.entries(evaluation.metric_thresholds ?? {}),
  };
}
