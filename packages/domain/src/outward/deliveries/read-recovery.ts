import { fail } from "@service/contract";
import { statement } from "@service/db";

import { auditInsert, auditValues, fieldsOf, slugOf } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { findOwnEndpoint } from "./read-deliveries.ts";
import { type Recovery, recoveryColumns } from "./recovery.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

interface RecoveryAddress {
  readonly owner: Actor & EnvironmentScope;
  readonly endpointId: string;
  readonly recoveryId: string;
}

const readOne = statement(
  "webhook_recoveries_read",
  `select ${recoveryColumns} from webhook_recoveries r where r.endpoint_id = $1 and r.id = $2`,
).narrowed<Pick<Recovery, "reason">>();

/**
 * The progress of a recovery.
 * @throws `webhook_endpoint_not_found`, `webhook_recovery_not_found`.
 */
export async function getRecovery(
  deps: Pick<Deps, "db">,
  { owner, endpointId, recoveryId }: RecoveryAddress,
): Promise<Recovery> {
  await findOwnEndpoint(deps, owner, endpointId);
  const { rows } = await deps.db.pool.query(readOne([endpointId, recoveryId]));
  const [recovery] = rows;
  if (!recovery) throw fail("webhook_recovery_not_found");
  return recovery;
}

const endRecovery = statement(
  "webhook_recoveries_cancel",
  `
  with r as (
    update webhook_recoveries set state = 'cancelled', finished_at = now()
    where endpoint_id = @endpoint_id and id = @recovery_id and state = 'running' returning *
  )
  ${auditInsert({
    kind: "webhook_recovery",
    id: "r.id",
    organizationId: "r.organization_id",
    environment: slugOf("r.environment_id"),
    before: `'{"state": "running"}'::jsonb`,
    after: fieldsOf("r", ["state"]),
    from: "r",
  })}`,
);

/**
 * Stops a recovery: deliveries it has already put back are still sent. A finished recovery is returned unchanged.
 * @throws `webhook_endpoint_not_found`, `webhook_recovery_not_found`.
 */
export async function cancelRecovery(deps: Pick<Deps, "db">, address: RecoveryAddress): Promise<Recovery> {
  await findOwnEndpoint(deps, address.owner, address.endpointId);
  await deps.db.pool.query(
    endRecovery({
      endpointId: address.endpointId,
      recoveryId: address.recoveryId,
      ...auditValues(address.owner, "webhooks.cancelRecovery"),
    }),
  );
  return getRecovery(deps, address);
}
