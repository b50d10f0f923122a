import { afterEach, describe, expect, test } from "@jest/globals";
import { silentLogger } from "@service/runtime";
import { createSignal, waitFor } from "@service/testing";
import {
  type HeldState,
  type LeasedWork,
  type LeasedWorkOptions,
  type Outcome,
  startLeasedWork,
} from "./leased-work.ts";

const works = new Set<LeasedWork>();
afterEach(async () => {
  await Promise.all([...works].map((work) => work.stop(0)));
  works.clear();
});

/** Items waiting in memory and a record of the calls made for them; the test ends each `perform`. */
function scene(items: readonly string[], changes: Partial<LeasedWorkOptions<string, string>> = {}) {
  const waiting = [...items];
  const begun = createSignal<string>("begun");
  const settled = createSignal<readonly [string, Outcome<string>]>("settled");
  const running = new Map<string, PromiseWithResolvers<string>>();
  const released: string[] = [];
  const aborted: [string, unknown][] = [];
  let most = 0;
  const work = startLeasedWork<string, string>({
    name: "test",
    log: silentLogger,
    slots: 2,
    pollMs: { least: 5, most: 10 },
    async claim(itemsMax) {
      const taken = waiting.splice(0, itemsMax);
      return { items: taken, isMore: waiting.length > 0 };
    },
    async perform(item, signal) {
      const end = Promise.withResolvers<string>();
      running.set(item, end);
      most = Math.max(most, running.size);
      signal.addEventListener("abort", () => {
        aborted.push([item, signal.reason]);
        end.reject(new Error("aborted"));
      });
      begun.send(item);
      return end.promise.finally(() => running.delete(item));
    },
    async settle(item, outcome) {
      settled.send([item, outcome]);
      return true;
    },
    async release(given) {
      released.push(...given);
    },
    ...changes,
  });
  works.add(work);
  return {
    work,
    waiting,
    begun,
    settled,
    released,
    aborted,
    running,
    finish: (item: string) => running.get(item)?.resolve(`${item} done`),
    get most() {
      return most;
    },
  };
}

const beating = (extend: (items: readonly string[]) => Promise<ReadonlyMap<string, HeldState>>) => ({
  heartbeat: { everyMs: 2, leaseMs: 60_000, extend },
});

describe("slots", () => {
  test("never performs more items than slots; a freed slot takes the next", async () => {
    const given = scene(["a", "b", "c", "d"]);
    expect([await given.begun.next(), await given.begun.next()]).toEqual(["a", "b"]);
    expect(given.work.heldCount).toBe(2);
    given.finish("a");
    expect(await given.begun.next()).toBe("c");
    given.finish("b");
    expect(await given.begun.next()).toBe("d");
    expect(given.most).toBe(2);
  });

  test("an item whose work throws is settled as failed, with the error", async () => {
    const given = scene(["a"]);
    await given.begun.next();
    given.running.get("a")?.reject(new Error("broken"));
    expect(await given.settled.next()).toEqual(["a", { kind: "failed", error: new Error("broken") }]);
  });
});

describe("filling freed slots", () => {
  /** Four slots full, and a claim that says more is waiting. Counts claims. */
  async function full(gatherMs: number) {
    const claims = createSignal<number>("asked");
    const items = ["a", "b", "c", "d", "e", "f"];
    const given = scene([], {
      slots: 4,
      gatherMs,
      pollMs: { least: 600_000, most: 600_000 },
      async claim(itemsMax) {
        claims.send(itemsMax);
        return { items: items.splice(0, itemsMax), isMore: items.length > 0 };
      },
    });
    for (let slot = 0; slot < 4; slot += 1) await given.begun.next();
    expect(await claims.next()).toBe(4);
    return { given, claims };
  }

  test("waits until half of them are free", async () => {
    const { given, claims } = await full(600_000);
    given.finish("a");
    await waitFor(() => given.work.heldCount === 3);
    expect(claims.count).toBe(1);
    given.finish("b");
    expect(await claims.next()).toBe(2);
  });

  test("waits no longer than gatherMs", async () => {
    const { given, claims } = await full(1);
    given.finish("a");
    expect(await claims.next()).toBe(1);
  });

  test("begins at once for an item that ended during the claim that found more", async () => {
    const claims: PromiseWithResolvers<boolean>[] = [];
    const extending = createSignal("asked");
    const given = scene([], {
      slots: 3,
      pollMs: { least: 600_000, most: 600_000 },
      async claim() {
        const call = Promise.withResolvers<boolean>();
        claims.push(call);
        extending.send();
        return { items: [`item ${claims.length}`], isMore: await call.promise };
      },
    });
    await extending.next();
    claims[0]?.resolve(false);
    expect(await given.begun.next()).toBe("item 1");
    given.work.wake();
    await extending.next();
    given.finish("item 1");
    await waitFor(() => given.work.heldCount === 0);
    claims[1]?.resolve(true);
    await extending.next();
    claims[2]?.resolve(false);
  });
});

