import { type EndpointStatus, fail } from "@service/contract";

import { statement } from "@service/db";
import { type AddressGuard, resolveHost, type ResolveHost } from "@service/outgoing";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import type { EndpointRequest } from "./create-endpoint.ts";
import { auditedEndpoint, auditedSettings, type Endpoint, endpointColumns, type EndpointWords } from "./endpoint.ts";
import { checkEndpointHeaders } from "./endpoint-headers.ts";
import { sealEndpointHeaders } from "./endpoint-secrets.ts";
import { checkEndpointUrl } from "./endpoint-url.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

type OrUndefined<T> = { readonly [Key in keyof T]?: T[Key] | undefined };
export type EndpointPatch = OrUndefined<EndpointRequest> & { readonly status?: EndpointStatus | undefined };

/** Enabling clears the failures (HOOK-6); disabling an already disabled endpoint keeps its first reason. */
const patchEndpoint = statement(
  "webhook_endpoints_update",
  `
  with before as (
    select b.id as before_id, ${auditedSettings("b")} as settings_before from webhook_endpoints b
    where b.organization_id = @organization_id and b.environment_id = @environment_id and b.id = @endpoint_id
      and b.deleted_at is null for no key update
  ), e as (
    update webhook_endpoints set
      url = coalesce(@url, url),
      description = coalesce(@description, description),
      events = coalesce(@events, events),
      payload_mode = coalesce(@payload_mode::payload_mode, payload_mode),
      headers = case when @sets_headers then @headers else headers end,
      header_names = case when @sets_headers then @header_names else header_names end,
      max_per_second = coalesce(@max_per_second, max_per_second),
      max_in_flight = coalesce(@max_in_flight, max_in_flight),
      auto_recover = coalesce(@auto_recover, auto_recover),
      status = coalesce(@status::endpoint_status, status),
      disabled_reason = case @status::endpoint_status when 'disabled' then coalesce(disabled_reason, 'manual')
        when 'enabled' then null else disabled_reason end,
      disabled_at = case @status::endpoint_status when 'disabled' then coalesce(disabled_at, now())
        when 'enabled' then null else disabled_at end,
      failures_in_a_row = case when status = 'disabled' and @status::endpoint_status = 'enabled' then 0
        else failures_in_a_row end,
      first_failure_at = case when status = 'disabled' and @status::endpoint_status = 'enabled' then null
        else first_failure_at end,
      first_refusal_at = case when status = 'disabled' and @status::endpoint_status = 'enabled' then null
        else first_refusal_at end,
      resume_asked_at = case when @status::endpoint_status = 'disabled' then null
        when status = 'disabled' and @status::endpoint_status = 'enabled' then now() else resume_asked_at end,
      resumed_until = case when status = 'disabled' and @status::endpoint_status = 'enabled' then null
        else resumed_until end,
      updated_at = now()
    from before where id = before_id
    returning *
  ), audited as (
    ${auditInsert({
      ...auditedEndpoint("e"),
      before: "e.settings_before",
      after: `${auditedSettings("e")} || case when @sets_headers then '{"headers": "set"}' else '{}' end::jsonb`,
      from: "e",
    })}
  )
  select ${endpointColumns} from e join environments v on v.id = e.environment_id`,
).narrowed<EndpointWords>();

/**
 * Changes an endpoint. Disabling holds its waiting deliveries, enabling resumes the held ones (HOOK-40, HOOK-41): claims
 * and reads follow the endpoint from this commit on; the sweep moves its deliveries afterwards, however many they are.
 * The content of existing deliveries does not change.
 *
 * @throws `webhook_endpoint_not_found`, `invalid_url`, `invalid_header`.
 */
export async function updateEndpoint(
  deps: Pick<Deps, "db" | "queue" | "secrets">,
  options: {
    owner: Actor & EnvironmentScope;
    endpointId: string;
    guard: AddressGuard;
    patch: EndpointPatch;
    resolve?: ResolveHost;
  },
): Promise<Endpoint> {
  const { owner, endpointId, guard, patch, resolve = resolveHost } = options;
  const headers = patch.headers && checkEndpointHeaders(patch.headers);
  const url = patch.url === undefined ? undefined : await checkEndpointUrl({ guard, resolve }, patch.url);
  const { rows } = await deps.db.pool.query(
    patchEndpoint({
      organizationId: owner.organizationId,
      environmentId: owner.environmentId,
      endpointId,
      url: url ?? null,
      description: patch.description ?? null,
      events: patch.events ?? null,
      payloadMode: patch.payloadMode ?? null,
      setsHeaders: headers !== undefined,
      headers: headers ? sealEndpointHeaders(deps.secrets, endpointId, headers) : null,
      headerNames: headers ? Object.keys(headers) : [],
      maxPerSecond: patch.maxPerSecond ?? null,
      maxInFlight: patch.maxInFlight ?? null,
      autoRecover: patch.autoRecover ?? null,
      status: patch.status ?? null,
      ...auditValues(owner, "webhooks.update"),
    }),
  );
  const [endpoint] = rows;
  if (!endpoint) throw fail("webhook_endpoint_not_found");
  if (patch.status === "enabled") await deps.queue.wake("webhooks");
  return endpoint;
}
