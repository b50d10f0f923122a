import { fail } from "@service/contract";
import { refuse } from "@service/contract/console";
import { statement, type Transaction } from "@service/db";
import type { Actor, InstallationRole } from "../access/index.ts";
import type { Deps } from "../../deps.ts";
import { makeLink, type PersonLink } from "./links.ts";
import { personColumns, type Person, type PersonWords, recordOfPerson } from "./person.ts";
import { endSessions } from "./sessions.ts";

const lockPerson = statement(
  "people_lock_one",
  `select ${personColumns} from people p where p.id = $1 for no key update`,
).narrowed<PersonWords>();
// Locks every owner: of two owners who remove each other at one time, one stays.
const countOwners = statement(
  "people_count_owners",
  `select count(*)::int as owners from (
     select 1 from people where role = 'owner' and disabled_at is null order by id for no key update) o`,
);
const storeRights = statement("people_set_rights", "update people set role = $2, disabled_at = $3 where id = $1");

/**
 * Changes the role of a person, or disables or enables them. Their sessions end: the change holds from the next request.
 * @param changes what is left out keeps its value.
 * @throws `not_found`, `last_owner`.
 */
export async function setPerson(
  { db, clock }: Pick<Deps, "db" | "clock">,
  principal: Actor,
  personId: string,
  changes: { readonly role?: InstallationRole | null | undefined; readonly disabled?: boolean | undefined },
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const { rows: counted } = await tx.query(countOwners([]));
    const before = await locked(tx, personId);
    const role = changes.role === undefined ? before.role : changes.role;
    const disabled = changes.disabled ?? before.disabledAt !== null;
    const wasOwner = before.role === "owner" && before.disabledAt === null;
    if (wasOwner && (role !== "owner" || disabled) && (counted[0]?.owners ?? 0) < 2) throw refuse("last_owner");
    if (role === before.role && disabled === (before.disabledAt !== null)) return;
    await tx.query(storeRights([personId, role, disabled ? (before.disabledAt ?? clock.now()) : null]));
    await endSessions(tx, personId);
    await recordOfPerson(
      tx,
      personId,
      {
        action: "people.set",
        before: { role: before.role, disabled: before.disabledAt !== null },
        after: { role, disabled },
      },
      principal,
    );
  });
}

const clearSignIn = statement(
  "people_clear_sign_in",
  `
  with codes as (delete from person_recovery_codes where person_id = $1),
    browsers as (delete from person_browsers where person_id = $1)
  update people set password_hash = case when $2::boolean then null else password_hash end, totp_secret = null,
    totp_pending = null, totp_step = null where id = $1`,
);

/**
 * Takes the second factor from a person who lost it, or everything by which they sign in. Their sessions end.
 * @param what `second_factor`, or `all`: the person then uses the link that this makes.
 * @throws `not_found`.
 */
export async function resetSignIn(
  { db, clock }: Pick<Deps, "db" | "clock">,
  principal: Actor,
  personId: string,
  what: "second_factor" | "all",
): Promise<PersonLink | undefined> {
  return db.inTransaction(async (tx) => {
    const person = await locked(tx, personId);
    await tx.query(clearSignIn([personId, what === "all"]));
    await endSessions(tx, personId);
    await recordOfPerson(
      tx,
      personId,
      {
        action: "people.resetSignIn",
        before: { has_password: person.hasPassword, has_second_factor: person.hasSecondFactor },
        after: { has_password: what !== "all" && person.hasPassword, has_second_factor: false },
      },
      principal,
    );
    return what === "all" ? makeLink(tx, personId, clock.now()) : undefined;
  });
}

const storePreferences = statement("people_set_preferences", "update people set preferences = $2::jsonb where id = $1");

/** Stores how a person wants the console to look: zone, colours, keys. No audit row: nobody's rights or results change. */
export async function setPreferences(
  { db }: Pick<Deps, "db">,
  personId: string,
  preferences: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.pool.query(storePreferences([personId, JSON.stringify(preferences)]));
}

async function locked(tx: Transaction, personId: string): Promise<Person> {
  const { rows } = await tx.query(lockPerson([personId]));
  const [person] = rows;
  if (!person) throw fail("not_found", { message: "There is no such person." });
  return person;
}
