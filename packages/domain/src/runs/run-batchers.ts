import type { Database } from "@service/db";
import type { Batcher } from "@service/runtime";
import type { Deps } from "../deps.ts";
import { createKeyFinder, type StoredRun } from "./find-run-by-key.ts";
import { createRunInserter, type InsertOutcome, type NewRun } from "./insert-runs.ts";
import { createRunReader, type RunReader } from "./read-run.ts";
import { createUnqueuedRefuser } from "./refuse-unqueued-run.ts";
import { RunWaiters } from "./wait-for-run.ts";

/** The statements that concurrent requests of one process share: what `npm run bench` shows to pay (decision 0013). */
export type RunBatchers = {
  readonly insert: (run: NewRun) => Promise<InsertOutcome>;
  readonly findByKeyHash: Batcher<Buffer, StoredRun | undefined>;
  readonly refuseUnqueued: Batcher<string, boolean>;
  readonly read: RunReader;
  readonly waiters: RunWaiters;
};

/** What a process opens that accepts runs or answers for them. */
export type RunDeps = Deps & { readonly runs: RunBatchers };

/** Opens them once per process and database; no connection is made before the first use. */
export function openRunBatchers(db: Database): RunBatchers {
  return {
    insert: createRunInserter(db),
    findByKeyHash: createKeyFinder(db),
    refuseUnqueued: createUnqueuedRefuser(db),
    read: createRunReader(db),
    waiters: new RunWaiters(db),
  };
}
