import { configHash } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, isJsonArray, isJsonObject, compileSchema, diffSchemas } from "@service/json";
import { entityAnalysis } from "./index.ts";

const preset = entityAnalysis.preset();
const issuesOf = (change: JsonObject): string[] =>
  entityAnalysis.validateConfig({ ...preset, ...change }).map((issue) => issue.path);
const check = (more: JsonObject): JsonObject => ({
  key: "own",
  label: "Own",
  dimension: "documentation",
  severity: "low",
  weight: 5,
  assert: { fact: "profile.employees", op: "gt", value: 1 },
  message_fail: "Fails",
  ...more,
});
const rulesOf = (config: JsonObject, field: string): readonly Json[] => {
  const rules = config[field];
  return isJsonArray(rules) ? rules : [];
};
const minimal: JsonObject = {
  schema_version: 1,
  domain_key: "us_insurance_distribution",
  response_type: "report",
  pack_key: "us_commercial_core",
  pack_version: 1,
  privacy_policy: { mode: "default_deny" },
  egress_manifest_version: preset.egress_manifest_version ?? "",
  analysis_dimensions: [{ key: "documentation", label: "Documentation", enabled: true }],
};

describe("an entity_analysis configuration", () => {
  test("has every field in its preset, rule arrays expanded, and is valid", () => {
    expect(Object.keys(preset)).toEqual(
      expect.arrayContaining([
        "schema_version",
        "egress_manifest_version",
        "pack_key",
        "pack_version",
        "privacy_policy",
        "domain_key",
        "response_type",
        "analysis_instructions",
        "analysis_dimensions",
        "profile_extraction_rules",
        "summary_counter_rules",
        "extra_result_sections",
        "deterministic_checks",
        "overlay_categories",
        "requirement_rules",
        "deterministic_gap_rules",
        "knowledge_overlay",
      ]),
    );
    expect(entityAnalysis.validateConfig(preset)).toEqual([]);
    expect(rulesOf(preset, "deterministic_gap_rules").length).toBeGreaterThan(20);
  });

  test("needs eight fields and takes the rest from the pack and the preset", () => {
    expect(entityAnalysis.validateConfig(minimal)).toEqual([]);
    const { analysis_dimensions: _dimensions, ...without } = minimal;
    expect(entityAnalysis.validateConfig(without)).toEqual([{ path: "/analysis_dimensions", message: "is required" }]);
    expect(rulesOf(entityAnalysis.effectiveConfig(minimal), "deterministic_checks")).toEqual(
      rulesOf(preset, "deterministic_checks"),
    );
  });

  test("names the place of an error by JSON Pointer", () => {
    expect(issuesOf({ surprise: 1 })).toEqual(["/surprise"]);
    expect(issuesOf({ schema_version: 2 })).toEqual(["/schema_version"]);
    expect(
      issuesOf({
        analysis_dimensions: [
          { key: "a", label: "A", enabled: true },
          { key: "a", label: "B", enabled: true },
        ],
      }),
    ).toEqual(["/analysis_dimensions/1/key"]);
    expect(issuesOf({ deterministic_checks: [check({}), check({})] })).toEqual(["/deterministic_checks/1/key"]);
    expect(issuesOf({ deterministic_checks: [check({ weight: 101 })] })).toEqual(["/deterministic_checks/0/weight"]);
    expect(issuesOf({ deterministic_checks: [check({ assert: { fact: "item.x", op: "gt", value: 1 } })] })).toEqual([
      "/deterministic_checks/0/assert/fact",
    ]);
    expect(issuesOf({ deterministic_checks: [check({ evidence_paths: ["risk.naics"] })] })).toEqual([
      "/deterministic_checks/0/evidence_paths/0",
    ]);
  });

  test.each([
    "loss.nothing",
    "loss.count_3y.years",
    "records.nothing[]",
    "records.policies[].nothing",
    "records.policies.premium",
    "records.coverages[].deductible.nothing",
    "input.nothing",
    "input.subject.nothing",
    "input.records.policies[].nothing",
  ])("refuses %s, which no case file can hold", (fact) => {
    const path = "/deterministic_checks/0/assert/fact";
    expect(issuesOf({ deterministic_checks: [check({ assert: { fact, op: "exists" } })] })).toEqual([path]);
    expect(issuesOf({ deterministic_checks: [check({ evidence_paths: [fact] })] })).toEqual([
      "/deterministic_checks/0/evidence_paths/0",
    ]);
    const overlay = { key: "own", label: "Own", priority: 1, assign_when: { fact, op: "exists" } };
    expect(issuesOf({ overlay_categories: [overlay] })).toEqual(["/overlay_categories/0/assign_when/fact"]);
  });

  test.each([
    "as_of",
    "loss.count_3y",
    "loss.valued_on",
    "profile.anything",
    "profile.any.thing[]",
    "input.profile.anything",
    "input.subject.client_key",
    "input.documents[].fields.anything",
    "input.loss_history.claims[].paid",
    "records.accounts[].employees",
    "records.accounts[].owned_vehicles",
    "records.policies",
    "records.policies[].annualized_premium",
    "records.policies[].attributes.anything",
    "records.coverages[].in_force",
    "records.coverages[].deductible.amount",
    "records.locations[].values.building",
    "records.drivers[].license_state",
    "records.contracts[].notice_days",
    "records.property.insured_to_value",
  ])("takes %s", (fact) => {
    expect(issuesOf({ deterministic_checks: [check({ assert: { fact, op: "exists" } })] })).toEqual([]);
  });

  test("knows the members of a finding, for overlays", () => {
    const overlay = (fact: string): JsonObject => ({
      overlay_categories: [{ key: "own", label: "Own", priority: 1, assign_when: { fact, op: "exists" } }],
    });
    for (const fact of ["finding.status", "finding.target.line", "finding.exposure_amount"])
      expect(issuesOf(overlay(fact))).toEqual([]);
    for (const fact of ["finding.nothing", "finding.target.nothing"])
      expect(issuesOf(overlay(fact))).toEqual(["/overlay_categories/0/assign_when/fact"]);
  });

  test("refuses a rule of an unknown dimension; those of the preset may be left out (ENT-16)", () => {
    const misspelt = { dimension: "documentaton" };
    expect(issuesOf({ deterministic_checks: [check(misspelt)] })).toEqual(["/deterministic_checks/0/dimension"]);
    const [requirement, gap, note] = ["requirement_rules", "deterministic_gap_rules", "knowledge_overlay"].map(
      (field) => rulesOf(preset, field).find(isJsonObject) ?? {},
    );
    expect(issuesOf({ requirement_rules: [{ ...requirement, ...misspelt }] })).toEqual([
      "/requirement_rules/0/dimension",
    ]);
    expect(issuesOf({ deterministic_gap_rules: [{ ...gap, ...misspelt }] })).toEqual([
      "/deterministic_gap_rules/0/dimension",
    ]);
    expect(issuesOf({ knowledge_overlay: [{ ...note, attach_to: misspelt }] })).toEqual([
      "/knowledge_overlay/0/attach_to/dimension",
    ]);
    const own = { key: "safety", label: "Safety", enabled: false };
    expect(
      issuesOf({
        analysis_dimensions: [own],
        deterministic_checks: [check({ dimension: "safety" }), check({ key: "b" })],
      }),
    ).toEqual([]);
  });

  test("refuses patterns that need backtracking and sources without what their kind needs (ENT-17)", () => {
    const rule = (source: JsonObject): JsonObject => ({
      profile_extraction_rules: [{ key: "own", label: "Own", type: "string", sources: [source] }],
    });
    expect(issuesOf(rule({ kind: "document_pattern", pattern: "(a)\\1", group: 1 }))).toEqual([
      "/profile_extraction_rules/0/sources/0/pattern",
    ]);
    expect(issuesOf(rule({ kind: "record", family: "policies", path: "line" }))).toEqual([
      "/profile_extraction_rules/0/sources/0/pick",
    ]);
    expect(issuesOf(rule({ kind: "document_field", field: "x" }))).toEqual([
      "/profile_extraction_rules/0/sources/0/document_kind",
    ]);
    expect(issuesOf(rule({ kind: "document_pattern", pattern: "(a+)+$", group: 1 }))).toEqual([]);
    expect(issuesOf(rule({ kind: "document_value", read: "text" }))).toEqual([
      "/profile_extraction_rules/0/sources/0/labels",
    ]);
  });

  test("a value is read as its rule's type, in a range that goes up (ENT-73)", () => {
    const rule = (type: string, source: JsonObject): JsonObject => ({
      profile_extraction_rules: [
        { key: "own", label: "Own", type, sources: [{ kind: "document_value", labels: ["own"], ...source }] },
      ],
    });
    expect(issuesOf(rule("string", { read: "money" }))).toEqual(["/profile_extraction_rules/0/sources/0/read"]);
    expect(issuesOf(rule("money", { read: "money", plausible: [5, 1] }))).toEqual([
      "/profile_extraction_rules/0/sources/0/plausible",
    ]);
    expect(issuesOf(rule("money", { read: "money", plausible: [1, 5] }))).toEqual([]);
    expect(issuesOf(rule("boolean", { read: "yes_no" }))).toEqual([]);
    expect(issuesOf(rule("number", { read: "percent" }))).toEqual([]);
  });

  test("wants one value and a fitting operator of requirements (ENT-17)", () => {
    const rule = (item: JsonObject): JsonObject => ({
      requirement_rules: [
        {
          key: "own",
          label: "Own",
          dimension: "documentation",
          severity: "low",
          source: { kind: "contract" },
          requires: [{ line: "cyber", field: "limit", ...item }],
        },
      ],
    });
    expect(issuesOf(rule({ op: "gte", value: 1 }))).toEqual([]);
    expect(issuesOf(rule({ op: "gte", value: 1, value_expr: { const: 1 } }))).toEqual([
      "/requirement_rules/0/requires/0",
    ]);
    expect(issuesOf(rule({ op: "above", value: 1 }))).toEqual(["/requirement_rules/0/requires/0/op"]);
    expect(issuesOf(rule({ op: "gte", value_expr: { fact: "need.limit" } }))).toEqual([
      "/requirement_rules/0/requires/0/value_expr/fact",
    ]);
  });

  test("replaces a pack rule of the same key and drops one that is switched off", () => {
    const own = check({ key: "loss_runs_current", label: "Ours" });
    const effective = entityAnalysis.effectiveConfig({
      ...minimal,
      deterministic_checks: [own, check({ key: "application_on_file", enabled: false }), check({ key: "new_check" })],
    });
    const checks = rulesOf(effective, "deterministic_checks").filter(isJsonObject);
    expect(checks.find((rule) => rule.key === "loss_runs_current")?.label).toBe("Ours");
    expect(checks.some((rule) => rule.key === "application_on_file")).toBe(false);
    expect(checks.at(-1)?.key).toBe("new_check");
  });

  test("has one hash for the preset and for the minimal configuration that means the same", () => {
    const { deterministic_checks: _checks, ...withoutChecks } = preset;
    expect(configHash(entityAnalysis.effectiveConfig(withoutChecks))).toBe(
      configHash(entityAnalysis.effectiveConfig(preset)),
    );
  });
});

