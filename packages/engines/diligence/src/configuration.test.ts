import { configHash, evaluateGate, gateCases } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { type JsonObject, computeVersion, diffSchemas } from "@service/json";
import { diligence } from "./index.ts";
import { at, listAt } from "./testing/bench.ts";

const preset = diligence.preset();
const issuesOf = (change: JsonObject): string[] =>
  diligence.validateConfig({ ...preset, ...change }).map(({ path }) => path);
const check = (more: JsonObject = {}): JsonObject => ({
  key: "own",
  label: "Own",
  kind: "document_present",
  severity: "low",
  required: false,
  weight: 5,
  params: { document_kind: "license" },
  ...more,
});
const list = (more: JsonObject = {}): JsonObject => ({
  list_key: "l",
  dataset_key: "watchlist:l",
  label: "L",
  severity: "high",
  required: false,
  max_age_days: 7,
  ...more,
});

describe("a diligence configuration", () => {
  test("is the preset of DIL-10, DIL-11, DIL-12, DIL-13, DIL-14, its list not required", () => {
    expect(diligence.validateConfig(preset)).toEqual([]);
    expect(preset).toMatchObject({
      response_type: "screening_report",
      lists: [
        { list_key: "watch_demo", dataset_key: "watchlist:demo", severity: "block", required: false, max_age_days: 7 },
      ],
      matching: { review: 0.75, strong: 0.9, weak_alias_cap: 0.8, max_hits_per_list: 25 },
      decision: {
        escalate_on: ["strong_hit:block", "check:blocked_owner"],
        review_on: ["possible_hit", "check_fail:high"],
      },
    });
    expect(listAt(preset, "/checks").map(({ key }) => key)).toEqual([
      "names",
      "fein_format",
      "licence",
      "owners_known",
      "blocked_owner",
    ]);
  });

  test("takes what is absent from the preset, member by member in matching and decision", () => {
    const minimal: JsonObject = Object.fromEntries(
      [
        "schema_version",
        "domain_key",
        "response_type",
        "pack_key",
        "pack_version",
        "privacy_policy",
        "egress_manifest_version",
      ].map((name) => [name, preset[name] ?? null]),
    );
    expect(diligence.validateConfig(minimal)).toEqual([]);
    expect(configHash(diligence.effectiveConfig(minimal))).toBe(configHash(diligence.effectiveConfig(preset)));
    const effective = diligence.effectiveConfig({
      ...minimal,
      matching: { strong: 0.95, qualifiers: { gender: -0.3 } },
    });
    expect(at(effective, "/matching")).toMatchObject({
      review: 0.75,
      strong: 0.95,
      qualifiers: { gender: -0.3, country: -0.2 },
    });
  });

  test("names the place of an error by JSON Pointer (DIL-15)", () => {
    expect(issuesOf({ surprise: 1 })).toEqual(["/surprise"]);
    expect(issuesOf({ lists: [list(), list()] })).toEqual(["/lists/1/list_key"]);
    expect(issuesOf({ lists: [list({ list_key: "custom_list" })] })).toEqual(["/lists/0/list_key"]);
    expect(issuesOf({ matching: { review: 0.95 } })).toEqual(["/matching/review"]);
    expect(issuesOf({ checks: [check(), check()] })).toContain("/checks/1/key");
    const only = (more: JsonObject): string[] =>
      issuesOf({ checks: [check(more)], decision: { escalate_on: [], review_on: [] } });
    expect(only({ kind: "nonsense" })).toEqual(["/checks/0/kind"]);
    expect(only({ params: { document_kind: "license", extra: 1 } })).toEqual(["/checks/0/params/extra"]);
    expect(only({ params: {} })).toEqual(["/checks/0/params/document_kind"]);
    expect(only({ kind: "name_screen", params: { lists: ["nowhere"] } })).toEqual(["/checks/0/params/lists/0"]);
    expect(only({ kind: "name_screen", params: { lists: ["watch_demo", "custom_list"] } })).toEqual([]);
    for (const fact of [
      "risk.naics",
      "input.nothing",
      "input.subject.nothing",
      "screening.nothing",
      "ownership.nothing",
    ])
      expect(only({ kind: "rule", params: { assert: { fact, op: "exists" } } })).toEqual([
        "/checks/0/params/assert/fact",
      ]);
    for (const fact of ["input.declarations.anything", "input.subject.identifiers[].type", "screening.possible"])
      expect(only({ kind: "rule", params: { assert: { fact, op: "exists" } } })).toEqual([]);
    expect(only({ kind: "adverse_terms", params: { terms: [] } })).toEqual(["/checks/0/params/terms"]);
    expect(issuesOf({ decision: { escalate_on: ["strong_hit:purple", "check:gone", "whatever"] } })).toEqual([
      "/decision/escalate_on/0",
      "/decision/escalate_on/1",
      "/decision/escalate_on/2",
    ]);
  });

  test("a check switched off leaves the answer, and with it the trigger of the preset", () => {
    const off = listAt(preset, "/checks").map((own) =>
      own["key"] === "blocked_owner" ? { ...own, enabled: false } : own,
    );
    expect(issuesOf({ checks: off })).toEqual([]);
    const { decision: _decision, ...without } = preset;
    const effective = diligence.effectiveConfig({ ...without, checks: off });
    expect(diligence.gateKeys(effective)).toEqual(["names", "fein_format", "licence", "owners_known"]);
    expect(at(effective, "/decision/escalate_on")).toEqual(["strong_hit:block"]);
  });
});

