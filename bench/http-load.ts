/**
 * The load generator, a separate process so that its work is not counted as the server's. Reads one JSON object (the
 * `LoadRequest` of measure.ts) from its first argument, prints one `LoadResult` and ends.
 */
import autocannon from "autocannon";

import { type LoadResult, loadRequest } from "./load-shapes.ts";

const request = loadRequest.parse(JSON.parse(process.argv[2] ?? "{}"));
const durations: number[] = [];
let accepted = 0;
let firstRefusal: string | undefined;

let sent = 0;
function withKey<R extends { headers: Record<string, string> }>(one: R): R {
  sent += 1;
  return { ...one, headers: { ...one.headers, "idempotency-key": `${process.pid}-${startedAt}-${sent}` } };
}

const { promise, resolve, reject } = Promise.withResolvers<{ errors: number; timeouts: number }>();
const startedAt = performance.now();
let endedAt = startedAt;
const load = autocannon(
  {
    url: request.url,
    method: "POST",
    headers: { "content-type": "application/json", ...request.headers },
    body: request.body,
    ...(request.withKeys && { requests: [{ setupRequest: withKey }] }),
    connections: request.connections,
    ...(request.seconds !== undefined && { duration: request.seconds }),
    ...(request.amount !== undefined && { amount: request.amount }),
    timeout: 30,
  },
  (error, result) => (error === null ? resolve(result) : reject(error)),
);
// autocannon rounds its percentiles to milliseconds, which is the size of what is measured here.
load.on("response", (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
  endedAt = performance.now();
  if (status >= 200 && status < 300) {
    accepted += 1;
    durations.push(milliseconds);
  } else {
    firstRefusal ??= `status ${status}`;
  }
});
const { errors, timeouts } = await promise;
durations.sort((left, right) => left - right);
const percentile = (share: number): number =>
  durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN;
const result: LoadResult = {
  perSecond: accepted / ((endedAt - startedAt) / 1000),
  accepted,
  p50Ms: percentile(0.5),
  p99Ms: percentile(0.99),
  failed: errors + timeouts,
  ...(firstRefusal !== undefined && { firstRefusal }),
};
console.log(JSON.stringify(result));
