import { describe, expect, test } from "@jest/globals";

import type { BudgetRequest } from "./budget.ts";
import { createTokenAdvances, type TokenAdvances } from "./token-advances.ts";

const large = (cost = 1): BudgetRequest => ({ key: "large", perMinute: 1_000_000, burst: 256_000, cost });

function opened(): { advances: TokenAdvances; wait: (ms: number) => void } {
  let nowMs = 0;
  return {
    advances: createTokenAdvances(() => nowMs),
    wait: (ms) => {
      nowMs += ms;
    },
  };
}

/** Requests advances as the budgets do; the backend pays them. @returns the tokens taken. */
function ask(advances: TokenAdvances, calls: BudgetRequest[][]): number {
  const wanted = advances.wantedWith(calls);
  for (const advance of wanted) advances.receive(advance);
  return wanted.reduce((tokens, { cost }) => tokens + cost, 0);
}

/** Tokens that can be paid without the backend. */
function payable(advances: TokenAdvances, most = 10_000): number {
  for (let paid = 0; paid < most; paid += 1) if (!advances.pay([large()])) return paid;
  return most;
}

describe("tokens taken in advance", () => {
  test("grow with what is spent, at most twofold at a time", () => {
    const { advances, wait } = opened();
    const calls = Array.from({ length: 8 }, () => [large()]);
    expect(ask(advances, calls)).toBe(0);
    wait(1);
    expect(ask(advances, calls)).toBe(16);
    expect(payable(advances)).toBe(16);
    wait(1);
    expect(ask(advances, calls)).toBe(48);
  });

  test("last for about fifty milliseconds of what is spent", () => {
    const { advances, wait } = opened();
    ask(advances, [[large()]]);
    wait(100);
    // One in a hundred milliseconds: too few for an advance.
    expect(ask(advances, [[large()]])).toBe(0);
    wait(10);
    expect(ask(advances, [[large(10)]])).toBe(20);
    wait(100);
    expect(ask(advances, [[large(100)]])).toBe(50);
  });

  test("are at most one part in 256 of a full bucket, and none of a small one (PLAT-58)", () => {
    const { advances, wait } = opened();
    ask(advances, [[large(5_000)]]);
    wait(1);
    expect(ask(advances, [[large(5_000)]])).toBe(1_000);
    const small = { key: "small", perMinute: 600, burst: 150, cost: 100 };
    ask(advances, [[small]]);
    wait(1);
    expect(ask(advances, [[small]])).toBe(0);
    expect(advances.pay([{ ...small, cost: 1 }])).toBe(false);
  });

  test("expire after a tenth of a second, so that an idle process holds none back", () => {
    const { advances, wait } = opened();
    ask(advances, [[large(8)]]);
    wait(1);
    ask(advances, [[large(8)]]);
    wait(99);
    expect(advances.pay([large()])).toBe(true);
    wait(1);
    expect(advances.pay([large()])).toBe(false);
  });

  test("are not spent after their bucket was changed", () => {
    const { advances, wait } = opened();
    ask(advances, [[large(8)]]);
    wait(1);
    ask(advances, [[large(8)]]);
    expect(advances.pay([{ ...large(), perMinute: 60 }])).toBe(false);
    expect(advances.pay([{ ...large(), burst: 512_000 }])).toBe(false);
    expect(advances.pay([large()])).toBe(true);
  });

  test("pay a call only when all its buckets can, and then from each", () => {
    const { advances, wait } = opened();
    const other = { ...large(4), key: "other" };
    ask(advances, [[large(8), other]]);
    wait(1);
    ask(advances, [[large(8), other]]);
    expect(advances.pay([large(), { ...other, cost: 9 }])).toBe(false);
    expect(advances.pay([large(), { ...other, cost: 8 }])).toBe(true);
    expect(advances.pay([{ ...other, cost: 1 }])).toBe(false);
    expect(payable(advances)).toBe(15);
  });
});
