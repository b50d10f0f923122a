import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createLogger, silentLogger, systemClock } from "@service/runtime";
import {
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

import { type ChannelListener, type Queue, openQueue } from "./index.ts";

/** Result of `work` and its duration in ms. */
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const begin = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - begin };
}

/**
 * A frozen server never answers, so any answer is the proof; how soon it comes depends on how busy the machine is.
 */
const busyMachineMs = 30_000;

const budget = { key: "organization:one", perMinute: 600, burst: 150, cost: 1 };

/** Sends wake-ups until one arrives after the outage. */
async function wokenAgain(queue: Queue, woken: { count: number }): Promise<void> {
  const before = woken.count;
  await waitFor(async () => (await queue.wake("webhooks")) && woken.count > before, {
    everyMs: 50,
  });
}

/** A server of one backend that a test may freeze, kill and start again. */
type FailingServer = {
  url: string;
  freeze(): Promise<void> | void;
  thaw(): Promise<void> | void;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const open = (url: string, patience?: number): Promise<Queue> =>
  openQueue({ url, clock: systemClock, log: silentLogger, ...(patience !== undefined && { patience }) });

const backends: { name: string; isPresent: boolean; start: () => Promise<FailingServer>; absentUrl: string }[] = [
  { name: "Redis", isPresent: hasRedis, start: privateRedis, absentUrl: "redis://127.0.0.1:1" },
  { name: "Postgres", isPresent: true, start: privatePostgres, absentUrl: "postgres://127.0.0.1:1/absent" },
];

for (const { name, isPresent, start, absentUrl } of backends) {
  (isPresent ? describe : describe.skip)(`the queue when its ${name} fails`, () => {
    let server: FailingServer;
    let queue: Queue;
    let listener: ChannelListener;
    const woken = createSignal("wake-up");

    beforeAll(async () => {
      server = await start();
    });
    beforeEach(async () => {
      queue = await open(server.url);
      listener = queue.listen("webhooks", async () => woken.send());
      await waitFor(() => queue.ready());
      await wokenAgain(queue, woken);
    });
    // A test that failed half-way leaves its server frozen or dead.
    afterEach(async () => {
      await server.thaw();
      await listener.close();
      await queue.close();
      await server.start();
    });
    afterAll(() => server.close());

    test("a wake-up on a frozen server returns false within a second, later ones immediately; thawing recovers (RUN-67)", async () => {
      await server.freeze();
      const first = await timed(() => queue.wake("webhooks"));
      expect(first.answer).toBe(false);
      expect(first.tookMs).toBeLessThan(busyMachineMs);
      expect(queue.ready()).toBe(false);
      const next = await timed(async () => {
        for (let time = 0; time < 1_000; time += 1) expect(await queue.wake("webhooks")).toBe(false);
      });
      expect(next.tookMs).toBeLessThan(busyMachineMs);
      expect(await queue.health(200)).toBe(false);
      await server.thaw();
      await wokenAgain(queue, woken);
    });

    test("a health check uses its whole timeout, though each probe gives up sooner", async () => {
      await server.freeze();
      const healthy = queue.health(60_000);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await server.thaw();
      expect(await healthy).toBe(true);
    });

    test("wake-ups queued behind a frozen one all return within a second (OPS-7)", async () => {
      await server.freeze();
      const { answer, tookMs } = await timed(() =>
        Promise.all(Array.from({ length: 50 }, () => queue.wake("webhooks"))),
      );
      expect(new Set(answer)).toEqual(new Set([false]));
      expect(tookMs).toBeLessThan(busyMachineMs);
    });

    test("budgets on a frozen server are decided by this process, at most 100 ms late once (PLAT-59)", async () => {
      await server.freeze();
      const first = await timed(() => queue.budgets.spend([budget]));
      expect(first.answer).toEqual({ allowed: [true], retryAfterSeconds: 0 });
      expect(first.tookMs).toBeLessThan(busyMachineMs);
      const rest = await timed(async () => {
        for (let call = 0; call < 100; call += 1) await queue.budgets.spend([budget]);
      });
      expect(rest.tookMs).toBeLessThan(busyMachineMs);
    });

    test("a budget that is late does not make the queue unreachable", async () => {
      const patient = await open(server.url, 20);
      try {
        await waitFor(() => patient.ready());
        await server.freeze();
        expect(await patient.budgets.spend([budget])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
        await server.thaw();
        expect(await patient.wake("webhooks")).toBe(true);
      } finally {
        await server.thaw();
        await patient.close();
      }
    });

    test("wake-ups arrive again after the server was killed and restarted (OPS-7)", async () => {
      await server.kill();
      await waitFor(() => !queue.ready());
      expect(await queue.wake("webhooks")).toBe(false);
      expect((await queue.budgets.spend([budget])).allowed).toEqual([true]);
      await server.start();
      await wokenAgain(queue, woken);
    });

    test("connections that are reset are reopened", async () => {
      const proxy = await proxyTo(server);
      const through = await open(proxy.through(server.url));
      const other = through.listen("webhooks", async () => woken.send());
      await waitFor(() => through.ready());
      proxy.cut();
      await waitFor(() => through.ready());
      await wokenAgain(through, woken);
      await other.close();
      await through.close();
      await proxy.close();
    });

    test("a half-open connection is detected, dropped and replaced", async () => {
      const proxy = await proxyTo(server);
      const through = await open(proxy.through(server.url));
      await waitFor(() => through.ready());
      proxy.swallow(true);
      await waitFor(() => !through.ready());
      proxy.swallow(false);
      await waitFor(() => through.ready());
      expect(await through.wake("webhooks")).toBe(true);
      await through.close();
      await proxy.close();
    });

    test("opening and closing do not wait for a server that is absent or frozen", async () => {
      await server.freeze();
      const frozen = await open(server.url);
      const absent = await open(absentUrl);
      const listeners = [frozen, absent].map((opened) => opened.listen("webhooks", async () => undefined));
      expect(await frozen.wake("webhooks")).toBe(false);
      expect(await absent.wake("webhooks")).toBe(false);
      expect((await absent.budgets.spend([budget])).allowed).toEqual([true]);
      const { tookMs } = await timed(async () => {
        for (const waiting of listeners) await waiting.close();
        await Promise.all([frozen.close(), absent.close()]);
      });
      expect(tookMs).toBeLessThan(busyMachineMs);
    });

    test("a queue opened before its server exists works once the server is up", async () => {
      await server.kill();
      const early = await open(server.url);
      const other = early.listen("runs-triage", async () => woken.send());
      expect(early.ready()).toBe(false);
      await server.start();
      await waitFor(() => early.ready());
      const before = woken.count;
      expect(await early.wake("runs-triage")).toBe(true);
      await waitFor(() => woken.count > before);
      await other.close();
      await early.close();
    });
  });
}

function proxyTo(server: FailingServer): Promise<TcpProxy> {
  return tcpProxy({ port: Number(new URL(server.url).port) });
}

(hasRedis ? describe : describe.skip)("the queue on Redis alone", () => {
  let redis: PrivateRedis;
  let queue: Queue;
  let listener: ChannelListener;
  const woken = createSignal("wake-up");

  beforeEach(async () => {
    redis = await privateRedis();
    queue = await open(redis.url);
    listener = queue.listen("webhooks", async () => woken.send());
    await waitFor(() => queue.ready());
    await wokenAgain(queue, woken);
  });
  afterEach(async () => {
    await listener.close();
    await queue.close();
    await redis.close();
  });

  test("listeners recover from an outage longer than a blocking read", async () => {
    await redis.kill();
    await waitFor(() => !queue.ready());
    // Longer than drainDelay (5 s) and the watchdog behind it: bullmq #4585 hung here.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    await redis.start();
    await wokenAgain(queue, woken);
  });

  test("OPS-1: a server that refuses writes counts as away, without a break, until it takes them again", async () => {
    const client = new Redis(redis.url);
    await client.config("SET", "maxmemory", "1");
    await waitFor(() => !queue.ready());
    const seen = new Set<boolean>();
    for (let time = 0; time < 20; time += 1) {
      expect(await queue.wake("webhooks")).toBe(false);
      seen.add(await queue.health(5_000)).add(queue.ready());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(seen).toEqual(new Set([false]));
    await client.config("SET", "maxmemory", "0");
    await client.quit();
    await wokenAgain(queue, woken);
  });

  test("OPS-48: a server that refuses from the start is in the log once, with its own words", async () => {
    const lines: string[] = [];
    const log = createLogger({ process: "test", level: "info", destination: { write: (line) => lines.push(line) } });
    const client = new Redis(redis.url);
    await client.config("SET", "requirepass", "right");
    const refused = await openQueue({ url: redis.url.replace("//", "//:wrong@"), clock: systemClock, log });
    await waitFor(() => lines.length > 0);
    expect(await refused.health(1_000)).toBe(false);
    await refused.close();
    await client.quit();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/(WRONGPASS|invalid password).*queue backend is away/);
  });

  test("a flush breaks nothing (OPS-6)", async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    await client.script("FLUSH");
    await client.quit();
    expect(await queue.budgets.spend([budget])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
    await wokenAgain(queue, woken);
  });
});
