import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { inTurns } from "./in-turns.ts";

function* work(name: string, steps: number, log: string[]): Generator<void, string> {
  for (let step = 1; step <= steps; step += 1) {
    log.push(`${name}${step}`);
    yield;
  }
  return name;
}

describe("long work in turns", () => {
  test("answers what the work returns, and lets other work go on between its slices", async () => {
    const log: string[] = [];
    const result = inTurns(work("a", 3, log), { ms: 0 });
    await nextTurn();
    log.push("other");
    expect(await result).toBe("a");
    expect(log.indexOf("other")).toBeLessThan(log.indexOf("a3"));
  });

  test("work that ends within its first slice is done at once, also while longer work is under way", async () => {
    const log: string[] = [];
    const long = inTurns(work("a", 5, log), { ms: 0 });
    const short = inTurns(work("b", 2, log), { ms: 60_000 });
    expect(log).toEqual(["a1", "b1", "b2"]);
    expect(await Promise.all([short, long])).toEqual(["b", "a"]);
  });

  test("of several long works one goes on after the other, and a failure of one is its own", async () => {
    const log: string[] = [];
    function* failing(): Generator<void, string> {
      yield* work("a", 2, log);
      throw new Error("a failed");
    }
    const [first, second] = await Promise.allSettled([
      inTurns(failing(), { ms: 0 }),
      inTurns(work("b", 3, log), { ms: 0 }),
    ]);
    expect(first).toMatchObject({ status: "rejected", reason: new Error("a failed") });
    expect(second).toEqual({ status: "fulfilled", value: "b" });
    expect(log).toEqual(["a1", "b1", "a2", "b2", "b3"]);
  });
});
