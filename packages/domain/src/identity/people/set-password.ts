import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { assertGoodPassword, hashPassword, verifyPassword } from "./passwords.ts";
import { recordOfPerson } from "./person.ts";
import { endSessions, proveSession, type Session } from "./sessions.ts";
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
 * @throws `password_refused`, `sign_in_failed` (the current password is wrong).
 */
export async function setPassword(
  deps: Pick<Deps, "db" | "clock">,
  session: Session,
  request: { readonly password: string; readonly current: string | undefined },
): Promise<{ readonly session: string; readonly browser: string | undefined }> {
  const { db, clock } = deps;
  const { person } = session;
  const isSetup = session.stage === "setup";
  if (!isSetup && person.hasPassword && !(await isPasswordOf(deps, person.id, request.current ?? ""))) {
    throw refuse("sign_in_failed", { message: "The current password is wrong." });
  }
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
    return { session: await proveSession(tx, session.id, now), browser: undefined };
  });
}

/** Whether this is the password of the person. @throws `sign_in_throttled` when too many wait. */
export async function isPasswordOf({ db }: Pick<Deps, "db">, personId: string, password: string): Promise<boolean> {
  const { rows } = await db.pool.query(readPassword([personId]));
  return verifyPassword(password, rows[0]?.passwordHash ?? null);
}
