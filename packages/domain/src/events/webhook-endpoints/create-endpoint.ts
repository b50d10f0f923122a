import { randomUUID } from "node:crypto";

import { fail, limits, type PayloadMode, type RunEventType } from "@service/contract";
import { statement } from "@service/db";
import { type AddressGuard, resolveHost, type ResolveHost } from "@service/outgoing";

import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { auditedEndpoint, auditedSettings, type Endpoint, endpointColumns, type EndpointWords } from "./endpoint.ts";
import { checkEndpointHeaders } from "./endpoint-headers.ts";
import { makeSigningSecret, sealEndpointHeaders, sealSigningSecret } from "./endpoint-secrets.ts";
import { checkEndpointUrl } from "./endpoint-url.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

export interface EndpointRequest {
  readonly url: string;
  readonly events: readonly RunEventType[];
  readonly payloadMode?: PayloadMode | undefined;
  readonly description?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly maxPerSecond?: number | undefined;
  readonly maxInFlight?: number | undefined;
  readonly autoRecover?: boolean | undefined;
}

const defaults = { payloadMode: "full", maxPerSecond: 50, maxInFlight: 10 } as const;

const insertEndpoint = statement(
  "webhook_endpoints_insert",
  `
  with e as (
    insert into webhook_endpoints (id, organization_id, environment_id, url, description, events, payload_mode, headers,
      header_names, max_per_second, max_in_flight, auto_recover)
    values (@id, @organization_id, @environment_id, @url, @description, @events, @payload_mode, @headers,
      @header_names, @max_per_second, @max_in_flight, @auto_recover)
    returning *
  ), secret as (
    insert into webhook_secrets (id, endpoint_id, ciphertext) select @secret_id, e.id, @ciphertext from e
  ), audited as (
    ${auditInsert({ ...auditedEndpoint("e"), after: auditedSettings("e"), from: "e" })}
  )
  select ${endpointColumns} from e join environments v on v.id = e.environment_id`,
).narrowed<EndpointWords>();

const lockEnvironment = statement(
  "webhook_endpoints_lock_environment",
  "select 1 from environments where id = $1 for no key update",
);

const countEndpoints = statement(
  "webhook_endpoints_count",
  `select count(*) from webhook_endpoints
   where organization_id = $1 and environment_id = $2 and deleted_at is null`,
);

/**
 * Registers an endpoint in the caller's environment (HOOK-2).
 *
 * @returns the endpoint and its signing secret, which is shown here and never again.
 * @throws `invalid_url`, `invalid_header`, `webhook_endpoint_limit_reached`.
 */
export async function createEndpoint(
  deps: Pick<Deps, "db" | "secrets">,
  options: { owner: Actor & EnvironmentScope; guard: AddressGuard; request: EndpointRequest; resolve?: ResolveHost },
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { owner, guard, request, resolve = resolveHost } = options;
  const headers = checkEndpointHeaders(request.headers ?? {});
  // Before the transaction: it queries name servers.
  const url = await checkEndpointUrl({ guard, resolve }, request.url);
  const id = randomUUID();
  const secretId = randomUUID();
  const secret = makeSigningSecret();
  const endpoint = await deps.db.inTransaction(async (tx) => {
    // One registration at a time in an environment, also against its deletion: otherwise the count could be exceeded.
    await tx.query(lockEnvironment([owner.environmentId]));
    const { rows: counted } = await tx.query(countEndpoints([owner.organizationId, owner.environmentId]));
    if ((counted[0]?.count ?? 0) >= limits.webhookEndpointsPerEnvironment) throw fail("webhook_endpoint_limit_reached");
    const { rows } = await tx.query(
      insertEndpoint({
        id,
        organizationId: owner.organizationId,
        environmentId: owner.environmentId,
        url,
        description: request.description ?? "",
        events: request.events,
        payloadMode: request.payloadMode ?? defaults.payloadMode,
        headers: sealEndpointHeaders(deps.secrets, id, headers),
        headerNames: Object.keys(headers),
        maxPerSecond: request.maxPerSecond ?? defaults.maxPerSecond,
        maxInFlight: request.maxInFlight ?? defaults.maxInFlight,
        autoRecover: request.autoRecover ?? false,
        secretId,
        ciphertext: sealSigningSecret(deps.secrets, id, secretId, secret),
        ...auditValues(owner, "webhooks.create"),
      }),
    );
    const [created] = rows;
    if (!created) throw new Error("an insert returned no row");
    return created;
  });
  return { endpoint, secret };
}
