import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Clock, silentLogger, systemClock } from "@service/runtime";
import { fakeClock, hasRedis, testDatabase, testRedis, waitFor } from "@service/testing";

import { type BudgetRequest, type Queue, openQueue } from "./index.ts";
import { createTokenBuckets } from "./token-buckets.ts";

const bucket = (key: string, perMinute: number, burst: number): BudgetRequest => ({ key, perMinute, burst, cost: 1 });

/** A busy machine must not make the buckets of a process decide. */
const patience = 100;

type Opened = { open: (clock: Clock) => Queue; close: () => Promise<void> };

const backends: { name: string; isPresent: boolean; prepare: () => Promise<Opened> }[] = [
  {
    name: "Redis",
    isPresent: hasRedis,
    async prepare() {
      const { url, prefix } = testRedis();
      return {
        open: (clock) => openQueue({ url, prefix, clock, log: silentLogger, patience }),
        close: async () => undefined,
      };
    },
  },
  {
    name: "Postgres",
    isPresent: true,
    async prepare() {
      const { url, drop } = await testDatabase();
      return { open: (clock) => openQueue({ url, clock, log: silentLogger, patience }), close: drop };
    },
  },
];

for (const { name, isPresent, prepare } of backends) {
  (isPresent ? describe : describe.skip)(`budgets on ${name}`, () => {
    let opened: Opened;
    let one: Queue;
    let two: Queue;

    beforeAll(async () => {
      opened = await prepare();
      [one, two] = [opened.open(systemClock), opened.open(systemClock)];
      await waitFor(() => one.ready() && two.ready());
    });
    afterAll(async () => {
      await Promise.all([one.close(), two.close()]);
      await opened.close();
    });

    test("a bucket pays its burst and then refuses with the whole seconds to wait", async () => {
      const request = bucket("burst", 1, 3);
      for (let call = 0; call < 3; call += 1) {
        expect(await one.budgets.spend([request])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
      }
      // One token every 60 s, less what the calls themselves took.
      const refused = await one.budgets.spend([request]);
      expect(refused.allowed).toEqual([false]);
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
      expect(refused.retryAfterSeconds).toBeGreaterThan(30);
    });

    test("is shared by all processes", async () => {
      const request = bucket("shared", 1, 10);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, call) => (call % 2 === 0 ? one : two).budgets.spend([request])),
      );
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBe(10);
    });

    test("concurrent calls over several buckets spend each of them exactly", async () => {
      const organization = bucket("organization", 1, 30);
      const engines = [bucket("engine-a", 1, 5), bucket("engine-b", 1, 100)];
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, call) => one.budgets.spend([organization, engines[call % 2] ?? organization])),
      );
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBe(30);
      const paidBy = (engine: number) =>
        outcomes.filter(({ allowed }, call) => call % 2 === engine && allowed[0] && allowed[1]).length;
      expect(paidBy(0)).toBe(5);
      expect(paidBy(1)).toBe(15);
      // What the organization refused has not been taken from the engine.
      const left = await Promise.all(
        Array.from({ length: 100 }, () => one.budgets.spend([engines[1] ?? organization])),
      );
      expect(left.filter(({ allowed }) => allowed[0]).length).toBe(85);
    });

    test("a batch that names a bucket with two sizes, because one was just changed, uses the later one", async () => {
      const outcomes = await Promise.all([
        one.budgets.spend([bucket("resized", 1, 1)]),
        one.budgets.spend([bucket("resized", 1, 5)]),
        one.budgets.spend([bucket("resized", 1, 5)]),
      ]);
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBeGreaterThanOrEqual(2);
    });

    test("a refusal of the engine costs the organization one token, once", async () => {
      const organization = bucket("payer", 1, 3);
      const engine = bucket("empty", 1, 1);
      expect((await one.budgets.spend([organization, engine])).allowed).toEqual([true, true]);
      expect((await one.budgets.spend([organization, engine])).allowed).toEqual([true, false]);
      expect((await one.budgets.spend([organization])).allowed).toEqual([true]);
      expect((await one.budgets.spend([organization])).allowed).toEqual([false]);
    });

    test("a bucket refills while time passes, up to its burst", async () => {
      const request = bucket("refill", 6_000, 2);
      await one.budgets.spend([request]);
      await one.budgets.spend([request]);
      // A token every 10 ms.
      await waitFor(async () => (await one.budgets.spend([request])).allowed[0]);
    });

    test("an empty bucket that was made quicker fills by its new size", async () => {
      expect((await one.budgets.spend([bucket("quicker", 1, 1)])).allowed).toEqual([true]);
      expect((await one.budgets.spend([bucket("quicker", 1, 1)])).allowed).toEqual([false]);
      // A token every 10 ms, where one of the former size takes a minute.
      await waitFor(async () => (await one.budgets.spend([bucket("quicker", 6_000, 2)])).allowed[0], {
        deadlineMs: 30_000,
      });
    });

    test("a cost above one is paid whole or not at all", async () => {
      const request = { ...bucket("whole", 1, 5), cost: 3 };
      expect((await one.budgets.spend([request])).allowed).toEqual([true]);
      expect((await one.budgets.spend([request])).allowed).toEqual([false]);
      expect((await one.budgets.spend([{ ...request, cost: 2 }])).allowed).toEqual([true]);
    });

    test("processes that take tokens in advance together spend no more than the bucket has", async () => {
      const request = bucket("advanced", 1, 5_000);
      let allowed = 0;
      for (let isEmpty = false; !isEmpty;) {
        const calls = Array.from({ length: 64 }, (_, call) => (call % 2 === 0 ? one : two).budgets.spend([request]));
        const paid = (await Promise.all(calls)).filter((outcome) => outcome.allowed[0]).length;
        allowed += paid;
        isEmpty = paid === 0;
      }
      expect(allowed).toBeLessThanOrEqual(5_000);
      // On a machine so slow that every advance of both is forgotten, two thirds are lost; else a hundredth.
      expect(allowed).toBeGreaterThan(1_500);
    });

    test("nothing to spend is allowed", async () => {
      expect(await one.budgets.spend([])).toEqual({ allowed: [], retryAfterSeconds: 0 });
    });
  });
}

describe("the buckets of a process", () => {
  test("pay their burst, refill with the clock and never hold more than the burst", () => {
    const clock = fakeClock();
    const buckets = createTokenBuckets(clock);
    const request = bucket("local", 60, 2);
    const spend = () => buckets.spend([request]).allowed[0];
    expect([spend(), spend(), spend()]).toEqual([true, true, false]);
    clock.advance(1_000);
    expect([spend(), spend()]).toEqual([true, false]);
    clock.advance(3_600_000);
    expect([spend(), spend(), spend()]).toEqual([true, true, false]);
  });

  test("tell how many whole seconds to wait", () => {
    const buckets = createTokenBuckets(fakeClock());
    const request = bucket("slow", 6, 1);
    buckets.spend([request]);
    expect(buckets.spend([request])).toEqual({ allowed: [false], retryAfterSeconds: 10 });
  });

  test("a clock that goes back takes nothing away", () => {
    const clock = fakeClock();
    const buckets = createTokenBuckets(clock);
    buckets.spend([bucket("back", 60, 2)]);
    clock.advance(-60_000);
    expect(buckets.spend([bucket("back", 60, 2)]).allowed).toEqual([true]);
  });
});
