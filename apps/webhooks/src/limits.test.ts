import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { waitFor } from "@service/testing";

import { type Receiver, startReceiver } from "./testing/receiver.ts";
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

test("max_in_flight and max_per_second hold over three processes together", async () => {
  receiver.answer((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 20);
  });
  await scene.endpoint({ url: receiver.url, maxInFlight: 3, maxPerSecond: 30 });
  for (let count = 0; count < 3; count += 1) await scene.webhooks();
  await scene.finishRuns(120);
  await waitFor(() => receiver.received.length === 120);
  expect(receiver.concurrencyMax).toBeLessThanOrEqual(3);
  // Counted where the tries are claimed: how long a busy machine takes to send one says nothing about the limit.
  const attempts = await scene.rows<{ most: number }>(
    `select max(n) as most from (
       select (select count(*) from webhook_attempts b
                where b.started_at > a.started_at - interval '1 second' and b.started_at <= a.started_at) as n
         from webhook_attempts a) counted`,
  );
  expect(attempts[0]?.most).toBeLessThanOrEqual(30);
  // One process to each delivery: no delivery was sent twice.
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(120);
});