describe("a release", () => {
  const responseWith = (change: JsonObject): JsonObject =>
    diligence.responseSchema(diligence.effectiveConfig({ ...preset, ...change }));

  test("removing a check is a major change of the response, adding one a minor (DIL-64)", () => {
    const checks = listAt(preset, "/checks");
    const before = responseWith({});
    const removed = diffSchemas(
      "response",
      before,
      responseWith({ checks: checks.filter(({ key }) => key !== "licence") }),
    );
    expect(computeVersion("1.0", removed)).toBe("2.0");
    const added = diffSchemas("response", before, responseWith({ checks: [...checks, check()] }));
    expect(computeVersion("1.0", added)).toBe("1.1");
  });

  test("input_contract declares members of declarations and makes the map required", () => {
    const effective = diligence.effectiveConfig({
      ...preset,
      input_contract: { fields: [{ path: "declarations.years_trading", type: "integer", required: true }] },
    });
    const engine = diligence.compile(effective);
    const input = { subject: { subject_key: "s", kind: "person", name: "Marigold Fenwick" } };
    expect(engine.validateInput(input)).toEqual([{ field: "declarations", message: "is required" }]);
    expect(engine.validateInput({ ...input, declarations: { years_trading: 4 } })).toEqual([]);
  });

  test.each([
    ["thresholds", { matching: { review: 0.85, strong: 0.97 } }],
    ["one check removed", { checks: listAt(preset, "/checks").filter(({ key }) => key !== "fein_format") }],
    ["no list", { lists: [] }],
    ["two lists", { lists: [list(), list({ list_key: "m" })] }],
    ["a severer decision", { decision: { escalate_on: ["possible_hit"], review_on: ["check_review:low"] } }],
  ])("the built-in cases still pass the gate with %s", (_, change) => {
    const effective = diligence.effectiveConfig({ ...preset, ...change });
    expect(diligence.validateConfig({ ...preset, ...change })).toEqual([]);
    const result = evaluateGate({
      engine: diligence.compile(effective),
      type: diligence,
      effective,
      cases: gateCases(diligence, effective),
      responseSchema: diligence.responseSchema(effective),
    });
    expect({ gate: result.gate, failing: result.failing }).toEqual({ gate: "passed", failing: [] });
  });
});
