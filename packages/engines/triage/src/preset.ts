/** Documents and facts that a new submission should bring, as a new engine asks for them (TRI-7). */
export const usualRequiredItems = [
  {
    line: "*",
    kind: "new",
    documents: [
      { kind: "application", weight: 30 },
      { kind: "loss_runs", weight: 25, max_age_days: 90 },
    ],
    facts: [
      { path: "risk.naics", weight: 10 },
      { path: "effective_on", weight: 15 },
      { path: "risk.revenue", weight: 10 },
      { path: "insured.address", weight: 10 },
    ],
  },
  { line: "commercial_property", kind: "new", documents: [{ kind: "schedule_of_values", weight: 20 }], facts: [] },
  {
    line: "commercial_auto",
    kind: "new",
    documents: [
      { kind: "driver_list", weight: 15 },
      { kind: "vehicle_list", weight: 15 },
    ],
    facts: [],
  },
] as const;

/**
 * Utilities of a new engine. TRI-15: those of tier, bind rate and age against the response time are beside those of
 * value and deadline, so that all four parts of the priority can be edited in one place.
 */
export const usualUtilities = {
  value: [
    [0, 0],
    [5000, 30],
    [25_000, 70],
    [100_000, 100],
  ],
  urgency_days: [
    [0, 100],
    [7, 90],
    [14, 75],
    [30, 50],
    [60, 25],
    [120, 5],
  ],
  // Age over the response time of the route: an overdue promise outranks far deadlines and ranks below near ones.
  response_age: [
    [0, 0],
    [1, 60],
    [2, 80],
  ],
  tier: [
    [1, 100],
    [2, 80],
    [3, 60],
    [4, 40],
    [5, 20],
  ],
  bind_rate: [
    [0, 0],
    [0.5, 100],
  ],
} as const;

/** Routes of a new engine: large accounts, and everything else. */
export const usualRoutes = [
  {
    key: "large",
    label: "Large accounts",
    precedence: 10,
    when: { fact: "premium_estimate", op: "gte", value: 100_000 },
    to: { tag: "senior" },
    action: "specialist",
    sla_hours: 24,
  },
  {
    key: "default",
    label: "General desk",
    precedence: 999,
    when: { all: [] },
    to: { team: "intake" },
    action: "queue",
    sla_hours: 72,
  },
] as const;