describe("the schemas of a release", () => {
  const effective = entityAnalysis.effectiveConfig(preset);
  const responseOf = (change: JsonObject): JsonObject =>
    entityAnalysis.responseSchema(entityAnalysis.effectiveConfig({ ...preset, ...change }));
  const requestOf = (change: JsonObject): JsonObject =>
    entityAnalysis.requestSchema(entityAnalysis.effectiveConfig({ ...preset, ...change }));
  const levels = (change: JsonObject): string[] =>
    [
      ...diffSchemas("request", entityAnalysis.requestSchema(effective), requestOf(change)),
      ...diffSchemas("response", entityAnalysis.responseSchema(effective), responseOf(change)),
    ].map((entry) => entry.level);
  const dimensions = rulesOf(preset, "analysis_dimensions");

  test("show a removed dimension as major and an added one as minor (TYPE-104)", () => {
    expect(levels({ analysis_dimensions: dimensions.slice(1) })).toContain("major");
    const added = levels({ analysis_dimensions: [...dimensions, { key: "safety", label: "Safety", enabled: true }] });
    expect(added.length).toBeGreaterThan(0);
    expect(added).not.toContain("major");
  });

  test("show a new section and a new counter as minor, a required input field as major (ENT-56)", () => {
    const section: JsonObject = {
      key: "own",
      title: "Own",
      kind: "list",
      over: "records.claims[]",
      columns: [{ key: "a", label: "A", path: "@.line", format: "text" }],
    };
    const counter: JsonObject = {
      key: "own_count",
      label: "Own",
      over: "records.claims[]",
      measure: "count",
      unit: "count",
    };
    expect(new Set(levels({ extra_result_sections: [section], summary_counter_rules: [counter] }))).toEqual(
      new Set(["minor"]),
    );
    const field = (required: boolean): JsonObject => ({
      input_contract: { fields: [{ path: "profile.fleet_age", type: "number", required }] },
    });
    expect(levels(field(false))).not.toContain("major");
    expect(levels(field(true))).toContain("major");
  });

  test("give a fact that is read from a classed field the class of that field (ENT-35)", () => {
    const response = JSON.stringify(
      responseOf({
        summary_counter_rules: [
          {
            key: "own",
            label: "Own",
            over: "records.policies[]",
            measure: "sum",
            value_path: "@.commission_amount",
            unit: "money",
          },
        ],
      }),
    );
    expect(response).toContain('"x-sensitivity":"commission"');
    expect(JSON.stringify(responseOf({}))).not.toContain('"x-sensitivity":"commission"');
  });

  test("do not change with labels, messages and weights", () => {
    expect(
      levels({
        analysis_dimensions: dimensions.map((one) => (isJsonObject(one) ? { ...one, label: "New label" } : one)),
      }),
    ).toEqual([]);
  });

  test("are documents that the validator compiles", () => {
    expect(() => compileSchema(entityAnalysis.requestSchema(effective))).not.toThrow();
    expect(() => compileSchema(entityAnalysis.requestSchema({ ...effective, analysis_dimensions: [] }))).not.toThrow();
  });
});
