import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { silentLogger, systemClock } from "@service/runtime";
import { type TestDatabase, createSignal, hasRedis, testDatabase, testRedis, waitFor } from "@service/testing";

import { type Queue, bellNames, openQueue } from "./index.ts";

type Opened = { open: () => Queue; close: () => Promise<void> };

const backends: { name: string; isPresent: boolean; prepare: () => Promise<Opened> }[] = [
  {
    name: "Redis",
    isPresent: hasRedis,
    async prepare() {
      const { url, prefix } = testRedis();
      return {
        open: () => openQueue({ url, prefix, clock: systemClock, log: silentLogger, patience: 100 }),
        close: () => Promise.resolve(),
      };
    },
  },
  {
    name: "Postgres",
    isPresent: true,
    async prepare() {
      const database: TestDatabase = await testDatabase();
      return {
        open: () => openQueue({ url: database.url, clock: systemClock, log: silentLogger, patience: 100 }),
        close: () => database.drop(),
      };
    },
  },
];

for (const { name, isPresent, prepare } of backends) {
  (isPresent ? describe : describe.skip)(`the queue on ${name}`, () => {
    let opened: Opened;
    let ringing: Queue;
    let hearing: Queue;

    beforeAll(async () => {
      opened = await prepare();
      ringing = opened.open();
      hearing = opened.open();
      await waitFor(() => ringing.ready() && hearing.ready());
    });

    afterAll(async () => {
      await Promise.all([ringing.close(), hearing.close()]);
      await opened.close();
    });

    test("calls the handler of another process when a bell is rung", async () => {
      const heard = createSignal("bell");
      const listener = hearing.onBell("runs-comparison", async () => heard.send());
      expect(await ringing.ring("runs-comparison")).toBe(true);
      await heard.next();
      await listener.close();
    });

    test("keeps the bells apart", async () => {
      const heard = createSignal<string>("bell");
      const listeners = bellNames.map((bell) => hearing.onBell(bell, async () => heard.send(bell)));
      for (const bell of bellNames) {
        expect(await ringing.ring(bell)).toBe(true);
        expect(await heard.next()).toBe(bell);
      }
      await Promise.all(listeners.map((listener) => listener.close()));
      expect(heard.count).toBe(bellNames.length);
    });

    test("keeps a bell that is rung while nobody listens, once", async () => {
      for (let time = 0; time < 20; time += 1) expect(await ringing.ring("runs-triage")).toBe(true);
      const heard = createSignal("bell");
      const listener = hearing.onBell("runs-triage", async () => heard.send());
      await heard.next();
      // A bell of its own marks the end of what was waiting.
      await ringing.ring("runs-triage");
      await heard.next();
      await listener.close();
      expect(heard.count).toBe(2);
    });

    test("calls the handler again for a ring that comes while it works (lost wake-up)", async () => {
      const begun = createSignal("begun");
      const release = createSignal("release");
      const listener = hearing.onBell("runs-matching", async () => {
        begun.send();
        await release.next();
      });
      await ringing.ring("runs-matching");
      await begun.next();
      expect(await ringing.ring("runs-matching")).toBe(true);
      release.send();
      await begun.next();
      release.send();
      await listener.close();
    });

    test("no row is left behind when submissions and claims race", async () => {
      // The database of this test: rows that a submission adds before it rings and a handler takes away.
      let rows = 0;
      let taken = 0;
      const progress = createSignal("progress");
      const listener = hearing.onBell("runs-diligence", async () => {
        const found = rows;
        rows = 0;
        // The claim answers later than it looks, as a statement does.
        await new Promise((resolve) => setImmediate(resolve));
        taken += found;
        progress.send();
      });
      const total = 200;
      for (let row = 0; row < total; row += 1) {
        rows += 1;
        await ringing.ring("runs-diligence");
      }
      while (taken < total) await progress.next();
      expect(taken).toBe(total);
      await listener.close();
    });

    test("a handler that throws is called again by the next ring", async () => {
      const heard = createSignal("bell");
      const listener = hearing.onBell("runs-opportunity", async () => {
        heard.send();
        throw new Error("the handler fails");
      });
      for (let time = 0; time < 3; time += 1) {
        await ringing.ring("runs-opportunity");
        await heard.next();
      }
      await listener.close();
    });

    test("rings of one bell that wait share a call and all learn its outcome", async () => {
      const outcomes = await Promise.all(Array.from({ length: 500 }, () => ringing.ring("webhooks")));
      expect(new Set(outcomes)).toEqual(new Set([true]));
    });

    test("answers health within its time", async () => {
      expect(await ringing.health(1_000)).toBe(true);
    });

    test("answers for the backend's health right after it was opened, while its connection is still being made", async () => {
      const fresh = opened.open();
      const isUp = await fresh.health(30_000);
      await fresh.close();
      expect(isUp).toBe(true);
    });

    test("a closed queue does not ring", async () => {
      const queue = opened.open();
      await waitFor(() => queue.ready());
      await queue.close();
      expect(await queue.ring("webhooks")).toBe(false);
      expect(queue.ready()).toBe(false);
    });
  });
}

test("a client of PostgreSQL that is told of an error while nobody listens does not end the process", () => {
  const client = new pg.Client();
  client.removeAllListeners();
  expect(() => client.emit("error", new Error("terminating connection"))).not.toThrow();
});
