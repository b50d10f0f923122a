import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { type GateThreads, openGateThreads } from "./gate-threads.ts";

let threads: GateThreads;
beforeAll(() => {
  threads = openGateThreads();
});
afterAll(() => threads.close());

const task = (changes: Partial<Parameters<GateThreads["evaluate"]>[0]> = {}) => ({
  engineType: "comparison" as const,
  effective: JSON.stringify(findEngineType("comparison").effectiveConfig(findEngineType("comparison").preset())),
  evaluation: null,
  previous: null,
  firstOfMajor: true,
  acceptRegressions: [],
  datasets: [],
  ...changes,
});
const never = new AbortController().signal;

test("concurrent gates each get their own report", async () => {
  const cases = findEngineType("comparison").builtInCases().slice(0, 1);
  const reports = await Promise.all([
    threads.evaluate(task(), never),
    threads.evaluate(task({ evaluation: JSON.stringify({ cases }) }), never),
  ]);
  expect(reports.map(({ gate }) => gate)).toEqual(["passed", "cold_start_gate_not_met"]);
});

test("aborting a gate ends its thread, and the next gate gets another (GATE-40)", async () => {
  const given = new AbortController();
  const evaluation = threads.evaluate(task(), given.signal);
  const reason = new Error("nobody waits");
  given.abort(reason);
  await expect(evaluation).rejects.toBe(reason);
  await expect(threads.evaluate(task(), given.signal)).rejects.toBe(reason);
  expect((await threads.evaluate(task(), never)).gate).toBe("passed");
});

test("a defect of an engine type is an error, not a gate result", async () => {
  await expect(threads.evaluate(task({ effective: "[]" }), never)).rejects.toThrow("the gate failed");
});
