/** The built-in checks of stages 3 and 4, in the order in which their reasons are told (domain.md A2). */
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
export type CheckKey = (typeof checkKeys)[number];
