import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const retriable = new Set([500, 502, 503, 504]);
const triesMax = 8;

/**
 * Submits a run so that it exists once, however often the network fails on the way.
 *
 * @param {{ api: string, key: string, engine: string, body: object, idempotencyKey?: string, firstWaitMs?: number }} given
 *   `api` is `https://…/api/v1`; keep `idempotencyKey` with your own record, so that a restarted process sends the same
 * @returns {Promise<{ run_id: string, status: string }>}
 */
export async function submitRun({ api, key, engine, body, idempotencyKey = randomUUID(), firstWaitMs = 1_000 }) {
  let currentKey = idempotencyKey;
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(`${api}/engines/${engine}/runs`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": currentKey,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    }).catch((error) => error);

    if (answer instanceof Response) {
      if (answer.ok) return answer.json();
      const refusal = await answer.json().catch(() => ({ code: "unknown", message: answer.statusText }));
      const isBudget = answer.status === 429 && refusal.code === "rate_limited";
      if (tried === triesMax || !(isBudget || retriable.has(answer.status)))
        throw new Error(`${answer.status} ${refusal.code}: ${refusal.message}`, { cause: refusal });
      // The run exists and has failed: only a new key makes another one.
      if (refusal.code === "queue_unreachable") currentKey = `${idempotencyKey}-${tried + 1}`;
      const retryAfter = Number(answer.headers.get("retry-after"));
      if (retryAfter > 0) {
        await wait(retryAfter * 1_000);
        continue;
      }
    } else if (tried === triesMax) throw answer;
    // Exponential, capped at 30 seconds, with jitter so that many callers do not return at the same moment.
    await wait(Math.min(30_000, firstWaitMs * 2 ** (tried - 1)) * (0.5 + Math.random() / 2));
  }
}
