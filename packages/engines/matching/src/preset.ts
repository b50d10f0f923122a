import { baseConfigurationPreset } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * The draft of a new matching engine (MATCH-13, TYPE-92). Commission weighs nothing unless the configuration says so: a
 * ranking driven by remuneration is a conflict of interest and must be a visible choice (MATCH-21).
 */
export function matchingPreset(): JsonObject {
  return {
    ...baseConfigurationPreset(),
    response_type: "market_recommendation",
    // A fresh organization has loaded no offerings yet; its runs send their own (TYPE-92).
    offering_source: { dataset_key: "offerings", required: false, max_age_days: 30 },
    weights: {
      appetite: 30,
      coverage_fit: 25,
      price: 15,
      likelihood: 12,
      strength: 8,
      service: 5,
      relationship: 5,
      commission: 0,
    },
    priority_profiles: {
      price: { price: 35, appetite: 22, coverage_fit: 20 },
      coverage: { coverage_fit: 40, price: 5 },
      speed: { service: 25, likelihood: 18, price: 8 },
    },
    utilities: {
      price: [
        [0.7, 1],
        [1, 0.6],
        [1.5, 0],
      ],
      service_days: [
        [1, 1],
        [5, 0.7],
        [15, 0.2],
        [30, 0],
      ],
      rating: { "A++": 1, "A+": 0.95, A: 0.85, "A-": 0.75, "B++": 0.5, "B+": 0.4, NR: 0.2 },
      relationship: { appointed_preferred: 1, appointed: 0.8, preferred: 0.5, none: 0.3 },
      commission_rate: [
        [0, 0],
        [0.1, 0.5],
        [0.2, 1],
      ],
    },
    knockout_rules: [
      {
        key: "surplus_needs_consent",
        enabled: true,
        effect: "refer",
        when: { fact: "offering.market", op: "eq", value: "surplus" },
        message: "Surplus lines: diligent search and tax filing",
      },
    ],
    unknown_policy: "needs_info",
    likelihood_prior: { rate: 0.25, strength: 4 },
    program: { enabled: true, min_needs: 2, credit_points: 3 },
    reject_reasons_kept: 3,
    near_misses: 10,
  };
}
