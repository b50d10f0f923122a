/** Example values of the contract's fields that several schemas share or that are too long to stand on a field. */

export const configHashExample = "7b3fffc81fbb01b19c24049db61bbe22691b7b38c72455d36eda4e00a8955787";
export const requestSchemaHashExample = "2c1f0f4d7be1f7f2d6f1f3f7f7b0b8f5c9f3a1f7f8c84a1b1d0f6e5c4b3a2918";
export const responseSchemaHashExample = "91d3f0b2a4c6e8f00112233445566778899aabbccddeeff00123456789abcdef";
export const runIdExample = "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11";
export const traceIdExample = "4bf92f3577b34da6a3ce929d0e0e4736";
/** SHA-256 of `{}`. */
export const emptyManifestHashExample = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

/** A renewal and one quote, valid input of a comparison engine. */
export const comparisonInputExample = {
  subject: { key: "blue-harbor", client_key: "c-1042", label: "Blue Harbor Cafe" },
  baseline_key: "expiring",
  items: [
    {
      key: "expiring",
      kind: "policy",
      label: "Expiring policy",
      carrier: { name: "Meridian Mutual", rating: "A" },
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
      premium: { base: 8400, taxes: 336, fees: 150 },
      coverages: [
        { line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 },
        { line: "liquor_liability", coverage: "liquor_each_cause", included: true, limit: 1_000_000 },
      ],
    },
    {
      key: "harborstone",
      kind: "quote",
      label: "Harborstone quote",
      carrier: { name: "Harborstone", rating: "A-" },
      effective_on: "2027-01-01",
      expires_on: "2028-01-01",
      premium: { base: 7476, taxes: 299.04, fees: 100 },
      coverages: [
        { line: "general_liability", coverage: "each_occurrence", included: true, limit: 1_000_000 },
        { line: "liquor_liability", coverage: "liquor_each_cause", included: false },
      ],
    },
  ],
} as const;

/** An excerpt of its output; a real one has the whole matrix. */
export const comparisonOutputExample = {
  schema_version: 1,
  engine_type: "comparison",
  as_of: "2026-11-21T09:00:00Z",
  subject: { kind: "client", key: "c-1042", label: "Blue Harbor Cafe" },
  headline: "Harborstone is 11.4% cheaper but drops liquor liability",
  summary: { item_count: 2, row_count: 4, material_differences: 1, best_key: "expiring", cheapest_key: "harborstone" },
  findings: [
    {
      finding_key: "coverage_missing:harborstone",
      rule_key: "liq_in",
      severity: "high",
      status: "gap",
      title: "Harborstone does not include liquor liability",
      detail: "The expiring policy includes it with a limit of 1,000,000.",
      confidence: 1,
      evidence_ids: ["e1", "e2"],
    },
  ],
} as const;

export const solutionExample = {
  rank: 1,
  solution_key: "expiring",
  score: 71.2,
  eligible: true,
  breakdown: [
    { dimension: "coverage", weight: 45, utility: 0.82, contribution: 36.9, because: "both coverages included" },
  ],
  strengths: ["liquor liability included"],
  concerns: ["11.4% dearer than Harborstone"],
} as const;

export const workItemExample = {
  work_item_id: "b0b7c8de-5a0f-5d56-9d0b-2f4a7c1e9a33",
  kind: "review_gap",
  title: "Ask Harborstone for liquor liability",
  detail: "The quote lacks a coverage that the expiring policy has.",
  severity: "high",
  finding_keys: ["coverage_missing:harborstone"],
  evidence_ids: ["e1", "e2"],
} as const;

/** The report of an evaluation gate. */
export const gateExample = {
  gate: "passed",
  required: { cases: 3, completed_cases: 1, rule_coverage: 0.6, pass_rate: 1, metric_tolerance: 0.02 },
  actual: { cases: 5, completed_cases: 4, rule_coverage: 0.95, pass_rate: 1 },
  failing: [],
} as const;

/** An excerpt of the configuration of a comparison engine. */
export const comparisonConfigExample = {
  schema_version: 1,
  domain_key: "us_insurance_distribution",
  response_type: "proposal_comparison",
  pack_key: "us_commercial_core",
  pack_version: 1,
  privacy_policy: { mode: "default_deny" },
  egress_manifest_version: emptyManifestHashExample,
  ranking: { enabled: true, weights: { coverage: 45, price: 30, terms: 15, carrier: 10 } },
} as const;
