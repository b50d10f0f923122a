import { refuse } from "@service/contract/console";
import { statement, type Transaction } from "@service/db";
import type { Deps } from "../../deps.ts";
import { openSession, type Whence } from "./sessions.ts";
import { hashOf, newToken } from "./tokens.ts";

const linkMinutes = 60;

const insertLink = statement(
  "person_links_insert",
  `
  with earlier as (update person_links set expires_at = $3 where person_id = $2 and used_at is null and expires_at > $3)
  insert into person_links (token_hash, person_id, created_at, expires_at)
  values ($1, $2, $3, $3::timestamptz + make_interval(mins => ${linkMinutes})) returning expires_at as "expiresAt"`,
);

/** A link that lets somebody in once, to set a password. It stands in the fragment of a URL, which no server logs. */
export interface PersonLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** The address that a person opens. The token is in the fragment: no server and no proxy logs it. */
export function addressOfLink(consoleUrl: string, { token }: Pick<PersonLink, "token">): string {
  return `${new URL("/welcome", consoleUrl).href}#${token}`;
}

/** Makes a link for a person; earlier unused ones end. */
export async function makeLink(tx: Transaction, personId: string, now: Date): Promise<PersonLink> {
  const token = newToken();
  const { rows } = await tx.query(insertLink([hashOf(token), personId, now]));
  const [link] = rows;
  if (!link) throw new Error("an insert returned no row");
  return { token, expiresAt: link.expiresAt };
}

const useLink = statement(
  "person_links_use",
  `
  update person_links l set used_at = $2 from people p
  where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and p.id = l.person_id and p.disabled_at is null
  returning l.person_id as "personId", p.email, p.name`,
);

/**
 * Uses a link: opens a session in which the person can do one thing, set a password or continue with the identity
 * provider (CON-3). Opening the page does not use the link, "continue" does.
 * @throws `link_used` when it was used, has expired, or nobody made it.
 */
export async function redeemLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
  whence: Whence,
): Promise<{ readonly session: string; readonly email: string; readonly name: string }> {
  const now = clock.now();
  return db.inTransaction(async (tx) => {
    const { rows } = await tx.query(useLink([hashOf(token), now]));
    const [link] = rows;
    if (!link) throw refuse("link_used");
    const session = await openSession(tx, { personId: link.personId, stage: "setup", now, whence });
    return { session, email: link.email, name: link.name };
  });
}
