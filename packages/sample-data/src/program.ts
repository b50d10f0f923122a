import type { JsonObject } from "@service/json";
import { buildingValue, cents, rounded, type Facts, type Site } from "./facts.ts";
import type { Random } from "./random.ts";

/** One coverage of a policy, in the fields of a coverage line. */
export type Coverage = {
  readonly line: string;
  readonly coverage: string;
  readonly included: boolean;
  readonly limit?: number;
  readonly limit_basis?: string;
  readonly deductible?: { readonly type: string; readonly amount: number };
  readonly valuation?: string;
  readonly coinsurance?: number;
  readonly trigger?: string;
  readonly retro_date?: string;
  /** Position of the site among the sites of the facts. */
  readonly site?: number;
};

/** One policy of a client's program. */
export type Held = {
  readonly line: string;
  readonly lines: readonly string[];
  readonly coverages: readonly Coverage[];
  /** A year's premium in dollars and cents. */
  readonly premium: number;
};

export type Program = readonly Held[];

/** Whether an optional line or coverage is bought. */
export type Buys = (wish: string) => boolean;

/** The business lines of a client with these facts: what it must have and, where it buys them, the others it has a use for. */
export function placeProgram(random: Random, facts: Facts, today: string, buys: Buys): Program {
  const { revenue } = facts;
  const isSmall = facts.employees < 20 && revenue < 5_000_000 && valueOf(facts) < 3_000_000 && facts.toolsValue === 0;
  const held = placePolicies(random, buys, mainPolicies(facts, isSmall && random.chance(0.55)), main);
  const limit = revenue > 20_000_000 ? 5_000_000 : random.pick([1_000_000, 1_000_000, 2_000_000]);
  return [
    ...held,
    ...placePolicies(random, buys, [umbrella(facts, limit)], further),
    ...placePolicies(random, buys, furtherPolicies(facts, yearsEarlier(today, random.int(1, 8))), further),
  ];
}

/** Lines of a household. `wealth` 0..1 decides what it owns. */
export function placeHousehold(random: Random, wealth: number, buys: Buys): Program {
  const held: Held[] = [];
  const add = (...rule: PolicyRule): void => void held.push(...placePolicies(random, buys, [rule], household));
  const dwelling = rounded(random.lognormal(220_000 + 400_000 * wealth, 0.3), 5_000);
  add("personal_auto", random.chance(0.9) && "must", 1_500, personalAuto);
  if (random.chance(0.35 + 0.6 * wealth)) add("homeowners", "must", 500 + dwelling * 0.003, ...home(dwelling));
  else
    add("renters", "must", 190, row("personal_property", 30_000, 500), row("personal_liability", [100_000, 300_000]));
  add("personal_umbrella", wealth > 0.5, 280, row("umbrella_occurrence", [1_000_000, 2_000_000]));
  add("flood", random.chance(0.1), 780, row("flood_building", 250_000, 2_000));
  add("watercraft", random.chance(0.12 + 0.1 * wealth) && "must", 420, row("hull", 35_000, 500));
  add("motorcycle", random.chance(0.1) && "must", 380, row("bi_per_accident", 100_000));
  return held;
}

/** A policy, whether the client has a use for it and decides, or must have it, and a year's premium in dollars before chance. */
type PolicyRule = readonly [
  line: string,
  isUseful: boolean | "must",
  premium: number,
  ...coverages: readonly CoverageRule[],
];
type CoverageRule = (draw: Draw) => readonly Coverage[];
/** In dollars; of several, one is drawn. */
type Amount = number | readonly number[];
type Terms = Partial<Omit<Coverage, "line" | "coverage">>;
type Row = Terms & { readonly coverage: string };

/** How a table becomes policies. `form` keeps the order of fields that these lines have in the files (SAMPLE-1). */
type Manner = {
  /** Whether the client decides before the coverages are drawn. */
  readonly isDecidedFirst: boolean;
  readonly premiumMin: number;
  readonly spread: number;
  readonly form: (line: string, terms: Row, isExtra: boolean) => Coverage;
};
type Draw = { readonly random: Random; readonly buys: Buys; readonly line: string; readonly form: Manner["form"] };

