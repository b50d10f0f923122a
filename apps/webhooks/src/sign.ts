import { createHmac, type KeyObject } from "node:crypto";

/**
 * Signs a delivery by Standard Webhooks: HMAC-SHA256 over event id, time in unix seconds and the exact body, joined by
 * full stops; `v1,` and base64, one entry for each live secret (HOOK-30).
 *
 * @param signed.keys keys of the live secrets, newest first.
 * @returns the value of `webhook-signature`.
 */
export function signBody(signed: {
  eventId: string;
  timestampSeconds: number;
  body: Buffer;
  keys: readonly (Buffer | KeyObject)[];
}): string {
  const start = Buffer.from(`${signed.eventId}.${signed.timestampSeconds}.`, "utf8");
  return signed.keys
    .map((key) => `v1,${createHmac("sha256", key).update(start).update(signed.body).digest("base64")}`)
    .join(" ");
}
