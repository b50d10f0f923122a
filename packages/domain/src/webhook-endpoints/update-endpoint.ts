import { type EndpointStatus, fail } from "@service/contract";

import { holdDeliveries, lockEndpointStatus, resumeDeliveries } from "../deliveries/index.ts";
import type { Deps } from "../deps.ts";
import type { AddressGuard } from "./address-guard.ts";
import type { EndpointRequest } from "./create-endpoint.ts";
import { type Endpoint, endpointColumns, type EndpointOwner } from "./endpoint.ts";
import { checkEndpointHeaders } from "./endpoint-headers.ts";
import { sealEndpointHeaders } from "./endpoint-secrets.ts";
import { checkEndpointUrl } from "./endpoint-url.ts";
import { resolveHost, type ResolveHost } from "./resolve-host.ts";

type OrUndefined<T> = { readonly [Key in keyof T]?: T[Key] | undefined };
export type EndpointPatch = OrUndefined<EndpointRequest> & { readonly status?: EndpointStatus | undefined };

/** Enabling forgets the failures (webhooks.md 5.11); disabling an already disabled endpoint keeps its first reason. */
const patchEndpoint = `
  with e as (
    update webhook_endpoints set
      url = coalesce($4, url),
      description = coalesce($5, description),
      events = coalesce($6, events),
      payload_mode = coalesce($7::payload_mode, payload_mode),
      headers = case when $8 then $9 else headers end,
      header_names = case when $8 then $10 else header_names end,
      max_per_second = coalesce($11, max_per_second),
      max_in_flight = coalesce($12, max_in_flight),
      auto_recover = coalesce($13, auto_recover),
      status = coalesce($14::endpoint_status, status),
      disabled_reason = case $14::endpoint_status when 'disabled' then coalesce(disabled_reason, 'manual')
        when 'enabled' then null else disabled_reason end,
      disabled_at = case $14::endpoint_status when 'disabled' then coalesce(disabled_at, now())
        when 'enabled' then null else disabled_at end,
      failures_in_a_row = case when status = 'disabled' and $14::endpoint_status = 'enabled' then 0
        else failures_in_a_row end,
      first_failure_at = case when status = 'disabled' and $14::endpoint_status = 'enabled' then null
        else first_failure_at end,
      first_refusal_at = case when status = 'disabled' and $14::endpoint_status = 'enabled' then null
        else first_refusal_at end,
      updated_at = now()
    where organization_id = $1 and environment_id = $2 and id = $3 and deleted_at is null
    returning *
  )
  select ${endpointColumns} from e join environments v on v.id = e.environment_id`;

/**
 * Changes an endpoint. Disabling holds its waiting deliveries, enabling resumes the held ones, in the same commit
 * (webhooks.md 5.5). Content of deliveries that exist does not change.
 *
 * @throws `webhook_endpoint_not_found`, `invalid_url`, `invalid_header`.
 */
export async function updateEndpoint(
  deps: Deps,
  options: {
    owner: EndpointOwner;
    endpointId: string;
    guard: AddressGuard;
    patch: EndpointPatch;
    resolve?: ResolveHost;
  },
): Promise<Endpoint> {
  const { owner, endpointId, guard, patch, resolve = resolveHost } = options;
  const headers = patch.headers && checkEndpointHeaders(patch.headers);
  const url = patch.url === undefined ? undefined : await checkEndpointUrl({ guard, resolve }, patch.url);
  const endpoint = await deps.db.inTransaction(async (tx) => {
    if (patch.status !== undefined) await lockEndpointStatus(tx, endpointId);
    // Deliveries before the endpoint, in the order of settling: two that meet cannot block each other.
    if (patch.status === "disabled") await holdDeliveries(tx, owner, endpointId);
    if (patch.status === "enabled") await resumeDeliveries(tx, owner, endpointId);
    const { rows } = await tx.query<Endpoint>(patchEndpoint, [
      owner.organizationId,
      owner.environmentId,
      endpointId,
      url ?? null,
      patch.description ?? null,
      patch.events ?? null,
      patch.payloadMode ?? null,
      headers !== undefined,
      headers ? sealEndpointHeaders(deps.secrets, endpointId, headers) : null,
      headers ? Object.keys(headers) : [],
      patch.maxPerSecond ?? null,
      patch.maxInFlight ?? null,
      patch.autoRecover ?? null,
      patch.status ?? null,
    ]);
    const [changed] = rows;
    if (!changed) throw fail("webhook_endpoint_not_found");
    return changed;
  });
  if (patch.status === "enabled") await deps.queue.ring("webhooks");
  return endpoint;
}
