import type { JsonObject } from "@service/json";
import { fact, flagOrTrade } from "./entity-analysis-conditions.ts";

/** Notes that explain a finding to a colleague. Our own words; guidance, not legal advice (PACK-6). */

type Note = {
  key: string;
  title: string;
  body: string;
  tags: string[];
  attach_to: JsonObject;
  applies_when?: JsonObject;
};

const toDimension = (dimension: string): JsonObject => ({ dimension });
const toFinding = (finding_prefix: string): JsonObject => ({ finding_prefix });

const notes: readonly Note[] = [
  {
    key: "kn_umbrella_schedule",
    title: "Keep the umbrella schedule aligned",
    body: "An umbrella responds only above scheduled limits that are actually in force; verify primary limits and dates at every renewal.",
    tags: ["umbrella"],
    attach_to: toDimension("coverage_adequacy"),
    applies_when: fact("records.policies[]", "exists"),
  },
  {
    key: "kn_umbrella_first_million",
    title: "Price the first million first",
    body: "Quote one million before larger towers: the first layer carries most of the premium and most of the benefit, and a client who buys it often buys the next.",
    tags: ["umbrella"],
    attach_to: toFinding("gap_umbrella:"),
  },
  {
    key: "kn_employment_applicants",
    title: "Applicants can claim too",
    body: "Employment claims come from people who were never hired as well as from staff. Ask about handbooks, hiring forms and who handles complaints; markets price on these answers.",
    tags: ["employment_practices"],
    attach_to: toFinding("gap_employment_practices"),
  },
  {
    key: "kn_workers_exemptions",
    title: "Exempt owners still need an answer",
    body: "Owners may often exclude themselves. Record the choice in writing and check that the health plan does not exclude injuries at work.",
    tags: ["workers_compensation", "statute"],
    attach_to: toFinding("gap_workers_compensation"),
  },
  {
    key: "kn_uninsured_subcontractors",
    title: "Uninsured subcontractors come back at audit",
    body: "Payments to subcontractors without proof of workers compensation are charged as payroll. Collect certificates before the work, not at the audit.",
    tags: ["workers_compensation", "subcontract", "certificates"],
    attach_to: toDimension("contract_compliance"),
    applies_when: fact("profile.subcontract_cost", "gt", 0),
  },
  {
    key: "kn_cyber_response",
    title: "Sell the response, not the limit",
    body: "Small firms use the breach hotline, forensics and lawyers long before they use the limit. Compare panels and response time as well as premium.",
    tags: ["cyber"],
    attach_to: toFinding("gap_cyber"),
  },
  {
    key: "kn_cyber_controls",
    title: "Controls decide the quote",
    body: "Multi-factor sign-in, tested backups and prompt updates decide whether a cyber market quotes at all. Collect these answers first.",
    tags: ["cyber", "data"],
    attach_to: toDimension("exposure_match"),
    applies_when: flagOrTrade("profile.stores_personal_data", ["52", "54", "62"]),
  },
  {
    key: "kn_hired_non_owned",
    title: "Errands count",
    body: "A trip to the bank in an employee's own car exposes the employer. Hired and non-owned liability follows the business where no vehicle is owned.",
    tags: ["commercial_auto", "non_owned_auto"],
    attach_to: toFinding("gap_hired_non_owned_auto"),
  },
  {
    key: "kn_liquor_exclusion",
    title: "The liquor exclusion is absolute for those who serve",
    body: "Host liquor coverage ends where alcohol is part of the business. Match the liquor limit to the liability limit and check the umbrella's schedule for it.",
    tags: ["liquor_liability"],
    attach_to: toFinding("gap_liquor_liability"),
  },
  {
    key: "kn_professional_prior_acts",
    title: "Ask for prior acts from the start",
    body: "A retroactive date of inception leaves all past work uninsured. Full prior acts are easiest to obtain before a claim is known.",
    tags: ["professional_liability"],
    attach_to: toFinding("gap_professional_liability"),
  },
  {
    key: "kn_replacement_cost",
    title: "Replacement cost needs a replacement value",
    body: "Changing the valuation without changing the limit moves the problem. Run a cost estimate first, then ask for replacement cost or agreed value.",
    tags: ["commercial_property", "building"],
    attach_to: toFinding("gap_building"),
  },
  {
    key: "kn_business_income_worksheet",
    title: "Work out business income together",
    body: "A worksheet done with the client's accountant finds the right limit and is the best answer to a later dispute. Include payroll that must continue.",
    tags: ["business_income"],
    attach_to: toFinding("gap_business_income"),
  },
  {
    key: "kn_ordinance_three_parts",
    title: "Ordinance or law has three parts",
    body: "Loss to the undamaged portion, demolition, and increased cost of construction are separate limits. Check that all three are in place.",
    tags: ["ordinance_law", "building"],
    attach_to: toFinding("gap_ordinance_law"),
  },
  {
    key: "kn_flood_zones",
    title: "Zones change and water does not read maps",
    body: "A large part of flood claims comes from outside the high-risk zones. Offer flood everywhere and record the answer; in A and V zones lenders insist.",
    tags: ["flood"],
    attach_to: toFinding("gap_flood"),
  },
  {
    key: "kn_contract_first",
    title: "Read the contract before the policy",
    body: "Indemnity and insurance clauses decide what the client has promised. Compare them with the policy wording before issuing a certificate.",
    tags: ["contract", "additional_insured"],
    attach_to: toDimension("contract_compliance"),
    applies_when: fact("records.contracts[]", "exists"),
  },
  {
    key: "kn_certificates",
    title: "A certificate changes nothing",
    body: "Certificates inform; only endorsements insure. Keep the endorsement beside every certificate that mentions one.",
    tags: ["certificates", "additional_insured", "waiver"],
    attach_to: toFinding("req_contract_"),
  },
  {
    key: "kn_loss_narrative",
    title: "Tell the story of the losses",
    body: "Underwriters assume the worst about unexplained losses. One page with cause, cost and corrective action for each large claim moves prices.",
    tags: ["loss", "ratio", "large"],
    attach_to: toDimension("loss_experience"),
    applies_when: fact("loss.incurred_5y", "gt", 0),
  },
  {
    key: "kn_reserve_review",
    title: "Review reserves before renewal",
    body: "Reserves are priced as if they were paid. Ask the adjuster for a review sixty days before the loss runs are ordered.",
    tags: ["open", "reserves"],
    attach_to: toDimension("loss_experience"),
    applies_when: fact("loss.open_count", "gt", 0),
  },
  {
    key: "kn_loss_runs",
    title: "Order loss runs early",
    body: "Most markets want runs valued within ninety days, and carriers may take weeks to send them. Order them one hundred and twenty days before renewal.",
    tags: ["loss", "runs", "documentation"],
    attach_to: toFinding("loss_runs_current"),
  },
  {
    key: "kn_renewal_calendar",
    title: "Start the renewal at one hundred and twenty days",
    body: "Updated exposures at 120 days, submissions at 90, terms at 45, proposal at 30. Late renewals lose both price and trust.",
    tags: ["renewal", "expirations"],
    attach_to: toDimension("renewal_readiness"),
    applies_when: fact("profile.next_expiration", "within_days", 120),
  },
];

export const knowledgeNotes: JsonObject[] = notes.map((note) => ({ ...note }));
