import { type RuleOutcome, RuleTally } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import type { EngineTypeName } from "@service/contract";
import { compileCondition, EvaluationBudget, type Facts } from "@service/conditions";
import type { JsonObject } from "@service/json";
import { findEngineType } from "./registry.ts";

const condition = compileCondition({ fact: "premium", op: "gte", value: 100 });
function facts(root: JsonObject, reported: string[] = []): Facts {
  return {
    root,
    asOf: "2026-01-01",
    budget: new EvaluationBudget(),
    onMismatch: (path) => void reported.push(path),
  };
}
function ask(tally: RuleTally, key: string, root: JsonObject, reported: string[] = []): void {
  const evaluated = {
    conditions: [condition],
    facts: facts(root, reported),
    nameOf: (path: string) => `items[${key}].${path}`,
  };
  tally.noteCondition("large", "evaluate", condition.evaluate(evaluated.facts), evaluated);
}

describe("a rule evaluated on many subjects", () => {
  test("is listed with the facts of the first place where it fired", () => {
    const tally = new RuleTally();
    ask(tally, "a", {});
    ask(tally, "b", { premium: 50 });
    ask(tally, "c", { premium: 150 });
    ask(tally, "d", { premium: 900 });
    expect(tally.list()).toEqual([
      { ruleKey: "large", stage: "evaluate", result: "true", facts: [{ path: "items[c].premium", value: 150 }] },
      { ruleKey: "large", stage: "evaluate", result: "unknown", facts: [{ path: "items[a].premium", value: null }] },
    ]);
    expect(tally.unknownOf("large")).toBe(1);
  });

  test("is listed with the missing facts where nothing decided it", () => {
    const tally = new RuleTally();
    ask(tally, "a", {});
    ask(tally, "b", {});
    expect(tally.list()).toEqual([
      { ruleKey: "large", stage: "evaluate", result: "unknown", facts: [{ path: "items[a].premium", value: null }] },
    ]);
    expect(tally.unknownOf("large")).toBe(2);
  });

  test("needs no facts where it was decided and never fired", () => {
    const tally = new RuleTally();
    ask(tally, "b", { premium: 50 });
    expect(tally.list()).toEqual([{ ruleKey: "large", stage: "evaluate", result: "false" }]);
    ask(tally, "a", {});
    expect(tally.list().map(({ result }) => result)).toEqual(["false", "unknown"]);
  });

  test("is not kept beyond two thousand keys, unless it was known before", () => {
    const tally = new RuleTally();
    for (let key = 0; key < 2_010; key += 1) tally.note(`r${key}`, "evaluate", "false");
    tally.note("r0", "evaluate", "true");
    expect(tally.list()).toHaveLength(2_000);
    expect(tally.list().find(({ ruleKey }) => ruleKey === "r0")?.result).toBe("true");
  });

  test("reports a fact of the wrong type once, when evaluating and not when explaining (TYPE-53)", () => {
    const tally = new RuleTally();
    const reported: string[] = [];
    ask(tally, "a", { premium: "much" }, reported);
    tally.list();
    expect(reported).toEqual(["premium"]);
  });
});

test("a rule that is too large to explain is listed without its facts, and the run goes on (COND-31)", () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ n }));
  const inner = { each: "rows[]", quantifier: "none", where: { fact: "@.n", op: "lt", value: 0 } };
  const nested = compileCondition({ each: "rows[]", quantifier: "none", where: inner });
  const tally = new RuleTally();
  const evaluated = { conditions: [nested], facts: facts({ rows }), nameOf: (path: string) => path };
  tally.noteCondition("nested", "evaluate", "true", evaluated);
  expect(tally.list()).toEqual([{ ruleKey: "nested", stage: "evaluate", result: "true" }]);
});

function outcomesOf(engineType: EngineTypeName): readonly RuleOutcome[] {
  const type = findEngineType(engineType);
  const effective = type.effectiveConfig(type.preset());
  const engine = type.compile(effective);
  return type.builtInCases().flatMap(({ input, offerings }) => {
    const result = engine.run({
      input,
      offerings,
      runId: "5f0c1f0e-0000-4000-8000-000000000000",
      createdAt: "2026-01-01T00:00:00Z",
      datasets: new Map(),
      onStage: () => undefined,
    });
    return result.status === "failed" ? [] : result.ruleOutcomes;
  });
}

/** Rules without conditions, and so without facts. */
const factless: ReadonlySet<string> = new Set(["default"]);

describe.each(["matching", "triage", "opportunity"] as const)("outcomes of %s", (engineType) => {
  const outcomes = outcomesOf(engineType).filter(({ ruleKey }) => !factless.has(ruleKey));

  test("carry the facts of every rule that fired or stayed undecided, and of no other (DEF-3)", () => {
    const bare = outcomes.filter(
      ({ result, facts: ruleFacts = [] }) => (result === "false") !== (ruleFacts.length === 0),
    );
    expect(bare).toEqual([]);
    expect(outcomes.some(({ result }) => result === "true")).toBe(true);
  });

  test("name at most twenty facts each, and the subject they were evaluated on", () => {
    for (const { facts: ruleFacts = [] } of outcomes) {
      expect(ruleFacts.length).toBeLessThanOrEqual(20);
      for (const { path } of ruleFacts) expect(path).not.toMatch(/^(account|policy|offering|need)\./);
    }
  });
});

test("the facts are those of the input", () => {
  const triage = outcomesOf("triage").find(({ ruleKey, result }) => ruleKey === "large" && result === "true");
  expect(triage?.facts).toEqual([
    { path: expect.stringMatching(/^submissions\[.+\]\.premium_estimate$/), value: 250_000 },
  ]);
  const matching = outcomesOf("matching").find(
    ({ ruleKey, result }) => ruleKey === "bound:risk.years_in_business" && result === "true",
  );
  expect(matching?.facts).toContainEqual({ path: "risk.years_in_business", value: 9 });
  const opportunity = outcomesOf("opportunity").find(
    ({ ruleKey, result }) => ruleKey === "gap_crime" && result === "true",
  );
  expect(opportunity?.facts?.map(({ path }) => path)).toContainEqual(
    expect.stringMatching(/^accounts\[c-contractor\]\./),
  );
});
