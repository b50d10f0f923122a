import { fail } from "@service/contract";
import { statement } from "@service/db";

import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { auditedEndpoint, auditedSettings } from "./endpoint.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

const removeEndpoint = statement(
  "webhook_endpoints_remove",
  `
  with removed as (
    update webhook_endpoints set deleted_at = now(), updated_at = now(), headers = null
     where organization_id = @organization_id and environment_id = @environment_id and id = @endpoint_id
       and deleted_at is null
    returning *
  ), forgotten as (
    delete from webhook_secrets s using removed where s.endpoint_id = removed.id
  ), audited as (
    ${auditInsert({
      ...auditedEndpoint("removed"),
      before: auditedSettings("removed"),
      from: "removed",
    })}
  )
  select id from removed`,
);

/**
 * Removes an endpoint: it disappears from every read, nothing more is sent to it, its secrets are destroyed. The sweep
 * cancels its unfinished deliveries; an attempt under way is recorded as it ends. The row stays for the delivery log.
 *
 * @throws `webhook_endpoint_not_found`.
 */
export async function deleteEndpoint(
  deps: Pick<Deps, "db">,
  owner: Actor & EnvironmentScope,
  endpointId: string,
): Promise<void> {
  const { rows } = await deps.db.pool.query(
    removeEndpoint({
      organizationId: owner.organizationId,
      environmentId: owner.environmentId,
      endpointId,
      ...auditValues(owner, "webhooks.delete"),
    }),
  );
  if (rows.length === 0) throw fail("webhook_endpoint_not_found");
}
