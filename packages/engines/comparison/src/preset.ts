import { comparisonRules } from "@service/packs";
import { baseConfigurationPreset, filledIn } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/** Defaults of a line item. */
export const lineItemDefaults: JsonObject = { enabled: true };

/**
 * The draft of a new comparison engine (CMP-7, TYPE-92). Line items are complete, so that they can be edited in place.
 */
export function comparisonPreset(): JsonObject {
  return {
    ...baseConfigurationPreset(),
    response_type: "proposal_comparison",
    aliases: [],
    max_rows: 1500,
    line_items: filledIn(comparisonRules.line_items, lineItemDefaults),
    checks: {
      term_gap: "high",
      umbrella_schedule: "high",
      retro_date: "critical",
      trigger_change: "high",
      valuation_drop: "high",
      coinsurance_up: "medium",
      wind_hail_percent: "medium",
      aggregate_shared: "medium",
      one_sided_exclusion: "medium",
      open_subjectivity: "low",
      quote_expiry: "medium",
      rating_floor: "medium",
      minimum_earned: "low",
      basis_mismatch: "medium",
    },
    check_parameters: {
      umbrella_schedule: [
        { line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 },
        { line: "general_liability", coverage: "general_aggregate", limit: 2_000_000 },
        { line: "commercial_auto", coverage: "combined_single_limit", limit: 1_000_000 },
        { line: "workers_compensation", coverage: "el_each_accident", limit: 500_000 },
        { line: "workers_compensation", coverage: "el_disease_policy", limit: 500_000 },
        { line: "workers_compensation", coverage: "el_disease_employee", limit: 500_000 },
      ],
      rating_floor: "A-",
      minimum_earned_max: 0.25,
      quote_expiry_days: 10,
      basis_tolerance: 0.05,
    },
    ranking: {
      enabled: true,
      weights: { coverage: 45, price: 30, terms: 15, carrier: 10 },
      utilities: {
        price: [
          [0.7, 1],
          [1, 0.6],
          [1.5, 0],
        ],
        rating: { "A++": 1, "A+": 0.95, A: 0.85, "A-": 0.75, "B++": 0.5, "B+": 0.4, NR: 0.2 },
      },
    },
    scenarios: [],
  };
}
