import type { Database } from "@service/db";
import type { Batcher } from "@service/runtime";
import { createKeyFinder, type StoredRun } from "./find-run-by-key.ts";
import { createRunInserter, type InsertOutcome, type NewRun } from "./insert-runs.ts";
import { createRunLoader, type RunLoader } from "./read-run.ts";
import { createUnqueuedRefuser } from "./refuse-unqueued-run.ts";
import { RunWaiters } from "./wait-for-run.ts";

/** What a process opens that accepts runs: statements shared by concurrent submissions, as `npm run bench` shows to pay (decision 0013). */
export type SubmissionBatchers = {
  readonly insert: (run: NewRun) => Promise<InsertOutcome>;
  readonly findByKeyHash: Batcher<Buffer, StoredRun | undefined>;
  readonly refuseUnqueued: Batcher<string, boolean>;
};

export interface SubmissionDeps {
  readonly runs: SubmissionBatchers;
}

/** What a process opens that also answers for runs. */
export type RunBatchers = SubmissionBatchers & {
  readonly read: RunLoader;
  readonly waiters: RunWaiters;
};

export interface RunDeps {
  readonly runs: RunBatchers;
}

/** Opens them once per process and database; no connection is made before the first use. */
export function openSubmissionBatchers(db: Database): SubmissionBatchers {
  return {
    insert: createRunInserter(db),
    findByKeyHash: createKeyFinder(db),
    refuseUnqueued: createUnqueuedRefuser(db),
  };
}

/** Opens them once per process and database; no connection is made before the first use. */
export function openRunBatchers(db: Database): RunBatchers {
  return { ...openSubmissionBatchers(db), read: createRunLoader(db), waiters: new RunWaiters(db) };
}
