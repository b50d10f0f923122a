import { describe, expect, test } from "@jest/globals";
import { type JsonObject, isJsonObject, compileSchema } from "@service/json";
import { applyFieldPolicy } from "@service/privacy";
import { matching } from "./index.ts";
import {
  answer,
  asOf,
  at,
  eligibilityOf,
  input,
  need,
  offering,
  presetEngine,
  runInput,
  solved,
} from "./cases/sample-inputs.ts";

const engine = presetEngine();

/** The worked offering of MATCH-52; relationship .8 is an appointed carrier that is not preferred. */
const worked = offering("acme", {
  rating: "A",
  appetite: [{ prefix: "2381", level: "preferred" }],
  pricing: { basis_fact: "risk.revenue", per: 1000, rate: 6.2, state_factors: { TX: 1.05 } },
  turnaround_days: 4,
  history: { submitted: 18, quoted: 9, bound: 6 },
});
const workedInput = input({
  needs: [need({ target_premium: 8200 })],
  loss_history: {
    years: 5,
    earned_premium: 10_000,
    claims: [{ line: "general_liability", occurred_on: "2025-01-10", status: "closed", paid: 3000, reserved: 0 }],
  },
});

describe("the worked numbers of MATCH-52, MATCH-53, MATCH-54, MATCH-55", () => {
  test("with pricing: indication, utilities, score, confidence and rank_score (MATCH-36)", () => {
    const result = answer(engine, workedInput, [worked]);
    expect(result.status).toBe("completed");
    expect(solved(result, "/0/indicative_premium")).toMatchObject({ low: 6640.2, mid: 7812, high: 8983.8 });
    const utility = (dimension: string) => solved(result, `/0/breakdown/${dimension}/utility`);
    expect(utility("appetite")).toBe(1);
    expect(utility("coverage_fit")).toBe(1);
    expect(utility("price")).toBe(0.6631);
    expect(utility("likelihood")).toBe(0.3182);
    expect(utility("strength")).toBe(0.85);
    expect(utility("service")).toBe(0.775);
    expect(utility("relationship")).toBe(0.8);
    expect(solved(result, "/0/score")).toBe(83.4);
    expect(solved(result, "/0/confidence")).toBe(1);
    expect(solved(result, "/0/rank_score")).toBe(83.4);
  });

  test("the loss ratio is rounded nowhere before the premium is (TYPE-12)", () => {
    const losses = (paid: number, earned_premium: number): JsonObject => ({
      years: 5,
      earned_premium,
      claims: [{ line: "general_liability", occurred_on: "2025-01-10", status: "closed", paid, reserved: 0 }],
    });
    const priced = offering("acme", { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 6.2 } });
    const result = answer(engine, input({ loss_history: losses(1, 3) }, { revenue: 50_000_000 }), [priced]);
    expect(solved(result, "/0/indicative_premium")).toMatchObject({ low: 267_891.67, mid: 315_166.67 });
    const when = { fact: "loss.ratio_3y", op: "gte", value: 0.3 };
    const ruled = offering("a", { rules: [{ key: "losses", effect: "refer", when, message: "Losses" }] });
    expect(eligibilityOf(input({ loss_history: losses(2999.6, 10_000) }), ruled)).toBe("eligible");
    expect(eligibilityOf(input({ loss_history: losses(3000, 10_000) }), ruled)).toBe("refer");
  });

  test("without pricing: a missing price lowers the rank, not the eligibility", () => {
    const { pricing: _pricing, ...unpriced } = worked;
    const result = answer(engine, workedInput, [unpriced]);
    expect(solved(result, "/0")).toMatchObject({
      eligibility: "eligible",
      score: 86.5,
      confidence: 0.85,
      rank_score: 82.6,
    });
    expect(solved(result, "/0/indicative_premium")).toBeUndefined();
    expect(solved(result, "/0/breakdown/price/utility")).toBeNull();
  });
});

