import { type EngineType, evaluateGate, gateCases, type GateRequest, type GateResult } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { objectsIn, part, type Json, type JsonObject } from "@service/json";
import { engineTypes } from "./registry.ts";

/**
 * A configuration without cases of its own is judged by the built-in ones (GATE-4, GATE-5), and people tune the preset they were
 * given: what they may change in the ordinary course of work must still be published, as a first release and after one.
 */

const gate = (type: EngineType, config: JsonObject, more: Partial<GateRequest> = {}): GateResult => {
  const effective = type.effectiveConfig(config);
  const engine = type.compile(effective);
  const cases = gateCases(type, effective);
  return evaluateGate({ engine, type, effective, cases, responseSchema: type.responseSchema(effective), ...more });
};

const without = (type: EngineType, field: string, ...keys: readonly string[]): JsonObject => ({
  [field]: objectsIn(type.preset()[field]).map((rule) =>
    keys.length === 0 || keys.some((key) => key === rule.key) ? { ...rule, enabled: false } : rule,
  ),
});
const allWeights = (names: readonly string[], weight: number): JsonObject =>
  Object.fromEntries(names.map((name) => [name, weight]));
const contract = (path: string): JsonObject => ({
  input_contract: {
    fields: [
      { path: `${path}.a`, type: "string", required: true, enum: ["x", "y"] },
      { path: `${path}.b`, type: "money", required: true },
      { path: `${path}.c`, type: "date", required: true },
      { path: `${path}.d`, type: "boolean", required: true },
      { path: `${path}.e`, type: "list", required: true },
      { path: `${path}.f`, type: "integer", required: false },
    ],
  },
});

const { comparison, diligence, entity_analysis, matching, opportunity, triage } = engineTypes;
const matchingDimensions = ["appetite", "coverage_fit", "price", "likelihood", "strength", "service", "relationship"];
const triageParts = ["value", "urgency", "relationship", "strategic"];
const [largeRoute = {}, fallbackRoute = {}] = objectsIn(triage.preset().routes);
const enrichmentOff: JsonObject = { enrichment: { mode: "off" } };

