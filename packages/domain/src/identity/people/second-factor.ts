import { randomBytes } from "node:crypto";
import { refuse } from "@service/contract/console";
import { statement, type Transaction } from "@service/db";
import { Secret, TOTP } from "otpauth";
import type { Deps } from "../../deps.ts";
import { recordOfPerson } from "./person.ts";
import { endSessions, type Session } from "./sessions.ts";
import { finishSignIn } from "./sign-in.ts";
import { beginAttempt, forgetFailures } from "./sign-in-attempts.ts";
import { hashOf } from "./tokens.ts";

const stepSeconds = 30;
const recoveryCodes = 10;
type FactorDeps = Pick<Deps, "db" | "clock" | "secrets">;

const storePending = statement("people_set_pending_factor", "update people set totp_pending = $2 where id = $1");

/**
 * Begins a second factor: shows a secret that counts only after `confirmSecondFactor`.
 * @returns `uri` for a QR code, `secret` in base32 to type.
 */
export async function beginSecondFactor(
  { db, secrets }: FactorDeps,
  session: Session,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const totp = totpOf(new Secret({ size: 20 }), session.person.email);
  await db.pool.query(
    storePending([session.person.id, secrets.seal(totp.secret.base32, contextOf(session.person.id))]),
  );
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

const readPending = statement(
  "people_read_pending_factor",
  `select totp_pending as pending from people where id = $1 for no key update`,
);
const storeFactor = statement(
  "people_set_factor",
  "update people set totp_secret = totp_pending, totp_pending = null, totp_step = $2 where id = $1",
);
const storeCodes = statement(
  "person_recovery_codes_insert",
  `
  with earlier as (delete from person_recovery_codes where person_id = $1 and code_hash <> all ($2::bytea[]))
  insert into person_recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])`,
);

/**
 * Confirms the second factor with a code of it. Other sessions of the person end.
 * @returns ten recovery codes, shown once.
 * @throws `second_factor_wrong`.
 */
export async function confirmSecondFactor(
  { db, clock, secrets }: FactorDeps,
  session: Session,
  code: string,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  const { person } = session;
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await db.inTransaction(async (tx) => {
    const { rows } = await tx.query(readPending([person.id]));
    const step = stepOf(openSecret(secrets, rows[0]?.pending ?? null, person.id), code, clock.nowMs());
    if (step === undefined) throw refuse("second_factor_wrong");
    await tx.query(storeFactor([person.id, step]));
    await tx.query(storeCodes([person.id, codes.map((one) => hashOf(plainCode(one)))]));
    await endSessions(tx, person.id, session.id);
    await recordFactor(tx, person.id, true);
  });
  return { recoveryCodes: codes };
}

const removeFactor = statement(
  "people_remove_factor",
  `
  with codes as (delete from person_recovery_codes where person_id = $1)
  update people set totp_secret = null, totp_pending = null, totp_step = null where id = $1 and totp_secret is not null`,
);

/** Removes the person's own second factor; the caller has checked that the role needs none. */
export async function removeSecondFactor({ db }: Pick<Deps, "db">, session: Session): Promise<void> {
  await db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(removeFactor([session.person.id]));
    if (rowCount === 1) await recordFactor(tx, session.person.id, false);
  });
}

const readFactor = statement(
  "people_read_factor",
  `select totp_secret as secret, totp_step as step from people where id = $1 for no key update`,
);
const keepStep = statement("people_keep_factor_step", "update people set totp_step = $2 where id = $1");
const useCode = statement(
  "person_recovery_codes_use",
  "update person_recovery_codes set used_at = $3 where person_id = $1 and code_hash = $2 and used_at is null",
);

/**
 * Whether the code is one of the person's second factor, or an unused recovery code; it counts once (CON-15).
 * @throws `sign_in_throttled` after five wrong ones in a row.
 */
export async function spendCode(deps: FactorDeps, personId: string, code: string): Promise<boolean> {
  const { db, clock, secrets } = deps;
  const attempts = `second-factor:${personId}`;
  await beginAttempt(deps, attempts);
  const isRight = await db.inTransaction(async (tx) => {
    const { rows } = await tx.query(readFactor([personId]));
    const [factor] = rows;
    if (!factor?.secret) return false;
    const step = stepOf(openSecret(secrets, factor.secret, personId), code, clock.nowMs());
    if (step !== undefined) {
      if (factor.step !== null && step <= factor.step) return false;
      await tx.query(keepStep([personId, step]));
      return true;
    }
    const { rowCount } = await tx.query(useCode([personId, hashOf(plainCode(code)), clock.now()]));
    return rowCount === 1;
  });
  if (isRight) await forgetFailures(deps, attempts);
  else await recordWrongCode(deps, personId);
  return isRight;
}

/**
 * Completes a sign-in with the second factor.
 * @returns tokens for the cookies; the session has a new one.
 * @throws `second_factor_wrong`, `sign_in_throttled`.
 */
export async function passSecondFactor(
  deps: FactorDeps,
  session: Session,
  code: string,
): Promise<{ readonly session: string; readonly browser: string }> {
  const { person } = session;
  if (!(await spendCode(deps, person.id, code))) throw refuse("second_factor_wrong");
  return deps.db.inTransaction((tx) => finishSignIn(tx, session, deps.clock.now()));
}

function totpOf(secret: Secret, email: string): TOTP {
  return new TOTP({ issuer: "Insurance engine service", label: email, secret, period: stepSeconds });
}

/** The time step of a code, at most one step away from now; undefined for a wrong one. */
function stepOf(secret: Secret | undefined, code: string, nowMs: number): number | undefined {
  if (secret === undefined || !/^\d{6}$/u.test(code.trim())) return undefined;
  const delta = totpOf(secret, "").validate({ token: code.trim(), timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / stepSeconds) + delta;
}

function openSecret(secrets: Deps["secrets"], sealed: string | null, personId: string): Secret | undefined {
  return sealed === null ? undefined : Secret.fromBase32(secrets.open(sealed, contextOf(personId)));
}

function contextOf(personId: string): string {
  return `person-totp:${personId}`;
}

/** 80 random bits in groups, without letters that look like digits. */
function newRecoveryCode(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const bytes = randomBytes(16);
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join("");
  return text.replaceAll(/.{4}(?=.)/gu, "$&-");
}

function plainCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
}

function recordFactor(tx: Transaction, personId: string, isSet: boolean): Promise<void> {
  return recordOfPerson(tx, personId, {
    action: "people.secondFactor.set",
    before: { has_second_factor: !isSet },
    after: { has_second_factor: isSet },
  });
}

function recordWrongCode({ db }: Pick<Deps, "db">, personId: string): Promise<void> {
  return db.inTransaction((tx) =>
    recordOfPerson(tx, personId, { action: "people.secondFactor.fail", before: null, after: {} }),
  );
}
