/** Lines that a new engine looks for beside those an account holds, by segment (OPP-12). */
export const usualCrossSellLines = {
  commercial: [
    "umbrella",
    "cyber",
    "employment_practices",
    "workers_compensation",
    "commercial_auto",
    "professional_liability",
    "crime",
  ],
  personal: ["personal_umbrella", "homeowners", "personal_auto", "flood", "renters"],
} as const;

/** Commission of a new engine where a line's differs from the usual one (OPP-14). */
export const usualCommissions = { workers_compensation: 0.08, personal_auto: 0.1 } as const;

/** What a coverage adds to the premium of the policy it is added to (OPP-91). */
export const usualAddedShares = {
  business_income: 0.15,
  equipment_breakdown: 0.05,
  ordinance_law: 0.03,
  sewer_backup: 0.03,
} as const;

/** Coverages that cost a flat amount a year, from and to, in dollars (OPP-91). */
export const usualAddedAmounts = {
  hired_auto: [300, 750],
  non_owned_auto: [300, 750],
  employee_benefits: [250, 250],
} as const;

/** Premium of a limit relative to that of 1,000,000, linear in between (OPP-91). Our own round figures. */
export const usualLimitFactors = [
  [25_000, 0.62],
  [50_000, 0.7],
  [100_000, 0.78],
  [300_000, 0.88],
  [500_000, 0.94],
  [1_000_000, 1],
  [2_000_000, 1.12],
  [3_000_000, 1.19],
  [5_000_000, 1.3],
  [10_000_000, 1.5],
  [25_000_000, 1.9],
] as const;
