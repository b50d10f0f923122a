import { describe, expect, test } from "@jest/globals";
import { configHash, configurationShape, effectiveOf, mergeRules } from "./base-configuration.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { builtInManifests, manifestHash, type EgressManifest } from "@service/models";
import {
  booleanSchema,
  closed,
  defaultsOf,
  type Json,
  type JsonObject,
  keySchema,
  listOf,
  textSchema,
  withDefault,
} from "@service/json";

const schema = configurationShape(
  {
    response_type: withDefault(textSchema(64, 1), "report"),
    rules: listOf(closed({ key: keySchema(), enabled: booleanSchema() }, ["key"]), 500),
  },
  ["rules"],
);
const preset: JsonObject = { ...defaultsOf(schema), rules: [] };
const issuesOf = (change: JsonObject): string[] =>
  checkConfiguration({ ...preset, ...change }, schema).map((issue) => issue.path);

describe("the common configuration (TYPE-84, TYPE-88)", () => {
  test("a preset is valid, and so is the least that must be saved (TYPE-83)", () => {
    expect(checkConfiguration(preset, schema)).toEqual([]);
    const needed = [
      "schema_version",
      "domain_key",
      "response_type",
      "pack_key",
      "pack_version",
      "privacy_policy",
      "egress_manifest_version",
      "rules",
    ];
    const least = Object.fromEntries(Object.entries(preset).filter(([name]) => needed.includes(name)));
    expect(checkConfiguration(least, schema)).toEqual([]);
    for (const name of needed) {
      const without = Object.fromEntries(Object.entries(least).filter(([other]) => other !== name));
      expect(checkConfiguration(without, schema)).toEqual([{ path: `/${name}`, message: "is required" }]);
    }
  });

  test.each<[string, JsonObject, string]>([
    ["another schema version", { schema_version: 2 }, "/schema_version"],
    ["an unknown key", { colour: "blue" }, "/colour"],
    ["another privacy policy", { privacy_policy: { mode: "open" } }, "/privacy_policy/mode"],
    ["an unknown pack", { pack_key: "nowhere" }, "/pack_key"],
    ["an unknown pack version", { pack_version: 99 }, "/pack_version"],
    ["a malformed manifest hash", { egress_manifest_version: "abc" }, "/egress_manifest_version"],
    ["an unregistered manifest", { egress_manifest_version: "0".repeat(64) }, "/egress_manifest_version"],
    ["a quota of zero", { quotas: { requests_per_minute: 0 } }, "/quotas/requests_per_minute"],
    ["a quota beyond ten million", { quotas: { requests_per_minute: 10_000_001 } }, "/quotas/requests_per_minute"],
    ["a short model timeout", { enrichment: { timeout_ms: 999 } }, "/enrichment/timeout_ms"],
    ["an unknown task", { enrichment: { tasks: ["dream"] } }, "/enrichment/tasks/0"],
    ["a duplicate key in a rule array", { rules: [{ key: "a" }, { key: "b" }, { key: "a" }] }, "/rules/2/key"],
    ["a key that no answer can have as a member", { rules: [{ key: "__proto__" }] }, "/rules/0/key"],
    [
      "a duplicate submission source",
      { submission_sources: [0, 1].map(() => ({ key: "s", required: false, max_age_hours: 1, verify: "none" })) },
      "/submission_sources/1/key",
    ],
    [
      "a duplicate case",
      { evaluation: { cases: [0, 1].map(() => ({ case_key: "c", label: "c", input: {}, expect: [] })) } },
      "/evaluation/cases/1/case_key",
    ],
    ["too low a pass rate", { evaluation: { pass_rate: 0.5 } }, "/evaluation/pass_rate"],
    ["a missing type field", { rules: null }, "/rules"],
    [
      "a bad contract field",
      { input_contract: { fields: [{ path: "fleet", type: "number", required: true }] } },
      "/input_contract/fields/0/path",
    ],
  ])("refuses %s (PACK-2)", (_title, change, path) => {
    expect(issuesOf(change)).toContain(path);
  });

  test("may be sixty-four levels deep, itself the first, and points at what lies deeper", () => {
    const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
    const inCase = (levels: number): JsonObject => ({
      evaluation: { cases: [{ case_key: "c", label: "c", input: { "a/b": nested(levels) }, expect: [] }] },
    });
    // The configuration, evaluation, cases, the case and its input are five levels.
    expect(issuesOf(inCase(59))).toEqual([]);
    expect(checkConfiguration({ ...preset, ...inCase(60), colour: "blue" }, schema)).toEqual([
      { path: `/evaluation/cases/0/input/a~1b${"/0".repeat(59)}`, message: "is nested more than 64 levels deep" },
    ]);
  });

  test("that is not an object is refused", () => {
    expect(checkConfiguration([], schema)).toEqual([{ path: "", message: "must be object" }]);
  });

  test("reports the first fifty problems", () => {
    expect(issuesOf({ rules: Array.from({ length: 200 }, () => ({ key: "same" })) })).toHaveLength(50);
  });

  test("required enrichment needs a manifest that sends something for this engine type (TYPE-87)", () => {
    const enrichment = { mode: "required" };
    expect(issuesOf({ enrichment })).toEqual(["/enrichment/mode"]);
    const findings = builtInManifests.findings_only.sha256;
    expect(issuesOf({ enrichment, egress_manifest_version: findings })).toEqual([]);
    const triageOnly: EgressManifest = {
      schema_version: 1,
      destinations: [],
      rules: [{ engine_type: "triage", path: "headline", transform: "pass" }],
    };
    const manifests = new Map([[manifestHash(triageOnly), triageOnly]]);
    const config = { ...preset, enrichment, egress_manifest_version: manifestHash(triageOnly) };
    expect(checkConfiguration(config, schema, { engineType: "triage", manifests })).toEqual([]);
    expect(
      checkConfiguration(config, schema, { engineType: "comparison", manifests }).map((issue) => issue.path),
    ).toEqual(["/enrichment/mode"]);
  });

  test("contract fields lie in a free map of the type and name each path once (TYPE-86)", () => {
    const field = (path: string): JsonObject => ({ path, type: "number", required: false });
    const config = {
      ...preset,
      input_contract: {
        fields: [
          field("profile.a"),
          field("profile.a"),
          field("risk.attributes.b"),
          field("items.c"),
          field("profile.constructor"),
          field("profile.__proto__"),
        ],
      },
    };
    const issues = checkConfiguration(config, schema, { freeMaps: ["profile", "risk.attributes"] });
    expect(issues.map((issue) => issue.path)).toEqual([
      "/input_contract/fields/1/path",
      "/input_contract/fields/3/path",
      "/input_contract/fields/4/path",
      "/input_contract/fields/5/path",
    ]);
  });

  test.each([
    ["string", []],
    ["list", []],
    ["number", ["/input_contract/fields/0/enum"]],
    ["integer", ["/input_contract/fields/0/enum"]],
    ["money", ["/input_contract/fields/0/enum"]],
    ["date", ["/input_contract/fields/0/enum"]],
    ["boolean", ["/input_contract/fields/0/enum"]],
  ])("words to choose from, on a contract field of type %s, are refused where no value could be one", (type, paths) => {
    const field = { path: "profile.a", type, required: true, enum: ["low", "high"] };
    expect(issuesOf({ input_contract: { fields: [field] } })).toEqual(paths);
  });
});

