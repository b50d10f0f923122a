import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { checkExpression } from "./check.ts";
import { compileExpression } from "./compile-expression.ts";
import { EvaluationBudget } from "./evaluation-budget.ts";
import type { Facts } from "./facts.ts";

const facts: Facts = {
  root: {
    profile: { revenue: 1_200_000, text: "x", zero: 0, started: "2026-01-01" },
    records: {
      policies: [
        { line: "general_liability", status: "active", premium: 0.1, ends: "2026-07-10" },
        { line: "cyber", status: "active", premium: 0.2 },
        { line: "umbrella", status: "expired" },
      ],
      contracts: [{ gl: 1_000_000 }, {}, { gl: 2_000_000 }],
      empty: [],
      mixed: [{ status: "active", n: 1 }, { n: 2 }],
    },
  },
  asOf: "2026-06-30T00:00:00Z",
  budget: new EvaluationBudget(),
};
const active: Json = { fact: "@.status", op: "eq", value: "active" };

describe("expressions", () => {
  test.each<[string, Json, number | undefined]>([
    ["const", { const: 4 }, 4],
    ["fact", { fact: "profile.revenue" }, 1_200_000],
    ["a missing fact is unknown", { fact: "profile.nothing" }, undefined],
    ["a text is no number", { fact: "profile.text" }, undefined],
    ["sum adds decimals as people do", { sum: { path: "records.policies[].premium" } }, 0.3],
    [
      "sum with where",
      { sum: { path: "records.policies[].premium", where: { fact: "@.line", op: "eq", value: "cyber" } } },
      0.2,
    ],
    [
      "sum of an empty selection",
      { sum: { path: "records.policies[].premium", where: { fact: "@.line", op: "eq", value: "flood" } } },
      0,
    ],
    [
      "sum of a selection without values",
      { sum: { path: "records.policies[].premium", where: { fact: "@.line", op: "eq", value: "umbrella" } } },
      undefined,
    ],
    ["sum over a missing list", { sum: { path: "records.claims[].paid" } }, undefined],
    ["avg of the known", { avg: { path: "records.contracts[].gl" } }, 1_500_000],
    ["max passes over elements without the value", { max: { path: "records.contracts[].gl" } }, 2_000_000],
    ["min", { min: { path: "records.contracts[].gl" } }, 1_000_000],
    ["max of nothing is unknown", { max: { path: "records.empty[].gl" } }, undefined],
    ["count of elements", { count: { path: "records.policies[]" } }, 3],
    ["count where", { count: { path: "records.policies[]", where: active } }, 2],
    ["count of an empty list", { count: { path: "records.empty[]" } }, 0],
    ["count with an undecided element is unknown", { count: { path: "records.mixed[]", where: active } }, undefined],
    ["add", { add: [{ const: 0.1 }, { const: 0.2 }, { const: 1 }] }, 1.3],
    ["mul", { mul: [{ fact: "profile.revenue" }, { const: 0.25 }] }, 300_000],
    ["min_of", { min_of: [{ const: 3 }, { const: 2 }] }, 2],
    ["max_of", { max_of: [{ const: 3 }, { const: 2 }] }, 3],
    ["sub", { sub: [{ const: 3 }, { const: 2 }] }, 1],
    ["div", { div: [{ const: 3 }, { const: 2 }] }, 1.5],
    ["division by zero is unknown", { div: [{ const: 3 }, { fact: "profile.zero" }] }, undefined],
    ["unknown spreads", { add: [{ const: 3 }, { fact: "profile.nothing" }] }, undefined],
    ["overflow is unknown", { mul: [{ const: 1e200 }, { const: 1e200 }] }, undefined],
    ["days_between", { days_between: ["profile.started", "as_of"] }, 180],
    ["days_between with a text", { days_between: ["profile.text", "as_of"] }, undefined],
  ])("%s (COND-21, COND-22, COND-23)", (_title, expression, value) => {
    expect(checkExpression(expression, "", ["profile", "records"])).toEqual([]);
    expect(compileExpression(expression).evaluate(facts)).toBe(value);
  });
});