describe("stage 3, the filter", () => {
  test.each([
    ["another line", { lines: ["cyber"] }, "does not write general liability"],
    ["a paused offering", { status: "paused" }, "is paused"],
    [
      "a window that opens later",
      { effective_from: "2026-05-01" },
      "opens on May 1, 2026; coverage is wanted from April 1, 2026",
    ],
    [
      "a window that has closed",
      { effective_to: "2026-03-31" },
      "closed on March 31, 2026; coverage is wanted from April 1, 2026",
    ],
    ["a state it does not write", { states: { include: ["CA"] } }, "does not write general liability in Texas"],
    ["an excluded state", { states: { include: ["*"], exclude: ["TX"] } }, "does not write general liability in Texas"],
  ])("rejects %s and says why", (_title, extra, reason) => {
    const result = answer(engine, input(), [offering("a", extra)]);
    expect(result.solutions).toEqual([]);
    expect(at(result.output, "/rejected/a/reasons")).toEqual([`Carrier a Product a ${reason}`]);
    expect(at(result.output, "/near_misses")).toEqual([]);
  });

  test("the window includes both of its days", () => {
    expect(eligibilityOf(input(), offering("a", { effective_from: "2026-04-01", effective_to: "2026-04-01" }))).toBe(
      "eligible",
    );
  });

  test("without a state an offering with state limits stays open, one without them is not affected (MATCH-23)", () => {
    const stateless = input({ risk: { naics: "238160" } });
    expect(eligibilityOf(stateless, offering("a", { states: { include: ["TX"] } }))).toBe("needs_info");
    expect(eligibilityOf(stateless, offering("a"))).toBe("eligible");
  });

  test("a state besides the primary one is a referral (MATCH-23)", () => {
    const texan = offering("a", { states: { include: ["TX"] } });
    expect(eligibilityOf(input({}, { states: ["TX", "OK"] }), texan)).toBe("refer");
    expect(eligibilityOf(input({}, { states: ["TX", "OK"], primary_state: "OK" }), texan)).toBe("rejected");
  });
});

