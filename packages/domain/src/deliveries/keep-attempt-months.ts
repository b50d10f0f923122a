import { type Database, statement } from "@service/db";

/** As long as runs are kept (HOOK-73, RUN-90). */
export const attemptRetentionDays = 90;
const monthsAhead = 2;
/** Making and dropping a month locks the table: give up early rather than block every delivery. */
const lockTimeoutMs = 2_000;

const keepMonths = statement(
  "webhook_attempts_keep_months",
  "select created, dropped from webhook_attempts_keep_months($1, $2)",
  // The function counts.
).narrowed<{ readonly created: number; readonly dropped: number }>();

/**
 * Makes the partitions of the attempt log for this month and the next two, and drops the months that ended before
 * retention (HOOK-73). Safe to repeat, and in several processes at once.
 * @throws the driver's error when the table is too busy; the next call retries.
 */
export function keepAttemptMonths(
  db: Database,
  options: { readonly retentionDays?: number } = {},
): Promise<{ created: number; dropped: number }> {
  return db.inTransaction(async (tx) => {
    await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await tx.query(keepMonths([monthsAhead, options.retentionDays ?? attemptRetentionDays]));
    const [kept] = rows;
    if (!kept) throw new Error("a function returned no row");
    return kept;
  });
}