const main: Manner = {
  isDecidedFirst: true,
  premiumMin: 150,
  spread: 0.12,
  form: (line, { coverage, ...terms }) => ({ line, coverage, included: true, ...terms }),
};
const further: Manner = { ...main, isDecidedFirst: false, form: (line, terms) => ({ line, included: true, ...terms }) };
const household: Manner = {
  isDecidedFirst: true,
  premiumMin: 0,
  spread: 0.15,
  form: (line, terms, isExtra) => (isExtra ? { included: true, line, ...terms } : { included: true, ...terms, line }),
};

function placePolicies(
  random: Random,
  buys: Buys,
  table: readonly PolicyRule[],
  { isDecidedFirst, premiumMin, spread, form }: Manner,
): Held[] {
  return table.flatMap(([line, isUseful, premium, ...rules]) => {
    const isBought = (): boolean => isUseful === "must" || (isUseful && buys(line));
    if (isDecidedFirst && !isBought()) return [];
    const coverages = rules.flatMap((rule) => rule({ random, buys, line, form }));
    if (!isDecidedFirst && !isBought()) return [];
    // A garage policy that the client must have is its liability policy as well.
    const lines = line === "garage" && isUseful === "must" ? [line, "general_liability"] : [line];
    return [{ line, lines, coverages, premium: cents(Math.max(premiumMin, premium * random.lognormal(1, spread))) }];
  });
}

function drawn(random: Random, amount: Amount): number {
  return typeof amount === "number" ? amount : random.pick(amount);
}

/** One coverage with its limit and its flat deductible. Terms are written in the order in which they stand here. */
function row(coverage: string, limit?: Amount, deductible?: Amount, more: Terms = {}): CoverageRule {
  return ({ random, line, form }) => {
    const limits = limit === undefined ? {} : { limit: drawn(random, limit) };
    const deductibles = deductible === undefined ? {} : flat(drawn(random, deductible));
    return [form(line, { coverage, ...limits, ...deductibles, ...more }, false)];
  };
}

/** Coverages for which one amount is drawn. */
function sharing(amounts: readonly number[], rules: (amount: number) => readonly CoverageRule[]): CoverageRule {
  return (draw) => rules(draw.random.pick(amounts)).flatMap((rule) => rule(draw));
}

/** Coverages that a client buys together, or not at all. */
function wished(wish: string, ...rules: readonly CoverageRule[]): CoverageRule {
  return (draw) => (draw.buys(wish) ? rules.flatMap((rule) => rule(draw)) : []);
}

/** Small coverages that forms add, with their limits; no program depends on them. */
function extras(limits: Readonly<Record<string, number>>): CoverageRule {
  return ({ random, line, form }) =>
    Object.entries(limits).flatMap(([coverage, limit]) =>
      random.chance(0.75) ? [form(line, { coverage, limit }, true)] : [],
    );
}

/** A coverage that the form names, and mostly includes. */
function endorsement(coverage: string): CoverageRule {
  return ({ random, line, form }) => [form(line, { coverage, included: random.chance(0.8) }, false)];
}

/** A deductible of so many dollars. */
export function flat(amount: number): Pick<Coverage, "deductible"> {
  return { deductible: { type: "flat", amount } };
}

