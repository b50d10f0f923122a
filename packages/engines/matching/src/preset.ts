/** What a price (as a ratio to the target), days and a commission rate are worth to a new engine, and a rating. */
export const usualUtilities = {
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
  commission_rate: [
    [0, 0],
    [0.1, 0.5],
    [0.2, 1],
  ],
} as const;

/** Agency-wide rules of a new engine. */
export const usualRules = [
  {
    key: "surplus_needs_consent",
    enabled: true,
    effect: "refer",
    when: { fact: "offering.market", op: "eq", value: "surplus" },
    message: "Surplus lines need a diligent search and a tax filing",
  },
] as const;
