/** How grave a hit on a list is, ascending. */
export const listSeverities = ["medium", "high", "block"] as const;
export type ListSeverity = (typeof listSeverities)[number];

export const checkKinds = [
  "name_screen",
  "identifier_format",
  "identifier_match",
  "license_status",
  "document_present",
  "document_age",
  "field_consistency",
  "ownership_known",
  "ownership_blocked",
  "adverse_terms",
  "rule",
] as const;
export type CheckKind = (typeof checkKinds)[number];

/** Kinds of identifier a subject or a list entry may carry (DIL-3). */
export const identifierTypes = [
  "fein",
  "ssn_last4",
  "duns",
  "uei",
  "usdot",
  "npn",
  "naic",
  "lei",
  "passport",
  "license",
  "other",
] as const;
export type IdentifierType = (typeof identifierTypes)[number];

export const partyKinds = ["person", "organization"] as const;
export const partyRoles = ["owner", "officer", "principal", "beneficiary", "driver", "other"] as const;
export const nameStrengths = ["strong", "weak"] as const;

/** What a run suggests; none rejects anybody (TYPE-6). */
export const decisions = ["clear", "review", "escalate", "incomplete"] as const;
export type Decision = (typeof decisions)[number];

export const checkStatuses = ["pass", "fail", "review", "not_run"] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** The key under which hits on the subject are reported; related parties may not use it. */
export const subjectParty = "subject";

/** The list key of entries sent with the input; no configured list may use it. */
export const customListKey = "custom_list";
