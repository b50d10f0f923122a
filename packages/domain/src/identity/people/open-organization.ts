import { fail } from "@service/contract";
import { statement } from "@service/db";
import { recordChange } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { personActor } from "./person.ts";

/** Minutes for which a person of the installation reads the contents of an organization that they opened. */
const openMinutes = 60;

const storeOpened = statement(
  "opened_organizations_set",
  `
  insert into opened_organizations (person_id, organization_id, reason, opened_until)
  select $1, id, $3, $4::timestamptz + make_interval(mins => ${openMinutes}) from organizations where id = $2
  on conflict (person_id, organization_id) do update set reason = excluded.reason, opened_until = excluded.opened_until
  returning opened_until as "openedUntil"`,
);

/**
 * Opens the contents of an organization to a person of the installation for an hour (CON-31). The organization's admins see
 * the row with its reason in their audit log.
 * @throws `not_found`.
 */
export async function openOrganization(
  { db, clock }: Pick<Deps, "db" | "clock">,
  personId: string,
  request: { readonly organizationId: string; readonly reason: string },
): Promise<Date> {
  const { organizationId, reason } = request;
  return db.inTransaction(async (tx) => {
    const { rows } = await tx.query(storeOpened([personId, organizationId, reason, clock.now()]));
    const [opened] = rows;
    if (!opened) throw fail("not_found", { message: "There is no such organization." });
    await recordChange(tx, personActor(personId), {
      action: "organizations.open",
      kind: "organization",
      id: organizationId,
      organizationId,
      before: null,
      after: { opened_until: opened.openedUntil },
      reason,
    });
    return opened.openedUntil;
  });
}
