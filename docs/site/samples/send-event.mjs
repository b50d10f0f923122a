import { createHmac } from "node:crypto";

/**
 * Posts an event to a `native` source. Without a response, call it again with the same id and event.
 *
 * @param {{ url: string, secret: string, id: string, event: { type: string, data: object, occurred_at?: string } }} given
 * @returns {Promise<{ outcome: string, reason?: string, event_id?: string }>}
 */
export async function sendEvent({ url, secret, id, event }) {
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`,
    },
    body,
    signal: AbortSignal.timeout(40_000),
  });
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
