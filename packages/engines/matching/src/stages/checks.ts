/** The built-in checks of MATCH-23, MATCH-24, in the order of their reasons. */
export const checkKeys = [
  "line",
  "status",
  "effective_window",
  "state",
  "carrier_excluded",
  "admitted_only",
  "min_rating",
  "appetite",
  "must_have_coverage",
  "bound",
  "prior_decline",
] as const;
