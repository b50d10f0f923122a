import { refuse } from "@service/contract/console";
import { statement, type Transaction } from "@service/db";
import type { Deps } from "../../deps.ts";
import { verifyPassword } from "./passwords.ts";
import { normalEmail, recordOfPerson } from "./person.ts";
import { openSession, proveSession, type Session, type Whence } from "./sessions.ts";
import { beginAttempt, browserFailuresMax, forgetFailures } from "./sign-in-attempts.ts";
import { hashOf, newToken } from "./tokens.ts";

/** A sign-in that was right so far. */
export interface SignedIn {
  /** Token of the session, for its cookie. */
  readonly session: string;
  /** Token of the browser, for a cookie of 180 days. */
  readonly browser: string;
  readonly needsSecondFactor: boolean;
}

const findAccount = statement(
  "people_find_account",
  `
  select p.id, p.password_hash as "passwordHash", p.totp_secret is not null as "hasSecondFactor",
    exists (select 1 from person_browsers b where b.person_id = p.id and b.token_hash = $2 and b.failures < $3::int)
      as "knowsBrowser"
  from people p where p.email = $1 and p.disabled_at is null`,
).narrowed<{ hasSecondFactor: boolean; knowsBrowser: boolean }>();

const countBrowserFailure = statement(
  "person_browsers_count_failure",
  "update person_browsers set failures = failures + 1 where token_hash = $1 and person_id = $2",
);

const keepBrowser = statement(
  "person_browsers_keep",
  `insert into person_browsers (token_hash, person_id, seen_at) values ($1, $2, $3)
   on conflict (token_hash) do update set seen_at = excluded.seen_at, failures = 0
     where person_browsers.person_id = excluded.person_id`,
);

const noteSignIn = statement("people_note_sign_in", "update people set signed_in_at = $2 where id = $1");

/**
 * Signs a person in by email and password. An unknown email, a disabled person and a wrong password answer alike and after
 * the same work (CON-10); strange browsers wait after failures, browsers that the person has used do not (CON-12).
 * @throws `sign_in_failed`, `sign_in_throttled`.
 */
export async function signIn(
  deps: Pick<Deps, "db" | "clock">,
  request: {
    readonly email: string;
    readonly password: string;
    /** Token of the browser's cookie, if it has one. */
    readonly browser: string | undefined;
    readonly whence: Whence;
  },
): Promise<SignedIn> {
  const { db } = deps;
  const email = normalEmail(request.email);
  const browserHash = request.browser === undefined ? null : hashOf(request.browser);
  const { rows } = await db.pool.query(findAccount([email, browserHash, browserFailuresMax]));
  const [account] = rows;
  const hasSeenBrowser = account?.knowsBrowser === true;
  if (!hasSeenBrowser) await beginAttempt(deps, email);
  const isRight = await verifyPassword(request.password, account?.passwordHash ?? null);
  if (!account || !isRight) {
    if (account && hasSeenBrowser && browserHash) await db.pool.query(countBrowserFailure([browserHash, account.id]));
    throw refuse("sign_in_failed");
  }
  if (!hasSeenBrowser) await forgetFailures(deps, email);
  return completeSignIn(deps, {
    personId: account.id,
    hasSecondFactor: account.hasSecondFactor,
    browser: hasSeenBrowser ? request.browser : undefined,
    whence: request.whence,
  });
}

/** Opens the session of a person who has proved who it is, by password or by the identity provider. */
export async function completeSignIn(
  { db, clock }: Pick<Deps, "db" | "clock">,
  proved: {
    readonly personId: string;
    readonly hasSecondFactor: boolean;
    /** Token of a browser that the person has used. */
    readonly browser: string | undefined;
    readonly whence: Whence;
  },
): Promise<SignedIn> {
  const { personId, hasSecondFactor, whence } = proved;
  const now = clock.now();
  const browser = proved.browser ?? newToken();
  const session = await db.inTransaction(async (tx) => {
    if (!hasSecondFactor) await recordSignIn(tx, personId, browser, now);
    return openSession(tx, { personId, stage: hasSecondFactor ? "second_factor" : "active", now, whence });
  });
  return { session, browser, needsSecondFactor: hasSecondFactor };
}

/**
 * Ends a sign-in in its session: a browser that counts as used by the person, and a new token.
 * @returns tokens for the cookies.
 */
export async function finishSignIn(
  tx: Transaction,
  { id, person }: Session,
  now: Date,
): Promise<Pick<SignedIn, "session" | "browser">> {
  const browser = newToken();
  await recordSignIn(tx, person.id, browser, now);
  return { session: await proveSession(tx, id, now), browser };
}

async function recordSignIn(tx: Transaction, personId: string, browser: string, now: Date): Promise<void> {
  await tx.query(keepBrowser([hashOf(browser), personId, now]));
  await tx.query(noteSignIn([personId, now]));
  await recordOfPerson(tx, personId, { action: "people.signIn", before: null, after: {} });
}