describe("stage 4, knockouts and bounds", () => {
  test("a bound knocks out above its maximum and below its minimum, and includes both", () => {
    const bounded = (min: number, max: number): JsonObject =>
      offering("a", { bounds: [{ fact: "risk.revenue", min, max, effect: "knockout" }] });
    expect(eligibilityOf(input(), bounded(1_200_000, 1_200_000))).toBe("eligible");
    expect(eligibilityOf(input(), bounded(0, 1_199_999))).toBe("rejected");
    expect(eligibilityOf(input(), bounded(1_200_001, 2_000_000))).toBe("rejected");
  });

  test("the trace names each bound and rule of an offering that fired or stayed open, as the rejection does (COND-33, DEF-3)", () => {
    const revenue = { fact: "risk.revenue", max: 10, effect: "knockout" };
    const employees = { fact: "risk.employees", max: 10, effect: "knockout" };
    const rule = (key: string, fact: string, op = "gt"): JsonObject => ({
      key,
      effect: "refer",
      when: { fact, op, value: 10 },
      message: key,
    });
    const result = answer(engine, input(), [
      offering("a", { bounds: [revenue], rules: [rule("passed", "risk.revenue", "lt")] }),
      offering("b", { bounds: [employees], rules: [rule("rr", "risk.payroll")] }),
      offering("c", { rules: [rule("rr", "risk.revenue")] }),
    ]);
    const listed = result.ruleOutcomes.filter(({ ruleKey }) => /^(?:bound|rr|passed)/.test(ruleKey));
    expect(listed.map(({ ruleKey, result: is, facts }) => [ruleKey, is, facts?.map(({ path }) => path)])).toEqual([
      ["bound:risk.employees", "unknown", ["risk.employees", "offerings[b].bounds.min", "offerings[b].bounds.max"]],
      ["bound:risk.revenue", "true", ["risk.revenue", "offerings[a].bounds.min", "offerings[a].bounds.max"]],
      ["rr", "true", ["offerings[c].rules[rr].effect", "risk.revenue"]],
      ["rr", "unknown", ["offerings[b].rules[rr].effect", "risk.payroll"]],
    ]);
    expect(at(result.output, "/rejected/a/rule_keys")).toEqual(["bound:risk.revenue"]);
  });

  test("a bound that refers leaves the offering eligible with a referral", () => {
    const referring = offering("a", { bounds: [{ fact: "risk.revenue", max: 1_000_000, effect: "refer" }] });
    const result = answer(engine, input(), [referring]);
    expect(solved(result, "/0/eligibility")).toBe("refer");
    expect(solved(result, "/0/reasons_against/0")).toBe(
      "The client's revenue of $1,200,000 is above the program's maximum of $1,000,000",
    );
  });

  test("an unknown fact leaves the offering open and is named, ordered by how many offerings wait for it (MATCH-24, MATCH-46)", () => {
    const bound = (fact: string): JsonObject => ({ fact, max: 10, effect: "knockout" });
    const result = answer(engine, input(), [
      offering("a", { bounds: [bound("risk.employees")] }),
      offering("b", { bounds: [bound("risk.employees"), bound("risk.vehicles")] }),
    ]);
    expect(solved(result, "/0")).toMatchObject({ eligibility: "needs_info", missing_facts: ["risk.employees"] });
    expect(at(result.output, "/missing_facts")).toEqual([
      { fact: "risk.employees", affects: 2 },
      { fact: "risk.vehicles", affects: 1 },
    ]);
    expect(at(result.output, "/needs/0/gap_reason")).toContain("the client's number of employees is not on file");
    expect(result.workItems.map(({ kind }) => kind)).toContain("verify_fact");
  });

  test("the unknown policy refer makes a referral", () => {
    const bounded = offering("a", { bounds: [{ fact: "risk.employees", max: 10, effect: "knockout" }] });
    expect(eligibilityOf(input(), bounded, { unknown_policy: "refer" })).toBe("refer");
  });

  test("rules of the offering and of the agency fire when their condition is true (MATCH-24)", () => {
    const rule = (effect: string, when: JsonObject): JsonObject => ({
      key: "r",
      effect,
      when,
      message: "told",
      points: 5,
    });
    const roofing = { fact: "risk.naics", op: "starts_with", value: "2381" };
    expect(eligibilityOf(input(), offering("a", { rules: [rule("knockout", roofing)] }))).toBe("rejected");
    expect(eligibilityOf(input(), offering("a", { rules: [rule("refer", roofing)] }))).toBe("refer");
    expect(eligibilityOf(input(), offering("a"), { knockout_rules: [rule("knockout", roofing)] })).toBe("rejected");
    expect(
      eligibilityOf(input(), offering("a"), { knockout_rules: [{ ...rule("knockout", roofing), enabled: false }] }),
    ).toBe("eligible");
    const missing = { fact: "risk.employees", op: "gt", value: 5 };
    expect(eligibilityOf(input(), offering("a", { rules: [rule("knockout", missing)] }))).toBe("needs_info");
    expect(eligibilityOf(input(), offering("a", { rules: [rule("adjust", missing)] }))).toBe("eligible");
  });

  test("points adjust the rank and nothing else, within 0 and 100", () => {
    const adjusted = (points: number): JsonObject =>
      offering("a", { rules: [{ key: "r", effect: "adjust", points, when: { all: [] }, message: "told" }] });
    const plain = answer(engine, input(), [offering("a")]);
    const better = answer(engine, input(), [adjusted(5)]);
    expect(solved(better, "/0/score")).toBe(solved(plain, "/0/score"));
    expect(Number(solved(better, "/0/rank_score"))).toBeCloseTo(Number(solved(plain, "/0/rank_score")) + 5, 5);
    expect(solved(better, "/0/adjustments")).toEqual([{ rule_key: "r", points: 5, message: "told" }]);
  });

  test("surplus lines are referred by the rule of the preset", () => {
    const result = answer(engine, input(), [offering("a", { market: "surplus" })]);
    expect(solved(result, "/0/eligibility")).toBe("refer");
    expect(result.ruleOutcomes).toContainEqual({
      ruleKey: "surplus_needs_consent",
      stage: "evaluate",
      result: "true",
      facts: [{ path: "offerings[a].market", value: "surplus" }],
    });
  });

  test("the longest prefix decides the appetite; prohibited knocks out, unknown stays open (MATCH-27)", () => {
    const picky = offering("a", {
      appetite: [
        { prefix: "23", level: "prohibited" },
        { prefix: "2381", level: "limited" },
      ],
    });
    const result = answer(engine, input(), [picky]);
    expect(solved(result, "/0/breakdown/appetite")).toMatchObject({
      utility: 0.35,
      because: "This class of business is written on a limited basis",
    });
    expect(eligibilityOf(input({}, { naics: "237310" }), picky)).toBe("rejected");
    expect(eligibilityOf(input({ risk: { states: ["TX"] } }), picky)).toBe("needs_info");
    expect(eligibilityOf(input({}, { naics: "238" }), picky)).toBe("needs_info");
    expect(eligibilityOf(input({}, { naics: "237" }), picky)).toBe("rejected");
  });

  test("a must-have coverage that cannot be had knocks out; one that is wished for costs fit", () => {
    const building = { coverage: "building", included: true, max_limit: 250_000, min_deductible: 1000 };
    const wanting = (extra: JsonObject): JsonObject =>
      input({ needs: [need({ coverages: [{ coverage: "building", must_have: true, ...extra }] })] });
    const offered = offering("a", { coverages: [building] });
    expect(eligibilityOf(wanting({ min_limit: 250_000, max_deductible: 1000 }), offered)).toBe("eligible");
    expect(eligibilityOf(wanting({ min_limit: 250_001 }), offered)).toBe("rejected");
    expect(eligibilityOf(wanting({ max_deductible: 999 }), offered)).toBe("rejected");
    expect(eligibilityOf(wanting({}), offering("a"))).toBe("rejected");
    expect(
      eligibilityOf(
        wanting({ min_limit: 1 }),
        offering("a", { coverages: [{ coverage: "building", included: true }] }),
      ),
    ).toBe("needs_info");
    const wished = answer(engine, wanting({ min_limit: 500_000, must_have: false }), [offered]);
    expect(solved(wished, "/0/coverage_fit/0")).toMatchObject({ wanted: 500_000, attainable: 250_000, ok: false });
    expect(solved(wished, "/0/breakdown/coverage_fit/utility")).toBe(0);
  });

  test("preferences exclude carriers, markets and ratings", () => {
    const preferring = (preferences: JsonObject): JsonObject => input({ preferences });
    expect(eligibilityOf(preferring({ carriers_excluded: ["c-a"] }), offering("a"))).toBe("rejected");
    expect(eligibilityOf(preferring({ admitted_only: true }), offering("a", { market: "surplus" }))).toBe("rejected");
    expect(eligibilityOf(preferring({ min_rating: "A-" }), offering("a", { rating: "B++" }))).toBe("rejected");
    expect(eligibilityOf(preferring({ min_rating: "A-" }), offering("a", { rating: "A-" }))).toBe("eligible");
    expect(eligibilityOf(preferring({ min_rating: "A-" }), offering("a", { rating: "NR" }))).toBe("rejected");
    expect(eligibilityOf(preferring({ min_rating: "A-" }), offering("a"))).toBe("needs_info");
  });

  test("a decline of the same line in the last 180 days is a referral (MATCH-25)", () => {
    const declined = (on: string, line = "general_liability"): JsonObject =>
      input({ declined_by: [{ carrier_key: "c-a", line, on, reason: "roof work" }] });
    expect(eligibilityOf(declined("2026-02-01"), offering("a"))).toBe("refer");
    expect(eligibilityOf(declined("2025-09-02"), offering("a"))).toBe("refer");
    expect(eligibilityOf(declined("2025-09-01"), offering("a"))).toBe("eligible");
    expect(eligibilityOf(declined("2026-02-01", "cyber"), offering("a"))).toBe("eligible");
  });
});

