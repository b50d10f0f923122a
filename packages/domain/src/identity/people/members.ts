import { fail } from "@service/contract";
import { refuse } from "@service/contract/console";
import { statement } from "@service/db";
import type { Actor, MemberRole, OrganizationScope } from "../access/index.ts";
import { recordChange } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { createInTurn } from "../organizations/index.ts";

export interface Member {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}

type MemberWords = Pick<Member, "role">;

const list = statement(
  "organization_members_list",
  `select p.id as "personId", p.email, p.name, m.role, m.created_at as "createdAt"
   from organization_members m join people p on p.id = m.person_id
   where m.organization_id = $1 order by p.email limit 1000`,
).narrowed<MemberWords>();

/** Members of an organization by email; at most 1,000. */
export async function listMembers({ db }: Pick<Deps, "db">, organizationId: string): Promise<readonly Member[]> {
  const { rows } = await db.pool.query(list([organizationId]));
  return rows;
}

const countAdmins = statement(
  "organization_members_count_admins",
  `select count(*) filter (where m.role = 'admin')::int as admins, max(m.role) filter (where m.person_id = $2) as role
   from organizations o left join organization_members m on m.organization_id = o.id where o.id = $1 group by o.id`,
).narrowed<{ admins: number; role: MemberRole | null }>();
const storeMember = statement(
  "organization_members_set",
  `insert into organization_members (organization_id, person_id, role, created_at)
   select $1, id, $3, $4 from people where id = $2
   on conflict (organization_id, person_id) do update set role = excluded.role`,
);
const removeOne = statement(
  "organization_members_remove",
  "delete from organization_members where organization_id = $1 and person_id = $2",
);

/**
 * Makes somebody a member of an organization, changes their role, or (`role: null`) removes them.
 * Nobody gives a role above their own: the caller checks it, because only the caller has one.
 * @throws `not_found`, `last_admin`.
 */
export async function setMember(
  { db, clock }: Pick<Deps, "db" | "clock">,
  principal: Actor & OrganizationScope,
  request: { readonly personId: string; readonly role: MemberRole | null },
): Promise<void> {
  const { organizationId } = principal;
  const { personId, role } = request;
  // In turn: of two admins who remove each other at one time, the later one counts what the earlier one left.
  await createInTurn(db, organizationId, async (tx) => {
    const { rows } = await tx.query(countAdmins([organizationId, personId]));
    const [before] = rows;
    if (!before) throw fail("not_found", { message: "There is no such organization." });
    if (before.role === role) return;
    if (before.role === "admin" && before.admins < 2) throw refuse("last_admin");
    if (role === null) await tx.query(removeOne([organizationId, personId]));
    else {
      const { rowCount } = await tx.query(storeMember([organizationId, personId, role, clock.now()]));
      if (rowCount === 0) throw fail("not_found", { message: "There is no such person." });
    }
    await recordChange(tx, principal, {
      action: "members.set",
      kind: "person",
      id: personId,
      organizationId,
      before: before.role === null ? null : { role: before.role },
      after: role === null ? null : { role },
    });
  });
}

export interface Membership {
  readonly organizationId: string;
  readonly name: string;
  /** Null for a person of the installation who is no member. */
  readonly role: MemberRole | null;
  /** Until when a person of the installation has opened the contents. */
  readonly openedUntil: Date | null;
}

const listOf = statement(
  "organization_members_of_person",
  `
  select o.id as "organizationId", o.name, m.role, w.opened_until as "openedUntil"
  from organizations o
  left join organization_members m on m.organization_id = o.id and m.person_id = $1
  left join opened_organizations w on w.organization_id = o.id and w.person_id = $1 and w.opened_until > $3
  where (m.person_id is not null or $2::boolean) and ($4::uuid is null or o.id = $4)
  order by lower(o.name), o.id limit 1000`,
).narrowed<{ role: MemberRole | null }>();

/**
 * Organizations that a person may open: those they are a member of, and every one for a person of the installation.
 * @param only one organization; empty when the person may not open it.
 */
export async function membershipsOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  person: { readonly id: string; readonly role: string | null },
  only: string | null = null,
): Promise<readonly Membership[]> {
  const { rows } = await db.pool.query(listOf([person.id, person.role !== null, clock.now(), only]));
  return rows;
}
