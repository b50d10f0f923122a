import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { assertGoodPassword, hashPassword, verifyPassword } from "./passwords.ts";
import { personActor, recordOfPerson } from "./person.ts";
import { endSessions, isFresh, renewSession, type Session } from "./sessions.ts";
import { beginAttempt, forgetFailures } from "./sign-in-attempts.ts";
import { finishSignIn } from "./sign-in.ts";

const storePassword = statement("people_set_password", "update people set password_hash = $2 where id = $1");
const readPassword = statement(
  "people_read_password",
  `select password_hash as "passwordHash" from people where id = $1`,
);

/**
 * Sets the first password after a link, or another one. All other sessions of the person end (CON-6).
 * @param request.current the password so far; needed in an active session of a person who has one.
 * @returns tokens for the cookies: the session is active from now on, under a new token.
 * @throws `password_refused`, `sign_in_failed` (the current password is wrong), `sign_in_throttled`, `step_up_required`.
 */
export async function setPassword(
  deps: Pick<Deps, "db" | "clock">,
  session: Session,
  request: { readonly password: string; readonly current: string | undefined },
): Promise<{ readonly session: string; readonly browser: string | undefined }> {
  const { db, clock } = deps;
  const { person } = session;
  const isSetup = session.stage === "setup";
  if (!isSetup) await proveCurrent(deps, session, request.current ?? "");
  assertGoodPassword(request.password, person);
  const hash = await hashPassword(request.password);
  const now = clock.now();
  return db.inTransaction(async (tx) => {
    await tx.query(storePassword([person.id, hash]));
    await endSessions(tx, person.id, session.id);
    await recordOfPerson(tx, person.id, {
      action: "people.password.set",
      before: { has_password: person.hasPassword },
      after: { has_password: true },
    });
    if (isSetup) return finishSignIn(tx, session, now);
    // A password alone proves nobody who has a second factor.
    const isProof = !person.hasSecondFactor;
    return { session: await renewSession(tx, session.id, { now, isProof }), browser: undefined };
  });
}

/** Guesses wait as at the sign-in, and who has a second factor has shown it lately (CON-6). */
async function proveCurrent(deps: Pick<Deps, "db" | "clock">, session: Session, current: string): Promise<void> {
  const { person } = session;
  if (person.hasSecondFactor && !isFresh(session, deps.clock.now())) throw refuse("step_up_required");
  if (!person.hasPassword) return;
  const attempts = `step-up:${personActor(person.id).id}`;
  await beginAttempt(deps, attempts);
  if (!(await isPasswordOf(deps, person.id, current)))
    throw refuse("sign_in_failed", { message: "The current password is wrong." });
  await forgetFailures(deps, attempts);
}

/** Whether this is the password of the person. @throws `sign_in_throttled` when too many wait. */
export async function isPasswordOf({ db }: Pick<Deps, "db">, personId: string, password: string): Promise<boolean> {
  const { rows } = await db.pool.query(readPassword([personId]));
  return verifyPassword(password, rows[0]?.passwordHash ?? null);
}
