import { statement } from "@service/db";
import type { OrganizationScope } from "../access/index.ts";
import type { Deps } from "../../deps.ts";
import { environmentColumns, failingAs, liveSlug, type Environment } from "./environment.ts";

const listAll = statement(
  "environments_list",
  `select ${environmentColumns} from environments where organization_id = $1
   order by slug = $2 desc, created_at, slug`,
);

/** All environments of the organization, `live` first, then by age. @throws `list_environments_failed` */
export function listEnvironments(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
): Promise<Environment[]> {
  return failingAs("list_environments_failed", async () => {
    const { rows } = await deps.db.pool.query(listAll([organizationId, liveSlug]));
    return rows;
  });
}
