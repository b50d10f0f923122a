import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { testRedis, describeWithRedis, waitFor } from "@service/testing";
import { Redis } from "ioredis";

import { type Receiver, startReceiver } from "./testing/receiver.ts";
import { startWebhooksProcess } from "./testing/webhooks-process.ts";
import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

const quick = { WEBHOOK_DELIVERY_LEASE_SECONDS: "1.5", WEBHOOK_RETRY_TIME_SCALE: "0.01" };

/** Every event was received, and each delivery ended. */
async function expectAllDelivered(scene: WebhookScene, receiver: Receiver, eventIds: readonly string[]): Promise<void> {
  await waitFor(
    async () => {
      const [row] = await scene.rows<{ count: number }>(
        "select count(*) from webhook_deliveries where state <> 'delivered'",
      );
      const [events] = await scene.rows<{ count: number }>(
        "select count(*) from webhook_events where expanded_at is null",
      );
      return row?.count === 0 && events?.count === 0;
    },
    { what: "all deliveries delivered" },
  );
  const received = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  expect(eventIds.filter((id) => !received.has(id))).toEqual([]);
}

describe("kill -9", () => {
  let scene: WebhookScene;
  let receiver: Receiver;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    await scene.rows("delete from webhook_events");
    await scene.rows("update webhook_endpoints set deleted_at = now()");
    await scene.endpoint({ url: receiver.url, maxInFlight: 100, maxPerSecond: 1_000 });
  });
  afterAll(() => scene.stop());

  const points = [
    { point: "after the claim, before the receiver has read the request", isAnswered: false },
    { point: "after the send, before the answer is settled", isAnswered: true },
  ];
  for (const { point, isAnswered } of points) {
    test(`${point}: every event is received, none more often than crashes + 1, and the log shows the crash`, async () => {
      const seen = new Map<string, number>();
      const reached = Promise.withResolvers<void>();
      let isDown = false;
      receiver.answer((request, response) => {
        const id = request.headers["webhook-id"] ?? "";
        seen.set(id, (seen.get(id) ?? 0) + 1);
        if (isDown) return void response.writeHead(204).end();
        // Held open, or answered in the very moment of the kill: both leave a started attempt without a settle.
        if (isAnswered && seen.size === 10) response.writeHead(204).end();
        if (seen.size >= 10) reached.resolve();
      });
      const first = startWebhooksProcess(scene.variables(quick));
      const events = (await scene.finishRuns(30)).map(({ eventId }) => eventId);
      await reached.promise;
      await first.kill();
      isDown = true;
      const started = await scene.rows<{ count: number }>(
        "select count(*) from webhook_attempts where outcome = 'started'",
      );
      expect(started[0]?.count).toBeGreaterThan(0);
      const second = startWebhooksProcess(scene.variables(quick));
      await expectAllDelivered(scene, receiver, events);
      expect(Math.max(...seen.values())).toBeLessThanOrEqual(2);
      const [unknown] = await scene.rows<{ count: number }>(
        "select count(*) from webhook_attempts where outcome = 'unknown' and ended_at is not null",
      );
      expect(unknown?.count).toBe(started[0]?.count);
      // A process that is asked to stop leaves nothing half done.
      expect(await second.stop()).toBe(0);
      await receiver.stop();
    });
  }

  test("a stop finishes the deliveries in flight and claims no more", async () => {
    const reached = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    receiver.answer((_request, response) => {
      answers.push(() => response.writeHead(204).end());
      if (answers.length === 5) reached.resolve();
    });
    const only = startWebhooksProcess(scene.variables());
    await scene.finishRuns(5);
    await reached.promise;
    const stopped = only.stop();
    for (const answer of answers) answer();
    expect(await stopped).toBe(0);
    const states = await scene.rows<{ state: string }>("select distinct state from webhook_deliveries");
    expect(states).toEqual([{ state: "delivered" }]);
    await receiver.stop();
  });
});

describeWithRedis("Redis", () => {
  test("flushed again and again under load loses nothing: committed events and received ids are equal", async () => {
    const redis = testRedis();
    const scene = await webhookScene({ queueUrl: redis.url, prefix: redis.prefix });
    const receiver = await startReceiver();
    await scene.endpoint({ url: receiver.url, maxInFlight: 100, maxPerSecond: 1_000 });
    await scene.webhooks();
    await scene.webhooks();
    const client = new Redis(redis.url);
    const events: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      events.push(...(await scene.finishRuns(20)).map(({ eventId }) => eventId));
      // What a flush takes from this file, without taking the queues of the others.
      const keys = await client.keys(`*${redis.prefix}*`);
      if (keys.length > 0) await client.del(...keys);
    }
    await expectAllDelivered(scene, receiver, events);
    // Nothing crashed, so nothing was sent twice.
    expect(receiver.received).toHaveLength(events.length);
    client.disconnect();
    await scene.stop();
    await receiver.stop();
  });
});
