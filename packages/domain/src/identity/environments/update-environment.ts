import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor, OrganizationScope } from "../access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { auditedEnvironment, environmentColumns, failingAs, type Environment } from "./environment.ts";

const renameEnvironment = statement(
  "environments_rename",
  `
  with before as (
    select id, name from environments where organization_id = @organization_id and slug = @slug for no key update
  ), e as (
    update environments e set name = @name, updated_at = now() from before where e.id = before.id
    returning e.*, before.name as name_before
  ), audited as (
    ${auditInsert({
      ...auditedEnvironment("e"),
      before: "jsonb_build_object('name', e.name_before)",
      after: fieldsOf("e", ["name"]),
    })}
  )
  select ${environmentColumns} from e`,
);

/** Renames an environment, `live` included. @throws `environment_not_found`, `environment_operation_failed` */
export function updateEnvironment(
  deps: Pick<Deps, "db">,
  principal: Actor & OrganizationScope,
  slug: string,
  changes: { name: string },
): Promise<Environment> {
  return failingAs("environment_operation_failed", async () => {
    const { rows } = await deps.db.pool.query(
      renameEnvironment({
        organizationId: principal.organizationId,
        slug,
        name: changes.name,
        ...auditValues(principal, "environments.update"),
      }),
    );
    const [updated] = rows;
    if (!updated) throw fail("environment_not_found");
    return updated;
  });
}
