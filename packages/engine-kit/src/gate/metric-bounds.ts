import { roundHalfAwayFromZero } from "@service/json";
import type { EngineType } from "../engine-type.ts";
import type { FailingCase } from "./case-result.ts";
import type { GateSettings } from "./gate-settings.ts";
import { directionOf } from "./labelled-metrics.ts";
import type { LabelledSetResult } from "./measure-labelled-sets.ts";

/** `<dataset_key>.<metric>` of every labelled set. */
export function metricsOf(sets: readonly LabelledSetResult[]): { readonly [name: string]: number } {
  return Object.fromEntries(
    sets.flatMap(({ dataset_key, metrics }) =>
      Object.entries(metrics).map(([metric, value]) => [`${dataset_key}.${metric}`, value] as const),
    ),
  );
}

/**
 * Sets that measured nothing of this type, and thresholds on metrics that no set measured: requested evidence is
 * missing.
 */
export function unmeasuredSets(
  sets: readonly LabelledSetResult[],
  settings: GateSettings,
  type: EngineType,
): FailingCase[] {
  const empty = sets
    .filter(({ metrics }) => Object.keys(metrics).length === 0)
    .map(({ dataset_key, rows }) => ({
      case_key: dataset_key,
      assertion: `rows carry labels of ${type.name}, or assertions`,
      actual: `none of ${rows} rows`,
    }));
  const unheld = settings.metricThresholds
    .filter(([metric]) => !sets.some(({ metrics }) => metrics[metric] !== undefined))
    .map(([metric]) => ({ case_key: metric, assertion: "a labelled set measures this metric", actual: null }));
  return [...empty, ...unheld];
}

/** Metrics of labelled sets beyond what the configuration allows. */
export function beyondThresholds(
  sets: readonly LabelledSetResult[],
  { metricThresholds }: GateSettings,
): FailingCase[] {
  return sets.flatMap(({ dataset_key, metrics }) =>
    metricThresholds.flatMap(([metric, bound]) => {
      const value = metrics[metric];
      if (value === undefined || isWithin(metric, value, bound)) return [];
      return [{ case_key: `${dataset_key}.${metric}`, assertion: boundOf(metric, bound), actual: value }];
    }),
  );
}

/** Sums and quotients are not exact; the four decimals shown are. */
const metricRounding = 1e-9;

export function isWithin(metric: string, value: number, bound: number): boolean {
  return directionOf(metric) === "lower" ? value <= bound + metricRounding : value >= bound - metricRounding;
}

/** The bound of a metric in words. */
export function boundOf(metric: string, bound: number): string {
  const shown = roundHalfAwayFromZero(Math.max(0, bound), 4);
  return directionOf(metric) === "lower" ? `metric at most ${shown}` : `metric at least ${shown}`;
}
