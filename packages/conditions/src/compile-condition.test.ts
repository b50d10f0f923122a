import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { checkCondition } from "./check.ts";
import { compileCondition } from "./compile-condition.ts";
import { EvaluationBudget, RuleBudgetExceeded } from "./evaluation-budget.ts";
import type { Facts, Truth } from "./facts.ts";

const root: JsonObject = {
  profile: {
    employees: 37,
    name: "  Blue Harbor Cafe ",
    state: "wa",
    founded: "2019-05-01",
    open: true,
    blank: null,
    tags: ["Cafe", "Bar"],
  },
  records: {
    policies: [
      {
        line: "general_liability",
        status: "active",
        premium: 1200,
        coverages: [{ coverage: "each_occurrence", limit: 1_000_000 }],
      },
      { line: "umbrella", status: "expired", premium: 800, coverages: [] },
      { line: "cyber", premium: 400 },
    ],
    contracts: [],
  },
  risk: { naics: "722511", ratio: 0.3 },
};

function factsFor(overrides: Partial<Facts> = {}): Facts {
  return { root, asOf: "2026-06-30T08:00:00Z", budget: new EvaluationBudget(), ...overrides };
}

function truthOf(condition: Json, overrides: Partial<Facts> = {}): Truth {
  const compiled = compileCondition(condition);
  const truth = compiled.evaluate(factsFor(overrides));
  // Explaining walks every branch and must never come to another answer.
  expect(compiled.explain(factsFor(overrides)).truth).toBe(truth);
  return truth;
}

const yes: Json = { fact: "profile.open", op: "eq", value: true };
const no: Json = { fact: "profile.open", op: "eq", value: false };
const unknown: Json = { fact: "profile.nowhere", op: "eq", value: 1 };

describe("Kleene logic", () => {
  test.each<[string, Json, Truth]>([
    ["all of nothing", { all: [] }, "true"],
    ["any of nothing", { any: [] }, "false"],
    ["none of nothing", { none: [] }, "true"],
    ["true and unknown", { all: [yes, unknown] }, "unknown"],
    ["unknown and false", { all: [unknown, no] }, "false"],
    ["true and true", { all: [yes, yes] }, "true"],
    ["unknown or true", { any: [unknown, yes] }, "true"],
    ["unknown or false", { any: [no, unknown] }, "unknown"],
    ["false or false", { any: [no, no] }, "false"],
    ["none with an unknown", { none: [no, unknown] }, "unknown"],
    ["none with a true", { none: [unknown, yes] }, "false"],
    ["not true", { not: yes }, "false"],
    ["not false", { not: no }, "true"],
    ["not unknown", { not: unknown }, "unknown"],
  ])("%s (COND-1, COND-3)", (_title, condition, truth) => {
    expect(truthOf(condition)).toBe(truth);
  });
});

