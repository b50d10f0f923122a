/** Words and bounds of the condition language (COND-24, COND-25). */
export const operators = [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "in",
  "not_in",
  "contains",
  "starts_with",
  "matches",
  "exists",
  "missing",
  "within_days",
  "older_than_days",
  "before",
  "after",
] as const;
export type Operator = (typeof operators)[number];

export const quantifiers = ["any", "all", "none", "count"] as const;
export type Quantifier = (typeof quantifiers)[number];

export const countOperators = ["eq", "ne", "gt", "gte", "lt", "lte", "between"] as const;

export const aggregates = ["sum", "avg", "min", "max", "count"] as const;
export type Aggregate = (typeof aggregates)[number];

export const ruleLimits = { depth: 12, nodes: 200, patternBytes: 1024, listItems: 500, stringChars: 4000 } as const;

/** Sizes of patterns as `patternSize` counts them: of one, of all in one rule and of all in one configuration (COND-25). */
export const patternSizes = { pattern: 2_000, rule: 4_000, configuration: 40_000 } as const;