describe("stages 6 to 8", () => {
  test("eligible ranks before refer before needs_info, then rank_score, then key (MATCH-40)", () => {
    const waiting = { bounds: [{ fact: "risk.employees", max: 1, effect: "knockout" }] };
    const result = answer(engine, input(), [
      offering("w", { ...waiting, rating: "A++" }),
      offering("s", { market: "surplus", rating: "A++" }),
      offering("z", { rating: "A" }),
      offering("y", { rating: "A" }),
      offering("x", { rating: "A++" }),
    ]);
    expect(result.solutions?.map(({ solution_key }) => solution_key)).toEqual(["gl:x", "gl:y", "gl:z", "gl:s", "gl:w"]);
    expect(result.solutions?.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  });

  test("results are limited in all and per carrier (MATCH-40)", () => {
    const many = ["a", "b", "c", "d", "e"].map((key) => offering(key, { carrier_key: "one" }));
    expect(answer(engine, input(), many).solutions).toHaveLength(3);
    expect(answer(engine, input({ preferences: { max_per_carrier: 20 } }), many).solutions).toHaveLength(5);
    expect(
      answer(engine, input({ preferences: { max_per_carrier: 20, max_results: 2 } }), many).solutions,
    ).toHaveLength(2);
  });

  test("a program bundles one carrier's best per need and earns credit; best_of_each takes the best of each", () => {
    const cyber = { lines: ["cyber"] };
    const result = answer(engine, input({ needs: [need(), need({ need_key: "cy", line: "cyber" })] }), [
      offering("a-gl", { carrier_key: "a", rating: "A" }),
      offering("a-cy", { carrier_key: "a", rating: "A", ...cyber }),
      offering("b-gl", { carrier_key: "b", rating: "A++" }),
    ]);
    const single = Number(solved(result, "/gl:a-gl/rank_score"));
    expect(solved(result, "/program:a")).toMatchObject({
      kind: "program",
      need_keys: ["cy", "gl"],
      rank_score: single + 3,
    });
    expect(solved(result, "/best_of_each/offerings/1/offering_key")).toBe("b-gl");
    expect(solved(result, "/program:b")).toBeUndefined();
  });

  test("the best of every need is returned before the second of any (MATCH-40)", () => {
    const result = answer(
      engine,
      input({
        needs: [need(), need({ need_key: "cy", line: "cyber" })],
        preferences: { max_results: 2, carriers_preferred: ["c-a", "c-b"] },
      }),
      [
        offering("a", { rating: "A++" }),
        offering("b", { rating: "A++" }),
        offering("z", { lines: ["cyber"], rating: "NR" }),
      ],
    );
    expect(result.solutions?.map(({ solution_key }) => solution_key)).toEqual(["gl:a", "cy:z"]);
    expect(at(result.output, "/needs/cy/best_solution_key")).toBe("cy:z");
  });

  test("a near miss is an offering with exactly one failed knockout, with the change that would admit it (MATCH-42)", () => {
    const result = answer(engine, input({ preferences: { admitted_only: true } }), [
      offering("one", { bounds: [{ fact: "risk.revenue", max: 1_000_000, effect: "knockout" }] }),
      offering("two", { market: "surplus", bounds: [{ fact: "risk.revenue", max: 1_000_000, effect: "knockout" }] }),
    ]);
    expect(at(result.output, "/near_misses")).toEqual([
      expect.objectContaining({
        offering_key: "one",
        rule_key: "bound:risk.revenue",
        change: "Revenue of at most $1,000,000 would be accepted",
      }),
    ]);
    expect(at(result.output, "/rejected/one/trace")).toEqual([
      { rule_key: "bound:risk.revenue", path: "risk.revenue", op: "lte", expected: 1_000_000, actual: 1_200_000 },
    ]);
  });

  test("the summary counts every offering once", () => {
    const result = answer(engine, input({ needs: [need(), need({ need_key: "cy", line: "cyber" })] }), [
      offering("a", { lines: ["cyber", "general_liability"] }),
      offering("b", { market: "surplus" }),
      offering("c", { status: "paused" }),
    ]);
    expect(at(result.output, "/summary")).toMatchObject({
      offerings_considered: 3,
      eligible: 1,
      refer: 1,
      needs_info: 0,
      rejected: 1,
    });
  });
});

test("rejected offerings are listed with their first reasons, those that write no line last (MATCH-45)", () => {
  const needs = [need(), need({ need_key: "cy", line: "cyber" })];
  const result = answer(
    presetEngine({ reject_reasons_kept: 1 }),
    input({ needs, preferences: { admitted_only: true } }),
    [
      offering("a", { lines: ["flood"] }),
      offering("b", { market: "surplus", status: "paused" }),
      offering("c", { lines: ["cyber"], states: { include: ["CA"] } }),
    ],
  );
  const rejected = at(result.output, "/rejected");
  expect(rejected).toMatchObject([
    { offering_key: "c", need_key: "cy", rule_keys: [expect.any(String)], reasons: [expect.any(String)] },
    { offering_key: "b", need_key: "gl", rule_keys: [expect.any(String)], reasons: [expect.any(String)] },
    { offering_key: "a", rule_keys: ["line"] },
    { offering_key: "a", rule_keys: ["line"] },
  ]);
});

describe("premiums", () => {
  test("the minimum premium holds, and is named when it lies above the target", () => {
    const priced = offering("a", {
      pricing: { basis_fact: "risk.revenue", per: 1000, rate: 1, minimum_premium: 2500 },
    });
    const result = answer(engine, input({ needs: [need({ target_premium: 2200 })] }), [priced]);
    expect(solved(result, "/0/indicative_premium/mid")).toBe(2500);
    expect(solved(result, "/0/reasons_against")).toContain(
      "Its minimum premium of $2,500 is above the target of $2,200",
    );
    expect(solved(result, "/0/indicative_premium/basis")).toEqual(expect.stringMatching(/^Indication, not a quote/));
  });

  test("the incumbent's premium replaces a missing target, and without either the price is left out", () => {
    const priced = offering("a", { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } });
    const incumbents = [{ line: "general_liability", carrier_key: "x", premium: 6000, expires_on: "2026-04-01" }];
    expect(solved(answer(engine, input({ incumbents }), [priced]), "/0/breakdown/price/utility")).toBe(0.6);
    const result = answer(engine, input(), [priced]);
    expect(solved(result, "/0/breakdown/price/utility")).toBeNull();
    expect(solved(result, "/0/missing_facts")).toEqual(["need.target_premium"]);
  });
});

