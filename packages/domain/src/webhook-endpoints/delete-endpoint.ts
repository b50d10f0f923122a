import { fail } from "@service/contract";

import { cancelDeliveries, lockEndpointStatus } from "../deliveries/index.ts";
import type { Deps } from "../deps.ts";
import type { EndpointOwner } from "./endpoint.ts";

/**
 * Removes an endpoint: it disappears from every read, its unfinished deliveries are cancelled, its secrets are
 * destroyed. The row stays for the log of what was sent.
 *
 * @throws `webhook_endpoint_not_found`.
 */
export async function deleteEndpoint(deps: Deps, owner: EndpointOwner, endpointId: string): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    await lockEndpointStatus(tx, endpointId);
    // Deliveries before the endpoint, in the order of settling: two that meet cannot block each other.
    await cancelDeliveries(tx, owner, endpointId);
    const { rowCount } = await tx.query(
      `update webhook_endpoints set deleted_at = now(), updated_at = now(), headers = null
        where organization_id = $1 and environment_id = $2 and id = $3 and deleted_at is null`,
      [owner.organizationId, owner.environmentId, endpointId],
    );
    if (rowCount === 0) throw fail("webhook_endpoint_not_found");
    await tx.query("delete from webhook_secrets where endpoint_id = $1", [endpointId]);
  });
}
