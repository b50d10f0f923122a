/** The list of a new engine. It is not required: a fresh organization has none loaded, and its runs report that. */
export const usualLists = [
  {
    list_key: "watch_demo",
    dataset_key: "watchlist:demo",
    label: "Demo watchlist",
    severity: "block",
    required: false,
    max_age_days: 7,
  },
] as const;

/** The checks of a new engine (DIL-13). */
export const usualChecks = [
  {
    key: "names",
    label: "Names against the lists",
    kind: "name_screen",
    severity: "critical",
    required: true,
    weight: 40,
    params: {},
  },
  {
    key: "fein_format",
    label: "Employer identification number is well formed",
    kind: "identifier_format",
    severity: "low",
    required: false,
    weight: 5,
    params: { type: "fein" },
  },
  {
    key: "licence",
    label: "License is active and current",
    kind: "license_status",
    severity: "high",
    required: false,
    weight: 20,
    params: { document_kind: "license", max_age_days: 365 },
  },
  {
    key: "owners_known",
    label: "Owners are known",
    kind: "ownership_known",
    severity: "medium",
    required: false,
    weight: 15,
    params: { min_known: 0.75 },
  },
  {
    key: "blocked_owner",
    label: "No listed party owns half or more",
    kind: "ownership_blocked",
    severity: "critical",
    required: true,
    weight: 20,
    params: { threshold: 0.5 },
  },
] as const;

export const usualDecision = {
  escalate_on: ["strong_hit:block", "check:blocked_owner"],
  review_on: ["possible_hit", "check_fail:high"],
} as const;
