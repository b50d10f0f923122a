import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";

import { type ReadLoad, readResult } from "./read-shapes.ts";

const generator = fileURLToPath(new URL("read-load.ts", import.meta.url));

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
  const child = spawn(process.execPath, [generator], { stdio: ["pipe", "pipe", "inherit"] });
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.stdin.write(`${JSON.stringify(load)}\n`);
  const stop = (): void => void child.stdin.write("stop\n");
  stopped?.then(stop, stop);
  const { answers, failed, firstFailure, seconds } = readResult.parse(JSON.parse(await text(child.stdout)));
  process.off("exit", killAtExit);
  if (answers.length === 0) throw new Error(`no read was answered; ${firstFailure}`);
  if (failed > 0) console.log(`    ${failed} of ${failed + answers.length} reads failed; ${firstFailure}`);
  const times = answers.map(([, milliseconds]) => milliseconds).toSorted((one, other) => one - other);
  const byRead = Map.groupBy(answers, ([index]) => index);
  const slowest = [...byRead]
    .map(([index, own]) => {
      const sorted = own.map(([, milliseconds]) => milliseconds).toSorted((one, other) => one - other);
      return { index, p50Ms: shareOf(sorted, 0.5), maxMs: shareOf(sorted, 1) };
    })
    .toSorted((one, other) => other.p50Ms - one.p50Ms)
    .slice(0, 3);
  return {
    count: answers.length,
    failed,
    perSecond: answers.length / seconds,
    p50Ms: shareOf(times, 0.5),
    p99Ms: shareOf(times, 0.99),
    maxMs: shareOf(times, 1),
    slowest,
  };
}

function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
