/** The dimensions of a score, in the order in which a breakdown lists them (MATCH-13). */
export const dimensions = [
  "appetite",
  "coverage_fit",
  "price",
  "likelihood",
  "strength",
  "service",
  "relationship",
  "commission",
] as const;
export type Dimension = (typeof dimensions)[number];

/** What comes of an offering while a fact is missing. */
export const unknownPolicies = ["needs_info", "refer"] as const;
export type UnknownPolicy = (typeof unknownPolicies)[number];

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

/** What comes of an offering that is not rejected, best first. */
export const eligibilities = ["eligible", "refer", "needs_info"] as const;
export type Eligibility = (typeof eligibilities)[number];
