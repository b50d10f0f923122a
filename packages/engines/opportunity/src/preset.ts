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
