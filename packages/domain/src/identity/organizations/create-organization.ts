import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor } from "../access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { type Organization, organizationColumns, organizationOf } from "./organization.ts";

const nameCharsMax = 200;

const insertOrganization = statement(
  "organizations_insert",
  `
  with o as (
    insert into organizations (id, name) values (@id, @name) returning *
  ), live as (
    insert into environments (id, organization_id, slug, name) select @environment_id, o.id, 'live', 'Live' from o
  ), audited as (
    ${auditInsert({ kind: "organization", id: "o.id", organizationId: "o.id", after: fieldsOf("o", ["name"]), from: "o" })}
  )
  select ${organizationColumns("o")} from o`,
);

/** Creates an organization together with its `live` environment (ENV-1). @throws `invalid_request` for its name. */
export async function createOrganization(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { name }: { name: string },
): Promise<Organization> {
  const chars = [...name.trim()].length;
  if (chars < 1 || chars > nameCharsMax) {
    throw fail("invalid_request", { message: `The name of an organization must be 1 to ${nameCharsMax} characters.` });
  }
  const { rows } = await deps.db.pool.query(
    insertOrganization({
      id: randomUUID(),
      name: name.trim(),
      environmentId: randomUUID(),
      ...auditValues(actor, "organizations.create"),
    }),
  );
  const [row] = rows;
  if (!row) throw new Error("an insert returned no row");
  return organizationOf(row);
}