const basis = (limit_basis: string): Terms => ({ limit_basis });
const liability: readonly CoverageRule[] = [
  row("each_occurrence", 1_000_000, undefined, { ...basis("per_occurrence"), trigger: "occurrence", ...flat(0) }),
  row("general_aggregate", 2_000_000, undefined, basis("aggregate")),
  row("products_aggregate", 2_000_000, undefined, basis("aggregate")),
  row("personal_advertising_injury", 1_000_000, undefined, basis("per_occurrence")),
  row("rented_premises", [100_000, 300_000], undefined, basis("per_occurrence")),
  row("medical_expense", [5_000, 10_000], undefined, basis("per_person")),
  extras({ employee_benefits: 1_000_000, contractual_liability: 1_000_000 }),
  ...["additional_insured", "waiver_of_subrogation", "primary_noncontributory"].map(endorsement),
];
const garagekeepers = row("garagekeepers", 250_000, 1_000);
const otherAutos = wished("hired_non_owned", row("hired_auto", 1_000_000), row("non_owned_auto", 1_000_000));
const autos: readonly CoverageRule[] = [
  row("combined_single_limit", 1_000_000, undefined, basis("per_accident")),
  row("uninsured_motorist", [100_000, 300_000, 1_000_000]),
  row("comprehensive", undefined, [500, 1_000]),
  row("collision", undefined, [500, 1_000, 2_500]),
  extras({ auto_medical_payments: 5_000, towing: 250, rental_reimbursement: 1_500 }),
  otherAutos,
];
const employersLiability = sharing([500_000, 500_000, 1_000_000], (limit) => [
  row("statutory_wc", undefined, undefined, basis("statutory")),
  ...["el_each_accident", "el_disease_policy", "el_disease_employee"].map((coverage) => row(coverage, limit)),
]);
const personalAuto = sharing([100_000, 250_000, 500_000], (bodily) => [
  row("bi_per_person", bodily, undefined, basis("per_person")),
  row("bi_per_accident", bodily * 2, undefined, basis("per_accident")),
  row("property_damage", [50_000, 100_000]),
  row("uninsured_motorist", bodily),
  row("comprehensive", undefined, [250, 500]),
  row("collision", undefined, [500, 1_000]),
  extras({ auto_medical_payments: 5_000, towing: 100, rental_reimbursement: 900 }),
]);
const home = (dwelling: number): readonly CoverageRule[] => [
  row("dwelling", dwelling, [1_000, 2_500], { valuation: "replacement_cost" }),
  row("other_structures", dwelling / 10),
  row("personal_property", dwelling / 2),
  row("loss_of_use", dwelling / 5),
  row("personal_liability", [100_000, 300_000, 500_000]),
  row("medical_expense", 5_000),
  extras({ water_backup: 10_000, identity_recovery: 15_000, ordinance_law: 25_000 }),
];

/** Every place of the business under one deductible, and what goes with them. */
function property(facts: Facts): CoverageRule {
  const income = rounded(facts.revenue * 0.5, 5_000);
  return sharing([1_000, 2_500, 5_000], (deductible) => [
    ...facts.sites.flatMap((site, index) => siteCoverages(site, index, deductible)),
    wished("business_income", row("business_income", income)),
    wished("extra_expense", row("extra_expense", rounded(income * 0.2, 5_000))),
    wished("equipment_breakdown", row("equipment_breakdown", income)),
    ...(buildingValue(facts) > 0 ? [wished("ordinance_law", row("ordinance_law", 100_000))] : []),
    extras({ debris_removal: 25_000, valuable_papers: 25_000, accounts_receivable: 50_000 }),
    extras({ outdoor_signs: 10_000, money_securities: 10_000 }),
    wished("sewer_backup", row("sewer_backup", [25_000, 50_000])),
  ]);
}

function siteCoverages(
  { building, contents, tenantImprovements }: Site,
  site: number,
  deductible: number,
): CoverageRule[] {
  const terms: Terms = { ...basis("per_location"), ...flat(deductible), valuation: "replacement_cost" };
  const improvements = row("tenant_improvements", tenantImprovements, deductible, { site });
  return [
    ...(building > 0 ? [row("building", building, undefined, { ...terms, coinsurance: 0.9, site })] : []),
    row("business_personal_property", contents, undefined, { ...terms, site }),
    ...(tenantImprovements > 0 ? [wished("tenant_improvements", improvements)] : []),
  ];
}

function mainPolicies(facts: Facts, isPackage: boolean): readonly PolicyRule[] {
  const { trade, payroll, revenue, customerVehicles, ownedVehicles } = facts;
  const values = valueOf(facts);
  const liabilityPremium = (revenue / 1_000) * (1.2 + 40 * trade.claimRate);
  const propertyPremium = (values / 100) * 0.35 + 250;
  // Without vehicles of its own a business has hired and non-owned autos on its liability policy.
  const others = ownedVehicles === 0 && facts.employeesDrive ? [otherAutos] : [];
  const first: PolicyRule = isPackage
    ? ["business_owners", "must", liabilityPremium + propertyPremium, ...liability, property(facts), ...others]
    : customerVehicles
      ? ["garage", "must", liabilityPremium * 1.3, ...liability, garagekeepers, ...others]
      : ["general_liability", "must", liabilityPremium, ...liability, ...others];
  return [
    first,
    // A package does not insure customers' vehicles; the garage policy does.
    ["garage", isPackage && customerVehicles, 900, garagekeepers],
    ["commercial_property", !isPackage && values > 0, propertyPremium, property(facts)],
    ["workers_compensation", true, (payroll / 100) * (0.5 + 30 * trade.claimRate), employersLiability],
    ["commercial_auto", ownedVehicles > 0, ownedVehicles * 1_450, ...autos],
  ];
}

