import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { waitFor, type Receiver, startReceiver } from "@service/testing";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

let scene: WebhookScene;
let receiver: Receiver;

beforeAll(async () => {
  scene = await webhookScene();
  receiver = await startReceiver();
});
afterAll(async () => {
  await scene.stop();
  await receiver.stop();
});

test("max_in_flight and max_per_second hold over three processes together (HOOK-49)", async () => {
  receiver.answer((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 20);
  });
  await scene.endpoint({ url: receiver.url, maxInFlight: 3, maxPerSecond: 30 });
  for (let count = 0; count < 3; count += 1) await scene.webhooks();
  await scene.finishRuns(120);
  await waitFor(() => receiver.received.length === 120);
  expect(receiver.concurrencyMax).toBeLessThanOrEqual(3);
  // Count claims, not arrivals: the limit does not depend on how long a busy machine takes to send.
  const attempts = await scene.rows<{ most: number }>(
    `select max(n) as most from (
       select (select count(*) from webhook_attempts b
                where b.started_at > a.started_at - interval '1 second' and b.started_at <= a.started_at) as n
         from webhook_attempts a) counted`,
  );
  expect(attempts[0]?.most).toBeLessThanOrEqual(30);
  // No delivery was sent twice.
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(120);
});
