import { evaluateGate, gateCases } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { canonicalJson, isJsonArray, isJsonObject, type Json, type JsonObject, compileSchema } from "@service/json";
import { manifestHash, type EgressManifest } from "@service/models";
import { engineTypes, findEngineType } from "./registry.ts";

const fieldClasses = {
  body: "internal",
  commission_amount: "commission",
  commission_rate: "commission",
  email: "pii_contact",
  fein: "pii_identity",
  payroll: "financial",
  phone: "pii_contact",
  revenue: "financial",
  vin: "pii_identity",
};

/** The schemas of all properties of this name, wherever a schema has them. */
function propertiesNamed(schema: Json, name: string): JsonObject[] {
  if (isJsonArray(schema)) return schema.flatMap((each) => propertiesNamed(each, name));
  if (!isJsonObject(schema)) return [];
  const own = isJsonObject(schema.properties) ? schema.properties[name] : undefined;
  return [...(isJsonObject(own) ? [own] : []), ...Object.values(schema).flatMap((each) => propertiesNamed(each, name))];
}

function rowOf(list: JsonObject | undefined): JsonObject {
  const items = list?.items;
  return isJsonObject(items) && isJsonObject(items.properties) ? items.properties : {};
}

describe.each(Object.entries(engineTypes))("the engine type %s", (name, type) => {
  const preset = type.preset();
  const effective = type.effectiveConfig(preset);

  test("is listed under its own name", () => {
    expect(type.name).toBe(name);
    expect(findEngineType(type.name)).toBe(type);
  });

  test("has a preset that can be saved (TYPE-92)", () => {
    expect(type.validateConfig(preset)).toEqual([]);
  });

  test("takes an egress manifest that the operator has registered (TYPE-77)", () => {
    const manifest: EgressManifest = {
      schema_version: 1,
      destinations: ["own"],
      rules: [{ engine_type: type.name, path: "headline", transform: "pass" }],
    };
    const config = { ...preset, egress_manifest_version: manifestHash(manifest) };
    expect(type.validateConfig(config, new Map([[manifestHash(manifest), manifest]]))).toEqual([]);
    expect(type.validateConfig(config).map(({ path }) => path)).toEqual(["/egress_manifest_version"]);
  });

  test("refuses a configuration nested too deep before any recursion into it (TYPE-85)", () => {
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

  test("publishes at once: its five built-in cases pass the gate (TYPE-92, TYPE-1)", () => {
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

  test("marks the statuses of findings as a list that may grow (TYPE-105)", () => {
    const statuses = propertiesNamed(type.responseSchema(effective), "findings").map((findings) =>
      propertiesNamed(findings, "status"),
    );
    expect(statuses.flat().length).toBeGreaterThan(0);
    for (const status of statuses.flat()) expect(status).toMatchObject({ "x-open-enum": true });
  });

  test("promises scores of 0 to 100 with one decimal, ratios and rates of 0 to 1 (TYPE-13)", () => {
    const response = type.responseSchema(effective);
    // The score of a hit is a similarity, a ratio.
    const scores = ["overall_score", "rank_score", "risk_score", ...(name === "diligence" ? [] : ["score"])];
    for (const member of scores) {
      for (const score of propertiesNamed(response, member))
        expect(score).toMatchObject({ minimum: 0, maximum: 100, "x-decimals": 1 });
    }
    for (const member of ["confidence", "propensity", "urgency", ...(name === "diligence" ? ["score"] : [])]) {
      for (const ratio of propertiesNamed(response, member)) expect(ratio).toMatchObject({ minimum: 0, maximum: 1 });
    }
    expect(propertiesNamed(response, "confidence").length).toBeGreaterThan(0);
  });

  test("gives an inline field the class that it has in every type (TYPE-30)", () => {
    const request = type.requestSchema(effective);
    const rows = [...propertiesNamed(request, "records"), ...propertiesNamed(request, "accounts")];
    for (const [field, sensitivity] of Object.entries(fieldClasses)) {
      // Facts of a risk (TYPE-26) have no class; rows of the system of record do.
      for (const schema of propertiesNamed(sensitivity === "financial" ? rows : request, field))
        expect(schema).toMatchObject({ "x-sensitivity": sensitivity });
    }
  });

  test("describes its inputs: every built-in case satisfies the request schema", () => {
    const check = compileSchema(type.requestSchema(effective));
    for (const { input, offerings } of type.builtInCases()) {
      expect(check({ input, ...(offerings === undefined ? {} : { offerings }) })).toEqual([]);
    }
  });
});

test("rows of the system of record have one shape, whoever reads them (TYPE-29)", () => {
  const { entity_analysis, opportunity } = engineTypes;
  const [records, accounts] = [
    propertiesNamed(
      entity_analysis.requestSchema(entity_analysis.effectiveConfig(entity_analysis.preset())),
      "records",
    ),
    propertiesNamed(opportunity.requestSchema(opportunity.effectiveConfig(opportunity.preset())), "accounts"),
  ].map(([schema]) => schema ?? {});
  for (const family of ["policies", "coverages", "claims"]) {
    const [inRecords] = propertiesNamed(records ?? {}, family);
    const [inAccounts] = propertiesNamed(accounts ?? {}, family);
    expect([inRecords?.maxItems, inAccounts?.maxItems]).toEqual([2_000, 2_000]);
    const shared = Object.entries(rowOf(inAccounts));
    expect(shared.length).toBeGreaterThan(5);
    for (const [name, schema] of shared) expect({ [name]: schema }).toEqual({ [name]: rowOf(inRecords)[name] });
    expect(rowOf(inRecords).attributes).toMatchObject({ maxProperties: 100 });
  }
});
