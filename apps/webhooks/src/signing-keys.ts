import { createSecretKey, type KeyObject } from "node:crypto";

import type { ClaimedDelivery } from "@service/domain/deliveries";
import { openSigningSecret, signingKeyOf } from "@service/domain/webhook-endpoints";
import type { SecretBox } from "@service/runtime";

/** Most opened keys kept in memory; beyond it the cache is cleared. */
const keysMax = 2_000;

/** The keys that sign a delivery, newest first. */
export type SigningKeys = (claimed: Pick<ClaimedDelivery, "endpointId" | "secrets">) => KeyObject[];

/**
 * Opens sealed secrets and keeps the keys: a secret never changes under its id, and opening and preparing it cost a
 * tenth of a delivery (measured). Which secrets are live is read with every claim, so expiry is never cached.
 *
 * @throws SecretBoxError (when the returned function is called) when this process lacks the key that sealed a secret.
 */
export function createSigningKeys(box: SecretBox): SigningKeys {
  const cached = new Map<string, KeyObject>();
  return ({ endpointId, secrets }) =>
    secrets.map(({ id, sealed }) => {
      const kept = cached.get(id);
      if (kept) return kept;
      const key = createSecretKey(signingKeyOf(openSigningSecret(box, endpointId, id, sealed)));
      if (cached.size >= keysMax) cached.clear();
      cached.set(id, key);
      return key;
    });
}
