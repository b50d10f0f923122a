import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { applyMigrations } from "@service/db";
import { describeWithRedis, privatePostgres, testRedis, waitFor, type Receiver, startReceiver } from "@service/testing";
import { Redis } from "ioredis";

import { type WebhookScene, webhookScene } from "./testing/webhook-scene.ts";

/**
 * Expires the leases of a dead process, as waiting would. Do not use short leases instead: they also shorten a receiver's
 * time to answer, which adds attempts on a busy machine.
 */
async function passLeases(scene: WebhookScene): Promise<void> {
  // The server may yet complete a statement of the dead process, whose leases would then be waited for.
  await waitFor(
    async () =>
      (
        await scene.rows(
          "select 1 from pg_stat_activity where datname = current_database() and application_name = 'service-webhooks'",
        )
      ).length === 0,
    { what: "the end of the dead process's sessions" },
  );
  await scene.rows(
    "update webhook_deliveries set lease_until = now() - interval '1 second' where state = 'delivering'",
  );
}

/** Waits until every event was received and each delivery ended. */
async function expectAllDelivered(scene: WebhookScene, receiver: Receiver, eventIds: readonly string[]): Promise<void> {
  await waitFor(
    async () => {
      // In one statement: an expansion that commits between two would be missed by both.
      const [open] = await scene.rows<{ count: number }>(
        `select (select count(*) from event_marks)
           + (select count(*) from webhook_deliveries where state <> 'delivered') as count`,
      );
      return open?.count === 0;
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
    test(`${point}: every event is received, none more often than crashes + 1, and the log shows the crash (HOOK-46)`, async () => {
      const seen = new Map<string, number>();
      const reached = Promise.withResolvers<void>();
      let isDown = false;
      receiver.answer((request, response) => {
        const id = request.headers["webhook-id"] ?? "";
        seen.set(id, (seen.get(id) ?? 0) + 1);
        if (isDown) return void response.writeHead(204).end();
        // Held open, or answered at the moment of the kill: both leave a started attempt that is not settled.
        if (isAnswered && seen.size === 10) response.writeHead(204).end();
        if (seen.size >= 10) reached.resolve();
      });
      const first = scene.startProcess();
      const events = (await scene.finishRuns(30)).map(({ eventId }) => eventId);
      await reached.promise;
      await first.kill();
      isDown = true;
      await passLeases(scene);
      const started = await scene.rows<{ count: number }>(
        "select count(*) from webhook_attempts where outcome = 'started'",
      );
      expect(started[0]?.count).toBeGreaterThan(0);
      const second = scene.startProcess();
      await expectAllDelivered(scene, receiver, events);
      expect(Math.max(...seen.values())).toBeLessThanOrEqual(2);
      const [unknown] = await scene.rows<{ count: number }>(
        "select count(*) from webhook_attempts where outcome = 'unknown' and ended_at is not null",
      );
      expect(unknown?.count).toBe(started[0]?.count);
      // A graceful stop leaves no open attempt.
      expect(await second.stop()).toBe(0);
      await receiver.stop();
    });
  }

  /** Locks a table to block a statement midway: its writes are uncommitted when the process dies. */
  async function lockOut(table: string, mode: "share" | "share row exclusive") {
    const client = await scene.deps.db.pool.connect();
    await client.query("begin");
    await client.query(`lock table ${table} in ${mode} mode`);
    return {
      isReached: async () =>
        (await scene.rows("select 1 from pg_locks where not granted and relation = $1::regclass", [table])).length > 0,
      async release() {
        await client.query("rollback");
        client.release();
      },
    };
  }

  const halves = [
    { point: "in the middle of the expansion", table: "webhook_deliveries", isSending: false },
    { point: "in the middle of the claim", table: "webhook_attempts", isSending: false },
    { point: "in the middle of the settle", table: "webhook_attempts", isSending: true },
  ];
  for (const { point, table, isSending } of halves) {
    test(`${point}: nothing stays half done, every event is received, none more often than crashes + 1`, async () => {
      const answers: (() => void)[] = [];
      let isHolding = isSending;
      receiver.answer((_request, response) => {
        const answer = (): void => void response.writeHead(204).end();
        if (isHolding) answers.push(answer);
        else answer();
      });
      const first = scene.startProcess();
      let events: string[];
      let lock: Awaited<ReturnType<typeof lockOut>>;
      if (isSending) {
        events = (await scene.finishRuns(10)).map(({ eventId }) => eventId);
        await waitFor(() => answers.length === 10);
        lock = await lockOut(table, "share");
        isHolding = false;
        for (const answer of answers) answer();
      } else {
        // Deliver one event first, so that the process is known to run.
        events = (await scene.finishRuns(1)).map(({ eventId }) => eventId);
        await waitFor(
          async () =>
            (await scene.rows("select 1 from webhook_deliveries where state = 'delivered'")).length === events.length,
        );
        lock = await lockOut(table, "share row exclusive");
        events.push(...(await scene.finishRuns(10)).map(({ eventId }) => eventId));
      }
      await waitFor(lock.isReached);
      await first.kill();
      await lock.release();
      await passLeases(scene);
      const second = scene.startProcess();
      // The server may have completed the dead process's statement: only a new event needs the second process for sure.
      events.push(...(await scene.finishRuns(1)).map(({ eventId }) => eventId));
      await expectAllDelivered(scene, receiver, events);
      const counts = new Map<string, number>();
      for (const { headers } of receiver.received) {
        const id = headers["webhook-id"] ?? "";
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      expect(counts.size).toBe(events.length);
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
      // The log has every request that was sent, and no open attempt.
      const [log] = await scene.rows<{ tries: number; open: number }>(
        `select count(*) as tries, count(*) filter (where outcome = 'started') as open from webhook_attempts
          where delivery_id in (select id from webhook_deliveries)`,
      );
      expect(log?.open).toBe(0);
      expect(log?.tries).toBeGreaterThanOrEqual(receiver.received.length);
      expect(await second.stop()).toBe(0);
      await receiver.stop();
    });
  }

  test("a stop finishes the deliveries in flight and claims no more (OPS-5, HOOK-51)", async () => {
    const reached = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    receiver.answer((_request, response) => {
      answers.push(() => response.writeHead(204).end());
      if (answers.length === 5) reached.resolve();
    });
    const only = scene.startProcess();
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
  test("flushed repeatedly under load loses nothing: committed events and received ids are equal (OPS-6, HOOK-47)", async () => {
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
      // Flush only this file's keys: other test files share the server.
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

/**
 * Freezes a private PostgreSQL repeatedly under load, while events are being written.
 *
 * @param queue backend for the wake-ups instead of the database; `wipe` is called while the database is frozen.
 */
async function pauseUnderLoad(queue?: { url: string; prefix: string; wipe(): Promise<void> }): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  try {
    const postgres = await privatePostgres();
    closers.push(() => postgres.close());
    await applyMigrations(postgres.url);
    const scene = await webhookScene({
      database: { url: postgres.url, drop: () => Promise.resolve() },
      ...(queue && { queueUrl: queue.url, prefix: queue.prefix }),
    });
    closers.push(() => scene.stop());
    const receiver = await startReceiver();
    closers.push(() => receiver.stop());
    await scene.endpoint({ url: receiver.url, maxInFlight: 100, maxPerSecond: 1_000 });
    // A claim whose answer is lost ends with its lease: shorter here than the default of 45 seconds.
    for (let count = 0; count < 2; count += 1) await scene.webhooks({ WEBHOOK_DELIVERY_LEASE_SECONDS: "20" });
    const events: string[] = [];
    for (let round = 1; round <= 4; round += 1) {
      const before = receiver.received.length;
      events.push(...(await scene.finishRuns(100)).map(({ eventId }) => eventId));
      await waitFor(() => receiver.received.length > before, { everyMs: 1, what: "a delivery" });
      await postgres.freeze();
      const written = scene.finishRuns(20);
      await queue?.wipe();
      await postgres.thaw();
      events.push(...(await written).map(({ eventId }) => eventId));
    }
    await expectAllDelivered(scene, receiver, events);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(events));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

describe("PostgreSQL", () => {
  test("paused under load loses nothing: committed events and received ids are equal (HOOK-47)", async () => {
    await pauseUnderLoad();
  });
});

describeWithRedis("PostgreSQL and Redis", () => {
  test("paused and wiped at once lose nothing: committed events and received ids are equal (HOOK-47)", async () => {
    const redis = testRedis();
    const client = new Redis(redis.url);
    await pauseUnderLoad({
      ...redis,
      async wipe() {
        const keys = await client.keys(`*${redis.prefix}*`);
        if (keys.length > 0) await client.del(...keys);
      },
    });
    client.disconnect();
  });
});
