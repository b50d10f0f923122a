import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { systemClock } from "@service/runtime";
import { fakeClock, hasRedis, testDatabase, testRedis, waitFor } from "@service/testing";
import { Redis } from "ioredis";
import pg from "pg";

import { type BudgetRequest, type Budgets, createBudgets, createPostgresBudgets, createRedisBudgets } from "./index.ts";
import type { SpendBatch } from "./budgets.ts";
import { createTokenBuckets } from "./token-buckets.ts";

const bucket = (key: string, perMinute: number, burst: number): BudgetRequest => ({ key, perMinute, burst, cost: 1 });

/** The budgets of one process. Patient, so that on a busy machine the backend still decides. */
const budgetsOver = (spendBatch: SpendBatch): Budgets =>
  createBudgets({
    clock: systemClock,
    isReachable: () => true,
    reportAnswer: () => undefined,
    reportFailure: (error) => {
      throw error;
    },
    reportSlow: () => {
      throw new Error("the backend was slow");
    },
    spendBatch,
    patience: 100,
  });

type Opened = { open: () => SpendBatch; close: () => Promise<void> };

const backends: { name: string; isPresent: boolean; prepare: () => Promise<Opened> }[] = [
  {
    name: "Redis",
    isPresent: hasRedis,
    async prepare() {
      const { url, prefix } = testRedis();
      const opened: Redis[] = [];
      return {
        open() {
          const redis = new Redis(url);
          opened.push(redis);
          return createRedisBudgets(redis, `{${prefix}}`);
        },
        close: async () => opened.forEach((redis) => redis.disconnect()),
      };
    },
  },
  {
    name: "Postgres",
    isPresent: true,
    async prepare() {
      const { url, drop } = await testDatabase();
      const opened: pg.Pool[] = [];
      return {
        open() {
          const pool = new pg.Pool({ connectionString: url });
          opened.push(pool);
          return createPostgresBudgets(pool);
        },
        async close() {
          await Promise.all(opened.map((pool) => pool.end()));
          await drop();
        },
      };
    },
  },
];

for (const { name, isPresent, prepare } of backends) {
  (isPresent ? describe : describe.skip)(`budgets on ${name}`, () => {
    let opened: Opened;
    let one: Budgets;
    let two: Budgets;

    beforeAll(async () => {
      opened = await prepare();
      [one, two] = [budgetsOver(opened.open()), budgetsOver(opened.open())];
    });
    afterAll(() => opened.close());

    test("a bucket pays its burst and then refuses with the whole seconds to wait (PLAT-57)", async () => {
      const request = bucket("burst", 1, 3);
      for (let call = 0; call < 3; call += 1) {
        expect(await one.spend([request])).toEqual({ allowed: [true], retryAfterSeconds: 0 });
      }
      // One token every 60 s, less the duration of the calls.
      const refused = await one.spend([request]);
      expect(refused.allowed).toEqual([false]);
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
      expect(refused.retryAfterSeconds).toBeGreaterThan(30);
    });

    test("is shared by all processes (PLAT-58)", async () => {
      const request = bucket("shared", 1, 10);
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, call) => (call % 2 === 0 ? one : two).spend([request])),
      );
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBe(10);
    });

    test("concurrent calls over several buckets spend each of them exactly", async () => {
      const organization = bucket("organization", 1, 30);
      const engines = [bucket("engine-a", 1, 5), bucket("engine-b", 1, 100)];
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, call) => one.spend([organization, engines[call % 2] ?? organization])),
      );
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBe(30);
      const paidBy = (engine: number) =>
        outcomes.filter(({ allowed }, call) => call % 2 === engine && allowed[0] && allowed[1]).length;
      expect(paidBy(0)).toBe(5);
      expect(paidBy(1)).toBe(15);
      // Calls that the organization's bucket refused took nothing from the engine's.
      const left = await Promise.all(Array.from({ length: 100 }, () => one.spend([engines[1] ?? organization])));
      expect(left.filter(({ allowed }) => allowed[0]).length).toBe(85);
    });

    test("a batch that names a bucket with two sizes, after a change, uses the later one", async () => {
      const outcomes = await Promise.all([
        one.spend([bucket("resized", 1, 1)]),
        one.spend([bucket("resized", 1, 5)]),
        one.spend([bucket("resized", 1, 5)]),
      ]);
      expect(outcomes.filter(({ allowed }) => allowed[0]).length).toBeGreaterThanOrEqual(2);
    });

    test("a refusal of the engine costs the organization one token, once (PLAT-61)", async () => {
      const organization = bucket("payer", 1, 3);
      const engine = bucket("empty", 1, 1);
      expect((await one.spend([organization, engine])).allowed).toEqual([true, true]);
      expect((await one.spend([organization, engine])).allowed).toEqual([true, false]);
      expect((await one.spend([organization])).allowed).toEqual([true]);
      expect((await one.spend([organization])).allowed).toEqual([false]);
    });

    test("a bucket refills while time passes, up to its burst (PLAT-55)", async () => {
      const request = bucket("refill", 6_000, 2);
      await one.spend([request]);
      await one.spend([request]);
      // A token every 10 ms.
      await waitFor(async () => (await one.spend([request])).allowed[0]);
    });

    test("an empty bucket refills at its new rate after a change", async () => {
      expect((await one.spend([bucket("quicker", 1, 1)])).allowed).toEqual([true]);
      expect((await one.spend([bucket("quicker", 1, 1)])).allowed).toEqual([false]);
      // A token every 10 ms; at the former rate, one a minute.
      await waitFor(async () => (await one.spend([bucket("quicker", 6_000, 2)])).allowed[0], {
        deadlineMs: 30_000,
      });
    });

    test("a cost above one is paid whole or refused", async () => {
      const request = { ...bucket("whole", 1, 5), cost: 3 };
      expect((await one.spend([request])).allowed).toEqual([true]);
      expect((await one.spend([request])).allowed).toEqual([false]);
      expect((await one.spend([{ ...request, cost: 2 }])).allowed).toEqual([true]);
    });

    test("processes that take tokens in advance together spend no more than the bucket has (PLAT-58)", async () => {
      const request = bucket("advanced", 1, 5_000);
      let allowed = 0;
      for (let isEmpty = false; !isEmpty;) {
        const calls = Array.from({ length: 64 }, (_, call) => (call % 2 === 0 ? one : two).spend([request]));
        const paid = (await Promise.all(calls)).filter((outcome) => outcome.allowed[0]).length;
        allowed += paid;
        isEmpty = paid === 0;
      }
      expect(allowed).toBeLessThanOrEqual(5_000);
      // Two thirds are lost on a machine so slow that every advance of both expires; else a hundredth.
      expect(allowed).toBeGreaterThan(1_500);
    });

    test("a call without buckets is allowed", async () => {
      expect(await one.spend([])).toEqual({ allowed: [], retryAfterSeconds: 0 });
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

  test("return the whole seconds to wait", () => {
    const buckets = createTokenBuckets(fakeClock());
    const request = bucket("slow", 6, 1);
    buckets.spend([request]);
    expect(buckets.spend([request])).toEqual({ allowed: [false], retryAfterSeconds: 10 });
  });

  test("keep their tokens when the clock goes back", () => {
    const clock = fakeClock();
    const buckets = createTokenBuckets(clock);
    buckets.spend([bucket("back", 60, 2)]);
    clock.advance(-60_000);
    expect(buckets.spend([bucket("back", 60, 2)]).allowed).toEqual([true]);
  });
});
