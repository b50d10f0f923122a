import { describe, expect, test } from "@jest/globals";
import { canonicalJson, type JsonObject, textOfJson, compileSchema } from "@service/json";
import { comparison } from "./index.ts";
import { answer, cover, flat, input, presetEngine, quote, seeded } from "./cases/sample-inputs.ts";

const engine = presetEngine();
const rounds = 60;

const menu: readonly (readonly [line: string, coverage: string])[] = [
  ["general_liability", "each_occurrence"],
  ["general_liability", "general_aggregate"],
  ["general_liability", "additional_insured"],
  ["commercial_property", "building"],
  ["commercial_property", "wind_hail_deductible"],
  ["commercial_auto", "combined_single_limit"],
  ["umbrella", "umbrella_occurrence"],
  ["cyber", "cyber_aggregate"],
  ["liquor_liability", "liquor_each_cause"],
];

describe("scores with a baseline (CMP-66)", () => {
  test("do not change for the others when an item is added or removed", () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed);
      const items = [expiring(random), ...["a", "b", "c", "d"].map((key) => offer(key, random))];
      const extra = { baseline_key: "exp", requirements: requirements(random) };
      const all = scoresOf(input(items, extra));
      for (const removed of ["a", "b", "c", "d"]) {
        const fewer = scoresOf(
          input(
            items.filter(({ key }) => key !== removed),
            extra,
          ),
        );
        for (const [key, score] of fewer)
          expect([seed, removed, key, score]).toEqual([seed, removed, key, all.get(key)]);
      }
    }
  });
});

describe("output (TYPE-3)", () => {
  test("satisfies the response schema whatever valid input it answers", () => {
    const check = compileSchema(comparison.responseSchema(comparison.effectiveConfig(comparison.preset())));
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed * 104_729);
      const items = [expiring(random), ...["a", "b"].map((key) => offer(key, random))];
      const given = input(items, { baseline_key: "exp", requirements: requirements(random) });
      expect([seed, engine.validateInput(given)]).toEqual([seed, []]);
      const { output, solutions = [] } = answer(engine, given);
      expect([seed, check({ output, solutions })]).toEqual([seed, []]);
    }
  });

  test("does not depend on the order of any list of the input", () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed * 7919);
      const items = [expiring(random), ...["a", "b", "c"].map((key) => offer(key, random))];
      const extra = seed % 3 === 0 ? {} : { baseline_key: "exp" };
      const wanted = requirements(random);
      const straight = bytesOf(input(items, { ...extra, requirements: wanted }));
      const turned = shuffled(items, random).map((item) => ({
        ...item,
        ...Object.fromEntries(
          Object.entries(item).flatMap(([name, value]) =>
            Array.isArray(value) ? [[name, shuffled(value, random)]] : [],
          ),
        ),
      }));
      expect(bytesOf(input(turned, { ...extra, requirements: shuffled(wanted, random) }))).toBe(straight);
    }
  });
});

function scoresOf(given: JsonObject): ReadonlyMap<string, string> {
  const { solutions = [] } = answer(engine, given);
  return new Map(
    solutions.map(({ solution_key, score, eligible, breakdown }) => [
      textOfJson(solution_key),
      canonicalJson({ score: score ?? null, eligible: eligible ?? null, breakdown: breakdown ?? null }),
    ]),
  );
}

function bytesOf(given: JsonObject): string {
  const { output, solutions = [], warnings, workItems, ruleOutcomes } = answer(engine, given);
  return canonicalJson({
    output,
    solutions,
    workItems,
    warnings: warnings.map((each) => ({ ...each })),
    rules: ruleOutcomes.map(({ ruleKey, result }) => [ruleKey, result]),
  });
}

function expiring(random: () => number): JsonObject {
  return offer("exp", random, { kind: "policy", effective_on: "2025-04-01", expires_on: "2026-04-01" });
}

function offer(key: string, random: () => number, extra: JsonObject = {}): JsonObject {
  const wordings = ["Abuse", "Assault and battery", "Cyber incident", "Limits are shared by all insureds"];
  const picked = wordings.filter(() => random() < 0.4).map((text) => ({ text }));
  return quote(key, coverages(random), {
    carrier: { name: `Carrier ${key}`, rating: pick(["A++", "A-", "B", "NR"], random), admitted: random() < 0.7 },
    effective_on: pick(["2026-04-01", "2026-04-05", "2026-03-20"], random),
    quote_valid_until: pick(["2026-02-20", "2026-03-05", "2026-06-01"], random),
    premium: { base: Math.round(5000 + random() * 10_000), taxes: Math.round(random() * 50_000) / 100 },
    minimum_earned: pick([0, 0.25, 0.5], random),
    rating_basis: random() < 0.5 ? { payroll: pick([500_000, 800_000], random) } : {},
    exclusions: picked,
    conditions: picked.slice(1),
    subjectivities: picked.map((wording) => ({ ...wording, resolved: random() < 0.5 })),
    ...extra,
  });
}

function coverages(random: () => number): readonly JsonObject[] {
  const chosen = menu
    .filter(() => random() < 0.7)
    .map(([line, coverage]) => ({
      ...cover(line, coverage),
      included: random() < 0.9,
      ...(random() < 0.8 ? { limit: pick([500_000, 1_000_000, 2_000_000], random) } : {}),
      ...(random() < 0.5
        ? {
            deductible: pick(
              [flat(1000), flat(5000), { type: "percent", amount: 0.02 }, { type: "waiting_hours", amount: 24 }],
              random,
            ),
          }
        : {}),
      ...(random() < 0.4 ? { valuation: pick(["replacement_cost", "actual_cash_value"], random) } : {}),
      ...(random() < 0.4
        ? {
            trigger: pick(["occurrence", "claims_made"], random),
            retro_date: pick(["2018-01-01", "2024-01-01"], random),
          }
        : {}),
      ...(random() < 0.3
        ? { limit_basis: pick(["aggregate", "per_location"], random), coinsurance: pick([0.8, 0.9], random) }
        : {}),
    }));
  const odd = ["General Aggregate Zephyr Products", "Personl Injry Special", "Zephyr Option"]
    .filter(() => random() < 0.2)
    .map((label, index) => ({ ...cover("general_liability", `row ${index}`), label }));
  // Some coverages are stated twice, so that joining them is tested too.
  const repeated = chosen
    .filter(() => random() < 0.2)
    .map((line) => ({ ...line, limit: pick([250_000, 3_000_000], random), notes: pick(["north", "south"], random) }));
  return [cover("crime", "social_engineering"), ...chosen, ...repeated, ...odd];
}

function requirements(random: () => number): readonly JsonObject[] {
  return menu
    .filter(() => random() < 0.3)
    .map(([line, coverage], index) => ({
      key: `r${index}`,
      line,
      coverage,
      field: pick(["limit", "included"], random),
      op: "exists",
      value: true,
      mandatory: random() < 0.5,
      weight: Math.round(random() * 20),
      source: "contract",
    }));
}

function pick<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error("nothing to pick from");
  return chosen;
}

function shuffled<T>(given: readonly T[], random: () => number): readonly T[] {
  return given
    .map((element) => ({ element, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ element }) => element);
}
