import { setTimeout as sleep } from "node:timers/promises";
import { fail } from "@service/contract";
import type { Deps } from "@service/domain";
import { readRunMarks, type RunMark } from "@service/domain/run-search";
import { isFinal } from "@service/domain/runs";

/**
 * The marks of a run: the one it has, then each that differs from the one before, until the run has ended or the signal
 * aborts.
 * @throws `streams_exhausted` over the most that a process watches.
 */
export type WatchRun = (runId: string, signal: AbortSignal) => AsyncGenerator<RunMark, void, undefined>;

const everyMs = 1_000;
const watchedMax = 1_000;

/** Watches runs for the pages that are open on them, by one statement a second for all of them (CON-59). */
export function openRunWatch(deps: Pick<Deps, "db">): WatchRun {
  const watched = new Map<string, number>();
  let reading: Promise<ReadonlyMap<string, RunMark>> | undefined;
  const next = (): Promise<ReadonlyMap<string, RunMark>> => {
    reading ??= sleep(everyMs, undefined, { ref: false }).then(() => {
      reading = undefined;
      return readRunMarks(deps, [...watched.keys()]);
    });
    return reading;
  };
  async function* marksOf(runId: string, signal: AbortSignal): AsyncGenerator<RunMark, void, undefined> {
    watched.set(runId, (watched.get(runId) ?? 0) + 1);
    try {
      let shown = "";
      while (!signal.aborted) {
        const mark = (await next()).get(runId);
        // It was removed with its environment or by age.
        if (mark === undefined) return;
        const written = JSON.stringify(mark);
        if (written !== shown) yield mark;
        shown = written;
        if (isFinal(mark.status)) return;
      }
    } finally {
      const others = (watched.get(runId) ?? 1) - 1;
      if (others === 0) watched.delete(runId);
      else watched.set(runId, others);
    }
  }
  return (runId, signal) => {
    if (watched.size >= watchedMax) throw fail("streams_exhausted", { retryAfterSeconds: 5 });
    return marksOf(runId, signal);
  };
}
