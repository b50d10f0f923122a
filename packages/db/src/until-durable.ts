import { createBatcher } from "@service/runtime";

import { hotStatement, type Querying } from "./statement.ts";

/**
 * Output: nothing. Commits a record of some 60 bytes and waits for the disk (and for synchronous standbys), which the
 * write-ahead log gives in order: whatever was committed before this statement began is durable when it answers.
 * Nobody reads the record. Safe to repeat.
 */
const awaitLog = hotStatement("await_log", "select pg_logical_emit_message(true, 'service', '')");

/** One that waits for the disk, and one behind it for what was committed since. */
const inFlightMax = 2;
const waitingMax = 100_000;

/**
 * Makes `Database.untilDurable`. For statements that commit without waiting for the disk
 * (`set_config('synchronous_commit', 'off', true)`): one wait serves all that were committed meanwhile, their row locks
 * are released before it, and what need not be durable yet goes on at once.
 *
 * When the server was lost first, nothing is known of what was committed, as after any lost answer.
 *
 * @param pool not the hot pool: a connection that waits for the disk is of no use to a statement.
 */
export function createDurableWait(pool: Querying): () => Promise<void> {
  const wait = createBatcher<undefined, undefined>({
    name: "durability",
    async run(callers) {
      await pool.query(awaitLog([]));
      return callers;
    },
    maxBatch: waitingMax,
    maxInFlight: inFlightMax,
    maxWaiting: waitingMax,
  });
  return async () => {
    await wait(undefined);
  };
}
