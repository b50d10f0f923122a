import { randomUUID } from "node:crypto";
import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Actor, InstallationRole } from "../access/index.ts";
import type { Deps } from "../../deps.ts";
import { makeLink, type PersonLink } from "./links.ts";
import { normalEmail, recordOfPerson } from "./person.ts";

// The lock makes one of two first invitations the first: both would be owners, and neither asked for.
const lockPeople = statement("people_lock", "select pg_advisory_xact_lock(hashtextextended('people', 0))");
const anyPerson = statement("people_any", `select exists (select 1 from people) as "isAny"`);
const insertPerson = statement(
  "people_insert",
  `insert into people (id, email, name, role, created_at) values (@id, @email, @name, @role, @created_at)
   on conflict (email) do nothing returning id`,
);

/**
 * Adds a person, and makes the link with which they set a password. The first person of an installation is an owner.
 * @param request.role of the installation; null for somebody who will be a member of organizations only.
 * @throws `person_exists`.
 */
export async function invitePerson(
  { db, clock }: Pick<Deps, "db" | "clock">,
  principal: Actor,
  request: { readonly email: string; readonly name: string; readonly role: InstallationRole | null },
): Promise<PersonLink & { readonly personId: string; readonly role: InstallationRole | null }> {
  const email = normalEmail(request.email);
  const now = clock.now();
  return db.inTransaction(async (tx) => {
    await tx.query(lockPeople([]));
    const { rows: any } = await tx.query(anyPerson([]));
    const role = any[0]?.isAny === true ? request.role : "owner";
    const { rows } = await tx.query(
      insertPerson({ id: randomUUID(), email, name: request.name, role, createdAt: now }),
    );
    const [person] = rows;
    if (!person) throw refuse("person_exists");
    await recordOfPerson(
      tx,
      person.id,
      { action: "people.invite", before: null, after: { email, name: request.name, role } },
      principal,
    );
    return { ...(await makeLink(tx, person.id, now)), personId: person.id, role };
  });
}

const readFirst = statement(
  "people_read_first",
  `select id, exists (select 1 from people where password_hash is not null or oidc_subject is not null) as "isAny"
   from people where role = 'owner' and disabled_at is null order by created_at limit 1`,
).narrowed<{ isAny: boolean }>();

/**
 * A link for the first owner, while nobody can sign in; the owner is made when there is none.
 * @returns undefined once somebody can sign in.
 */
export async function firstLink(deps: Pick<Deps, "db" | "clock">, principal: Actor): Promise<PersonLink | undefined> {
  const { rows } = await deps.db.pool.query(readFirst([]));
  const [first] = rows;
  if (!first) return invitePerson(deps, principal, { email: "owner@localhost", name: "Owner", role: "owner" });
  if (first.isAny) return undefined;
  return deps.db.inTransaction((tx) => makeLink(tx, first.id, deps.clock.now()));
}
