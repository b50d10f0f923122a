import type { OpportunityKind } from "@service/contract";
import type { WorkItemKind } from "@service/engine-kit";

export { opportunityKinds, type OpportunityKind, opportunityStatuses, type OpportunityStatus } from "@service/contract";

/** Kinds that sell something: only these are bounded per account and by need (OPP-61, OPP-87). The others have a date or a danger. */
export const offerKinds: ReadonlySet<OpportunityKind> = new Set([
  "coverage_gap",
  "cross_sell",
  "limit_adequacy",
  "win_back",
]);

/** What one and several of a kind are called. */
export const kindNouns: { readonly [Kind in OpportunityKind]: readonly [one: string, several: string] } = {
  coverage_gap: ["coverage gap", "coverage gaps"],
  cross_sell: ["line to offer", "lines to offer"],
  limit_adequacy: ["limit to review", "limits to review"],
  renewal_risk: ["renewal at risk", "renewals at risk"],
  renewal_prep: ["renewal to prepare", "renewals to prepare"],
  remarket: ["policy to remarket", "policies to remarket"],
  win_back: ["line to win back", "lines to win back"],
  billing_risk: ["billing risk", "billing risks"],
  claim_followup: ["claim to follow up", "claims to follow up"],
  data_quality: ["file to correct", "files to correct"],
};

/** Segments of accounts (TYPE-29). */
export const segments = ["commercial", "personal", "benefits"] as const;

/** Families whose rows an inline account carries (OPP-2); records bring them as `records:<family>`. */
export const accountFamilies = ["policies", "coverages", "claims", "activities", "invoices"] as const;
/** What peers are counted by: what clients are, and the lines they hold. */
export const peerFamilies = ["accounts", "policies"] as const;
export type AccountFamily = (typeof accountFamilies)[number];
export const familyKeys: { readonly [Family in AccountFamily]: string } = {
  policies: "policy_key",
  coverages: "coverage_key",
  claims: "claim_key",
  activities: "activity_key",
  invoices: "invoice_key",
};

/** The work that each kind suggests. */
export const workItemKindOf: { readonly [Kind in OpportunityKind]: WorkItemKind } = {
  coverage_gap: "review_gap",
  cross_sell: "contact_client",
  limit_adequacy: "review_gap",
  renewal_risk: "contact_client",
  renewal_prep: "contact_client",
  remarket: "submit_market",
  win_back: "contact_client",
  billing_risk: "contact_client",
  claim_followup: "contact_client",
  data_quality: "correct_data",
};
