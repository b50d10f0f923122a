import { type Clock, type Logger, systemClock } from "@service/runtime";

import type pg from "pg";

/** Differences below this are usual between two machines; nobody is warned of them. */
const unusualMs = 5_000;
/** A reading that took longer says too little about the moment that it is of. */
const readingMsMax = 1_000;
const usualEveryMs = 15_000;

/** PostgreSQL's clock, as this process follows it. */
export interface DatabaseClock extends Clock {
  /** How far the machine's clock is ahead of PostgreSQL's, in milliseconds; 0 before the first reading. */
  aheadMs(): number;
  close(): void;
}

/**
 * Follows PostgreSQL's clock, so that what a process stamps or compares is right on a machine whose clock is wrong or
 * jumps (PLAT-42): a reading, carried on by a counter that no change of the machine's clock moves. Without a database,
 * the machine's clock counts until the first reading. Warns once when the two begin to differ.
 * @param options.wall the machine's clock. @param options.firstWaitMs longest wait for the first reading.
 */
export async function followDatabaseClock(
  db: { readonly pool: pg.Pool },
  options: { log: Logger; everyMs?: number; firstWaitMs?: number; wall?: Clock },
): Promise<DatabaseClock> {
  const { log, everyMs = usualEveryMs, firstWaitMs = 1_000, wall = systemClock } = options;
  /** Milliseconds between the counter and PostgreSQL's time. */
  let offsetMs: number | undefined;
  let isUnusual = false;
  const nowMs = (): number => (offsetMs === undefined ? wall.nowMs() : Math.round(performance.now() + offsetMs));
  const aheadMs = (): number => wall.nowMs() - nowMs();

  async function read(): Promise<void> {
    const beganMs = performance.now();
    const { rows } = await db.pool.query<{ nowMs: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`,
    );
    const endedMs = performance.now();
    const [row] = rows;
    if (row === undefined || endedMs - beganMs > readingMsMax) return;
    offsetMs = row.nowMs - (beganMs + endedMs) / 2;
    const aheadSeconds = Math.round(aheadMs() / 1_000);
    if (Math.abs(aheadMs()) > unusualMs === isUnusual) return;
    isUnusual = !isUnusual;
    if (isUnusual)
      log.warn({ ahead_seconds: aheadSeconds }, "this machine's clock differs from PostgreSQL's, which counts");
    else log.info({ ahead_seconds: aheadSeconds }, "this machine's clock agrees with PostgreSQL's again");
  }
  // An outage is reported by whoever works with the database, and the last reading is carried on.
  const tryReading = (): Promise<void> => read().catch(() => undefined);

  const waited = Promise.withResolvers<void>();
  const timer = setTimeout(waited.resolve, firstWaitMs);
  await Promise.race([tryReading(), waited.promise]);
  clearTimeout(timer);
  const following = setInterval(() => void tryReading(), everyMs).unref();
  return { nowMs, now: () => new Date(nowMs()), aheadMs, close: () => clearInterval(following) };
}
