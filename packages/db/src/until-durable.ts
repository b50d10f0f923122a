import { createBatcher, type Batcher } from "@service/runtime";

import { type Database, hotStatement } from "./open.ts";

/**
 * Output: nothing. Commits a record of some 60 bytes and waits for the disk (and for synchronous standbys), which the
 * write-ahead log gives in order: whatever was committed before this statement began is durable when it answers.
 * Nobody reads the record. Safe to repeat.
 */
const awaitLog = hotStatement("await_log", "select pg_logical_emit_message(true, 'service', '')");

/** One that waits for the disk, and one behind it for what was committed since. */
const inFlightMax = 2;
const waitingMax = 100_000;

const sharedWaits = new WeakMap<Database, Batcher<undefined, undefined>>();

/**
 * Resolves when everything that this process has seen committed is on disk. For statements that commit without waiting
 * for it (`set_config('synchronous_commit', 'off', true)`): one wait serves all that were committed meanwhile, their row
 * locks are released before it, and what need not be durable yet goes on at once.
 *
 * Rejects when the server was lost first: then nothing is known of what was committed, as after any lost answer.
 */
export async function untilDurable(db: Database): Promise<void> {
  let wait = sharedWaits.get(db);
  if (!wait) {
    wait = createBatcher({
      name: "durability",
      async run(callers) {
        // Not the hot pool: a connection that waits for the disk is of no use to a statement.
        await db.pool.query(awaitLog([]));
        return callers;
      },
      maxBatch: waitingMax,
      maxInFlight: inFlightMax,
      maxWaiting: waitingMax,
    });
    sharedWaits.set(db, wait);
  }
  await wait(undefined);
}
