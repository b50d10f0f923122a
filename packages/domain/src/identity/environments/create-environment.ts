import { randomUUID } from "node:crypto";
import { fail, limits, reservedEnvironmentSlugs } from "@service/contract";
import { statement } from "@service/db";
import type { Actor, OrganizationScope } from "../access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { createInTurn } from "../organizations/index.ts";
import { auditedEnvironment, environmentColumns, failingAs, liveSlug, type Environment } from "./environment.ts";

const insertEnvironment = statement(
  "environments_insert",
  `
  with e as (
    insert into environments (id, organization_id, slug, name) values (@id, @organization_id, @slug, @name) returning *
  ), audited as (
    ${auditInsert({ ...auditedEnvironment("e"), after: fieldsOf("e", ["name"]) })}
  )
  select ${environmentColumns} from e`,
);

const readSlugs = statement("environments_read_slugs", "select slug from environments where organization_id = $1");

/**
 * Creates a sandbox environment.
 * @param request.name defaults to the slug.
 * @throws `environment_slug_reserved`, `environment_slug_taken`, `environment_limit_reached`,
 *   `environment_operation_failed`.
 */
export function createEnvironment(
  deps: Pick<Deps, "db">,
  principal: Actor & OrganizationScope,
  request: { slug: string; name?: string | undefined },
): Promise<Environment> {
  const { organizationId } = principal;
  if (reservedEnvironmentSlugs.some((reserved) => reserved === request.slug)) throw fail("environment_slug_reserved");
  return failingAs("environment_operation_failed", () =>
    createInTurn(deps.db, organizationId, async (tx) => {
      const { rows: existing } = await tx.query(readSlugs([organizationId]));
      if (existing.some(({ slug }) => slug === request.slug)) throw fail("environment_slug_taken");
      const sandboxes = existing.filter(({ slug }) => slug !== liveSlug).length;
      if (sandboxes >= limits.sandboxEnvironments) throw fail("environment_limit_reached");
      const { rows } = await tx.query(
        insertEnvironment({
          id: randomUUID(),
          organizationId,
          slug: request.slug,
          name: request.name ?? request.slug,
          ...auditValues(principal, "environments.create"),
        }),
      );
      const [created] = rows;
      if (!created) throw new Error("an insert returned no row");
      return created;
    }),
  );
}