describe("status", () => {
  test("no offerings at all fails, whether none was sent or none is loaded (MATCH-51)", () => {
    expect(runInput(engine, input(), undefined)).toMatchObject({
      status: "failed",
      stage: "load",
      code: "no_offerings",
    });
    const required = presetEngine({ offering_source: { dataset_key: "offerings", required: true } });
    expect(runInput(required, input(), undefined)).toMatchObject({ status: "failed", code: "dataset_missing" });
  });

  test("a run in which nothing matches is complete and names the reason (MATCH-49)", () => {
    const result = answer(engine, input(), [offering("a", { states: { include: ["CA"] } })]);
    expect(result).toMatchObject({ status: "completed", solutions: [] });
    expect(at(result.output, "/headline")).toBe(
      "No market matches Northgate Roofing's needs among 1 offering: Carrier a Product a does not write general liability in Texas",
    );
  });

  test("less than half of what scoring needs degrades (MATCH-50)", () => {
    const bare = presetEngine({ weights: { appetite: 0, coverage_fit: 0, relationship: 10, strength: 90 } });
    expect(answer(bare, input(), [offering("a")]).status).toBe("degraded");
  });

  test("records that were not loaded degrade; those that were fill the gaps of the input (MATCH-4)", () => {
    const referring = input({ records_ref: { client_key: "c1" }, risk: { states: ["TX"] } });
    const bounded = offering("a", { bounds: [{ fact: "risk.revenue", max: 10, effect: "knockout" }] });
    expect(answer(engine, referring, [bounded]).status).toBe("degraded");
    const accounts = dataset("records:accounts", [{ client_key: "c1", revenue: 5, naics: "238160" }]);
    const result = answer(engine, referring, [bounded], [accounts]);
    expect(result.status).toBe("completed");
    expect(solved(result, "/0/eligibility")).toBe("eligible");
  });

  test("a policy in force is an incumbent whichever field gives its carrier, or none (MATCH-4, REC-139)", () => {
    const referring = input({ records_ref: { client_key: "c1" } });
    const priced = offering("a", { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } });
    for (const carrier of [{ carrier_key: "k" }, { carrier_name: "Harbor" }, { writing_company: "Harbor" }, {}]) {
      const held = { client_key: "c1", line: "general_liability", premium: 6000, expires_on: "2026-04-01", ...carrier };
      const result = answer(engine, referring, [priced], [dataset("records:policies", [held])]);
      expect(solved(result, "/0/breakdown/price/utility")).toBe(0.6);
    }
  });

  test("the kind of company on file is one word, however it is written (MATCH-4)", () => {
    const referring = input({ records_ref: { client_key: "c1" }, risk: { states: ["TX"], naics: "238160" } });
    const when = { fact: "risk.entity_type", op: "eq", value: "llc" };
    const choosy = offering("a", { rules: [{ key: "r", effect: "knockout", when, message: "no such companies" }] });
    const accounts = dataset("records:accounts", [{ client_key: "c1", entity_type: "Limited Liability Company" }]);
    expect(answer(engine, referring, [choosy], [accounts]).solutions).toEqual([]);
  });

  test("an exhausted budget of rules fails the stage", () => {
    const claims = Array.from({ length: 500 }, (_, index) => ({
      line: "general_liability",
      occurred_on: "2025-01-10",
      status: "closed",
      paid: index,
      reserved: 0,
    }));
    const when = {
      each: "input.loss_history.claims[]",
      quantifier: "all",
      where: { all: Array.from({ length: 150 }, () => ({ fact: "@.paid", op: "gte", value: 0 })) },
    };
    const rules = [{ key: "r", effect: "refer", when, message: "told" }];
    const many = Array.from({ length: 30 }, (_, index) => offering(`o${index}`, { rules }));
    const result = runInput(engine, input({ loss_history: { years: 5, claims } }), many);
    expect(result).toMatchObject({ status: "failed", stage: "evaluate", code: "rule_budget_exceeded" });
  });
});

