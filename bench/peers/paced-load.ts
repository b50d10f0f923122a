/**
 * Submits runs at a fixed pace, whether or not earlier answers have come, from a separate process. Reads one JSON
 * object (`PacedRequest`) from its first argument and prints one JSON object (`PacedResult`).
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

import { z } from "zod";

import { pacedRequest, type PacedResult } from "./paced-shapes.ts";

const load = pacedRequest.parse(JSON.parse(process.argv[2] ?? "{}"));
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const accepted = z.object({ run_id: z.string() });
const bodyBytes = Buffer.byteLength(load.body);

function submit(): Promise<{ runId: string; sentAtMs: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ runId: string; sentAtMs: number }>();
  const sentAtMs = performance.timeOrigin + performance.now();
  const headers = {
    ...load.headers,
    "content-type": "application/json",
    "content-length": bodyBytes,
    "idempotency-key": randomUUID(),
  };
  const sending = request(load.url, { method: "POST", agent, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => void chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const answer = Buffer.concat(chunks).toString();
      if (response.statusCode === 202) resolve({ runId: accepted.parse(JSON.parse(answer)).run_id, sentAtMs });
      else reject(new Error(`answered ${response.statusCode}: ${answer}`));
    });
  });
  sending.on("error", reject);
  sending.end(load.body);
  return promise;
}

const everyMs = 1_000 / load.perSecond;
const amount = Math.round(load.seconds * load.perSecond);
const startedAt = performance.now();
const answers: ReturnType<typeof submit>[] = [];
for (let index = 0; index < amount; index += 1) {
  const waitMs = startedAt + index * everyMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  answers.push(submit());
}
const result: PacedResult = { runs: await Promise.all(answers) };
agent.destroy();
console.log(JSON.stringify(result));
