import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { silentLogger, systemClock } from "@service/runtime";
import { type TestDatabase, createSignal, hasRedis, testDatabase, testRedis, waitFor } from "@service/testing";

import { type Queue, channelNames, openQueue } from "./index.ts";

type Opened = { open: () => Promise<Queue>; close: () => Promise<void> };

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
    let waking: Queue;
    let listening: Queue;

    beforeAll(async () => {
      opened = await prepare();
      waking = await opened.open();
      listening = await opened.open();
      await waitFor(() => waking.ready() && listening.ready());
    });

    afterAll(async () => {
      await Promise.all([waking.close(), listening.close()]);
      await opened.close();
    });

    test("calls the handler of another process that listens to the channel", async () => {
      const woken = createSignal("wake-up");
      const listener = listening.listen("runs-comparison", async () => woken.send());
      expect(await waking.wake("runs-comparison")).toBe(true);
      await woken.next();
      await listener.close();
    });

    test("wakes only the listeners of the channel named", async () => {
      const woken = createSignal<string>("wake-up");
      const listeners = channelNames.map((channel) => listening.listen(channel, async () => woken.send(channel)));
      for (const channel of channelNames) {
        expect(await waking.wake(channel)).toBe(true);
        expect(await woken.next()).toBe(channel);
      }
      await Promise.all(listeners.map((listener) => listener.close()));
      expect(woken.count).toBe(channelNames.length);
    });

    test("delivers one wake-up to the next listener when several were sent without one", async () => {
      for (let time = 0; time < 20; time += 1) expect(await waking.wake("runs-triage")).toBe(true);
      const woken = createSignal("wake-up");
      const listener = listening.listen("runs-triage", async () => woken.send());
      await woken.next();
      // This further wake-up marks the end of those that were waiting.
      await waking.wake("runs-triage");
      await woken.next();
      await listener.close();
      expect(woken.count).toBe(2);
    });

    test("calls the handler again for a wake-up that comes while it works (RUN-66)", async () => {
      const begun = createSignal("begun");
      const release = createSignal("release");
      const listener = listening.listen("runs-matching", async () => {
        begun.send();
        await release.next();
      });
      await waking.wake("runs-matching");
      await begun.next();
      expect(await waking.wake("runs-matching")).toBe(true);
      release.send();
      await begun.next();
      release.send();
      await listener.close();
    });

    test("no row is left behind when submissions and claims race", async () => {
      // Stands for the database: a submission adds rows before it wakes, a handler takes them away.
      let rows = 0;
      let taken = 0;
      const progress = createSignal("progress");
      const listener = listening.listen("runs-diligence", async () => {
        const found = rows;
        rows = 0;
        // The claim answers later than it reads, as a statement does.
        await new Promise((resolve) => setImmediate(resolve));
        taken += found;
        progress.send();
      });
      const total = 200;
      for (let row = 0; row < total; row += 1) {
        rows += 1;
        await waking.wake("runs-diligence");
      }
      while (taken < total) await progress.next();
      expect(taken).toBe(total);
      await listener.close();
    });

    test("a handler that throws is called again by the next wake-up", async () => {
      const woken = createSignal("wake-up");
      const listener = listening.listen("runs-opportunity", async () => {
        woken.send();
        throw new Error("the handler fails");
      });
      for (let time = 0; time < 3; time += 1) {
        await waking.wake("runs-opportunity");
        await woken.next();
      }
      await listener.close();
    });

    test("waiting calls for one channel share a wake-up and all return its outcome", async () => {
      const outcomes = await Promise.all(Array.from({ length: 500 }, () => waking.wake("webhooks")));
      expect(new Set(outcomes)).toEqual(new Set([true]));
    });

    test("answers health within its time", async () => {
      expect(await waking.health(1_000)).toBe(true);
    });

    test("answers health right after it was opened, while it is still connecting", async () => {
      const fresh = await opened.open();
      const isUp = await fresh.health(30_000);
      await fresh.close();
      expect(isUp).toBe(true);
    });

    test("a closed queue wakes no listener", async () => {
      const queue = await opened.open();
      await waitFor(() => queue.ready());
      await queue.close();
      expect(await queue.wake("webhooks")).toBe(false);
      expect(queue.ready()).toBe(false);
    });
  });
}
