import { findEngineType } from "@service/engine-types";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";

/**
 * The engine that callers test against (REG-6): four releases of one small configuration, each showing one
 * kind of change. 1.2 existed and was never listed, so that a caller's code does not count on a row of numbers.
 */
export interface FixtureRelease {
  readonly version: string;
  readonly releasedAt: string;
  readonly changelog: string;
  readonly effective: JsonObject;
  readonly cases: readonly {
    readonly name: string;
    readonly scenario: "completed" | "degraded" | "failed";
    readonly input: JsonObject;
  }[];
}

const type = findEngineType("entity_analysis");
const everything = type.effectiveConfig(type.preset());

/** The elements with these keys, as the pack of the day of the first release has them. */
function chosen(array: string, keys: readonly string[]): Json[] {
  const elements = everything[array];
  if (!isJsonArray(elements)) throw new Error(`no array ${array}`);
  return keys.map((key) => {
    const element = elements.find((one) => isJsonObject(one) && one["key"] === key);
    if (element === undefined) throw new Error(`${array} has no ${key}`);
    return element;
  });
}

const dimension = (key: string, label: string): JsonObject => ({ key, label, enabled: true });

const base: JsonObject = {
  ...everything,
  domain_key: "contract_fixture",
  analysis_instructions: "Fixture of the contract registry. Not for business use.",
  enrichment: { mode: "off", tasks: [], timeout_ms: 20_000, max_calls: 1, allow_fact_fill: false },
  analysis_dimensions: [
    dimension("coverage_adequacy", "Coverage adequacy"),
    dimension("loss_experience", "Loss experience"),
    dimension("documentation", "Documentation"),
  ],
  profile_extraction_rules: chosen("profile_extraction_rules", [
    "legal_name",
    "states",
    "revenue",
    "employees",
    "stores_personal_data",
  ]),
  summary_counter_rules: chosen("summary_counter_rules", ["active_policies"]),
  extra_result_sections: chosen("extra_result_sections", ["policy_schedule"]),
  deterministic_checks: chosen("deterministic_checks", [
    "liability_in_force",
    "open_reserves_low",
    "loss_runs_current",
  ]),
  overlay_categories: chosen("overlay_categories", ["quick_win"]),
  requirement_rules: [],
  deterministic_gap_rules: chosen("deterministic_gap_rules", ["gap_employment_practices", "gap_cyber"]),
  knowledge_overlay: [],
};

const withSegment: JsonObject = {
  ...base,
  input_contract: { fields: [{ path: "profile.segment_code", type: "string", required: false }] },
  extra_result_sections: chosen("extra_result_sections", ["policy_schedule", "claims_history"]),
};

const withCounters: JsonObject = {
  ...withSegment,
  summary_counter_rules: chosen("summary_counter_rules", ["active_policies", "open_claims", "paid_losses"]),
};

const withTier: JsonObject = {
  ...withCounters,
  input_contract: {
    fields: [
      { path: "profile.segment_code", type: "string", required: false },
      { path: "profile.account_tier", type: "string", required: true, enum: ["a", "b", "c"] },
    ],
  },
  analysis_dimensions: [
    dimension("coverage_adequacy", "Coverage adequacy"),
    dimension("loss_experience", "Loss experience"),
  ],
};

const asOf = "2026-01-15T00:00:00Z";

function cases(more: JsonObject): FixtureRelease["cases"] {
  const subject = { key: "fixture-account", kind: "account", label: "Fixture Account" };
  const profile = {
    legal_name: "Fixture Account LLC",
    states: ["ME"],
    revenue: 1_500_000,
    employees: 12,
    stores_personal_data: true,
    ...more,
  };
  const policies = [
    {
      policy_key: "p-1",
      line: "general_liability",
      status: "active",
      effective_on: "2025-06-01",
      expires_on: "2026-06-01",
      premium: 4_200,
    },
  ];
  const claims = [
    {
      claim_key: "c-1",
      line: "general_liability",
      occurred_on: "2025-03-01",
      status: "closed",
      paid: 1_200,
      reserved: 0,
    },
  ];
  const documents = [
    {
      document_key: "d-1",
      kind: "loss_runs",
      title: "Loss runs",
      dated_on: "2026-01-02",
      text: "Loss runs valued as of 2026-01-02.",
    },
  ];
  return [
    {
      name: "complete account",
      scenario: "completed",
      input: { as_of: asOf, subject, profile, records: { policies, claims }, documents },
    },
    {
      name: "a document that cannot be read",
      scenario: "degraded",
      input: {
        as_of: asOf,
        subject,
        profile,
        records: { policies, claims },
        documents: [
          ...documents,
          {
            document_key: "d-2",
            kind: "application",
            source_blob_ref: "sb_0000000000000000000000000000000000000000000000000000000000000000".slice(0, 35),
          },
        ],
      },
    },
    {
      name: "nothing to analyse",
      scenario: "failed",
      input: {
        as_of: asOf,
        subject,
        ...(Object.keys(more).length === 0 ? {} : { profile: more }),
        documents: [{ document_key: "d-1", kind: "other", text: "No facts here." }],
      },
    },
  ];
}

export const fixtureEngineKind = "generic_fixture_engine";

export const fixtureReleases: readonly FixtureRelease[] = [
  {
    version: "1.0",
    releasedAt: "2026-03-22T00:00:00.000Z",
    changelog: "First release.",
    effective: base,
    cases: cases({}),
  },
  {
    version: "1.1",
    releasedAt: "2026-04-19T00:00:00.000Z",
    changelog: "Optional input field profile.segment_code; new section claims_history.",
    effective: withSegment,
    cases: cases({}),
  },
  {
    version: "1.3",
    releasedAt: "2026-06-14T00:00:00.000Z",
    changelog: "New counters open_claims and paid_losses.",
    effective: withCounters,
    cases: cases({}),
  },
  {
    version: "2.0",
    releasedAt: "2026-09-06T00:00:00.000Z",
    changelog: "Input field profile.account_tier is required; dimension documentation is gone.",
    effective: withTier,
    cases: cases({ account_tier: "b" }),
  },
];
