import type { JsonObject } from "@service/json";
import {
  all,
  amountOrTrade,
  any,
  anyOf,
  fact,
  flagOrTrade,
  holdsCoverage,
  holdsLine,
  isFlagged,
  noneOf,
} from "./entity-analysis-conditions.ts";

/**
 * Gaps: an exposure that the client has against a coverage it lacks. Agency guidance, not legal advice (PACK-6). NAICS
 * prefixes replace facts that nobody has stated; the 2022 titles of the US Census are public.
 */

type Gap = {
  key: string;
  label: string;
  line: string;
  coverage?: string;
  exposure_when: JsonObject;
  covered_when: JsonObject;
  partial_when?: JsonObject;
  suppress_when?: JsonObject;
  exposure_amount?: JsonObject;
  severity: string;
  recommendation: string;
  talking_points: string[];
  work_item?: JsonObject;
};

const inDimension = (dimension: string, gaps: readonly Gap[]): JsonObject[] =>
  gaps.map(({ key, label, ...rest }) => ({ key, label, dimension, ...rest }));

const offer = (title: string): JsonObject => ({ kind: "contact_client", title, due_in_days: 30 });
const ownsVehicles = fact("profile.owned_vehicles", "gt", 0);
const needsUmbrella = any(fact("profile.owned_vehicles", "gte", 5), fact("profile.revenue", "gt", 5_000_000));
const buildingRow = all(
  fact("@.in_force", "eq", true),
  fact("@.included", "eq", true),
  fact("@.coverage", "eq", "building"),
);
const insuresBuilding = anyOf("records.coverages[]", buildingRow);
const lowerLimit = (coverage: string, limit: number): JsonObject =>
  all(fact("@.in_force", "eq", true), fact("@.coverage", "eq", coverage), fact("@.limit", "lt", limit));