const tunings: readonly (readonly [EngineType, string, JsonObject])[] = [
  ...Object.values(engineTypes).map((type) => [type, "no enrichment", enrichmentOff] as const),

  [matching, "a weight up by one", { weights: { price: 16 } }],
  [matching, "a weight down by one", { weights: { price: 14 } }],
  [matching, "price above all", { weights: { price: 60 } }],
  [matching, "price left out", { weights: { price: 0 } }],
  [matching, "appetite left out", { weights: { appetite: 0 } }],
  [matching, "commission counts", { weights: { commission: 20 } }],
  [matching, "equal weights", { weights: allWeights(matchingDimensions, 10) }],
  [matching, "another profile of a priority", { priority_profiles: { price: { price: 50, appetite: 10 } } }],
  [
    matching,
    "no emphasis of a priority",
    { priority_profiles: { price: { price: 15, appetite: 30, coverage_fit: 25 } } },
  ],
  [
    matching,
    "a milder price curve",
    {
      utilities: {
        price: [
          [0.5, 1],
          [2, 0.2],
        ],
      },
    },
  ],
  [
    matching,
    "other service days",
    {
      utilities: {
        service_days: [
          [2, 1],
          [20, 0],
        ],
      },
    },
  ],
  [matching, "other ratings", { utilities: { rating: { "A++": 1, "A+": 1, A: 0.9, "A-": 0.9, "B++": 0.7, NR: 0.1 } } }],
  [matching, "other relationships", { utilities: { relationship: { preferred: 0.8, none: 0 } } }],
  [matching, "a bolder prior", { likelihood_prior: { rate: 0.3 } }],
  [matching, "a heavier prior", { likelihood_prior: { rate: 0.5, strength: 20 } }],
  [matching, "no programs", { program: { enabled: false } }],
  [matching, "programs of three", { program: { min_needs: 3 } }],
  [matching, "programs of four", { program: { min_needs: 4 } }],
  [matching, "no credit for programs", { program: { credit_points: 0 } }],
  [matching, "much credit for programs", { program: { credit_points: 10 } }],
  [matching, "referral of what is not known", { unknown_policy: "refer" }],
  [matching, "no near misses", { near_misses: 0 }],
  [matching, "one reason", { reject_reasons_kept: 1 }],
  [matching, "no rules", { knockout_rules: [] }],
  [
    matching,
    "another rule",
    {
      knockout_rules: [
        ...objectsIn(matching.preset().knockout_rules),
        { key: "own", effect: "refer", when: { fact: "risk.revenue", op: "gt", value: 3_000_000 }, message: "Large" },
      ],
    },
  ],
  [matching, "required contract fields", contract("risk.attributes")],

  [comparison, "other ranking weights", { ranking: { weights: { coverage: 10, price: 70, terms: 10, carrier: 10 } } }],
  [
    comparison,
    "equal ranking weights",
    { ranking: { weights: allWeights(["coverage", "price", "terms", "carrier"], 25) } },
  ],
  [comparison, "only price", { ranking: { weights: { coverage: 0, price: 100, terms: 0, carrier: 0 } } }],
  [comparison, "only coverage", { ranking: { weights: { coverage: 100, price: 0, terms: 0, carrier: 0 } } }],
  [comparison, "no ranking", { ranking: { enabled: false } }],
  [
    comparison,
    "a flat price curve",
    {
      ranking: {
        utilities: {
          price: [
            [0.5, 1],
            [2, 0.4],
          ],
        },
      },
    },
  ],
  [comparison, "other ratings", { ranking: { utilities: { rating: { A: 0.6, "B+": 0.6 } } } }],
  [comparison, "no checks", { checks: {} }],
  [comparison, "one check", { checks: { term_gap: "low" } }],
  [comparison, "milder checks", { checks: { ...part(comparison.preset(), "checks"), retro_date: "low" } }],
  [comparison, "other parameters of checks", { check_parameters: { rating_floor: "B", minimum_earned_max: 0.6 } }],
  [comparison, "no line item but one", without(comparison, "line_items", "gl_occ")],
  [comparison, "no line items", without(comparison, "line_items")],
  [comparison, "few rows", { max_rows: 40 }],
  [
    comparison,
    "another wording",
    { aliases: [{ alias: "GL per event", line: "general_liability", coverage: "each_occurrence" }] },
  ],
  [
    comparison,
    "a scenario",
    {
      scenarios: [
        {
          key: "own",
          label: "Own",
          line: "general_liability",
          coverage: "each_occurrence",
          loss: 9e5,
          annual_probability: 0.01,
        },
      ],
    },
  ],
  [comparison, "required contract fields", contract("profile")],

  [triage, "narrow bands", { bands: { high: 80, low: 20 } }],
  [triage, "close bands", { bands: { high: 55, low: 50 } }],
  [triage, "a high bar", { bands: { high: 95, low: 10 } }],
  [triage, "the fallback route alone", { routes: [fallbackRoute] }],
  [
    triage,
    "a larger threshold",
    { routes: [{ ...largeRoute, when: { fact: "premium_estimate", op: "gte", value: 500_000 } }, fallbackRoute] },
  ],
  [
    triage,
    "a smaller threshold",
    { routes: [{ ...largeRoute, when: { fact: "premium_estimate", op: "gte", value: 20_000 } }, fallbackRoute] },
  ],
  [triage, "a fallback of another name", { routes: [{ ...fallbackRoute, key: "desk", sla_hours: 8 }] }],
  ...triageParts.map((name) => [triage, `no ${name}`, { weights: { priority: { [name]: 0 } } }] as const),
  [triage, "equal weights", { weights: { priority: allWeights(triageParts, 25) } }],
  [triage, "value above all", { weights: { priority: { value: 90 } } }],
  [
    triage,
    "another value curve",
    {
      utilities: {
        value: [
          [0, 10],
          [1_000_000, 100],
        ],
      },
    },
  ],
  [
    triage,
    "another urgency curve",
    {
      utilities: {
        urgency_days: [
          [0, 100],
          [30, 20],
        ],
      },
    },
  ],
  [triage, "nothing required", { required_items: [] }],
  [
    triage,
    "more required",
    {
      required_items: [
        ...objectsIn(triage.preset().required_items),
        { line: "*", kind: "*", documents: [{ kind: "financials", weight: 40 }], facts: [] },
      ],
    },
  ],
  [triage, "strict clearance", { clearance: { duplicate: 12, possible: 8 } }],
  [triage, "loose clearance", { clearance: { duplicate: 6, possible: 3 } }],
  [triage, "a short clearance window", { clearance: { window_days: 30 } }],
  [triage, "no offerings", { offering_source: null }],
  [
    triage,
    "a strategic rule",
    {
      strategic_rules: [
        { key: "own", points: 20, when: { fact: "risk.revenue", op: "gt", value: 1e6 }, message: "Own" },
      ],
    },
  ],
  [
    triage,
    "an appetite rule",
    {
      appetite_rules: [
        { key: "own", effect: "refer", when: { fact: "lines", op: "contains", value: "cyber" }, message: "Own" },
      ],
    },
  ],
  [triage, "required contract fields", contract("risk.attributes")],

  [opportunity, "one per account", { per_account_cap: 1 }],
  [opportunity, "equal weights", { weights: { value: 30, propensity: 30, urgency: 30 } }],
  [opportunity, "only urgency", { weights: { value: 0, propensity: 0, urgency: 10 } }],
  [opportunity, "a high bar for cross-selling", { cross_sell: { min_penetration: 0.9 } }],
  [opportunity, "no cross-selling", { cross_sell: { lines_by_segment: { commercial: [], personal: [] } } }],
  [opportunity, "other windows", { windows: [60, 30] }],
  [opportunity, "one window", { windows: [15] }],
  [opportunity, "no commission", { value: { default_commission: 0, commission_by_line: {} } }],
  [opportunity, "another reference", { value: { ev_reference: 100_000 } }],
  [opportunity, "no gap rules", without(opportunity, "gap_rules")],
  [opportunity, "no limit rules", without(opportunity, "limit_rules")],
  [opportunity, "no renewal risk", without(opportunity, "renewal_risk_points")],
  [opportunity, "another suppression", { suppression: { open_task_days: 0, dismissed_days: 0 } }],
  [opportunity, "required contract fields", contract("accounts.attributes")],

  [entity_analysis, "a scorecard", { response_type: "scorecard" }],
  [entity_analysis, "a checklist", { response_type: "checklist" }],
  [
    entity_analysis,
    "one dimension",
    { analysis_dimensions: objectsIn(entity_analysis.preset().analysis_dimensions).slice(0, 1) },
  ],
  ...[
    "summary_counter_rules",
    "extra_result_sections",
    "deterministic_checks",
    "overlay_categories",
    "requirement_rules",
    "deterministic_gap_rules",
    "knowledge_overlay",
  ].map((field) => [entity_analysis, `without ${field}`, without(entity_analysis, field)] as const),
  [
    entity_analysis,
    "other weights and severities",
    {
      deterministic_checks: objectsIn(entity_analysis.preset().deterministic_checks).map((rule) => ({
        ...rule,
        weight: 7,
        severity: "low",
      })),
    },
  ],
  [entity_analysis, "required contract fields", contract("profile")],
  [
    entity_analysis,
    "a contract that types what the cases hold otherwise",
    {
      input_contract: { fields: [{ path: "profile.revenue", type: "string", required: true, enum: ["high", "low"] }] },
    },
  ],

  [diligence, "a lower bar for review", { matching: { review: 0.7 } }],
  [diligence, "bars a little lower", { matching: { review: 0.72, strong: 0.88 } }],
  [diligence, "bars a little higher", { matching: { review: 0.8, strong: 0.93 } }],
  [diligence, "a very high bar", { matching: { review: 0.9, strong: 0.97 } }],
  [
    diligence,
    "other qualifiers",
    { matching: { qualifiers: { birth_year: -0.3, birth_date: -0.4, country: -0.1, gender: 0, place: 0.1 } } },
  ],
  [diligence, "a stricter cap", { matching: { weak_alias_cap: 0.6 } }],
  [diligence, "no lists", { lists: [] }],
  [diligence, "nothing escalates", { decision: { escalate_on: [], review_on: ["strong_hit", "possible_hit"] } }],
  [diligence, "no decision", { decision: { escalate_on: [], review_on: [] } }],
  [
    diligence,
    "other weights and severities",
    {
      checks: objectsIn(diligence.preset().checks).map((check) => ({ ...check, weight: 10, severity: "medium" })),
    },
  ],
  ...["fein_format", "licence", "owners_known", "blocked_owner"].map(
    (key) => [diligence, `without ${key}`, without(diligence, "checks", key)] as const,
  ),
  [
    diligence,
    "a threshold of a quarter",
    {
      checks: objectsIn(diligence.preset().checks).map((check) =>
        check.key === "blocked_owner" ? { ...check, params: { threshold: 0.25 } } : check,
      ),
    },
  ],
  [diligence, "required contract fields", contract("declarations")],
];

describe.each(Object.values(engineTypes))("the preset of $name, tuned", (type) => {
  const preset = type.preset();
  const released = gate(type, preset);
  const own = tunings.filter(([one]) => one.name === type.name);

  test.each(own.map(([, title, change]): readonly [string, JsonObject] => [title, change]))("%s", (_title, change) => {
    const config: { [name: string]: Json } = { ...preset, ...change };
    expect(type.validateConfig(config)).toEqual([]);
    const first = gate(type, config);
    const next = gate(type, config, { previous: { caseResults: released.caseResults }, firstOfMajor: false });
    for (const { gate: outcome, failing, actual } of [first, next])
      expect({ outcome, failing, actual }).toMatchObject({ outcome: "passed", failing: [] });
  });
});
