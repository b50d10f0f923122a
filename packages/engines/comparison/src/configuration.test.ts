import { comparisonRules } from "@service/packs";
import { configHash, evaluateGate } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { diffSchemas, type Json, type JsonObject, objects } from "@service/json";
import { comparison } from "./index.ts";
import { answer, at, cover, flat, input, policy, presetEngine, quote } from "./cases/sample-inputs.ts";
import { checkKeys } from "./codes.ts";
import { readSettings } from "./settings.ts";

const preset = comparison.preset();
const paths = (changes: JsonObject): readonly string[] =>
  comparison.validateConfig({ ...preset, ...changes }).map(({ path }) => path);

describe("configuration of a comparison", () => {
  test("the built-in cases decide every line item and every structural check", () => {
    const engine = presetEngine();
    const decided = new Set(
      comparison
        .builtInCases()
        .flatMap(({ input: given }) => answer(engine, given).ruleOutcomes)
        .filter(({ result }) => result !== "unknown")
        .map(({ ruleKey }) => ruleKey),
    );
    const settings = readSettings(comparison.effectiveConfig(preset));
    const keys = [...settings.lineItems.map(({ key }) => key), ...settings.checks.keys()];
    expect(keys.filter((key) => !decided.has(key))).toEqual([]);
  });

  test("the preset is valid and passes its gate", () => {
    expect(comparison.validateConfig(preset)).toEqual([]);
    const effective = comparison.effectiveConfig(preset);
    const gate = evaluateGate({
      engine: comparison.compile(effective),
      type: comparison,
      effective,
      cases: comparison.builtInCases(),
      responseSchema: comparison.responseSchema(effective),
    });
    expect({ gate: gate.gate, failing: gate.failing }).toEqual({ gate: "passed", failing: [] });
    expect(gate.actual["rule_coverage"]).toBe(1);
    expect(comparison.builtInCases()).toHaveLength(5);
  });

  test("a configuration with only the required fields takes every default of the preset", () => {
    const {
      schema_version,
      domain_key,
      response_type,
      pack_key,
      pack_version,
      privacy_policy,
      egress_manifest_version,
    } = preset;
    const least = {
      schema_version,
      domain_key,
      response_type,
      pack_key,
      pack_version,
      privacy_policy,
      egress_manifest_version,
    };
    const bare = Object.fromEntries(
      Object.entries(least).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    expect(comparison.validateConfig(bare)).toEqual([]);
    expect(configHash(comparison.effectiveConfig(bare))).toBe(configHash(comparison.effectiveConfig(preset)));
  });

  test("unknown fields, values and duplicate keys are reported with JSON Pointers", () => {
    expect(paths({ surprise: 1 })).toEqual(["/surprise"]);
    expect(paths({ checks: { term_gap: "terrible" } })).toEqual(["/checks/term_gap"]);
    expect(paths({ checks: { unheard_of: "low" } })).toEqual(["/checks/unheard_of"]);
    expect(paths({ max_rows: 0 })).toEqual(["/max_rows"]);
    const [first = {}] = comparisonRules.line_items;
    expect(paths({ line_items: [first, { ...first, coverage: "medical_expense", attribute: "premium" }] })).toEqual([
      "/line_items/1/key",
    ]);
  });

  test("a row belongs to one rule (CMP-14)", () => {
    const [first = {}] = comparisonRules.line_items;
    expect(paths({ line_items: [{ ...first, key: "mine" }] })).toEqual(["/line_items/0"]);
    expect(
      paths({
        line_items: [
          { ...first, enabled: false },
          { ...first, key: "mine" },
        ],
      }),
    ).toEqual([]);
    expect(paths({ line_items: [{ ...first, key: "term_gap", coverage: "spoilage" }] })).toEqual(["/line_items/0/key"]);
    expect(paths({ line_items: [{ ...first, reference: "high" }] })).toEqual(["/line_items/0/reference"]);
  });

  test("price points ascend, a rating has a utility, and weights are not all zero (CMP-15)", () => {
    expect(
      paths({
        ranking: {
          utilities: {
            price: [
              [1, 1],
              [0.5, 0],
            ],
          },
        },
      }),
    ).toEqual(["/ranking/utilities/price/1/0"]);
    expect(paths({ ranking: { utilities: { rating: {} } } })).toEqual(["/ranking/utilities/rating"]);
    expect(paths({ ranking: { weights: { coverage: 0, price: 0, terms: 0, carrier: 0 } } })).toEqual([
      "/ranking/weights",
    ]);
  });

  test("configured rules replace the pack's of the same key, and disabled ones go", () => {
    const [first = {}] = comparisonRules.line_items;
    const effective = comparison.effectiveConfig({
      ...preset,
      line_items: [
        { ...first, weight: 99 },
        { ...comparisonRules.line_items[1], enabled: false },
      ],
    });
    const items = objects(effective, "line_items");
    expect(items).toHaveLength(comparisonRules.line_items.length - 1);
    expect(items.find(({ key }) => key === first["key"])?.["weight"]).toBe(99);
  });

  test("an own alias precedes the pack's (CMP-21)", () => {
    const own = [{ alias: "Occurrence Limit", line: "general_liability", coverage: "general_aggregate" }];
    const engine = presetEngine({ aliases: own });
    const gl = cover("general_liability", "each_occurrence", { limit: 1 });
    const result = answer(
      engine,
      input([quote("a", [cover("general_liability", "occurrence limit", { limit: 5 })]), quote("b", [gl])]),
    );
    expect(JSON.stringify(at(result.output, "/matrix/rows"))).toContain("general_liability/general_aggregate/limit");
  });

  test("operational keys do not change the configuration hash", () => {
    const hash = (changes: JsonObject): string => configHash(comparison.effectiveConfig({ ...preset, ...changes }));
    expect(hash({ expose_warnings: true })).toBe(hash({}));
    expect(hash({ max_rows: 100 })).not.toBe(hash({}));
  });

  test("a configured reference scores a row that neither requirement nor baseline has", () => {
    const [first = {}] = comparisonRules.line_items;
    const engine = presetEngine({ line_items: [{ ...first, reference: 2_000_000 }] });
    const gl = (limit: number): JsonObject => cover("general_liability", "each_occurrence", { limit });
    const result = answer(engine, input([quote("a", [gl(1_000_000)]), quote("b", [gl(2_000_000)])]));
    expect(at(result.solutions ?? [], "/a/breakdown/0/utility")).toBe(0.35);
    expect(at(result.solutions ?? [], "/b/breakdown/0/utility")).toBe(0.7);
  });
});

describe("the shipped pack (CMP-70, PACK-5)", () => {
  const settings = readSettings(comparison.effectiveConfig(preset));

  test("has one rule per row and keys that no check has", () => {
    const rows = settings.lineItems.map(({ line, coverage, attribute }) => `${line}/${coverage}/${attribute}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(settings.lineItems.filter(({ key }) => checkKeys.some((check) => check === key))).toEqual([]);
    expect(settings.lineItems.length).toBeGreaterThanOrEqual(60);
    expect(settings.checks.size).toBe(checkKeys.length);
  });

  test.each(settings.lineItems.map((item) => [item.key, item] as const))("%s is decided both ways", (_, item) => {
    const engine = presetEngine();
    const terms = (isWorse: boolean): JsonObject => {
      switch (item.attribute) {
        case "limit":
        case "premium":
          return { [item.attribute]: isWorse ? 100_000 : 1_000_000 };
        case "deductible":
          return { deductible: flat(isWorse ? 50_000 : 1000) };
        case "valuation":
          return { valuation: isWorse ? "actual_cash_value" : "replacement_cost" };
        case "coinsurance":
          return { coinsurance: isWorse ? 1 : 0.8 };
        case "retro_date":
          return { retro_date: isWorse ? "2024-01-01" : "2015-01-01" };
        case "trigger":
          return { trigger: isWorse ? "claims_made" : "occurrence" };
        case "included":
          return { included: !isWorse };
      }
    };
    const anchor = cover("crime", "social_engineering", { limit: 1 });
    const outcome = (isWorse: boolean): Json | undefined => {
      const items = [
        policy("exp", [anchor, cover(item.line, item.coverage, terms(false))]),
        quote("q", [anchor, cover(item.line, item.coverage, terms(isWorse))]),
      ];
      return answer(engine, input(items, { baseline_key: "exp" })).ruleOutcomes.find(
        ({ ruleKey }) => ruleKey === item.key,
      )?.result;
    };
    expect([outcome(true), outcome(false)]).toEqual(["true", "false"]);
  });
});

describe("schemas of a release (TYPE-103, TYPE-104)", () => {
  test("are closed, open only where growth is expected, and tag commissions (PRIV-1)", () => {
    const request = JSON.stringify(comparison.requestSchema(preset));
    const response = JSON.stringify(comparison.responseSchema(preset));
    expect(request).toContain('"x-sensitivity":"commission"');
    expect(response).toContain('"x-open-enum":true');
    expect(response).toContain('"required":["coverage","price","terms","carrier"]');
  });

  test("a declared contract field opens the map profile, as an addition", () => {
    const field = { path: "profile.region", type: "string", required: false };
    const declared = comparison.effectiveConfig({ ...preset, input_contract: { fields: [field] } });
    const changes = diffSchemas(
      "request",
      comparison.requestSchema(comparison.effectiveConfig(preset)),
      comparison.requestSchema(declared),
    );
    expect(changes.map(({ level }) => level)).toEqual(["minor"]);
    const gl = cover("general_liability", "each_occurrence", { limit: 1 });
    const given = input([quote("a", [gl]), quote("b", [gl])], { profile: { region: "north" } });
    expect(comparison.compile(declared).validateInput(given)).toEqual([]);
    expect(
      comparison.validateConfig({ ...preset, input_contract: { fields: [{ ...field, path: "risk.region" }] } }),
    ).toHaveLength(1);
  });
});
