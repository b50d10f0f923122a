import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { statement, type Querying } from "@service/db";
import type { Deps } from "../../deps.ts";
import { personColumns, type Person, type PersonWords } from "./person.ts";
import { hashOf, newToken } from "./tokens.ts";

/** What a session may do: `setup` set a first password, `second_factor` give the code, `active` everything. */
export type SessionStage = "setup" | "second_factor" | "active";

/** Minutes. `idle` and `whole` are settings of the process for active sessions. */
export interface SessionTimes {
  readonly idleMinutes: number;
  readonly wholeMinutes: number;
}

/** Sessions before the sign-in is complete are short. */
const unfinishedMinutes = { setup: 60, second_factor: 10 } as const;

export interface Session {
  readonly id: string;
  readonly stage: SessionStage;
  readonly person: Person;
  readonly createdAt: Date;
  /** Last time that the person proved who it is. */
  readonly provedAt: Date;
  /** Without a further request. */
  readonly endsAt: Date;
}

/** Where a sign-in comes from, as shown in the list of sessions. */
export interface Whence {
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

const insertSession = statement(
  "person_sessions_insert",
  `insert into person_sessions (id, token_hash, person_id, stage, created_at, seen_at, proved_at, address, user_agent)
   values (@id, @token_hash, @person_id, @stage, @now, @now, @now, @address, left(@user_agent, 300))`,
);

/** Opens a session. @returns its token: for the cookie, shown to nobody else and stored as a hash. */
export async function openSession(
  tx: Querying,
  request: { readonly personId: string; readonly stage: SessionStage; readonly now: Date; readonly whence: Whence },
): Promise<string> {
  const token = newToken();
  const { personId, stage, now, whence } = request;
  await tx.query(
    insertSession({
      id: randomUUID(),
      tokenHash: hashOf(token),
      personId,
      stage,
      now,
      address: whence.address ?? null,
      userAgent: whence.userAgent ?? null,
    }),
  );
  return token;
}

// A request a minute writes: more often only tells more exactly when a session ends for idleness.
const seeSession = statement(
  "person_sessions_see",
  `
  with s as (
    select s.id, s.stage, s.created_at, s.seen_at, s.proved_at, s.person_id from person_sessions s
    where s.token_hash = $1 and $2::timestamptz < case s.stage
      when 'setup' then s.created_at + make_interval(mins => ${unfinishedMinutes.setup})
      when 'second_factor' then s.created_at + make_interval(mins => ${unfinishedMinutes.second_factor})
      else least(s.created_at + make_interval(mins => $4::int), s.seen_at + make_interval(mins => $3::int)) end
  ), seen as (
    update person_sessions u set seen_at = $2 from s where u.id = s.id and s.seen_at < $2::timestamptz - interval '1 minute'
  )
  select s.id as "sessionId", s.stage, s.created_at as "openedAt", s.proved_at as "provedAt",
    ${personColumns} from s join people p on p.id = s.person_id and p.disabled_at is null`,
).narrowed<PersonWords & { stage: SessionStage }>();

/** The session of a token; undefined when it has ended, was ended, or its person is disabled. */
export async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
  times: SessionTimes,
): Promise<Session | undefined> {
  const now = clock.now();
  const { rows } = await db.pool.query(seeSession([hashOf(token), now, times.idleMinutes, times.wholeMinutes]));
  const [row] = rows;
  if (!row) return undefined;
  const { sessionId, stage, openedAt, provedAt, ...person } = row;
  const wholeMinutes = stage === "active" ? times.wholeMinutes : unfinishedMinutes[stage];
  const idleMinutes = stage === "active" ? times.idleMinutes : wholeMinutes;
  const endsMs = Math.min(openedAt.getTime() + wholeMinutes * 60_000, now.getTime() + idleMinutes * 60_000);
  return { id: sessionId, stage, person, createdAt: openedAt, provedAt, endsAt: new Date(endsMs) };
}

const replaceSession = statement(
  "person_sessions_replace",
  `
  update person_sessions set token_hash = $2, stage = 'active', seen_at = $3,
    proved_at = case when $4::boolean then $3 else proved_at end,
    created_at = case when stage = 'active' then created_at else $3 end
  where id = $1`,
);

/**
 * Makes a session active, or notes that its person proved again who it is, under a new token: a token that somebody
 * saw before a sign-in or step-up is worth nothing after it.
 */
export function proveSession(tx: Querying, sessionId: string, now: Date): Promise<string> {
  return renewSession(tx, sessionId, { now, isProof: true });
}

/** A new token for a session. @param given.isProof whether the person proved now who it is, by all that it has. */
export async function renewSession(
  tx: Querying,
  sessionId: string,
  given: { readonly now: Date; readonly isProof: boolean },
): Promise<string> {
  const token = newToken();
  await tx.query(replaceSession([sessionId, hashOf(token), given.now, given.isProof]));
  return token;
}

const endByToken = statement("person_sessions_end", "delete from person_sessions where token_hash = $1");
const endOne = statement(
  "person_sessions_end_one",
  "delete from person_sessions where person_id = $1 and id = $2 returning id",
);
const endOthers = statement(
  "person_sessions_end_others",
  "delete from person_sessions where person_id = $1 and ($2::uuid is null or id <> $2)",
);

/** Signs out. Silent when the session is gone. */
export async function endSession({ db }: Pick<Deps, "db">, token: string): Promise<void> {
  await db.pool.query(endByToken([hashOf(token)]));
}

/** Ends a session of the person by its id. @throws `not_found`. */
export async function endSessionOf({ db }: Pick<Deps, "db">, personId: string, sessionId: string): Promise<void> {
  const { rowCount } = await db.pool.query(endOne([personId, sessionId]));
  if (rowCount === 0) throw fail("not_found", { message: "No such session." });
}

/** Ends all sessions of a person but `keep`: after another password, a lost role, a new second factor. */
export async function endSessions(tx: Querying, personId: string, keep: string | null = null): Promise<void> {
  await tx.query(endOthers([personId, keep]));
}

const listOf = statement(
  "person_sessions_list",
  `select id, created_at as "createdAt", seen_at as "seenAt", address, user_agent as "userAgent" from person_sessions
   where person_id = $1 and stage = 'active' order by seen_at desc limit 100`,
);

/** Active sessions of a person, last used first; some may have ended for idleness. */
export async function listSessions({ db }: Pick<Deps, "db">, personId: string) {
  const { rows } = await db.pool.query(listOf([personId]));
  return rows;
}

const forgetOld = statement(
  "person_sessions_forget",
  `
  with sessions as (delete from person_sessions where seen_at < $1::timestamptz - interval '2 days'),
    failures as (delete from sign_in_failures where failed_at < $1::timestamptz - interval '1 day'),
    browsers as (delete from person_browsers where seen_at < $1::timestamptz - interval '180 days'),
    opened as (delete from opened_organizations where opened_until < $1)
  delete from person_links where expires_at < $1::timestamptz - interval '30 days'`,
);

/** Removes sessions, failures, browsers and links that count no longer: a task of the console's process. */
export async function forgetOldSignIns({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await db.pool.query(forgetOld([clock.now()]));
}

/** Minutes for which a proof lasts: acts that make secrets, give rights or delete need one. */
const freshMinutes = 15;

/** Whether the person proved within the last 15 minutes who it is. */
export function isFresh(session: Session, now: Date): boolean {
  return now.getTime() - session.provedAt.getTime() <= freshMinutes * 60_000;
}
