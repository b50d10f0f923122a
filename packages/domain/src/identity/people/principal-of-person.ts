import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { type MemberRole, permissionsOf, type Principal } from "../access/index.ts";
import type { Membership } from "./members.ts";
import { personActor, type Person } from "./person.ts";

const readPlace = statement(
  "environments_read_for_person",
  `
  select e.id as "environmentId", e.slug as "environmentSlug", o.name, m.role, w.opened_until as "openedUntil",
    o.requests_per_minute as "requestsPerMinute", o.monthly_run_cap as "monthlyRunCap",
    o.records_posture as "recordsPosture", o.analyses_enabled as "analysesEnabled",
    o.default_field_policy as "defaultFieldPolicy", o.assertion_secret as "assertionSecret"
  from organizations o
  join environments e on e.organization_id = o.id and e.slug = @environment_slug
  left join organization_members m on m.organization_id = o.id and m.person_id = @person_id
  left join opened_organizations w on w.organization_id = o.id and w.person_id = @person_id and w.opened_until > @now
  where o.id = @organization_id and (m.person_id is not null or @is_of_installation::boolean)`,
).narrowed<{ role: MemberRole | null }>();

/** A person where they act: in an environment of an organization that they may open. */
export interface PersonInPlace {
  readonly principal: Principal<"person">;
  readonly membership: Membership;
}

/**
 * The principal of a person in an environment (CON-40).
 * @param place.organizationId a UUID.
 * @returns undefined for an organization that the person may not open, as for one that does not exist.
 */
export async function principalOfPerson(
  { db, clock }: Pick<Deps, "db" | "clock">,
  person: Pick<Person, "id" | "role">,
  place: { readonly organizationId: string; readonly environmentSlug: string },
): Promise<PersonInPlace | undefined> {
  const { organizationId } = place;
  const { rows } = await db.pool.query(
    readPlace({ ...place, personId: person.id, now: clock.now(), isOfInstallation: person.role !== null }),
  );
  const [row] = rows;
  if (!row) return undefined;
  const { environmentId, environmentSlug, name, role, openedUntil, ...organization } = row;
  const permissions = permissionsOf({ installation: person.role, member: role, isOpened: openedUntil !== null });
  return {
    principal: {
      ...personActor(person.id),
      kind: "person",
      organizationId,
      environmentId,
      environmentSlug,
      isLive: environmentSlug === "live",
      organization,
      permissions,
    },
    membership: { organizationId, name, role, openedUntil },
  };
}
