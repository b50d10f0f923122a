import { afterEach, describe, expect, test } from "@jest/globals";
import { silentLogger } from "@service/runtime";
import { createSignal } from "@service/testing";
import { startWakeLoop, type WakeLoop, type WakeLoopOptions } from "./wake-loop.ts";

const loops = new Set<WakeLoop>();
afterEach(async () => {
  await Promise.all([...loops].map((loop) => loop.stop()));
  loops.clear();
});

const never = { least: 600_000, most: 600_000 } as const;
const atOnce = { least: 1, most: 2 } as const;

function start(options: Partial<WakeLoopOptions>): WakeLoop {
  const loop = startWakeLoop({
    name: "test",
    log: silentLogger,
    pollMs: never,
    look: async () => undefined,
    ...options,
  });
  loops.add(loop);
  return loop;
}

/** Counts looks; each ends when the test sends `end`. */
function heldLooks() {
  const begun = createSignal<AbortSignal>("begun");
  const end = createSignal("end");
  let most = 0;
  let underWay = 0;
  return {
    begun,
    end,
    get most() {
      return most;
    },
    async look(signal: AbortSignal): Promise<void> {
      underWay += 1;
      most = Math.max(most, underWay);
      begun.send(signal);
      await end.next();
      underWay -= 1;
    },
  };
}

describe("when it looks", () => {
  test("at its start, and after each pause without a wake-up", async () => {
    const looked = createSignal("looked");
    start({ pollMs: atOnce, look: async () => looked.send() });
    for (let look = 0; look < 3; look += 1) await looked.next();
  });

  test("sooner than the poll where the last look says so", async () => {
    const looked = createSignal("looked");
    start({
      async look() {
        looked.send();
        return 1;
      },
    });
    await looked.next();
    await looked.next();
  });

  test("not at its start where it pauses first, but when woken", async () => {
    const looked = createSignal("looked");
    const loop = start({ pausesFirst: true, look: async () => looked.send() });
    expect(looked.count).toBe(0);
    loop.wake();
    await looked.next();
  });

  test("once more, and never twice at a time, for wake-ups during a look", async () => {
    const looks = heldLooks();
    const loop = start({ look: looks.look });
    await looks.begun.next();
    loop.wake();
    loop.wake();
    looks.end.send();
    await looks.begun.next();
    looks.end.send();
    await loop.stop();
    expect([looks.begun.count, looks.most]).toEqual([2, 1]);
  });
});

describe("waiting for a look", () => {
  test("ends with the look that follows, not with the one under way", async () => {
    const looks = heldLooks();
    const loop = start({ look: looks.look });
    await looks.begun.next();
    let isOver = false;
    const waited = loop.wakeAndWait().then(() => {
      isOver = true;
    });
    looks.end.send();
    await looks.begun.next();
    expect(isOver).toBe(false);
    looks.end.send();
    await waited;
  });

  test("ends at once while looks fail, and with the loop", async () => {
    const failed = createSignal("failed");
    const failing = start({
      backoffMs: { first: 600_000, last: 600_000 },
      async look() {
        failed.send();
        throw new Error("away");
      },
    });
    await failed.next();
    await new Promise(setImmediate);
    await failing.wakeAndWait();
    const loop = start({ pausesFirst: true });
    await loop.stop();
    await loop.wakeAndWait();
  });
});

describe("a look that fails", () => {
  test("is repeated after growing pauses, and logged once until one succeeds", async () => {
    const logged: string[] = [];
    const log = {
      ...silentLogger,
      warn: (_fields: object, message?: string) => void logged.push(`warn: ${message}`),
      info: (_fields: object, message?: string) => void logged.push(`info: ${message}`),
    };
    const succeeded = createSignal("succeeded");
    let looks = 0;
    start({
      log,
      backoffMs: { first: 1, last: 2 },
      async look() {
        looks += 1;
        if (looks < 4) throw new Error("away");
        succeeded.send();
        return undefined;
      },
    });
    await succeeded.next();
    await loops.values().next().value?.stop();
    expect(logged).toEqual(["warn: the loop failed; it will be retried", "info: the loop works again"]);
  });

  test("is not repeated sooner because of a wake-up", async () => {
    const looked = createSignal("looked");
    const loop = start({
      backoffMs: { first: 600_000, last: 600_000 },
      async look() {
        looked.send();
        throw new Error("away");
      },
    });
    await looked.next();
    // Two turns, so that the failure is known and its pause has begun.
    await new Promise(setImmediate);
    loop.wake();
    await new Promise(setImmediate);
    expect(looked.count).toBe(1);
  });
});

describe("stopping", () => {
  test("aborts the look under way, waits for its end and looks no more", async () => {
    const looks = heldLooks();
    const loop = start({ pollMs: atOnce, look: looks.look });
    const signal = await looks.begun.next();
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect([signal.aborted, isStopped]).toEqual([true, false]);
    looks.end.send();
    await stopped;
    expect(looks.begun.count).toBe(1);
  });

  test("ends the first pause without a look", async () => {
    const looked = createSignal("looked");
    const loop = start({ pausesFirst: true, look: async () => looked.send() });
    await loop.stop();
    expect(looked.count).toBe(0);
  });
});