describe("making items due", () => {
  test("comes before each claim, again after it while there is more, and also while no slot is free", async () => {
    const calls: string[] = [];
    const made = createSignal("made");
    const given = scene(["a", "b"], {
      slots: 1,
      async makeDue() {
        calls.push("make due");
        made.send();
        return calls.length < 3;
      },
      async claim() {
        calls.push("claim");
        return { items: ["a"], isMore: true };
      },
    });
    await given.begun.next();
    for (let call = 0; call < 4; call += 1) await made.next();
    expect(calls.slice(0, 4)).toEqual(["make due", "claim", "make due", "make due"]);
    expect([given.begun.count, given.most]).toEqual([1, 1]);
  });
});

describe("leases", () => {
  test("an item whose lease was lost is aborted and never settled; others continue", async () => {
    const given = scene(
      ["a", "b"],
      beating(async (items) => new Map(items.filter((item) => item !== "a").map((item) => [item, "held"]))),
    );
    await waitFor(() => given.aborted.length === 1);
    expect(given.aborted).toEqual([["a", "lost"]]);
    given.finish("b");
    expect(await given.settled.next()).toEqual(["b", { kind: "done", result: "b done" }]);
    await waitFor(() => given.work.heldCount === 0);
    expect(given.settled.count).toBe(1);
  });

  test("all held items are extended by one call", async () => {
    const extensions = createSignal<number>("extended");
    const given = scene(
      ["a", "b"],
      beating(async (items) => {
        extensions.send(items.length);
        return new Map(items.map((item) => [item, "held"]));
      }),
    );
    await given.begun.next();
    await given.begun.next();
    await waitFor(async () => (await extensions.next()) === 2);
  });

  test("a cancelled item is aborted and settled as cancelled", async () => {
    const given = scene(
      ["a"],
      beating(async (items) => new Map(items.map((item) => [item, "cancelled"]))),
    );
    expect(await given.settled.next()).toEqual(["a", { kind: "cancelled" }]);
    expect(given.aborted).toEqual([["a", "cancelled"]]);
  });

  test("an item is aborted when its lease cannot be extended before it ends", async () => {
    const given = scene(["a"], {
      heartbeat: { everyMs: 2, leaseMs: 20, extend: () => Promise.reject(new Error("away")) },
    });
    await waitFor(() => given.aborted.length === 1);
    expect(given.aborted).toEqual([["a", "lost"]]);
    expect(given.settled.count).toBe(0);
  });
});

describe("a store that is away", () => {
  test("a settlement is repeated until it is stored", async () => {
    let attempts = 0;
    const stored = createSignal<string>("stored");
    const given = scene(["a"], {
      async settle(item) {
        attempts += 1;
        if (attempts < 3) throw new Error("away");
        stored.send(item);
        return true;
      },
    });
    await given.begun.next();
    given.finish("a");
    expect(await stored.next()).toBe("a");
    expect(attempts).toBe(3);
  });

  test("claims resume when the store is back", async () => {
    let failures = 0;
    const given = scene([], {
      async claim() {
        failures += 1;
        if (failures < 3) throw new Error("away");
        return { items: failures === 3 ? ["a"] : [], isMore: false };
      },
    });
    expect(await given.begun.next()).toBe("a");
  });
});

describe("stopping", () => {
  test("held items may finish within the grace period, and nothing more is claimed", async () => {
    const given = scene(["a", "b", "c"]);
    await given.begun.next();
    await given.begun.next();
    const stopped = given.work.stop(60_000);
    given.finish("a");
    given.finish("b");
    await stopped;
    expect([given.settled.count, given.released, given.waiting]).toEqual([2, [], ["c"]]);
  });

  test("nothing is claimed once claiming has stopped, and what is held continues", async () => {
    const given = scene(["a"]);
    await given.begun.next();
    given.work.stopClaiming();
    given.waiting.push("b");
    given.finish("a");
    expect(await given.settled.next()).toEqual(["a", { kind: "done", result: "a done" }]);
    given.work.wake();
    await given.work.stop(60_000);
    expect([given.waiting, given.released]).toEqual([["b"], []]);
  });

  test("items that do not finish are aborted and released", async () => {
    const given = scene(["a"]);
    await given.begun.next();
    await given.work.stop(0);
    expect([given.aborted, given.released, given.settled.count]).toEqual([[["a", "released"]], ["a"], 0]);
  });

  /** A claim that ends while the process stops. */
  async function claimedLate(changes: Partial<LeasedWorkOptions<string, string>> = {}) {
    const extending = createSignal("asked");
    const answer = Promise.withResolvers<void>();
    const given = scene([], {
      async claim() {
        extending.send();
        await answer.promise;
        return { items: ["late"], isMore: false };
      },
      ...changes,
    });
    await extending.next();
    return { given, answer };
  }

  test("items claimed while the process stops are released without being started", async () => {
    const { given, answer } = await claimedLate();
    const stopped = given.work.stop(0);
    answer.resolve();
    await stopped;
    expect([given.released, given.begun.count]).toEqual([["late"], 0]);
  });

  test("items claimed while the process stops are performed where nothing can release them", async () => {
    const { given, answer } = await claimedLate({ release: undefined });
    const stopped = given.work.stop(60_000);
    answer.resolve();
    given.finish(await given.begun.next());
    await stopped;
    expect(await given.settled.next()).toEqual(["late", { kind: "done", result: "late done" }]);
  });
});
