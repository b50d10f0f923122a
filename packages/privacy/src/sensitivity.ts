/** Classes of values that a field policy can deny (PRIV-1). */
export const sensitivities = [
  "pii_contact",
  "pii_identity",
  "financial",
  "commission",
  "screening",
  "internal",
] as const;
export type Sensitivity = (typeof sensitivities)[number];
