import { describe, expect, test } from "@jest/globals";
import { canonicalJson, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { matching } from "./index.ts";
import { answer, input, need, offering, presetEngine, seeded, type Answer } from "./cases/sample-inputs.ts";

const engine = presetEngine();
const rounds = 60;
const everything = { max_results: 100, max_per_carrier: 20 };

describe("scores (MATCH-38)", () => {
  test("do not change for the others when an offering is added or removed", () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed);
      const given = randomInput(random);
      const offerings = randomOfferings(random, 8);
      const all = singlesOf(answer(engine, given, offerings));
      for (const [index] of offerings.entries()) {
        for (const [key, judged] of singlesOf(answer(engine, given, offerings.toSpliced(index, 1)))) {
          expect([seed, index, key, judged]).toEqual([seed, index, key, all.get(key)]);
        }
      }
    }
  });
});

describe("output (TYPE-2, TYPE-3)", () => {
  test("does not depend on the order of any list of input or offerings", () => {
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed * 7919);
      const given = randomInput(random);
      const offerings = randomOfferings(random, 8);
      const straight = bytesOf(answer(engine, given, offerings));
      const turned = turn(given, random);
      const turnedOfferings = shuffled(offerings, random).map((one) =>
        turnMembers(one, ["appetite", "coverages", "bounds", "rules", "lines"], random),
      );
      expect(bytesOf(answer(engine, isJsonObject(turned) ? turned : {}, turnedOfferings))).toBe(straight);
    }
  });

  test("is the same on two engines, and on one that has seen other offerings in between", () => {
    for (const { input: given, offerings } of matching.builtInCases()) {
      const first = bytesOf(answer(presetEngine(), given, offerings));
      const worn = presetEngine();
      for (let round = 0; round < 10; round += 1) answer(worn, given, [offering(`other${round}`)]);
      expect(bytesOf(answer(worn, given, offerings))).toBe(first);
      expect(bytesOf(answer(worn, given, offerings))).toBe(first);
    }
  });
});

describe("unknown facts (MATCH-39)", () => {
  test("making one known never worsens needs_info, except to a stated knockout", () => {
    const order = ["eligible", "refer", "needs_info"];
    const candidates: readonly (readonly [string, readonly Json[]])[] = [
      ["employees", [1, 40, 90]],
      ["vehicles", [0, 12]],
      ["naics", ["238160", "722511", "23"]],
      ["states", [["TX"], ["CA"], ["TX", "CA"]]],
      ["sprinklered", [true, false]],
    ];
    let settled = 0;
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed * 104_729);
      const offerings = randomOfferings(random, 8);
      const present = Object.fromEntries(
        candidates.filter(() => random() < 0.4).map(([name, values]) => [name, pick(values, random)]),
      );
      const before = answer(engine, input({ risk: present, preferences: everything }), offerings);
      for (const [name, values] of candidates) {
        if (present[name] !== undefined) continue;
        const risk = { ...present, [name]: pick(values, random) };
        const after = answer(engine, input({ risk, preferences: everything }), offerings);
        for (const solution of before.solutions ?? []) {
          if (solution["eligibility"] !== "needs_info") continue;
          const now = after.solutions?.find(({ solution_key }) => solution_key === solution["solution_key"]);
          if (now === undefined) {
            const key = keyOf(solution).slice("gl:".length);
            expect([seed, name, reasonsOf(after, key).length > 0]).toEqual([seed, name, true]);
          } else {
            expect(order.indexOf(textOf(now["eligibility"]))).toBeLessThanOrEqual(order.indexOf("needs_info"));
            settled += now["eligibility"] === "needs_info" ? 0 : 1;
          }
        }
      }
    }
    expect(settled).toBeGreaterThan(10);
  });
});

function randomInput(random: () => number): JsonObject {
  const needs = [
    need({
      target_premium: pick([4000, 9000], random),
      coverages: [
        { coverage: "each_occurrence", min_limit: pick([500_000, 3_000_000], random), must_have: random() < 0.5 },
        { coverage: "medical_expense", must_have: false, weight: 2 },
      ],
    }),
    need({ need_key: "cy", line: "cyber" }),
  ];
  const risk = {
    naics: pick(["238160", "722511", "23"], random),
    states: shuffled(["TX", "CA", "OR"], random),
    vehicles: 3,
  };
  return input({
    needs,
    risk: { ...risk, ...(random() < 0.5 ? { revenue: 1_200_000 } : {}) },
    preferences: {
      ...everything,
      carriers_preferred: ["c1", "c3"],
      carriers_excluded: random() < 0.3 ? ["c2", "c0"] : [],
    },
    incumbents: [
      { line: "cyber", carrier_key: "c1", premium: 900, expires_on: "2026-04-10" },
      { line: "cyber", carrier_key: "c2", premium: 800, expires_on: "2026-04-10" },
    ],
    declined_by: [
      { carrier_key: "c3", line: "cyber", on: "2026-01-01" },
      { carrier_key: "c3", line: "cyber", on: "2026-01-05", reason: "claims" },
    ],
  });
}

