import { randomUUID } from "node:crypto";

import { fail, limits, previousSecretSeconds } from "@service/contract";
import { statement } from "@service/db";

import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { expireSecrets } from "../../identity/secrets/index.ts";
import { auditedEndpoint } from "./endpoint.ts";
import { makeSigningSecret, sealSigningSecret } from "./endpoint-secrets.ts";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";

const insertSecret = statement(
  "webhook_secrets_insert",
  `
  with secret as (
    insert into webhook_secrets (id, endpoint_id, ciphertext) values (@secret_id, @endpoint_id, @ciphertext)
      returning endpoint_id
  )
  ${auditInsert({
    ...auditedEndpoint("e"),
    after: "jsonb_build_object('previous_expires_in', @previous_expires_in_seconds::int)",
    from: "secret join webhook_endpoints e on e.id = secret.endpoint_id",
  })}`,
);

const lockEndpoint = statement(
  "webhook_endpoints_lock_for_secret",
  `select 1 from webhook_endpoints
   where organization_id = $1 and environment_id = $2 and id = $3 and deleted_at is null for no key update`,
);

/**
 * Adds a new signing secret and lets the live ones expire. Signing compares timestamps, so expiry needs no job.
 *
 * @param options.previousExpiresInSeconds 0 to 604,800, default 86,400; 0 drops the others at once (a leak). A secret
 *   that expires sooner keeps its earlier time.
 * @returns the new secret, shown here and never again, and when the previous ones stop signing.
 * @throws `webhook_endpoint_not_found`, `secret_limit_reached`.
 */
export async function rotateSecret(
  deps: Pick<Deps, "db" | "secrets">,
  options: { owner: Actor & EnvironmentScope; endpointId: string; previousExpiresInSeconds?: number | undefined },
): Promise<{ secret: string; previousExpireAt: Date }> {
  const { owner, endpointId, previousExpiresInSeconds = previousSecretSeconds.default } = options;
  const secretId = randomUUID();
  const secret = makeSigningSecret();
  const previousExpireAt = await deps.db.inTransaction(async (tx) => {
    const { rows: locked } = await tx.query(lockEndpoint([owner.organizationId, owner.environmentId, endpointId]));
    if (locked.length === 0) throw fail("webhook_endpoint_not_found");
    const { until } = await expireSecrets(tx, "webhook_secrets", {
      owner: { endpoint_id: endpointId },
      seconds: previousExpiresInSeconds,
      liveMax: limits.webhookSecretsLiveMax,
    });
    await tx.query(
      insertSecret({
        secretId,
        endpointId,
        ciphertext: sealSigningSecret(deps.secrets, endpointId, secretId, secret),
        previousExpiresInSeconds,
        ...auditValues(owner, "webhooks.rotateSecret"),
      }),
    );
    return until;
  });
  return { secret, previousExpireAt };
}