describe("the effective configuration", () => {
  test("takes from the preset what was not saved, also inside the common objects", () => {
    const effective = effectiveOf(
      schema,
      { schema_version: 1, enrichment: { mode: "off" }, domain_key: "mine" },
      "comparison",
      [],
    );
    expect(effective.domain_key).toBe("mine");
    expect(effective.quotas).toEqual({ requests_per_minute: 120 });
    expect(effective.enrichment).toEqual({
      mode: "off",
      tasks: ["narrate"],
      timeout_ms: 20_000,
      max_calls: 3,
      allow_fact_fill: false,
    });
  });

  test("merges rules by key in the pack's order and drops disabled ones (PACK-3)", () => {
    const merged = mergeRules(
      [
        { key: "a", n: 1 },
        { key: "b", n: 1 },
        { key: "c", n: 1, enabled: true },
      ],
      [
        { key: "d", n: 2 },
        { key: "b", enabled: false },
        { key: "a", n: 2 },
      ],
    );
    expect(merged).toEqual([
      { key: "a", n: 2 },
      { key: "c", n: 1, enabled: true },
      { key: "d", n: 2 },
    ]);
    expect(mergeRules([{ alias: "x" }, { alias: "y" }], [{ alias: "x" }])).toHaveLength(3);
  });

  test("the configuration hash ignores the operational keys and nothing else (TYPE-90)", () => {
    const hash = configHash(preset);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const operational = {
      expose_warnings: true,
      notify_on_supersede: true,
      quotas: { requests_per_minute: 1 },
      evaluation: { min_cases: 3 },
    };
    expect(configHash({ ...preset, ...operational })).toBe(hash);
    expect(configHash({ ...preset, domain_key: "x" })).not.toBe(hash);
  });
});