describe("operators", () => {
  const leaf = (fact: string, op: string, value?: Json): Json => ({
    fact,
    op,
    ...(value === undefined ? {} : { value }),
  });
  test.each<[string, string, Json | undefined, Truth]>([
    ["profile.employees", "eq", 37, "true"],
    ["profile.employees", "eq", "37", "unknown"],
    ["profile.employees", "ne", 37, "false"],
    ["profile.employees", "ne", "37", "unknown"],
    ["profile.employees", "gt", 36, "true"],
    ["profile.employees", "gte", 37, "true"],
    ["profile.employees", "lt", 37, "false"],
    ["profile.employees", "lte", 37, "true"],
    ["profile.employees", "between", [37, 40], "true"],
    ["profile.employees", "between", [38, 40], "false"],
    ["profile.employees", "between", ["a", "b"], "unknown"],
    ["profile.name", "eq", "blue harbor CAFE", "true"],
    ["profile.name", "contains", "HARBOR", "true"],
    ["profile.name", "starts_with", "blue", "true"],
    ["profile.name", "starts_with", ["red", "Blue"], "true"],
    ["profile.name", "starts_with", ["red"], "false"],
    ["profile.name", "gt", "azure", "true"],
    ["profile.name", "matches", "(?i)^\\s*blue\\s+h", "true"],
    ["profile.name", "matches", "^blue", "false"],
    ["profile.employees", "matches", "3", "unknown"],
    ["profile.employees", "contains", 3, "unknown"],
    ["profile.tags", "contains", "bar", "true"],
    ["profile.tags", "contains", 7, "false"],
    ["profile.tags", "in", ["cafe"], "unknown"],
    ["profile.tags", "eq", ["CAFE", "bar"], "true"],
    ["profile.state", "in", ["OR", "WA"], "true"],
    ["profile.state", "not_in", ["OR", "WA"], "false"],
    ["profile.state", "in", [1, 2], "unknown"],
    ["profile.state", "in", [], "false"],
    ["profile.employees", "in", [1, 37], "true"],
    ["risk.naics", "starts_with", ["7225", "5415"], "true"],
    ["profile.open", "exists", undefined, "true"],
    ["profile.open", "missing", undefined, "false"],
    ["profile.blank", "exists", undefined, "false"],
    ["profile.blank", "missing", undefined, "true"],
    ["profile.blank", "eq", 1, "unknown"],
    ["profile.nowhere", "missing", undefined, "true"],
    ["records.contracts", "exists", undefined, "true"],
    ["profile.constructor", "exists", undefined, "false"],
    ["profile.__proto__", "exists", undefined, "false"],
    ["profile.founded", "within_days", 3000, "true"],
    ["profile.founded", "within_days", 10, "false"],
    ["profile.founded", "older_than_days", 365, "true"],
    ["profile.founded", "older_than_days", 36500, "false"],
    ["profile.founded", "before", "2019-05-02", "true"],
    ["profile.founded", "before", "2019-05-01", "false"],
    ["profile.founded", "after", "2019-04-30T12:00:00Z", "true"],
    ["profile.name", "older_than_days", 1, "unknown"],
    ["profile.employees", "before", "2019-05-02", "unknown"],
    ["as_of", "after", "2026-06-29", "true"],
  ])("%s %s %p (COND-2, COND-5, COND-6, COND-8, COND-12, COND-18)", (fact, op, value, truth) => {
    const condition = leaf(fact, op, value);
    expect(truthOf(condition)).toBe(truth);
  });

  test("within_days covers the future too and counts its bounds in (COND-11)", () => {
    const within = (day: string): Truth =>
      truthOf(leaf("event.on", "within_days", 10), { root: { event: { on: day } } });
    expect(within("2026-07-10")).toBe("true");
    expect(within("2026-07-11")).toBe("false");
    expect(within("2026-06-20")).toBe("true");
    expect(within("2026-06-19")).toBe("false");
  });

  test("value_fact compares two facts, and a missing one leaves the answer unknown", () => {
    expect(truthOf({ fact: "profile.employees", op: "gt", value_fact: "risk.ratio" })).toBe("true");
    expect(truthOf({ fact: "profile.employees", op: "gt", value_fact: "risk.nothing" })).toBe("unknown");
    expect(truthOf({ fact: "profile.state", op: "eq", value_fact: "profile.name" })).toBe("false");
  });

  test("a path through [] holds when any value does; ne and not_in hold when none is (COND-14)", () => {
    expect(truthOf(leaf("records.policies[].line", "eq", "Cyber"))).toBe("true");
    expect(truthOf(leaf("records.policies[].line", "ne", "cyber"))).toBe("false");
    expect(truthOf(leaf("records.policies[].line", "not_in", ["flood"]))).toBe("true");
    expect(truthOf(leaf("records.policies[].line", "contains", "umbrella"))).toBe("true");
    expect(truthOf(leaf("records.policies[].status", "eq", "lapsed"))).toBe("unknown");
    expect(truthOf(leaf("records.policies[].coverages[].limit", "gte", 1_000_000))).toBe("true");
    expect(truthOf(leaf("records.contracts[].kind", "eq", "lease"))).toBe("false");
    expect(truthOf(leaf("records.claims[].line", "eq", "cyber"))).toBe("unknown");
    expect(truthOf(leaf("records.claims[].line", "missing"))).toBe("true");
  });

  test("a type mismatch is unknown and reported once per evaluation, with the path (COND-4)", () => {
    const reported: string[] = [];
    truthOfOnce(
      { fact: "profile.employees", op: "starts_with", value: "3" },
      { onMismatch: (path) => reported.push(path) },
    );
    expect(reported).toEqual(["profile.employees"]);
    truthOfOnce(
      { fact: "profile.nowhere", op: "starts_with", value: "3" },
      { onMismatch: (path) => reported.push(path) },
    );
    expect(reported).toHaveLength(1);
  });
});

