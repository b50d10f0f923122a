import { fail } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { type Endpoint, endpointColumns, type EndpointWords } from "./endpoint.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";

const live = `
  from webhook_endpoints e join environments v on v.id = e.environment_id
  where e.organization_id = $1 and e.environment_id = $2 and e.deleted_at is null`;

const listEndpointRows = statement(
  "webhook_endpoints_list",
  `select ${endpointColumns} ${live} order by e.created_at, e.id`,
).narrowed<EndpointWords>();

/** All endpoints of the caller's environment (at most 20), oldest first. */
export async function listEndpoints(deps: Pick<Deps, "db">, owner: EnvironmentScope): Promise<Endpoint[]> {
  const { rows } = await deps.db.pool.query(listEndpointRows([owner.organizationId, owner.environmentId]));
  return rows;
}

const readEndpointRow = statement(
  "webhook_endpoints_read",
  `select ${endpointColumns} ${live} and e.id = $3`,
).narrowed<EndpointWords>();

/** @throws `webhook_endpoint_not_found`, also for an endpoint of another environment. */
export async function getEndpoint(
  deps: Pick<Deps, "db">,
  owner: EnvironmentScope,
  endpointId: string,
): Promise<Endpoint> {
  const { rows } = await deps.db.pool.query(readEndpointRow([owner.organizationId, owner.environmentId, endpointId]));
  const [endpoint] = rows;
  if (!endpoint) throw fail("webhook_endpoint_not_found");
  return endpoint;
}
