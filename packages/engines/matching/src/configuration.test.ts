import { configHash, evaluateGate } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { diffSchemas, type JsonObject } from "@service/json";
import { matching } from "./index.ts";
import { dimensions } from "./codes.ts";
import { answer, at, input, offering, presetEngine } from "./cases/sample-inputs.ts";

const preset = matching.preset();
const paths = (changes: JsonObject): readonly string[] =>
  matching.validateConfig({ ...preset, ...changes }).map(({ path }) => path);
const gateOf = (changes: JsonObject) => {
  const effective = matching.effectiveConfig({ ...preset, ...changes });
  const engine = matching.compile(effective);
  return evaluateGate({
    engine,
    type: matching,
    effective,
    cases: matching.builtInCases(),
    responseSchema: matching.responseSchema(effective),
  });
};

describe("configuration of matching", () => {
  test("the preset is valid and passes its gate with every rule decided", () => {
    expect(matching.validateConfig(preset)).toEqual([]);
    const gate = gateOf({});
    expect({ gate: gate.gate, failing: gate.failing }).toEqual({ gate: "passed", failing: [] });
    expect(gate.actual["rule_coverage"]).toBe(1);
    expect(matching).toMatchObject({ needsActingPrincipal: true, producesSolutions: true, acceptsOfferings: true });
  });

  test("without rules of the agency the gate counts the built-in checks", () => {
    const effective = matching.effectiveConfig({ ...preset, knockout_rules: [] });
    expect(matching.gateKeys(effective)).toContain("appetite");
    expect(gateOf({ knockout_rules: [] }).actual["rule_coverage"]).toBe(1);
  });

  test("a configuration with only the required fields takes every default of the preset", () => {
    const required = [
      "schema_version",
      "domain_key",
      "response_type",
      "pack_key",
      "pack_version",
      "privacy_policy",
      "egress_manifest_version",
    ];
    const bare = Object.fromEntries(Object.entries(preset).filter(([name]) => required.includes(name)));
    expect(matching.validateConfig(bare)).toEqual([]);
    expect(configHash(matching.effectiveConfig(bare))).toBe(configHash(matching.effectiveConfig(preset)));
  });

  test("a weight, a profile or a utility alone leaves the others as they are", () => {
    const result = answer(presetEngine({ weights: { commission: 10 } }), input(), [offering("a")]);
    expect(at(result.output, "/summary/weights")).toMatchObject({ commission: 10, appetite: 30 });
    const quick = answer(
      presetEngine({ priority_profiles: { speed: { service: 99 } } }),
      input({ preferences: { priority: "price" } }),
      [offering("a")],
    );
    expect(at(quick.output, "/summary/weights")).toMatchObject({ price: 35, service: 5 });
  });

  test("unknown fields, paths and duplicate keys are reported with JSON Pointers", () => {
    const rule = (extra: JsonObject): JsonObject => ({
      key: "r",
      effect: "refer",
      when: { all: [] },
      message: "m",
      ...extra,
    });
    expect(paths({ surprise: 1 })).toEqual(["/surprise"]);
    expect(paths({ weights: { charm: 1 } })).toEqual(["/weights/charm"]);
    expect(paths({ knockout_rules: [rule({}), rule({})] })).toEqual(["/knockout_rules/1/key"]);
    expect(paths({ knockout_rules: [rule({ key: "appetite" })] })).toEqual(["/knockout_rules/0/key"]);
    expect(paths({ knockout_rules: [rule({ when: { fact: "offering.colour", op: "exists" } })] })).toEqual([
      "/knockout_rules/0/when/fact",
    ]);
    expect(paths({ knockout_rules: [rule({ when: { fact: "item.limit", op: "exists" } })] })).toEqual([
      "/knockout_rules/0/when/fact",
    ]);
    expect(paths({ knockout_rules: [rule({ effect: "adjust" })] })).toEqual(["/knockout_rules/0/points"]);
  });

  test("points ascend, a rating has a utility, and no priority is left without a weight (MATCH-22)", () => {
    expect(
      paths({
        utilities: {
          price: [
            [1, 1],
            [0.5, 0],
          ],
        },
      }),
    ).toEqual(["/utilities/price/1/0"]);
    expect(
      paths({
        utilities: {
          price: [
            [1, 2],
            [2, 0],
          ],
        },
      }),
    ).toEqual(["/utilities/price/0/1"]);
    expect(paths({ utilities: { rating: {} } })).toEqual(["/utilities/rating"]);
    const none = Object.fromEntries(dimensions.map((name) => [name, 0]));
    expect(paths({ weights: none, priority_profiles: {} })).toContain("/weights");
    expect(paths({ priority_profiles: { speed: none } })).toEqual(["/priority_profiles/speed"]);
  });

  test("operational keys do not change the configuration hash", () => {
    const hash = (changes: JsonObject): string => configHash(matching.effectiveConfig({ ...preset, ...changes }));
    expect(hash({ expose_warnings: true })).toBe(hash({}));
    expect(hash({ near_misses: 3 })).not.toBe(hash({}));
  });
});

describe("schemas of a release (TYPE-103, TYPE-104)", () => {
  test("tag commissions in offerings and solutions (PRIV-1)", () => {
    expect(JSON.stringify(matching.requestSchema(preset))).toContain('"x-sensitivity":"commission"');
    expect(JSON.stringify(matching.responseSchema(preset))).toContain('"x-sensitivity":"commission"');
  });

  test("a declared contract field is an addition, and a required one binds every caller", () => {
    const declared = (required: boolean): JsonObject =>
      matching.effectiveConfig({
        ...preset,
        input_contract: { fields: [{ path: "risk.attributes.roof_age", type: "integer", required }] },
      });
    const before = matching.requestSchema(matching.effectiveConfig(preset));
    expect(diffSchemas("request", before, matching.requestSchema(declared(false))).map(({ level }) => level)).toEqual([
      "minor",
    ]);
    const engine = matching.compile(declared(true));
    expect(engine.validateInput(input()).map(({ field }) => field)).toEqual(["risk.attributes"]);
    expect(engine.validateInput(input({}, { attributes: { roof_age: 4 } }))).toEqual([]);
    expect(
      matching.validateConfig({
        ...preset,
        input_contract: { fields: [{ path: "profile.x", type: "string", required: false }] },
      }),
    ).toHaveLength(1);
  });
});
