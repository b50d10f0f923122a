import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { hashOf } from "./tokens.ts";

/** Failures that cost nothing, then waits that double from one second to five minutes. */
const free = 5;
const longestSeconds = 300;
/** A known browser loses its standing after so many failures of its own. */
export const browserFailuresMax = 10;

/** Seconds to wait after so many failures, in SQL; the parameters are those of both statements below. */
const waitSeconds = (failures: string) =>
  `case when ${failures} < $3::int then 0 else least($4::int, power(2, least(${failures} - $3::int, 20))) end`;

// Counted before the password is checked, and only when the wait is over: guesses in parallel find one row locked and
// then a wait.
const countAttempt = statement(
  "sign_in_failures_count",
  `
  insert into sign_in_failures as f (email_hash, failures, failed_at) values ($1, 1, $2)
  on conflict (email_hash) do update set failures = f.failures + 1, failed_at = excluded.failed_at
    where excluded.failed_at >= f.failed_at + make_interval(secs => ${waitSeconds("f.failures")})
  returning failures`,
);

const readWait = statement(
  "sign_in_failures_wait",
  `
  select extract(epoch from failed_at - $2::timestamptz
    + make_interval(secs => ${waitSeconds("failures")}))::float8 as seconds
  from sign_in_failures where email_hash = $1`,
);

const forgetAttempts = statement("sign_in_failures_forget", "delete from sign_in_failures where email_hash = $1");

/**
 * Counts an attempt to sign in as `email`, whether or not somebody has it: an unknown account answers like a known one.
 * A strange browser waits after five failures; nobody is locked out, because known browsers do not pass here.
 * @throws `sign_in_throttled` with the seconds to wait; the password is then not checked.
 */
export async function beginAttempt({ db, clock }: Pick<Deps, "db" | "clock">, email: string): Promise<void> {
  const emailHash = hashOf(email);
  const { rows } = await db.pool.query(countAttempt([emailHash, clock.now(), free, longestSeconds]));
  if (rows.length > 0) return;
  const { rows: waits } = await db.pool.query(readWait([emailHash, clock.now(), free, longestSeconds]));
  throw refuse("sign_in_throttled", { retryAfterSeconds: waits[0]?.seconds ?? 1 });
}

/** A right password ends the count. */
export async function forgetFailures({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  await db.pool.query(forgetAttempts([hashOf(email)]));
}
