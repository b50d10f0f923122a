import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { connectionColumns, type RecordConnection } from "./connection.ts";

const listedMax = 1_000;

const readAll = statement(
  "record_connections_list",
  `select ${connectionColumns("c")} from record_connections c where c.organization_id = $1 order by c.name limit $2`,
);

/** The connections of an organization, by name. @throws `not_found` */
export async function listConnections(
  deps: Pick<Deps, "db">,
  organizationId: string,
): Promise<readonly RecordConnection[]> {
  const { id } = await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(readAll([id, listedMax]));
  return rows;
}
