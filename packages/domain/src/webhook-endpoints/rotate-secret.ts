import { randomUUID } from "node:crypto";

import { fail, limits, previousSecretSeconds } from "@service/contract";

import type { Deps } from "../deps.ts";
import type { EndpointOwner } from "./endpoint.ts";
import { makeSigningSecret, sealSigningSecret } from "./endpoint-secrets.ts";

/**
 * Adds a new signing secret and lets the live ones expire. Expiry is decided when signing, by comparing timestamps:
 * no job has to run for it to take effect.
 *
 * @param options.previousExpiresInSeconds 0 to 604,800, default 86,400; 0 drops the others at once (a leak). A secret
 *   that expires sooner keeps its earlier time.
 * @returns the new secret, shown here and never again, and when the previous ones stop signing.
 * @throws `webhook_endpoint_not_found`, `secret_limit_reached`.
 */
export async function rotateSecret(
  deps: Deps,
  options: { owner: EndpointOwner; endpointId: string; previousExpiresInSeconds?: number | undefined },
): Promise<{ secret: string; previousExpireAt: Date }> {
  const { owner, endpointId, previousExpiresInSeconds = previousSecretSeconds.default } = options;
  const secretId = randomUUID();
  const secret = makeSigningSecret();
  const previousExpireAt = await deps.db.inTransaction(async (tx) => {
    const { rows: locked } = await tx.query(
      `select 1 from webhook_endpoints
        where organization_id = $1 and environment_id = $2 and id = $3 and deleted_at is null for no key update`,
      [owner.organizationId, owner.environmentId, endpointId],
    );
    if (locked.length === 0) throw fail("webhook_endpoint_not_found");
    await tx.query("delete from webhook_secrets where endpoint_id = $1 and expires_at <= now()", [endpointId]);
    const { rows } = await tx.query<{ at: Date }>("select now() + $1 * interval '1 second' as at", [
      previousExpiresInSeconds,
    ]);
    if (previousExpiresInSeconds === 0) {
      await tx.query("delete from webhook_secrets where endpoint_id = $1", [endpointId]);
    } else {
      const { rowCount } = await tx.query(
        `update webhook_secrets set expires_at = least(expires_at, now() + $2 * interval '1 second')
          where endpoint_id = $1`,
        [endpointId, previousExpiresInSeconds],
      );
      if ((rowCount ?? 0) >= limits.webhookSecretsLiveMax) throw fail("secret_limit_reached");
    }
    await tx.query("insert into webhook_secrets (id, endpoint_id, ciphertext) values ($1, $2, $3)", [
      secretId,
      endpointId,
      sealSigningSecret(deps.secrets, endpointId, secretId, secret),
    ]);
    const [expiry] = rows;
    if (!expiry) throw new Error("a select returned no row");
    return expiry.at;
  });
  return { secret, previousExpireAt };
}
