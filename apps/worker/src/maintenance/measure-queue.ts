import { engineTypeNames } from "@service/contract";
import { measureRuns } from "@service/domain/runs";
import { measureConversations } from "@service/domain/turns";
import type { Database } from "@service/db/open";
import { gauge, type Logger, type Metrics } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

/** A statement reads all unfinished runs, so it is asked a few times a minute; alarms look at minutes. */
const everyMs = { least: 10_000, most: 20_000 } as const;

/** Keeps the gauges of the queue: what waits, how long, and whether any process reconciles (OPS-42). */
export function startMeasuringQueue(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
}): WakeLoop {
  const { db, log, metrics } = options;
  const { oldest, unfinished, tickAge, turns, oldestTurn, trials, files, unscanned } = metrics.register({
    oldest: gauge(
      "service_oldest_queued_run_seconds",
      "Age of the oldest run that waits for a worker; 0 when none waits.",
      ["engine_type"],
    ),
    unfinished: gauge("service_runs_unfinished", "Runs that have not finished.", ["engine_type", "status"]),
    tickAge: gauge(
      "service_maintenance_tick_age_seconds",
      "Time since any worker last reclaimed silent runs and settled cancels.",
    ),
    turns: gauge("service_turns_active", "Turns that have not ended.", ["status"]),
    oldestTurn: gauge(
      "service_oldest_queued_turn_seconds",
      "Age of the oldest turn that waits for a worker; 0 when none waits.",
    ),
    trials: gauge("service_evaluation_trials_active", "Trials of evaluations that have not ended.", ["status"]),
    files: gauge("service_files_waiting", "Files, of conversations and of the book, whose text is not read yet."),
    unscanned: gauge(
      "service_files_unscanned_seconds",
      "Since when a waiting file has no verdict of the scanner; 0 when every one that it was asked for has.",
    ),
  });
  return startWakeLoop({
    name: "queue metrics",
    log,
    pollMs: everyMs,
    async look() {
      const [{ types, reconciledSecondsAgo }, work] = await Promise.all([
        measureRuns({ db }),
        measureConversations({ db }),
      ]);
      const byType = new Map(types.map((type) => [type.engineType, type]));
      for (const engineType of engineTypeNames) {
        const { queued = 0, unheld = 0, held = 0, oldestWaitSeconds = null } = byType.get(engineType) ?? {};
        oldest.set({ engine_type: engineType }, Math.max(0, oldestWaitSeconds ?? 0));
        unfinished.set({ engine_type: engineType, status: "queued" }, queued + unheld);
        unfinished.set({ engine_type: engineType, status: "processing" }, held);
      }
      turns.set({ status: "queued" }, work.turns.waiting);
      turns.set({ status: "running" }, work.turns.running);
      oldestTurn.set(Math.max(0, work.turns.oldestWaitSeconds ?? 0));
      trials.set({ status: "queued" }, work.evaluations.waiting);
      trials.set({ status: "running" }, work.evaluations.running);
      files.set(work.files.waiting);
      unscanned.set(Math.max(0, work.files.unscannedSeconds ?? 0));
      if (reconciledSecondsAgo !== null) tickAge.set(Math.max(0, reconciledSecondsAgo));
    },
  });
}