function truthOfOnce(condition: Json, overrides: Partial<Facts>): Truth {
  return compileCondition(condition).evaluate(factsFor(overrides));
}

describe("each", () => {
  const active: Json = { fact: "@.status", op: "eq", value: "active" };
  const premiumAtLeast = (value: number): Json => ({ fact: "@.premium", op: "gte", value });
  const each = (quantifier: string, where: Json, more: JsonObject = {}): Json => ({
    each: "records.policies[]",
    quantifier,
    where,
    ...more,
  });

  test.each<[string, Json, Truth]>([
    ["any true", each("any", active), "true"],
    ["any with only unknown left", each("any", { fact: "@.status", op: "eq", value: "lapsed" }), "unknown"],
    ["any false", each("any", premiumAtLeast(5000)), "false"],
    ["all true", each("all", premiumAtLeast(400)), "true"],
    ["all false beats unknown", each("all", active), "false"],
    ["none", each("none", premiumAtLeast(5000)), "true"],
    ["none unknown", each("none", { fact: "@.status", op: "eq", value: "lapsed" }), "unknown"],
    ["none false", each("none", active), "false"],
    ["count at least", each("count", premiumAtLeast(800), { op: "gte", value: 2 }), "true"],
    ["count exactly", each("count", premiumAtLeast(800), { op: "eq", value: 2 }), "true"],
    ["count between", each("count", premiumAtLeast(800), { op: "between", value: [3, 4] }), "false"],
    ["count open at the top", each("count", active, { op: "gte", value: 2 }), "unknown"],
    ["count decided in spite of an unknown", each("count", active, { op: "lte", value: 2 }), "true"],
    ["count certainly not", each("count", active, { op: "gt", value: 2 }), "false"],
    ["count ne", each("count", active, { op: "ne", value: 5 }), "true"],
    ["a missing list", { each: "records.claims[]", quantifier: "none", where: active }, "unknown"],
    ["an empty list", { each: "records.contracts[]", quantifier: "all", where: active }, "true"],
    ["a list named without []", { each: "records.policies", quantifier: "any", where: active }, "true"],
    ["scalars", { each: "profile.tags[]", quantifier: "any", where: { fact: "@", op: "eq", value: "bar" } }, "true"],
    [
      "nested",
      {
        each: "records.policies[]",
        quantifier: "any",
        where: { each: "@.coverages[]", quantifier: "any", where: { fact: "@.limit", op: "gte", value: 1_000_000 } },
      },
      "true",
    ],
    [
      "flattened, where one policy has no list",
      { each: "records.policies[].coverages[]", quantifier: "all", where: { fact: "@.limit", op: "gte", value: 1 } },
      "unknown",
    ],
  ])("%s (COND-16, COND-19, COND-20)", (_title, condition, truth) => {
    expect(checkCondition(condition, "", ["records", "profile"])).toEqual([]);
    expect(truthOf(condition)).toBe(truth);
  });

  test("an element given from outside is what @ means at the top", () => {
    expect(truthOf(active, { element: { status: "Active" } })).toBe("true");
    expect(truthOf(active)).toBe("unknown");
  });

  test("paths without @ still address the facts inside each", () => {
    expect(truthOf(each("any", { all: [active, { fact: "profile.employees", op: "gte", value: 5 }] }))).toBe("true");
  });
});

