import { comparisonRules } from "@service/packs";

/** Line items of a new engine, those of the pack. They are complete, so that they can be edited in place. */
export const usualLineItems = comparisonRules.line_items.map((item) => ({ enabled: true, ...item }));

/** Severities of the structural checks of a new engine (CMP-8). */
export const usualChecks = {
  term_gap: "high",
  umbrella_schedule: "high",
  retro_date: "critical",
  trigger_change: "high",
  valuation_drop: "high",
  coinsurance_up: "medium",
  wind_hail_percent: "medium",
  aggregate_shared: "medium",
  additional_insured_basis: "medium",
  one_sided_exclusion: "medium",
  open_subjectivity: "low",
  quote_expiry: "medium",
  rating_floor: "medium",
  minimum_earned: "low",
  basis_mismatch: "medium",
} as const;

/** Limits that an umbrella usually requires below it. */
export const usualUmbrellaSchedule = [
  { line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 },
  { line: "general_liability", coverage: "general_aggregate", limit: 2_000_000 },
  { line: "commercial_auto", coverage: "combined_single_limit", limit: 1_000_000 },
  { line: "workers_compensation", coverage: "el_each_accident", limit: 500_000 },
  { line: "workers_compensation", coverage: "el_disease_policy", limit: 500_000 },
  { line: "workers_compensation", coverage: "el_disease_employee", limit: 500_000 },
] as const;

/** What a price, as a ratio to the reference, and a carrier's rating are worth to a new engine. */
export const usualUtilities = {
  price: [
    [0.7, 1],
    [1, 0.6],
    [1.5, 0],
  ],
  rating: { "A++": 1, "A+": 0.95, A: 0.85, "A-": 0.75, "B++": 0.5, "B+": 0.4, NR: 0.2 },
} as const;
