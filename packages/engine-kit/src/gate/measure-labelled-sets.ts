import type { EngineTypeName } from "@service/contract";
import type { LoadedDataset } from "../engine-type.ts";
import { type Json, type JsonObject, isJsonObject, roundHalfAwayFromZero } from "@service/json";
import { assertionMetric, labelledType, type RowAnswer, type Tally } from "./labelled-metrics.ts";

/** Rows that the labelled sets of one gate run together: a gate must finish within a request. */
const measuredRowsMax = 2_000;

/** Result of one labelled set, with the data it was measured on. */
export type LabelledSetResult = {
  readonly dataset_key: string;
  readonly version: string;
  readonly sha256: string;
  readonly rows: number;
  /** Rows that ran: those with labels of this type or with assertions, evenly chosen when there are too many. */
  readonly measured: number;
  /** Measured rows whose input was refused or whose run failed: they found nothing. */
  readonly refused: number;
  readonly metrics: { readonly [metric: string]: number };
};

/** Result of running a row the way the gate runs a case. */
export type RowRun = { readonly answer: RowAnswer; readonly doAssertionsHold: boolean };

/**
 * Measures an engine on labelled sets (GATE-36). Every row runs once; a metric is the quotient of sums over the rows,
 * so a row with several labels counts as many times. Metrics are named `<dataset_key>.<metric>`, at most four decimals.
 * @param run runs a row as the gate runs a case.
 * @returns `out_of_time` when the time ended first: part of a set cannot be compared with a whole one.
 */
export function measureLabelledSets(request: {
  readonly engineType: EngineTypeName;
  readonly sets: readonly LoadedDataset[];
  readonly run: (row: JsonObject) => RowRun;
  readonly isOutOfTime: () => boolean;
}): readonly LabelledSetResult[] | "out_of_time" {
  const { engineType, sets, run, isOutOfTime } = request;
  const rowsMax = Math.floor(measuredRowsMax / Math.max(1, sets.length));
  const results: LabelledSetResult[] = [];
  for (const { datasetKey, version, sha256, rows } of sets) {
    const chosen = evenly(
      rows.filter((row) => labelOf(row, engineType) !== undefined || hasAssertions(row)),
      rowsMax,
    );
    const sums = new Map<string, Tally>();
    let refused = 0;
    for (const row of chosen) {
      if (isOutOfTime()) return "out_of_time";
      const { answer, doAssertionsHold } = run(row);
      if (answer === null) refused += 1;
      const label = labelOf(row, engineType);
      const tallies = {
        ...(label === undefined ? {} : labelledType(engineType).tally(label, answer)),
        ...(hasAssertions(row) ? { [assertionMetric]: { good: doAssertionsHold ? 1 : 0, of: 1 } } : {}),
      };
      for (const [metric, { good, of }] of Object.entries(tallies)) {
        const sum = sums.get(metric) ?? { good: 0, of: 0 };
        sums.set(metric, { good: sum.good + good, of: sum.of + of });
      }
    }
    // Without anything to be right or wrong about there is no metric, and no perfect one either.
    const measures = [...sums].filter(([, { of }]) => of > 0);
    results.push({
      dataset_key: datasetKey,
      version,
      sha256,
      rows: rows.length,
      measured: chosen.length,
      refused,
      metrics: Object.fromEntries(
        measures.map(([metric, { good, of }]) => [metric, roundHalfAwayFromZero(good / of, 4)] as const),
      ),
    });
  }
  return results;
}

/** The label of this type on a row; undefined where the row has none. */
function labelOf(row: JsonObject, engineType: EngineTypeName): Json | undefined {
  const { labels } = row;
  return isJsonObject(labels) ? labels[labelledType(engineType).label] : undefined;
}

function hasAssertions({ expect }: JsonObject): boolean {
  return Array.isArray(expect) && expect.length > 0;
}

/** At most `max` rows, always the same ones, spread over the whole set. */
function evenly<T>(rows: readonly T[], max: number): readonly T[] {
  if (rows.length <= max) return rows;
  return Array.from({ length: max }, (_, index) => rows[Math.floor((index * rows.length) / max)]).filter(
    (row) => row !== undefined,
  );
}
