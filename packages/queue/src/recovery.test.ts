import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger, systemClock } from "@service/runtime";
import {
  type PrivatePostgres,
  type PrivateRedis,
  type TcpProxy,
  createSignal,
  hasRedis,
  privatePostgres,
  privateRedis,
  tcpProxy,
  waitFor,
} from "@service/testing";
import { Redis } from "ioredis";

import { type BellListener, type Queue, openQueue } from "./index.ts";

/** Time in ms that `work` takes, with its answer. */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const begin = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - begin };
}

/**
 * What is frozen never answers, so that an answer comes at all is the proof; how soon it comes on a machine that is
 * busy with other things says nothing.
 */
const busyMachineMs = 30_000;

const budget = { key: "organization:one", perMinute: 600, burst: 150, cost: 1 };

/** Rings until a bell that was rung after the outage is heard. */
async function heardAgain(queue: Queue, heard: { count: number }): Promise<void> {
  const before = heard.count;
  await waitFor(async () => (await queue.ring("webhooks")) && heard.count > before, {
    everyMs: 50,
  });
}

(hasRedis ? describe : describe.skip)("the queue when its Redis fails", () => {
  let redis: PrivateRedis;
  let queue: Queue;
  let listener: BellListener;
  const heard = createSignal("bell");

  beforeEach(async () => {
    redis = await privateRedis();
    queue = openQueue({ url: redis.url, clock: systemClock, log: silentLogger });
    listener = queue.onBell("webhooks", async () => heard.send());
    await waitFor(() => queue.ready());
    await heardAgain(queue, heard);
  });
  afterEach(async () => {
    redis.thaw();
    await listener.close();
    await queue.close();
    await redis.close();
  });

  test("a ring on a frozen Redis answers false within a second, the next ones at once; thawing recovers", async () => {
    redis.freeze();
    const first = await timed(() => queue.ring("webhooks"));
    expect(first.answer).toBe(false);
    expect(first.tookMs).toBeLessThan(busyMachineMs);
    expect(queue.ready()).toBe(false);
    const next = await timed(async () => {
      for (let time = 0; time < 1_000; time += 1) expect(await queue.ring("webhooks")).toBe(false);
    });
    expect(next.tookMs).toBeLessThan(busyMachineMs);
    expect(await queue.health(200)).toBe(false);
    redis.thaw();
    await heardAgain(queue, heard);
  });

  test("a health check waits as long as it was told, though each call gives up sooner", async () => {
    redis.freeze();
    const healthy = queue.health(60_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    redis.thaw();
    expect(await healthy).toBe(true);
  });

  test("rings that wait behind a frozen one all answer within a second", async () => {
    redis.freeze();
    const { answer, tookMs } = await timed(() => Promise.all(Array.from({ length: 50 }, () => queue.ring("webhooks"))));
    expect(new Set(answer)).toEqual(new Set([false]));
    expect(tookMs).toBeLessThan(busyMachineMs);
  });

  test("budgets on a frozen Redis are decided by this process, at most 100 ms late once", async () => {
    redis.freeze();
    const first = await timed(() => queue.budgets.spend([budget]));
    expect(first.answer).toEqual({ allowed: [true], retryAfterSeconds: 0 });
    expect(first.tookMs).toBeLessThan(busyMachineMs);
    const rest = await timed(async () => {
      for (let call = 0; call < 100; call += 1) await queue.budgets.spend([budget]);
    });
    expect(rest.tookMs).toBeLessThan(busyMachineMs);
  });

  test("a budget that is late does not make the queue unreachable", async () => {
    const patient = openQueue({ url: redis.url, clock: systemClock, log: silentLogger, patience: 20 });
    try {
      await waitFor(() => patient.ready());
      redis.freeze();
      expect(await patient.budgets.spend([budget])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
      redis.thaw();
      expect(await patient.ring("webhooks")).toBe(true);
    } finally {
      redis.thaw();
      await patient.close();
    }
  });

  test("a Redis that is killed and started again is used again, and heard again", async () => {
    await redis.kill();
    await waitFor(() => !queue.ready());
    expect(await queue.ring("webhooks")).toBe(false);
    await redis.start();
    await heardAgain(queue, heard);
  });

  test("an outage longer than a blocking read is survived", async () => {
    await redis.kill();
    await waitFor(() => !queue.ready());
    // Longer than drainDelay (5 s) and the watchdog behind it: bullmq #4585 hung here.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    await redis.start();
    await heardAgain(queue, heard);
  });

  test("a flush breaks nothing", async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    await client.script("FLUSH");
    await client.quit();
    expect(await queue.budgets.spend([budget])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
    await heardAgain(queue, heard);
  });

  test("connections that are reset are made anew", async () => {
    const proxy: TcpProxy = await tcpProxy({ port: redis.port });
    const through = openQueue({ url: proxy.through(redis.url), clock: systemClock, log: silentLogger });
    const other = through.onBell("webhooks", async () => heard.send());
    await waitFor(() => through.ready());
    proxy.cut();
    await waitFor(() => through.ready());
    await heardAgain(through, heard);
    await other.close();
    await through.close();
    await proxy.close();
  });

  test("a half-open connection is noticed, given up and replaced", async () => {
    const proxy: TcpProxy = await tcpProxy({ port: redis.port });
    const through = openQueue({ url: proxy.through(redis.url), clock: systemClock, log: silentLogger });
    await waitFor(() => through.ready());
    proxy.swallow(true);
    await waitFor(() => !through.ready());
    proxy.swallow(false);
    await waitFor(() => through.ready());
    expect(await through.ring("webhooks")).toBe(true);
    await through.close();
    await proxy.close();
  });

  test("opening and closing do not wait for a Redis that is absent or frozen", async () => {
    redis.freeze();
    const frozen = openQueue({ url: redis.url, clock: systemClock, log: silentLogger });
    const absent = openQueue({ url: "redis://127.0.0.1:1", clock: systemClock, log: silentLogger });
    const listeners = [frozen, absent].map((opened) => opened.onBell("webhooks", async () => undefined));
    expect(await frozen.ring("webhooks")).toBe(false);
    expect(await absent.ring("webhooks")).toBe(false);
    expect((await absent.budgets.spend([budget])).allowed).toEqual([true]);
    const { tookMs } = await timed(async () => {
      for (const waiting of listeners) await waiting.close();
      await Promise.all([frozen.close(), absent.close()]);
    });
    expect(tookMs).toBeLessThan(busyMachineMs);
  });

  test("a queue opened before its Redis exists starts to work when it comes", async () => {
    await redis.kill();
    const early = openQueue({ url: redis.url, clock: systemClock, log: silentLogger });
    const other = early.onBell("runs-triage", async () => heard.send());
    expect(early.ready()).toBe(false);
    await redis.start();
    await waitFor(() => early.ready());
    const before = heard.count;
    expect(await early.ring("runs-triage")).toBe(true);
    await waitFor(() => heard.count > before);
    await other.close();
    await early.close();
  });
});

describe("the queue when its Postgres fails", () => {
  let postgres: PrivatePostgres;
  let queue: Queue;
  let listener: BellListener;
  const heard = createSignal("bell");

  beforeEach(async () => {
    postgres = await privatePostgres();
    queue = openQueue({ url: postgres.url, clock: systemClock, log: silentLogger });
    listener = queue.onBell("webhooks", async () => heard.send());
    await waitFor(() => queue.ready());
    await heardAgain(queue, heard);
  });
  afterEach(async () => {
    await postgres.thaw();
    await listener.close();
    await queue.close();
    await postgres.close();
  });

  test("a ring on a frozen Postgres answers false within a second; thawing recovers", async () => {
    await postgres.freeze();
    const { answer, tookMs } = await timed(() => queue.ring("webhooks"));
    expect(answer).toBe(false);
    expect(tookMs).toBeLessThan(busyMachineMs);
    await postgres.thaw();
    await heardAgain(queue, heard);
  });

  test("a Postgres that is killed and started again is used again, and heard again", async () => {
    await postgres.kill();
    await waitFor(() => !queue.ready());
    expect(await queue.ring("webhooks")).toBe(false);
    expect((await queue.budgets.spend([budget])).allowed).toEqual([true]);
    await postgres.start();
    await heardAgain(queue, heard);
  });
});
