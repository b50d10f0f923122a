import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { environmentColumns, failingAs, type Environment } from "./environment.ts";

/** Gives an environment another name; `live` may be renamed too. @throws `environment_not_found`, `environment_operation_failed` */
export function updateEnvironment(
  deps: Deps,
  organizationId: string,
  slug: string,
  changes: { name: string },
): Promise<Environment> {
  return failingAs("environment_operation_failed", async () => {
    const { rows } = await deps.db.pool.query<Environment>(
      `update environments set name = $3, updated_at = now() where organization_id = $1 and slug = $2
       returning ${environmentColumns}`,
      [organizationId, slug, changes.name],
    );
    const [updated] = rows;
    if (!updated) throw fail("environment_not_found");
    return updated;
  });
}
