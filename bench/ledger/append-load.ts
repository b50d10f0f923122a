/**
 * The senders of appends, a process of their own: every command is another task, with a key of its own. Reads one JSON
 * object (`AppendLoad`) from its first argument, prints one `LoadResult` and ends.
 */
import { randomUUID } from "node:crypto";

import autocannon from "autocannon";

import type { LoadResult } from "../load-shapes.ts";
import { appendLoad } from "./shapes.ts";

const { url, apiKey, accounts, commandsPerRequest, connections, seconds } = appendLoad.parse(
  JSON.parse(process.argv[2] ?? "{}"),
);
const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
const durations: number[] = [];
let firstRefusal: string | undefined;
let sent = 0;

function body(): string {
  const commands = Array.from({ length: commandsPerRequest }, () => ({
    idempotency_key: randomUUID(),
    type: "create_task",
    entity: { kind: "account", key: accounts[sent++ % accounts.length] },
    payload: { title: "Ask for the loss runs", due_on: "2027-03-01", priority: "normal" },
  }));
  return JSON.stringify({ actor_principal: "pat", actor_type: "producer", commands });
}

const { promise, resolve, reject } = Promise.withResolvers<{ errors: number; timeouts: number }>();
const startedAt = performance.now();
let endedAt = startedAt;
const load = autocannon(
  {
    url,
    method: "POST",
    headers,
    body: "",
    requests: [{ setupRequest: (request) => ({ ...request, headers, body: body() }) }],
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
const percentile = (share: number): number | null =>
  durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? null;
const result: LoadResult = {
  perSecond: durations.length / ((Math.max(endedAt, startedAt + 1) - startedAt) / 1000),
  accepted: durations.length,
  p50Ms: percentile(0.5),
  p99Ms: percentile(0.99),
  failed: errors + timeouts,
  ...(firstRefusal !== undefined && { firstRefusal }),
};
console.log(JSON.stringify(result));
