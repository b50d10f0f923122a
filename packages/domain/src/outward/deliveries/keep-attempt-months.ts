import { type Database, statement, keepPartitions, type KeptPartitions } from "@service/db";

/** As long as runs are kept (HOOK-73, RUN-90). */
export const attemptRetentionDays = 90;
const monthsAhead = 2;

const keepMonths = statement(
  "webhook_attempts_keep_months",
  "select created, dropped from webhook_attempts_keep_months($1, $2)",
  // The function counts.
).narrowed<KeptPartitions>();

/**
 * Makes the partitions of the attempt log for this month and the next two, and drops the months that ended before
 * retention (HOOK-73). Any process may call it at any time.
 * @throws the driver's error when the table is too busy; the next call tries again.
 */
export function keepAttemptMonths(
  db: Database,
  options: { readonly retentionDays?: number } = {},
): Promise<KeptPartitions> {
  return keepPartitions(db, keepMonths([monthsAhead, options.retentionDays ?? attemptRetentionDays]));
}