function randomOfferings(random: () => number, count: number): readonly JsonObject[] {
  const rule = (key: string, effect: string, when: JsonObject, points = 4): JsonObject => ({
    key,
    effect,
    when,
    points,
    message: `${key} told`,
  });
  return Array.from({ length: count }, (_, index) =>
    offering(`o${index}`, {
      carrier_key: `c${index % 4}`,
      lines: pick([["general_liability"], ["cyber"], ["cyber", "general_liability"]], random),
      market: pick(["admitted", "surplus", "program"], random),
      states: pick([{ include: ["*"] }, { include: ["TX", "OR"] }, { include: ["*"], exclude: ["CA"] }], random),
      appetite:
        random() < 0.6
          ? [
              { prefix: "2381", level: pick(["preferred", "prohibited"], random) },
              { prefix: "72", level: "limited" },
            ]
          : [],
      bounds:
        random() < 0.5
          ? [
              { fact: "risk.employees", max: 50, effect: pick(["knockout", "refer"], random) },
              { fact: "risk.vehicles", max: 10, effect: "knockout" },
            ]
          : [],
      rules: [
        ...(random() < 0.4 ? [rule("dry", "knockout", { fact: "risk.sprinklered", op: "eq", value: false })] : []),
        ...(random() < 0.4
          ? [
              rule("big", "refer", {
                any: [
                  { fact: "risk.revenue", op: "gt", value: 1e6 },
                  { fact: "risk.employees", op: "gt", value: 30 },
                ],
              }),
            ]
          : []),
        ...(random() < 0.4 ? [rule("liked", "adjust", { fact: "risk.states", op: "contains", value: "TX" })] : []),
      ],
      coverages: [
        { coverage: "each_occurrence", included: true, max_limit: 2_000_000 },
        { coverage: "medical_expense", included: random() < 0.5 },
      ],
      ...(random() < 0.5 ? { rating: pick(["A++", "A-", "B"], random) } : {}),
      ...(random() < 0.5 ? { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } } : {}),
      ...(random() < 0.5 ? { turnaround_days: pick([1, 7, 20], random) } : {}),
      required_documents: ["application", "loss_runs"].filter(() => random() < 0.5),
    }),
  );
}

function keyOf(solution: JsonObject): string {
  return textOf(solution["solution_key"]);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function singlesOf(result: Answer): ReadonlyMap<string, string> {
  return new Map(
    (result.solutions ?? [])
      .filter(({ kind }) => kind === "single")
      .map((solution) => [
        keyOf(solution),
        canonicalJson({
          eligibility: solution["eligibility"] ?? null,
          score: solution["score"] ?? null,
          rank_score: solution["rank_score"] ?? null,
          confidence: solution["confidence"] ?? null,
          breakdown: solution["breakdown"] ?? null,
        }),
      ]),
  );
}

function reasonsOf({ output }: Answer, offeringKey: string): readonly Json[] {
  const rejected = output["rejected"];
  const entry = isJsonArray(rejected)
    ? rejected.filter(isJsonObject).find(({ offering_key }) => offering_key === offeringKey)
    : undefined;
  const reasons = entry?.["reasons"];
  return isJsonArray(reasons) ? reasons : [];
}

function bytesOf({ status, output, solutions = [], warnings, workItems, ruleOutcomes }: Answer): string {
  return canonicalJson({
    status,
    output,
    solutions,
    workItems,
    warnings: warnings.map((each) => ({ ...each })),
    rules: ruleOutcomes.map(({ ruleKey, result }) => [ruleKey, result]),
  });
}

/** Every list of a document in another order. */
function turn(value: Json, random: () => number): Json {
  if (isJsonArray(value))
    return shuffled(
      value.map((element) => turn(element, random)),
      random,
    );
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, turn(member, random)]));
}

function turnMembers(value: JsonObject, names: readonly string[], random: () => number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.includes(name) && isJsonArray(member) ? shuffled(member, random) : member,
    ]),
  );
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((element) => ({ element, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ element }) => element);
}

function pick<T>(list: readonly T[], random: () => number): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
