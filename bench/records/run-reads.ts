import { text } from "node:stream/consumers";

import { percentile } from "../harness/measure.ts";
import { startPiped } from "../harness/programs.ts";
import { type ReadLoad, readResult } from "./read-shapes.ts";

export interface MeasuredReads {
  readonly count: number;
  /** Refused or broken; the figures are of the others. */
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The slowest by their median, with their place in the list that was asked. */
  readonly slowest: readonly { readonly index: number; readonly p50Ms: number; readonly maxMs: number }[];
}

/** Runs one load generator process to its end, or until `stopped` settles. @throws when no read was answered. */
export async function runReads(load: ReadLoad, stopped?: Promise<unknown>): Promise<MeasuredReads> {
  const child = startPiped("records/read-load.ts");
  child.stdin.write(`${JSON.stringify(load)}\n`);
  const stop = (): void => void child.stdin.write("stop\n");
  stopped?.then(stop, stop);
  const { answers, failed, firstFailure, seconds } = readResult.parse(JSON.parse(await text(child.stdout)));
  if (answers.length === 0) throw new Error(`no read was answered; ${firstFailure}`);
  if (failed > 0) console.log(`    ${failed} of ${failed + answers.length} reads failed; ${firstFailure}`);
  const times = answers.map(([, milliseconds]) => milliseconds).toSorted((one, other) => one - other);
  const byRead = Map.groupBy(answers, ([index]) => index);
  const slowest = [...byRead]
    .map(([index, own]) => {
      const sorted = own.map(([, milliseconds]) => milliseconds).toSorted((one, other) => one - other);
      return { index, p50Ms: percentile(sorted, 0.5), maxMs: percentile(sorted, 1) };
    })
    .toSorted((one, other) => other.p50Ms - one.p50Ms)
    .slice(0, 3);
  return {
    count: answers.length,
    failed,
    perSecond: answers.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    maxMs: percentile(times, 1),
    slowest,
  };
}