export const gapRules: JsonObject[] = [
  ...inDimension("coverage_adequacy", [
    {
      key: "gap_general_liability",
      label: "General liability",
      line: "general_liability",
      exposure_when: any(
        fact("profile.revenue", "gt", 0),
        fact("profile.employees", "gte", 1),
        fact("profile.payroll", "gt", 0),
      ),
      covered_when: holdsLine("general_liability", "business_owners", "garage"),
      severity: "critical",
      recommendation: "Quote general liability or a business owners policy",
      talking_points: [
        "Premises and operations claims reach every business",
        "Landlords and customers ask for proof of it",
      ],
      work_item: offer("Offer general liability"),
    },
    {
      key: "gap_workers_compensation",
      label: "Workers compensation",
      line: "workers_compensation",
      exposure_when: any(fact("profile.payroll", "gt", 0), fact("profile.employees", "gte", 1)),
      covered_when: holdsLine("workers_compensation"),
      exposure_amount: { fact: "profile.payroll" },
      severity: "critical",
      recommendation: "Confirm how employees are insured; quote workers compensation or document the exemption",
      talking_points: [
        "Most states require it from the first employee",
        "Penalties and claims fall on the owner when it is missing",
      ],
      work_item: offer("Clarify workers compensation"),
    },
    {
      key: "gap_employment_practices",
      label: "Employment practices",
      line: "employment_practices",
      exposure_when: fact("profile.employees", "gte", 5),
      covered_when: holdsLine("employment_practices"),
      partial_when: holdsCoverage(["epli_aggregate"], fact("@.line", "ne", "employment_practices")),
      severity: "high",
      recommendation: "Quote employment practices coverage",
      talking_points: [
        "Claims are filed by employees, past employees and applicants",
        "Defense cost alone is material for a small employer",
      ],
      work_item: offer("Offer employment practices liability"),
    },
    {
      key: "gap_cyber",
      label: "Cyber",
      line: "cyber",
      exposure_when: flagOrTrade("profile.stores_personal_data", ["44", "45", "52", "54", "61", "62", "722"]),
      covered_when: holdsLine("cyber"),
      partial_when: holdsCoverage(["cyber_aggregate", "ransomware_sublimit"], fact("@.line", "ne", "cyber")),
      severity: "high",
      recommendation: "Quote stand-alone cyber coverage with breach response",
      talking_points: [
        "Notification duties apply to a handful of records as to a million",
        "Ransom demands stop work before they cost money",
      ],
      work_item: offer("Offer cyber coverage"),
    },
    {
      key: "gap_professional_liability",
      label: "Professional liability",
      line: "professional_liability",
      exposure_when: amountOrTrade("profile.professional_fees", 0, [
        "5411",
        "5412",
        "5413",
        "5416",
        "5242",
        "5312",
        "5313",
      ]),
      covered_when: holdsLine("professional_liability"),
      exposure_amount: { fact: "profile.professional_fees" },
      severity: "high",
      recommendation: "Quote professional liability and ask for prior acts",
      talking_points: [
        "General liability excludes the rendering of professional services",
        "Client contracts increasingly require it",
      ],
      work_item: offer("Offer professional liability"),
    },
    {
      key: "gap_umbrella",
      label: "Umbrella",
      line: "umbrella",
      exposure_when: needsUmbrella,
      covered_when: holdsLine("umbrella"),
      severity: "high",
      recommendation: "Quote an umbrella of at least 1,000,000 over liability, auto and employers liability",
      talking_points: [
        "One serious auto accident exceeds a primary limit",
        "The first million is the cheapest liability limit a client can buy",
      ],
      work_item: offer("Offer an umbrella"),
    },
    {
      key: "gap_umbrella_underlying",
      label: "Primary limits below the umbrella schedule",
      line: "umbrella",
      coverage: "umbrella_occurrence",
      exposure_when: holdsLine("umbrella"),
      // Checks ask for unstated limits; here only a limit known to be too low opens the gap.
      covered_when: all(
        noneOf("records.coverages[]", lowerLimit("each_occurrence", 1_000_000)),
        noneOf("records.coverages[]", lowerLimit("general_aggregate", 2_000_000)),
        noneOf("records.coverages[]", lowerLimit("combined_single_limit", 1_000_000)),
        noneOf("records.coverages[]", lowerLimit("el_each_accident", 500_000)),
      ),
      severity: "high",
      recommendation: "Raise the primary limits to the umbrella's schedule of underlying insurance",
      talking_points: [
        "Between a low primary limit and the umbrella the client pays",
        "Check limits and dates of every scheduled policy",
      ],
      work_item: { kind: "review_gap", title: "Align primary limits with the umbrella schedule", due_in_days: 14 },
    },
    {
      key: "gap_building_valuation",
      label: "Building insured at actual cash value",
      line: "commercial_property",
      coverage: "building",
      exposure_when: insuresBuilding,
      covered_when: noneOf("records.coverages[]", all(buildingRow, fact("@.valuation", "eq", "actual_cash_value"))),
      severity: "high",
      recommendation: "Ask for replacement cost",
      talking_points: ["Depreciation on a roof or an old building can exceed half of the loss"],
      work_item: { kind: "review_gap", title: "Price replacement cost for the building", due_in_days: 21 },
    },
    {
      key: "gap_building_underinsured",
      label: "Building insured below 90 percent of its value",
      line: "commercial_property",
      coverage: "building",
      exposure_when: all(fact("profile.building_value", "gt", 0), insuresBuilding),
      covered_when: fact("records.property.insured_to_value", "gte", 0.9),
      exposure_amount: { sub: [{ fact: "profile.building_value" }, { fact: "profile.building_limit" }] },
      severity: "high",
      recommendation: "Raise the building limit to the declared replacement value",
      talking_points: [
        "A coinsurance penalty applies to partial losses too",
        "Building cost has risen faster than most limits",
      ],
      work_item: { kind: "verify_fact", title: "Verify the replacement value of the building", due_in_days: 21 },
    },
    {
      key: "gap_business_income",
      label: "Business income not insured",
      line: "commercial_property",
      coverage: "business_income",
      exposure_when: fact("profile.revenue", "gt", 500_000),
      covered_when: holdsCoverage(["business_income"]),
      partial_when: all(
        holdsCoverage(["extra_expense"]),
        noneOf("records.coverages[]", all(fact("@.in_force", "eq", true), fact("@.coverage", "eq", "business_income"))),
      ),
      exposure_amount: { mul: [{ const: 0.5 }, { fact: "profile.revenue" }] },
      severity: "high",
      recommendation: "Add business income with extra expense; complete a worksheet",
      talking_points: [
        "Rent and key people are paid while the doors are closed",
        "Rebuilding takes longer than clients expect",
      ],
      work_item: offer("Prepare a business income worksheet"),
    },
    {
      key: "gap_ordinance_law",
      label: "Ordinance or law not insured",
      line: "commercial_property",
      coverage: "ordinance_law",
      exposure_when: all(insuresBuilding, anyOf("records.locations[]", fact("@.year_built", "lt", 1990))),
      covered_when: holdsCoverage(["ordinance_law"]),
      severity: "medium",
      recommendation: "Add ordinance or law coverage for undamaged portion, demolition and increased cost",
      talking_points: ["Older buildings must be rebuilt to today's code"],
    },
    {
      key: "gap_equipment_breakdown",
      label: "Equipment breakdown not insured",
      line: "commercial_property",
      coverage: "equipment_breakdown",
      exposure_when: any(fact("profile.building_value", "gt", 0), fact("profile.contents_value", "gt", 0)),
      covered_when: holdsCoverage(["equipment_breakdown"]),
      severity: "low",
      recommendation: "Add equipment breakdown",
      talking_points: ["Electrical arcing and mechanical failure are excluded by property forms"],
    },
  ]),
  ...inDimension("exposure_match", [
    {
      key: "gap_commercial_auto",
      label: "Commercial auto",
      line: "commercial_auto",
      exposure_when: ownsVehicles,
      covered_when: holdsLine("commercial_auto", "garage"),
      severity: "critical",
      recommendation: "Insure the owned vehicles in the name of the business",
      talking_points: ["Personal policies exclude vehicles titled to a business"],
      work_item: offer("Quote commercial auto"),
    },
    {
      key: "gap_hired_non_owned_auto",
      label: "Hired and non-owned auto not insured",
      line: "commercial_auto",
      coverage: "non_owned_auto",
      exposure_when: any(
        ownsVehicles,
        isFlagged("profile.employees_drive"),
        all(fact("profile.employees_drive", "missing"), fact("profile.employees", "gte", 10)),
      ),
      covered_when: all(holdsCoverage(["hired_auto"]), holdsCoverage(["non_owned_auto"])),
      partial_when: any(
        all(holdsCoverage(["hired_auto"]), noneOf("records.coverages[]", fact("@.coverage", "eq", "non_owned_auto"))),
        all(holdsCoverage(["non_owned_auto"]), noneOf("records.coverages[]", fact("@.coverage", "eq", "hired_auto"))),
      ),
      severity: "high",
      recommendation: "Add hired and non-owned auto liability",
      talking_points: [
        "An errand in an employee's own car is the employer's liability",
        "The coverage costs little beside its limit",
      ],
      work_item: offer("Add hired and non-owned auto"),
    },
    {
      key: "gap_liquor_liability",
      label: "Liquor liability",
      line: "liquor_liability",
      exposure_when: amountOrTrade("profile.alcohol_receipts", 0, ["7224", "4453", "3121"]),
      covered_when: any(holdsLine("liquor_liability"), holdsCoverage(["liquor_each_cause"])),
      exposure_amount: { fact: "profile.alcohol_receipts" },
      severity: "critical",
      recommendation: "Quote liquor liability at the general liability limit",
      talking_points: ["General liability excludes those in the business of serving alcohol"],
      work_item: offer("Quote liquor liability"),
    },
    {
      key: "gap_flood",
      label: "Flood",
      line: "flood",
      exposure_when: fact("profile.flood_zones[]", "starts_with", ["A", "V"]),
      covered_when: holdsLine("flood"),
      exposure_amount: { fact: "profile.building_value" },
      severity: "high",
      recommendation: "Quote flood; lenders require it in these zones",
      talking_points: [
        "Property forms exclude surface water",
        "Waiting periods make it too late once a storm has a name",
      ],
      work_item: offer("Quote flood"),
    },
    {
      key: "gap_earthquake",
      label: "Earthquake",
      line: "earthquake",
      exposure_when: all(
        fact("profile.building_value", "gt", 0),
        fact("profile.states[]", "in", ["CA", "OR", "WA", "AK", "HI", "NV", "UT"]),
      ),
      covered_when: holdsLine("earthquake"),
      exposure_amount: { fact: "profile.building_value" },
      severity: "medium",
      recommendation: "Offer earthquake coverage and record the answer",
      talking_points: ["Property forms exclude earth movement"],
    },
    {
      key: "gap_tenant_improvements",
      label: "Tenant improvements not scheduled",
      line: "commercial_property",
      coverage: "tenant_improvements",
      exposure_when: fact("profile.tenant_improvements", "gt", 0),
      covered_when: holdsCoverage(["tenant_improvements"]),
      exposure_amount: { fact: "profile.tenant_improvements" },
      severity: "medium",
      recommendation: "Schedule the improvements or raise the contents limit by their value",
      talking_points: ["The lease decides who rebuilds what the tenant built"],
      work_item: { kind: "request_document", title: "Request the lease", due_in_days: 21 },
    },
    {
      key: "gap_business_personal_property",
      label: "Business personal property not insured",
      line: "commercial_property",
      coverage: "business_personal_property",
      exposure_when: fact("profile.contents_value", "gt", 0),
      covered_when: holdsCoverage(["business_personal_property"]),
      exposure_amount: { fact: "profile.contents_value" },
      severity: "high",
      recommendation: "Insure contents at replacement cost",
      talking_points: ["A landlord's policy does not insure the tenant's property"],
    },
    {
      key: "gap_crime",
      label: "Crime",
      line: "crime",
      exposure_when: any(
        isFlagged("profile.handles_client_funds"),
        isFlagged("profile.sponsors_benefit_plan"),
        fact("profile.employees", "gte", 15),
      ),
      covered_when: holdsLine("crime"),
      severity: "medium",
      recommendation: "Quote employee theft, forgery and funds transfer fraud",
      talking_points: ["Benefit plans must be bonded by law", "Theft by trusted employees runs for years"],
    },
    {
      key: "gap_social_engineering",
      label: "Social engineering not insured",
      line: "crime",
      coverage: "social_engineering",
      exposure_when: all(
        holdsLine("crime", "cyber"),
        any(isFlagged("profile.handles_client_funds"), fact("profile.revenue", "gt", 1_000_000)),
      ),
      covered_when: holdsCoverage(["social_engineering"]),
      severity: "medium",
      recommendation: "Add social engineering to the crime or cyber policy",
      talking_points: ["A payment made voluntarily to a fraudster is not theft under most forms"],
    },
    {
      key: "gap_directors_officers",
      label: "Directors and officers",
      line: "directors_officers",
      exposure_when: any(
        isFlagged("profile.has_board"),
        all(fact("profile.entity_type", "exists"), fact("profile.entity_type", "contains", "nonprofit")),
      ),
      covered_when: holdsLine("directors_officers"),
      severity: "medium",
      recommendation: "Quote directors and officers liability",
      talking_points: ["Board members answer with their own assets"],
    },
    {
      key: "gap_pollution",
      label: "Pollution",
      line: "pollution",
      exposure_when: flagOrTrade("profile.pollution_exposure", ["562", "324", "325", "4247", "2111", "8123"]),
      covered_when: holdsLine("pollution"),
      severity: "medium",
      recommendation: "Quote site or contractors pollution liability",
      talking_points: ["Liability and property forms exclude pollutants"],
    },
    {
      key: "gap_inland_marine",
      label: "Tools and equipment",
      line: "inland_marine",
      exposure_when: amountOrTrade("profile.tools_value", 5_000, ["236", "237", "238", "5617"]),
      covered_when: holdsLine("inland_marine"),
      exposure_amount: { fact: "profile.tools_value" },
      severity: "medium",
      recommendation: "Schedule tools and mobile equipment",
      talking_points: ["Property forms end near the premises"],
    },
    {
      key: "gap_builders_risk",
      label: "Builders risk",
      line: "builders_risk",
      exposure_when: all(
        fact("profile.construction_in_progress", "exists"),
        fact("profile.construction_in_progress", "gt", 0),
      ),
      covered_when: holdsLine("builders_risk"),
      exposure_amount: { fact: "profile.construction_in_progress" },
      severity: "high",
      recommendation: "Confirm who insures the work in progress; quote builders risk",
      talking_points: ["The contract names who must insure the project"],
    },
    {
      key: "gap_motor_truck_cargo",
      label: "Motor truck cargo",
      line: "motor_truck_cargo",
      exposure_when: flagOrTrade("profile.hauls_for_hire", ["484"]),
      covered_when: holdsLine("motor_truck_cargo"),
      severity: "high",
      recommendation: "Quote motor truck cargo at the highest load value",
      talking_points: ["Shippers and brokers require it before the first load"],
    },
    {
      key: "gap_garage",
      label: "Garagekeepers",
      line: "garage",
      exposure_when: flagOrTrade("profile.customer_vehicles_in_care", ["8111", "4411", "4412"]),
      covered_when: holdsLine("garage"),
      severity: "high",
      recommendation: "Quote garage liability with garagekeepers",
      talking_points: ["Liability forms exclude property in the insured's care"],
    },
    {
      key: "gap_product_recall",
      label: "Product recall",
      line: "product_recall",
      exposure_when: flagOrTrade("profile.makes_products", ["311", "3254", "3261", "336"]),
      covered_when: holdsLine("product_recall"),
      severity: "low",
      recommendation: "Offer product recall expense",
      talking_points: ["Products liability pays for injury, not for taking goods back"],
    },
  ]),
];
