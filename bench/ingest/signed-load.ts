/**
 * The senders of `bench:ingest`, a process of their own: every request is another delivery, signed by Standard Webhooks.
 * Reads one JSON object (`SignedLoad`) from its first argument, prints one `LoadResult` and ends.
 */
import { createHmac, randomUUID } from "node:crypto";

import autocannon from "autocannon";

import type { LoadResult } from "../load-shapes.ts";
import { signedLoad } from "./shapes.ts";

const { url, key, connections, seconds } = signedLoad.parse(JSON.parse(process.argv[2] ?? "{}"));
const secret = Buffer.from(key, "base64");
const body = JSON.stringify({ type: "order.placed", data: { order_id: 4711, lines: [{ sku: "a-1", count: 2 }] } });
const durations: number[] = [];
let firstRefusal: string | undefined;

function signedHeaders(): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

const { promise, resolve, reject } = Promise.withResolvers<{ errors: number; timeouts: number }>();
const startedAt = performance.now();
let endedAt = startedAt;
const load = autocannon(
  {
    url,
    method: "POST",
    headers: {},
    body,
    requests: [{ setupRequest: (request) => ({ ...request, headers: signedHeaders() }) }],
    connections,
    duration: seconds,
    timeout: 30,
  },
  (error, result) => (error === null ? resolve(result) : reject(error)),
);
load.on("response", (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
  endedAt = performance.now();
  if (status === 200) durations.push(milliseconds);
  else firstRefusal ??= `status ${status}`;
});
const { errors, timeouts } = await promise;
durations.sort((left, right) => left - right);
const percentile = (share: number): number =>
  durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN;
const result: LoadResult = {
  perSecond: durations.length / ((endedAt - startedAt) / 1000),
  accepted: durations.length,
  p50Ms: percentile(0.5),
  p99Ms: percentile(0.99),
  failed: errors + timeouts,
  ...(firstRefusal !== undefined && { firstRefusal }),
};
console.log(JSON.stringify(result));