describe("explaining", () => {
  test("records each leaf with the comparison, the value found and the result (COND-29)", () => {
    const { truth, trace } = compileCondition({
      all: [
        { fact: "profile.employees", op: "gte", value: 50 },
        { fact: "profile.nowhere", op: "eq", value: 1 },
        { each: "records.policies[]", quantifier: "any", where: { fact: "@.line", op: "eq", value: "cyber" } },
        { fact: "profile.open", op: "exists" },
      ],
    }).explain(factsFor());
    expect(truth).toBe("false");
    expect(trace).toEqual([
      { path: "profile.employees", op: "gte", expected: 50, actual: 37, result: "false" },
      { path: "profile.nowhere", op: "eq", expected: 1, actual: null, result: "unknown" },
      {
        path: "records.policies[]",
        op: "any",
        expected: null,
        actual: { elements: 3, true: 1, unknown: 0 },
        result: "true",
      },
      { path: "profile.open", op: "exists", expected: true, actual: true, result: "true" },
    ]);
  });

  test.each([0, 1])("never cuts a character in two (after %i letters) (COND-30)", (letters) => {
    const word = `${"a".repeat(letters)}${"😀".repeat(500)}`;
    const { trace } = compileCondition({ fact: "profile.word", op: "eq", value: "no" }).explain(
      factsFor({ root: { profile: { word } } }),
    );
    expect(trace).toMatchObject([{ actual: expect.stringMatching(/^a?😀+…$/u) }]);
  });

  test("never copies long strings or record lists into a trace (COND-30)", () => {
    const long: JsonObject = { profile: { text: "x".repeat(10_000), rows: [{ a: 1 }] } };
    const { trace } = compileCondition({
      any: [
        { fact: "profile.text", op: "eq", value: "y" },
        { fact: "profile.rows", op: "exists" },
      ],
    }).explain(factsFor({ root: long }));
    expect(JSON.stringify(trace).length).toBeLessThan(700);
  });
});

describe("budget", () => {
  test("is spent per node and stops a run that goes over it (COND-26)", () => {
    const budget = new EvaluationBudget(10);
    const condition = compileCondition({ all: [yes, yes, yes] });
    expect(condition.evaluate(factsFor({ budget }))).toBe("true");
    expect(budget.spent).toBe(4);
    condition.evaluate(factsFor({ budget }));
    expect(() => condition.evaluate(factsFor({ budget }))).toThrow(RuleBudgetExceeded);
  });

  test("counts the elements of each, so that nested loops cannot run away (COND-26)", () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ n: index }));
    const nested = compileCondition({
      each: "records.rows[]",
      quantifier: "all",
      where: { each: "records.rows[]", quantifier: "none", where: { fact: "@.n", op: "lt", value: 0 } },
    });
    expect(() => nested.evaluate(factsFor({ root: { records: { rows } } }))).toThrow(/2000000 evaluations/);
  });
});

test.each<[string, JsonObject, number]>([
  ["1,000 characters of a string", { fact: "text", op: "contains", value: "b" }, 1 + 400],
  ["1,000 characters of a fact that is compared with", { fact: "short", op: "eq", value_fact: "text" }, 1 + 400],
  ["1,000 characters of an element", { fact: "texts", op: "contains", value: "b" }, 1 + 2],
  ["100 elements of a list", { fact: "list", op: "contains", value: 1 }, 1 + 50],
  ["500 steps of a pattern", { fact: "text", op: "matches", value: "[bc]{9}" }, 1 + (400_000 * 11) / 500],
])("the budget counts every %s (COND-26)", (_what, condition, spent) => {
  const budget = new EvaluationBudget();
  const text = "a".repeat(400_000);
  const list = Array.from({ length: 5_000 }, () => 0);
  const root = { text, short: "a", list, texts: [text.slice(0, 2_500)] };
  compileCondition(condition).evaluate(factsFor({ root, budget }));
  expect(budget.spent).toBe(spent);
});

test("evaluates a hundred thousand leaves well within a second (COND-32)", () => {
  const condition = compileCondition({
    any: Array.from({ length: 20 }, (_, index) => ({
      all: [{ fact: "profile.employees", op: "gte", value: 100 + index }, yes],
    })),
  });
  const facts = factsFor();
  const startedAt = performance.now();
  for (let round = 0; round < 5000; round += 1) condition.evaluate(facts);
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});

test("a pattern that explodes backtracking engines is answered at once (COND-10)", () => {
  const condition = compileCondition({ fact: "profile.text", op: "matches", value: "^(a+)+$" });
  const startedAt = performance.now();
  expect(condition.evaluate(factsFor({ root: { profile: { text: `${"a".repeat(5000)}!` } } }))).toBe("false");
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});
