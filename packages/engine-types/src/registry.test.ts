import { describe, expect, test } from "@jest/globals";
import { canonicalJson } from "./canonical-json.ts";
import { evaluateGate, gateCases } from "./gate.ts";
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

  test("describes its inputs: every built-in case satisfies the request schema", () => {
    const check = compileSchema(type.requestSchema(effective));
    for (const { input, offerings } of type.builtInCases()) {
      expect(check({ input, ...(offerings === undefined ? {} : { offerings }) })).toEqual([]);
    }
  });
});
