import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, diffSchemas, objectsIn, part } from "@service/json";
import { opportunity } from "./index.ts";

const preset = opportunity.preset();
const minimal: JsonObject = Object.fromEntries(
  [
    "schema_version",
    "domain_key",
    "response_type",
    "pack_key",
    "pack_version",
    "privacy_policy",
    "egress_manifest_version",
  ].map((name): [string, Json] => [name, preset[name] ?? null]),
);

describe("an opportunity configuration", () => {
  test("is valid as preset and with nothing but the required fields", () => {
    expect(opportunity.validateConfig(preset)).toEqual([]);
    expect(opportunity.validateConfig(minimal)).toEqual([]);
    expect(opportunity.effectiveConfig(minimal)).toEqual(opportunity.effectiveConfig(preset));
  });

  test("has the preset of OPP-10, OPP-11, OPP-12, OPP-13, OPP-14, OPP-15, OPP-16", () => {
    expect(preset).toMatchObject({
      response_type: "book_opportunities",
      cross_sell: { min_penetration: 0.25, prior_strength: 20, lift_cap: [0.5, 2.5], top_lifts: 3 },
      windows: [120, 90, 60, 30],
      value: {
        default_commission: 0.12,
        commission_by_line: { workers_compensation: 0.08, personal_auto: 0.1 },
        ev_reference: 5000,
      },
      weights: { value: 45, propensity: 30, urgency: 25 },
      per_account_cap: 5,
      suppression: { open_task_days: 30, dismissed_days: 180 },
    });
    expect(objectsIn(preset.gap_rules).length).toBeGreaterThanOrEqual(25);
    expect(objectsIn(preset.renewal_risk_points)).toHaveLength(13);
  });

  test.each<[string, JsonObject, string]>([
    ["an unknown field", { horoscope: true }, "/horoscope"],
    [
      "a kind of rule in another namespace",
      { gap_rules: [gap({ fact: "policy.line", op: "eq", value: "cyber" })] },
      "/gap_rules/0/exposure_when/fact",
    ],
    [
      "a path outside the namespaces",
      { renewal_risk_points: [{ key: "k", points: 1, when: { fact: "profile.x", op: "exists" } }] },
      "/renewal_risk_points/0/when/fact",
    ],
    ["a duplicate key", { gap_rules: [gap({ all: [] }), gap({ all: [] })] }, "/gap_rules/1/key"],
    ["a limit rule without a minimum", { limit_rules: [limit({})] }, "/limit_rules/0"],
    [
      "a limit rule with two minimums",
      { limit_rules: [limit({ minimum: 1, minimum_expr: { const: 1 } })] },
      "/limit_rules/0",
    ],
    ["lift bounds the wrong way round", { cross_sell: { lift_cap: [2, 1] } }, "/cross_sell/lift_cap"],
    ["a window twice", { windows: [90, 30, 90] }, "/windows/2"],
    ["weights of nothing", { weights: { value: 0, propensity: 0, urgency: 0 } }, "/weights"],
    ["a commission above 1", { value: { default_commission: 1.2 } }, "/value/default_commission"],
    ["an unknown line", { value: { commission_by_line: { moon: 0.1 } } }, "/value/commission_by_line/moon"],
    ["an unknown pack version", { pack_version: 9 }, "/pack_version"],
    [
      "a contract field outside the free map",
      { input_contract: { fields: [{ path: "profile.x", type: "string", required: false }] } },
      "/input_contract/fields/0/path",
    ],
  ])("refuses %s (OPP-17)", (_, more, path) => {
    expect(opportunity.validateConfig({ ...minimal, ...more }).map((issue) => issue.path)).toContain(path);
  });

  test.each([
    "account.nothing",
    "account.policies[].nothing",
    "account.loss.nothing",
    "account.mailing_address.nothing",
  ])("refuses %s, which no account has", (fact) => {
    expect(opportunity.validateConfig({ ...minimal, gap_rules: [gap({ fact, op: "exists" })] })).toEqual([
      { path: "/gap_rules/0/exposure_when/fact", message: `unknown fact path "${fact}"` },
    ]);
    const expression = limit({ minimum_expr: { mul: [{ fact }, { const: 2 }] } });
    expect(opportunity.validateConfig({ ...minimal, limit_rules: [expression] }).map(({ path }) => path)).toEqual([
      "/limit_rules/0/minimum_expr/mul/0/fact",
    ]);
  });

  test("refuses paths that no policy has, and takes those that only a renewal knows (COND-28)", () => {
    const point = (fact: string): JsonObject => ({
      renewal_risk_points: [{ key: "k", points: 1, when: { fact, op: "exists" } }],
    });
    expect(opportunity.validateConfig({ ...minimal, ...point("policy.nothing") }).map(({ path }) => path)).toEqual([
      "/renewal_risk_points/0/when/fact",
    ]);
    for (const fact of [
      "policy.premium",
      "policy.lines[]",
      "policy.in_force",
      "policy.days_to_expiration",
      "policy.non_renewal_notice",
      "policy.premium_change",
      "policy.is_first_renewal",
      "policy.attributes.anything",
      "account.attributes.anything",
      "account.attributes.list[]",
      "account.loss.count_3y",
      "account.coverages[].in_force",
      "account.coverages_held",
      "account.claims[].paid",
      "account.invoices[].balance",
      "account.lines_held",
      "account.is_monoline",
      "account.premium_in_force",
      "account.tenure_years",
      "account.days_to_expiration",
      "account.days_since_touch",
      "account.activity_count",
      "account.late_payments_12m",
      "account.overdue_balance",
      "account.naics2",
      "account.size_band",
    ])
      expect(opportunity.validateConfig({ ...minimal, ...point(fact) })).toEqual([]);
  });

  test("keeps the other members of a setting when one is saved", () => {
    const effective = opportunity.effectiveConfig({
      ...minimal,
      weights: { urgency: 50 },
      cross_sell: { top_lifts: 1 },
    });
    expect(effective.weights).toEqual({ value: 45, propensity: 30, urgency: 50 });
    expect(part(effective, "cross_sell")).toMatchObject({ top_lifts: 1, prior_strength: 20 });
  });

  test("switches rules of the pack off, and with the last of them the kind: a change of the response that needs a new major", () => {
    const off = objectsIn(preset.limit_rules).map((rule): JsonObject => ({ ...rule, enabled: false }));
    const before = opportunity.effectiveConfig(minimal);
    const after = opportunity.effectiveConfig({ ...minimal, limit_rules: off });
    expect(after.limit_rules).toEqual([]);
    const changes = diffSchemas("response", opportunity.responseSchema(before), opportunity.responseSchema(after));
    expect(changes.map((change) => change.level)).toContain("major");
    expect(JSON.stringify(changes)).toContain("limit_adequacy");
  });

  test("adds fields of the input contract to the accounts", () => {
    const fields = [{ path: "accounts.attributes.fleet_age", type: "number", required: false }];
    const config = { ...minimal, input_contract: { fields } };
    expect(opportunity.validateConfig(config)).toEqual([]);
    const engine = opportunity.compile(opportunity.effectiveConfig(config));
    const input = { accounts: [{ client_key: "a", attributes: { fleet_age: "old" } }] };
    expect(engine.validateInput(input).map((issue) => issue.field)).toEqual(["accounts[0].attributes.fleet_age"]);
  });
});

describe("the subject of a run", () => {
  const engine = opportunity.compile(opportunity.effectiveConfig(preset));
  test.each<[JsonObject, string]>([
    [{}, "book"],
    [{ accounts: [{ client_key: "a" }] }, "a"],
    [{ accounts: [{ client_key: "a" }, { client_key: "b" }] }, "book"],
    [{ records_ref: { client_keys: ["a"] } }, "a"],
    [{ records_ref: {}, accounts: [{ client_key: "a" }] }, "book"],
    [{ records_ref: { client_keys: ["a"] }, accounts: [{ client_key: "a" }] }, "a"],
  ])("of %j is %s", (input, subject) => {
    expect(engine.subjectKey(input)).toBe(subject);
  });
});

function gap(exposure_when: JsonObject): JsonObject {
  return {
    key: "g",
    label: "G",
    line: "cyber",
    exposure_when,
    covered_when: { all: [] },
    severity: "low",
    recommendation: "r",
  };
}

function limit(more: JsonObject): JsonObject {
  return {
    key: "l",
    label: "L",
    line: "cyber",
    coverage: "cyber_aggregate",
    severity: "low",
    recommendation: "r",
    ...more,
  };
}
