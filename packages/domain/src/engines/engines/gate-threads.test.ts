import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import { unevaluatedReport } from "./gate-report.ts";
import { type GateThreads, openGateThreads } from "./gate-threads.ts";
import { assertPassed } from "./judge-draft.ts";

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

test("a gate whose time ran out is refused with the reason and what was measured (GATE-43)", () => {
  const report = { ...unevaluatedReport("out_of_time"), actual: { reason: "out_of_time", cases: 3 } };
  expect(() => assertPassed(report)).toThrow(
    expect.objectContaining({
      code: "cold_start_gate_not_met",
      details: expect.objectContaining({ reason: "out_of_time", actual: { reason: "out_of_time", cases: 3 } }),
    }),
  );
  expect(() => assertPassed({ ...report, gate: "cold_start_gate_failed", actual: { cases: 3 } })).toThrow(
    expect.objectContaining({ details: expect.not.objectContaining({ reason: expect.anything() }) }),
  );
});