describe("the offering dataset", () => {
  test("is read when the run brings no offerings", () => {
    const result = answer(engine, input(), undefined, [dataset("offerings", [offering("a")])]);
    expect(result.status).toBe("completed");
    expect(at(result.output, "/provenance/datasets")).toEqual([
      { dataset_key: "offerings", version: "7", sha256: "s-offerings-1" },
    ]);
  });

  test("offerings of the request replace it (MATCH-6)", () => {
    const result = answer(engine, input(), [offering("b")], [dataset("offerings", [offering("a")])]);
    expect(result.solutions?.map(({ solution_key }) => solution_key)).toEqual(["gl:b"]);
  });

  test("invalid rows are skipped with a warning, and degrade above two percent (MATCH-11, MATCH-50)", () => {
    const rows = Array.from({ length: 99 }, (_, index) => offering(`o${index}`));
    const broken = { offering_key: "broken" };
    const some = answer(engine, input(), undefined, [dataset("offerings", [...rows, broken])]);
    expect(some.status).toBe("completed");
    expect(some.warnings.map(({ code }) => code)).toContain("offering_skipped_invalid");
    const many = answer(engine, input(), undefined, [dataset("offerings", [...rows, broken, broken, broken])]);
    expect(many.status).toBe("degraded");
  });

  test("an old dataset degrades (MATCH-50)", () => {
    const old = { ...dataset("offerings", [offering("a")]), asOf: "2026-01-01" };
    const result = answer(engine, input(), undefined, [old]);
    expect(result.status).toBe("degraded");
    expect(result.warnings.map(({ code }) => code)).toContain("dataset_stale");
  });
});