function umbrella({ revenue, ownedVehicles }: Facts, limit: number): PolicyRule {
  return [
    "umbrella",
    revenue > 1_500_000 || ownedVehicles >= 3,
    400 + (limit / 1_000_000) * (350 + revenue / 8_000),
    ...["umbrella_occurrence", "umbrella_aggregate"].map((coverage) => row(coverage, limit)),
    row("self_insured_retention", undefined, undefined, { deductible: { type: "sir", amount: 10_000 } }),
  ];
}

function furtherPolicies(facts: Facts, retroDate: string): readonly PolicyRule[] {
  const { employees, revenue, professionalFees, alcoholReceipts, pollutionExposure, toolsValue, sites } = facts;
  const { handlesClientFunds, ownedVehicles, constructionInProgress: works } = facts;
  const building = buildingValue(facts);
  const claimsMade: Terms = { trigger: "claims_made", retro_date: retroDate };
  const hasFunds = handlesClientFunds || revenue > 1_000_000;
  const fundsTransfer = hasFunds ? [wished("social_engineering", row("social_engineering", 100_000))] : [];
  const fees = sharing([1_000_000, 2_000_000], (limit) => [
    row("professional_each_claim", undefined, [2_500, 5_000, 10_000], { limit, ...claimsMade }),
    row("professional_aggregate", limit),
  ]);
  return [
    [
      "cyber",
      facts.storesPersonalData || revenue > 800_000,
      600 + revenue / 2_500,
      row("cyber_aggregate", [1_000_000, 1_000_000, 2_000_000], [2_500, 5_000, 10_000], claimsMade),
      row("ransomware_sublimit", [250_000, 500_000, 1_000_000]),
      ...fundsTransfer,
    ],
    [
      "employment_practices",
      employees >= 5,
      500 + employees * 85,
      row("epli_aggregate", [500_000, 1_000_000], [5_000, 10_000], claimsMade),
    ],
    ["professional_liability", professionalFees > 0, 900 + professionalFees / 220, fees],
    ["liquor_liability", alcoholReceipts > 0, 300 + alcoholReceipts / 140, row("liquor_each_cause", 1_000_000)],
    [
      "crime",
      handlesClientFunds || facts.sponsorsBenefitPlan || employees >= 15,
      350 + employees * 9,
      row("employee_theft", 250_000, 2_500),
      row("forgery", 100_000),
      ...fundsTransfer,
    ],
    [
      "directors_officers",
      facts.hasBoard,
      1_400 + employees * 12,
      row("directors_officers_aggregate", 1_000_000, 10_000, claimsMade),
    ],
    ["pollution", pollutionExposure, 2_400 + revenue / 1_500, row("pollution_each_condition", 1_000_000, 10_000)],
    ["inland_marine", toolsValue > 5_000, 200 + toolsValue * 0.02, row("scheduled_equipment", toolsValue, 500)],
    ["builders_risk", works > 0, 500 + works * 0.004, row("builders_risk_project", works, 2_500)],
    ["motor_truck_cargo", facts.haulsForHire, 700 + ownedVehicles * 320, row("cargo_each_vehicle", 100_000, 1_000)],
    ["product_recall", facts.makesProducts, 1_100 + revenue / 4_000, row("recall_expense", 250_000, 5_000)],
    [
      "flood",
      sites.some(({ floodZone }) => /^[AV]/.test(floodZone)),
      900 + building * 0.003,
      row("flood_building", Math.max(100_000, building), 5_000),
    ],
    [
      "earthquake",
      building > 0 && sites.some(({ address }) => address.state === "CA"),
      700 + building * 0.002,
      row("earthquake_building", building, undefined, { deductible: { type: "percent", amount: 10 } }),
    ],
  ];
}

function valueOf({ sites }: Facts): number {
  return sites.reduce((sum, site) => sum + site.building + site.contents, 0);
}

/** The same day some years before; the twenty-ninth of February becomes the first of March. */
export function yearsEarlier(date: string, years: number): string {
  const day = `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10);
}

/** A coverage as a row of engines and files; the site is said as a reference to the risk. */
export function coverageRow(coverage: Coverage, riskRef: string | undefined): JsonObject {
  const { site: _site, ...fields } = coverage;
  return { ...fields, ...(riskRef === undefined ? {} : { risk_ref: riskRef }) };
}
