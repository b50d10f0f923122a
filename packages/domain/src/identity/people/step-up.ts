import { refuse } from "@service/contract/console";
import type { Deps } from "../../deps.ts";
import { personActor } from "./person.ts";
import { spendCode } from "./second-factor.ts";
import { proveSession, type Session } from "./sessions.ts";
import { isPasswordOf } from "./set-password.ts";
import { beginAttempt, forgetFailures } from "./sign-in-attempts.ts";

/**
 * Proves again who the person is, by the second factor where there is one, else by the password.
 * @returns the new token of the session.
 * @throws `sign_in_failed`, `second_factor_wrong`, `sign_in_throttled`.
 */
export async function stepUp(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  session: Session,
  proof: { readonly password?: string | undefined; readonly code?: string | undefined },
): Promise<string> {
  const { person } = session;
  if (person.hasSecondFactor) {
    if (!(await spendCode(deps, person.id, proof.code ?? ""))) throw refuse("second_factor_wrong");
  } else {
    const attempts = `step-up:${personActor(person.id).id}`;
    await beginAttempt(deps, attempts);
    if (!(await isPasswordOf(deps, person.id, proof.password ?? ""))) {
      throw refuse("sign_in_failed", { message: "The password is wrong." });
    }
    await forgetFailures(deps, attempts);
  }
  return deps.db.inTransaction((tx) => proveSession(tx, session.id, deps.clock.now()));
}
