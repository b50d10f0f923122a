/**
 * What deliveries cost at the very least: the same bodies signed and posted by the same HTTP client through the same
 * address guard, with no database, no lease, no log and no retry. A separate process, like ours.
 *
 * Reads one JSON object from its standard input, `{ urls, body, count, inFlight, secret }`; prints
 * `{ seconds, cpuSeconds }` and ends. Posts that were not answered with 204 end it with status 1.
 */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";

import { signingKeyOf } from "@service/domain/webhook-endpoints";
import { createAddressGuard, resolveHost } from "@service/outgoing";
import { z } from "zod";

import { createSender } from "../../apps/webhooks/src/send.ts";
import { signBody } from "../../apps/webhooks/src/sign.ts";

const request = z
  .object({ urls: z.array(z.string()), body: z.string(), count: z.int(), inFlight: z.int(), secret: z.string() })
  .parse(JSON.parse(await text(process.stdin)));
const sender = createSender({
  guard: createAddressGuard({ allowedCidrs: ["127.0.0.0/8"] }),
  resolve: resolveHost,
  totalMs: 15_000,
});
const keys = [signingKeyOf(request.secret)];
const { signal } = new AbortController();
let next = 0;

async function post(index: number): Promise<void> {
  const body = Buffer.from(request.body, "utf8");
  const eventId = randomUUID();
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const { status } = await sender.send({
    url: request.urls[index % request.urls.length] ?? "",
    body,
    signal,
    headers: {
      "content-type": "application/json",
      "content-length": String(body.length),
      "user-agent": "service-webhooks/1.0",
      "accept-encoding": "identity",
      "webhook-id": eventId,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signBody({ eventId, timestampSeconds, body, keys }),
      "x-service-webhook-version": "2026-03-22",
      "x-service-event-type": "run.completed",
      "x-service-delivery-id": eventId,
      "x-service-delivery-attempt": "1",
    },
  });
  if (status !== 204) throw new Error(`a post was answered with ${status}`);
}

async function lane(): Promise<void> {
  while (next < request.count) {
    const index = next;
    next += 1;
    await post(index);
  }
}

// A hundred to warm up: connections, compiled code.
const counted = request.count;
request.count = Math.min(counted, 300);
await Promise.all(Array.from({ length: request.inFlight }, lane));
request.count = counted;
next = 0;
const before = process.cpuUsage();
const startedMs = performance.now();
await Promise.all(Array.from({ length: request.inFlight }, lane));
const seconds = (performance.now() - startedMs) / 1_000;
const { user, system } = process.cpuUsage(before);
sender.close();
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6 }));
