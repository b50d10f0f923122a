import { fail } from "@service/contract";

import type { Deps } from "../deps.ts";
import type { DeliveryOwner } from "./delivery.ts";
import { findOwnEndpoint } from "./read-deliveries.ts";
import { type Recovery, recoveryColumns } from "./recovery.ts";

interface RecoveryAddress {
  readonly owner: DeliveryOwner;
  readonly endpointId: string;
  readonly recoveryId: string;
}

/**
 * How far a recovery has come.
 * @throws `webhook_endpoint_not_found`, `webhook_recovery_not_found`.
 */
export async function getRecovery(deps: Deps, { owner, endpointId, recoveryId }: RecoveryAddress): Promise<Recovery> {
  await findOwnEndpoint(deps, owner, endpointId);
  const { rows } = await deps.db.pool.query<Recovery>(
    `select ${recoveryColumns} from webhook_recoveries r where r.endpoint_id = $1 and r.id = $2`,
    [endpointId, recoveryId],
  );
  const [recovery] = rows;
  if (!recovery) throw fail("webhook_recovery_not_found");
  return recovery;
}

/**
 * Ends a recovery where it stands: what it has put back is still sent. One that has ended is answered as it is.
 * @throws `webhook_endpoint_not_found`, `webhook_recovery_not_found`.
 */
export async function cancelRecovery(deps: Deps, address: RecoveryAddress): Promise<Recovery> {
  await findOwnEndpoint(deps, address.owner, address.endpointId);
  await deps.db.pool.query(
    `update webhook_recoveries set state = 'cancelled', finished_at = now()
      where endpoint_id = $1 and id = $2 and state = 'running'`,
    [address.endpointId, address.recoveryId],
  );
  return getRecovery(deps, address);
}
