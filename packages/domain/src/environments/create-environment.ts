import { randomUUID } from "node:crypto";
import { fail, limits, reservedEnvironmentSlugs } from "@service/contract";
import type { Deps } from "../deps.ts";
import { environmentColumns, failingAs, liveSlug, type Environment } from "./environment.ts";

/**
 * Creates a sandbox environment.
 * @param request.name defaults to the slug.
 * @throws `environment_slug_reserved`, `environment_slug_taken`, `environment_limit_reached`,
 *   `environment_operation_failed`.
 */
export function createEnvironment(
  deps: Deps,
  organizationId: string,
  request: { slug: string; name?: string | undefined },
): Promise<Environment> {
  if (reservedEnvironmentSlugs.some((reserved) => reserved === request.slug)) throw fail("environment_slug_reserved");
  return failingAs("environment_operation_failed", () =>
    deps.db.inTransaction(async (tx) => {
      // One creation at a time in an organization: counting and inserting must not be pulled apart by another.
      await tx.query("select 1 from organizations where id = $1 for no key update", [organizationId]);
      const { rows: existing } = await tx.query<{ slug: string }>(
        "select slug from environments where organization_id = $1",
        [organizationId],
      );
      if (existing.some(({ slug }) => slug === request.slug)) throw fail("environment_slug_taken");
      const sandboxes = existing.filter(({ slug }) => slug !== liveSlug).length;
      if (sandboxes >= limits.sandboxEnvironments) throw fail("environment_limit_reached");
      const { rows } = await tx.query<Environment>(
        `insert into environments (id, organization_id, slug, name) values ($1, $2, $3, $4)
         returning ${environmentColumns}`,
        [randomUUID(), organizationId, request.slug, request.name ?? request.slug],
      );
      const [created] = rows;
      if (!created) throw new Error("an insert returned no row");
      return created;
    }),
  );
}
