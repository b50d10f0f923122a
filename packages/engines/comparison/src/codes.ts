/** What of a coverage is compared: each is a row of the matrix. */
export const attributes = [
  "included",
  "limit",
  "deductible",
  "valuation",
  "coinsurance",
  "retro_date",
  "trigger",
  "premium",
] as const;
export type Attribute = (typeof attributes)[number];

export const itemKinds = ["quote", "policy", "renewal", "binder"] as const;

export const exposureBases = ["revenue", "payroll", "tiv", "vehicles"] as const;
export type ExposureBasis = (typeof exposureBases)[number];

export const requirementFields = ["limit", "deductible", "included", "valuation", "trigger", "rating", "form"] as const;

/** The built-in structural checks of CMP-8; a check without a severity in the configuration does not run. */
export const checkKeys = [
  "term_gap",
  "umbrella_schedule",
  "retro_date",
  "trigger_change",
  "valuation_drop",
  "coinsurance_up",
  "wind_hail_percent",
  "aggregate_shared",
  "additional_insured_basis",
  "one_sided_exclusion",
  "open_subjectivity",
  "quote_expiry",
  "rating_floor",
  "minimum_earned",
  "basis_mismatch",
] as const;
export type CheckKey = (typeof checkKeys)[number];

export const dimensions = ["coverage", "price", "terms", "carrier"] as const;
export type Dimension = (typeof dimensions)[number];

export const directions = ["higher_better", "lower_better", "match_baseline", "presence"] as const;
export type Direction = (typeof directions)[number];

/** How a cell stands against the reference of its row. */
export const cellStatuses = ["same", "better", "worse", "missing", "added", "unknown"] as const;
export type CellStatus = (typeof cellStatuses)[number];

/** What a row is compared with. */
export const referenceKinds = ["baseline", "requirement", "most_frequent"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Why an item is not compared. */
export const excludedReasons = [
  "record_not_loaded",
  "no_comparable_line",
  "document_unread",
  "option_not_chosen",
] as const;
