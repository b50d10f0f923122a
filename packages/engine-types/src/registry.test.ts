import { describe, expect, test } from "@jest/globals";
import { canonicalJson } from "./canonical-json.ts";
import { manifestHash } from "./egress.ts";
import type { EgressManifest } from "./egress-manifest.ts";
import { evaluateGate, gateCases } from "./gate.ts";
import type { Json, JsonObject } from "./json.ts";
import { engineTypes, findEngineType } from "./registry.ts";
import { compileSchema } from "./schema-validation.ts";

describe.each(Object.entries(engineTypes))("the engine type %s", (name, type) => {
  const preset = type.preset();
  const effective = type.effectiveConfig(preset);

  test("is listed under its own name", () => {
    expect(type.name).toBe(name);
    expect(findEngineType(type.name)).toBe(type);
  });

  test("has a preset that can be saved", () => {
    expect(type.validateConfig(preset)).toEqual([]);
  });

  test("takes an egress manifest that the operator has registered (domain.md 0.6)", () => {
    const manifest: EgressManifest = {
      schema_version: 1,
      destinations: ["own"],
      rules: [{ engine_type: type.name, path: "headline", transform: "pass" }],
    };
    const config = { ...preset, egress_manifest_version: manifestHash(manifest) };
    expect(type.validateConfig(config, new Map([[manifestHash(manifest), manifest]]))).toEqual([]);
    expect(type.validateConfig(config).map(({ path }) => path)).toEqual(["/egress_manifest_version"]);
  });

  test("refuses a configuration nested too deep before anything follows it down", () => {
    const deep = (wrap: (inside: Json) => Json): Json => {
      let value: Json = 1;
      for (let level = 0; level < 100_000; level += 1) value = wrap(value);
      return value;
    };
    const lists = deep((inside) => [inside]);
    const objects = deep((inside) => ({ a: inside }));
    const negations = deep((not) => ({ not }));
    const ownCase = { case_key: "a", label: "A", input: { a: objects }, expect: [] };
    for (const [change, path] of [
      [{ surprise: lists }, "/surprise/0/0"],
      [{ evaluation: { cases: [ownCase] } }, "/evaluation/cases/0/input/a/a"],
      [
        { evaluation: { cases: [{ ...ownCase, input: {}, expect: [{ path: "", op: "eq", value: lists }] }] } },
        "/evaluation/cases/0/expect/0/value/0",
      ],
      [{ deterministic_checks: [{ key: "a", assert: negations }] }, "/deterministic_checks/0/assert/not/not"],
      [{ gap_rules: [{ key: "a", exposure_when: negations }] }, "/gap_rules/0/exposure_when/not/not"],
      [{ routes: [{ key: "a", when: negations }] }, "/routes/0/when/not/not"],
      [{ knockout_rules: [{ key: "a", when: negations }] }, "/knockout_rules/0/when/not/not"],
    ] as const) {
      const issues = type.validateConfig({ ...preset, ...change });
      expect(issues).toEqual([
        { path: expect.stringMatching(new RegExp(`^${path}`)), message: "is nested more than 64 levels deep" },
      ]);
    }
  });

  test("takes case inputs and conditions as deep as their own bounds allow", () => {
    let input: JsonObject = {};
    for (let level = 1; level < 32; level += 1) input = { a: input };
    expect(
      type.validateConfig({
        ...preset,
        evaluation: { cases: [{ case_key: "a", label: "A", input, offerings: [input], expect: [] }] },
      }),
    ).toEqual([]);
  });

  test("takes every absent optional field from its preset", () => {
    expect(canonicalJson(type.effectiveConfig(preset))).toBe(canonicalJson(effective));
  });

  test("publishes at once: its five built-in cases pass the gate (decisions.md 20)", () => {
    const cases = gateCases(type, effective);
    const responseSchema = type.responseSchema(effective);
    const result = evaluateGate({ engine: type.compile(effective), type, effective, cases, responseSchema });
    expect(cases).toHaveLength(5);
    expect({ failing: result.failing, gate: result.gate, actual: result.actual }).toMatchObject({
      failing: [],
      gate: "passed",
    });
  });

  test("lets three sound cases of one's own publish the first release", () => {
    // The first and the last two of diligence: one of three must be completed, and the preset's list is not loaded here.
    const own = type
      .builtInCases()
      .filter((_case, index) => (type.name === "diligence" ? index === 0 || index > 2 : index !== 1 && index !== 4))
      .map((one) => ({ ...one, case_key: `own_${one.case_key}`, expect: one.expect.slice(0, 1) }));
    const responseSchema = type.responseSchema(effective);
    const result = evaluateGate({ engine: type.compile(effective), type, effective, cases: own, responseSchema });
    expect(own).toHaveLength(3);
    expect({ failing: result.failing, gate: result.gate, actual: result.actual }).toMatchObject({
      failing: [],
      gate: "passed",
    });
  });

  test("describes its inputs: every built-in case satisfies the request schema", () => {
    const check = compileSchema(type.requestSchema(effective));
    for (const { input, offerings } of type.builtInCases()) {
      expect(check({ input, ...(offerings === undefined ? {} : { offerings }) })).toEqual([]);
    }
  });
});