describe("what a reader sees", () => {
  test("the operator summary keeps the answer and drops the workings (MATCH-48)", () => {
    const output = answer(engine, workedInput, [worked, offering("b", { status: "paused" })]).output;
    const summary = matching.operatorSummary(output);
    expect(summary).toMatchObject({ trimmed: true, engine_type: "matching", headline: output["headline"] ?? "" });
    for (const dropped of ["rejected", "near_misses", "findings", "evidence"])
      expect(summary).not.toHaveProperty(dropped);
    expect(at(summary, "/provenance/datasets")).toBeUndefined();
    expect(at(summary, "/top/0")).toMatchObject({
      rank: 1,
      carrier_name: "Carrier acme",
      product: "Product acme",
      eligibility: "eligible",
      score: 83.4,
    });
  });

  test("commission weighs nothing in the preset; where it does, its figures are under the commission policy (MATCH-21, PRIV-16)", () => {
    const paid = offering("a", { commission_rate: 0.15 });
    expect(JSON.stringify(answer(engine, input(), [paid]).solutions)).not.toContain('"commission":{');
    const paying = presetEngine({ weights: { commission: 20 } });
    const { output, solutions } = answer(paying, input(), [paid]);
    expect(at(solutions ?? [], "/0/commission")).toEqual({ rate: 0.15, utility: 0.75, contribution: 18.8 });
    const schema = matching.responseSchema(matching.effectiveConfig(matching.preset()));
    const hidden = applyFieldPolicy(schema, { output, solutions: solutions ?? [] }, ["commission"]);
    expect(hidden.redacted).toEqual(["/solutions/0/commission"]);
    expect(JSON.stringify(hidden.output)).not.toContain("0.75");
  });

  test("every output satisfies the response schema, and citations exist (TYPE-5)", () => {
    const check = compileSchema(matching.responseSchema(matching.effectiveConfig(matching.preset())));
    for (const { input: given, offerings } of matching.builtInCases()) {
      const { output, solutions } = answer(engine, given, offerings);
      expect(check({ output, solutions: solutions ?? [] })).toEqual([]);
      const ids = new Set(list(at(output, "/evidence")).map(({ evidence_id }) => evidence_id));
      for (const cited of [...list(at(output, "/findings")), ...(solutions ?? [])]) {
        const own = cited["evidence_ids"];
        for (const id of Array.isArray(own) ? own : []) expect(ids).toContain(id);
      }
    }
  });

  test("work items name the next steps with commands ready to be posted", () => {
    const { workItems } = answer(engine, workedInput, [{ ...worked, required_documents: ["loss_runs"] }]);
    expect(workItems.map(({ kind }) => kind)).toEqual(["request_document", "submit_market"]);
    expect(workItems[0]).toMatchObject({ suggested_command: { type: "create_task" } });
  });
});

function dataset(datasetKey: string, rows: readonly JsonObject[]) {
  return { datasetKey, version: "7", sha256: `s-${datasetKey}-${rows.length}`, asOf, rows };
}

function list(value: ReturnType<typeof at>): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
