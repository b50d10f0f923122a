import type { Transaction } from "./open.ts";

/** Raised by the trigger `refuse_late_commit` (migration commits_have_a_deadline). */
const refusedCode = "SC001";

/**
 * Lets this transaction commit by a moment of the database's clock or not at all, when it writes into a table that has
 * the trigger `refuse_late_commit` (`engine_releases`). The check is made by the commit itself, however slowly COMMIT
 * travels; what it cannot cover is the time in which the server makes the commit durable.
 *
 * @param leftMs milliseconds left; asked after the database's clock was read, so that the moment is never too late.
 */
export async function setCommitDeadline(tx: Transaction, leftMs: () => number): Promise<void> {
  const { rows } = await tx.query<{ nowMs: number }>(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`,
  );
  const [clock] = rows;
  if (!clock) throw new Error("the database has no clock");
  await tx.query("select set_config('service.commit_by', to_timestamp($1::float8 / 1000)::text, true)", [
    clock.nowMs + leftMs(),
  ]);
}

/** Whether a transaction was refused because its deadline had passed: nothing of it is stored. */
export function isCommitRefused(error: unknown): boolean {
  return Error.isError(error) && "code" in error && error.code === refusedCode;
}
