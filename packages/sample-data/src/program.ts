import type { JsonObject } from "@service/json";
import { cents, rounded, type Facts, type Site } from "./facts.ts";
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
  const { sites } = facts;
  const values = sites.reduce((sum, site) => sum + site.building + site.contents, 0);
  const isPackage =
    facts.employees < 20 &&
    facts.revenue < 5_000_000 &&
    values < 3_000_000 &&
    facts.toolsValue === 0 &&
    random.chance(0.55);
  const held: Held[] = [];
  const add = (line: string, lines: readonly string[], coverages: readonly Coverage[], premium: number): void => {
    held.push({ line, lines, coverages, premium: cents(Math.max(150, premium * random.lognormal(1, 0.12))) });
  };
  const hasFleet = facts.ownedVehicles > 0;
  // Without vehicles of its own a business has hired and non-owned autos on its liability policy.
  const autos = (line: string): Coverage[] =>
    !hasFleet && facts.employeesDrive && buys("hired_non_owned")
      ? ["hired_auto", "non_owned_auto"].map((coverage) => ({ line, coverage, included: true, limit: 1_000_000 }))
      : [];

  const liabilityPremium = (facts.revenue / 1_000) * (1.2 + 40 * facts.trade.claimRate);
  const propertyPremium = (values / 100) * 0.35 + 250;
  if (isPackage) {
    const line = "business_owners";
    add(
      line,
      [line],
      [...liability(random, line), ...property(random, line, facts, buys), ...autos(line)],
      liabilityPremium + propertyPremium,
    );
  } else if (facts.customerVehicles) {
    add(
      "garage",
      ["garage", "general_liability"],
      [
        ...liability(random, "garage"),
        { line: "garage", coverage: "garagekeepers", included: true, limit: 250_000, deductible: flat(1_000) },
        ...autos("garage"),
      ],
      liabilityPremium * 1.3,
    );
  } else {
    add(
      "general_liability",
      ["general_liability"],
      [...liability(random, "general_liability"), ...autos("general_liability")],
      liabilityPremium,
    );
  }
  // A package does not insure customers' vehicles; the garage policy does.
  if (isPackage && facts.customerVehicles && buys("garage")) {
    add(
      "garage",
      ["garage"],
      [{ line: "garage", coverage: "garagekeepers", included: true, limit: 250_000, deductible: flat(1_000) }],
      900,
    );
  }
  if (!isPackage && values > 0 && buys("commercial_property")) {
    add(
      "commercial_property",
      ["commercial_property"],
      property(random, "commercial_property", facts, buys),
      propertyPremium,
    );
  }
  if (buys("workers_compensation")) {
    const limit = random.pick([500_000, 500_000, 1_000_000]);
    add(
      "workers_compensation",
      ["workers_compensation"],
      employersLiability(limit),
      (facts.payroll / 100) * (0.5 + 30 * facts.trade.claimRate),
    );
  }
  if (hasFleet && buys("commercial_auto")) {
    const coverages: Coverage[] = [
      {
        line: "commercial_auto",
        coverage: "combined_single_limit",
        included: true,
        limit: 1_000_000,
        limit_basis: "per_accident",
      },
      {
        line: "commercial_auto",
        coverage: "uninsured_motorist",
        included: true,
        limit: random.pick([100_000, 300_000, 1_000_000]),
      },
      {
        line: "commercial_auto",
        coverage: "comprehensive",
        included: true,
        deductible: flat(random.pick([500, 1_000])),
      },
      {
        line: "commercial_auto",
        coverage: "collision",
        included: true,
        deductible: flat(random.pick([500, 1_000, 2_500])),
      },
      ...extras(random, "commercial_auto", [
        ["auto_medical_payments", 5_000],
        ["towing", 250],
        ["rental_reimbursement", 1_500],
      ]),
      ...(buys("hired_non_owned")
        ? ["hired_auto", "non_owned_auto"].map((coverage) => ({
            line: "commercial_auto",
            coverage,
            included: true,
            limit: 1_000_000,
          }))
        : []),
    ];
    add("commercial_auto", ["commercial_auto"], coverages, facts.ownedVehicles * 1_450);
  }
  const simple = (
    line: string,
    isUseful: boolean,
    premium: number,
    ...coverages: Omit<Coverage, "line" | "included">[]
  ): void => {
    if (isUseful && buys(line))
      add(
        line,
        [line],
        coverages.map((coverage) => ({ line, included: true, ...coverage })),
        premium,
      );
  };
  const millions = facts.revenue > 20_000_000 ? 5_000_000 : random.pick([1_000_000, 1_000_000, 2_000_000]);
  simple(
    "umbrella",
    facts.revenue > 1_500_000 || facts.ownedVehicles >= 3,
    400 + (millions / 1_000_000) * (350 + facts.revenue / 8_000),
    { coverage: "umbrella_occurrence", limit: millions },
    { coverage: "umbrella_aggregate", limit: millions },
    { coverage: "self_insured_retention", deductible: { type: "sir", amount: 10_000 } },
  );
  const claimsMade = { trigger: "claims_made", retro_date: yearsEarlier(today, random.int(1, 8)) };
  const hasFundsExposure = facts.handlesClientFunds || facts.revenue > 1_000_000;
  simple(
    "cyber",
    facts.storesPersonalData || facts.revenue > 800_000,
    600 + facts.revenue / 2_500,
    {
      coverage: "cyber_aggregate",
      limit: random.pick([1_000_000, 1_000_000, 2_000_000]),
      deductible: flat(random.pick([2_500, 5_000, 10_000])),
      ...claimsMade,
    },
    { coverage: "ransomware_sublimit", limit: random.pick([250_000, 500_000, 1_000_000]) },
    ...(hasFundsExposure && buys("social_engineering") ? [{ coverage: "social_engineering", limit: 100_000 }] : []),
  );
  simple("employment_practices", facts.employees >= 5, 500 + facts.employees * 85, {
    coverage: "epli_aggregate",
    limit: random.pick([500_000, 1_000_000]),
    deductible: flat(random.pick([5_000, 10_000])),
    ...claimsMade,
  });
  const fees = { limit: random.pick([1_000_000, 2_000_000]) };
  simple(
    "professional_liability",
    facts.professionalFees > 0,
    900 + facts.professionalFees / 220,
    {
      coverage: "professional_each_claim",
      deductible: flat(random.pick([2_500, 5_000, 10_000])),
      ...fees,
      ...claimsMade,
    },
    { coverage: "professional_aggregate", ...fees },
  );
  simple("liquor_liability", facts.alcoholReceipts > 0, 300 + facts.alcoholReceipts / 140, {
    coverage: "liquor_each_cause",
    limit: 1_000_000,
  });
  simple(
    "crime",
    facts.handlesClientFunds || facts.sponsorsBenefitPlan || facts.employees >= 15,
    350 + facts.employees * 9,
    { coverage: "employee_theft", limit: 250_000, deductible: flat(2_500) },
    { coverage: "forgery", limit: 100_000 },
    ...(hasFundsExposure && buys("social_engineering") ? [{ coverage: "social_engineering", limit: 100_000 }] : []),
  );
  simple("directors_officers", facts.hasBoard, 1_400 + facts.employees * 12, {
    coverage: "directors_officers_aggregate",
    limit: 1_000_000,
    deductible: flat(10_000),
    ...claimsMade,
  });
  simple("pollution", facts.pollutionExposure, 2_400 + facts.revenue / 1_500, {
    coverage: "pollution_each_condition",
    limit: 1_000_000,
    deductible: flat(10_000),
  });
  simple("inland_marine", facts.toolsValue > 5_000, 200 + facts.toolsValue * 0.02, {
    coverage: "scheduled_equipment",
    limit: facts.toolsValue,
    deductible: flat(500),
  });
  simple("builders_risk", facts.constructionInProgress > 0, 500 + facts.constructionInProgress * 0.004, {
    coverage: "builders_risk_project",
    limit: facts.constructionInProgress,
    deductible: flat(2_500),
  });
  simple("motor_truck_cargo", facts.haulsForHire, 700 + facts.ownedVehicles * 320, {
    coverage: "cargo_each_vehicle",
    limit: 100_000,
    deductible: flat(1_000),
  });
  simple("product_recall", facts.makesProducts, 1_100 + facts.revenue / 4_000, {
    coverage: "recall_expense",
    limit: 250_000,
    deductible: flat(5_000),
  });
  const building = sites.reduce((sum, site) => sum + site.building, 0);
  simple(
    "flood",
    sites.some(({ floodZone }) => /^[AV]/.test(floodZone)),
    900 + building * 0.003,
    { coverage: "flood_building", limit: Math.max(100_000, building), deductible: flat(5_000) },
  );
  simple("earthquake", building > 0 && sites.some(({ address }) => address.state === "CA"), 700 + building * 0.002, {
    coverage: "earthquake_building",
    limit: building,
    deductible: { type: "percent", amount: 10 },
  });
  return held;
}

/** Lines of a household. `wealth` 0..1 decides what it owns. */
export function placeHousehold(random: Random, wealth: number, buys: Buys): Program {
  const held: Held[] = [];
  const add = (line: string, premium: number, coverages: readonly Omit<Coverage, "line" | "included">[]): void => {
    held.push({
      line,
      lines: [line],
      premium: cents(premium * random.lognormal(1, 0.15)),
      coverages: coverages.map((coverage) => ({ included: true, ...coverage, line })),
    });
  };
  const dwelling = rounded(random.lognormal(220_000 + 400_000 * wealth, 0.3), 5_000);
  if (random.chance(0.9)) {
    const bodily = random.pick([100_000, 250_000, 500_000]);
    add("personal_auto", 1_500, [
      { coverage: "bi_per_person", limit: bodily, limit_basis: "per_person" },
      { coverage: "bi_per_accident", limit: bodily * 2, limit_basis: "per_accident" },
      { coverage: "property_damage", limit: random.pick([50_000, 100_000]) },
      { coverage: "uninsured_motorist", limit: bodily },
      { coverage: "comprehensive", deductible: flat(random.pick([250, 500])) },
      { coverage: "collision", deductible: flat(random.pick([500, 1_000])) },
      ...extras(random, "personal_auto", [
        ["auto_medical_payments", 5_000],
        ["towing", 100],
        ["rental_reimbursement", 900],
      ]),
    ]);
  }
  if (random.chance(0.35 + 0.6 * wealth)) {
    add("homeowners", 500 + dwelling * 0.003, [
      {
        coverage: "dwelling",
        limit: dwelling,
        deductible: flat(random.pick([1_000, 2_500])),
        valuation: "replacement_cost",
      },
      { coverage: "other_structures", limit: dwelling / 10 },
      { coverage: "personal_property", limit: dwelling / 2 },
      { coverage: "loss_of_use", limit: dwelling / 5 },
      { coverage: "personal_liability", limit: random.pick([100_000, 300_000, 500_000]) },
      { coverage: "medical_expense", limit: 5_000 },
      ...extras(random, "homeowners", [
        ["water_backup", 10_000],
        ["identity_recovery", 15_000],
        ["ordinance_law", 25_000],
      ]),
    ]);
  } else {
    add("renters", 190, [
      { coverage: "personal_property", limit: 30_000, deductible: flat(500) },
      { coverage: "personal_liability", limit: random.pick([100_000, 300_000]) },
    ]);
  }
  if (wealth > 0.5 && buys("personal_umbrella"))
    add("personal_umbrella", 280, [{ coverage: "umbrella_occurrence", limit: random.pick([1_000_000, 2_000_000]) }]);
  if (random.chance(0.1) && buys("flood"))
    add("flood", 780, [{ coverage: "flood_building", limit: 250_000, deductible: flat(2_000) }]);
  if (random.chance(0.12 + 0.1 * wealth))
    add("watercraft", 420, [{ coverage: "hull", limit: 35_000, deductible: flat(500) }]);
  if (random.chance(0.1)) add("motorcycle", 380, [{ coverage: "bi_per_accident", limit: 100_000 }]);
  return held;
}

function liability(random: Random, line: string): Coverage[] {
  const rented = random.pick([100_000, 300_000]);
  const rows: readonly (readonly [string, number, string])[] = [
    ["each_occurrence", 1_000_000, "per_occurrence"],
    ["general_aggregate", 2_000_000, "aggregate"],
    ["products_aggregate", 2_000_000, "aggregate"],
    ["personal_advertising_injury", 1_000_000, "per_occurrence"],
    ["rented_premises", rented, "per_occurrence"],
    ["medical_expense", random.pick([5_000, 10_000]), "per_person"],
  ];
  return [
    ...rows.map(([coverage, limit, basis]) => ({
      line,
      coverage,
      included: true,
      limit,
      limit_basis: basis,
      ...(coverage === "each_occurrence" ? { trigger: "occurrence", deductible: flat(0) } : {}),
    })),
    ...extras(random, line, [
      ["employee_benefits", 1_000_000],
      ["contractual_liability", 1_000_000],
    ]),
    ...["additional_insured", "waiver_of_subrogation", "primary_noncontributory"].map((coverage) => ({
      line,
      coverage,
      included: random.chance(0.8),
    })),
  ];
}

function property(random: Random, line: string, facts: Facts, buys: Buys): Coverage[] {
  const deductible = flat(random.pick([1_000, 2_500, 5_000]));
  const rows: Coverage[] = facts.sites.flatMap((site, index) => siteCoverages(line, site, index, deductible, buys));
  const income = rounded(facts.revenue * 0.5, 5_000);
  if (buys("business_income")) rows.push({ line, coverage: "business_income", included: true, limit: income });
  if (buys("extra_expense"))
    rows.push({ line, coverage: "extra_expense", included: true, limit: rounded(income * 0.2, 5_000) });
  if (buys("equipment_breakdown")) rows.push({ line, coverage: "equipment_breakdown", included: true, limit: income });
  if (facts.sites.some(({ building }) => building > 0) && buys("ordinance_law"))
    rows.push({ line, coverage: "ordinance_law", included: true, limit: 100_000 });
  rows.push(
    ...extras(random, line, [
      ["debris_removal", 25_000],
      ["valuable_papers", 25_000],
      ["accounts_receivable", 50_000],
      ["outdoor_signs", 10_000],
      ["money_securities", 10_000],
    ]),
  );
  if (buys("sewer_backup"))
    rows.push({ line, coverage: "sewer_backup", included: true, limit: random.pick([25_000, 50_000]) });
  return rows;
}

function siteCoverages(
  line: string,
  site: Site,
  index: number,
  deductible: { type: string; amount: number },
  buys: Buys,
): Coverage[] {
  const rows: Coverage[] = [];
  if (site.building > 0)
    rows.push({
      line,
      coverage: "building",
      included: true,
      limit: site.building,
      limit_basis: "per_location",
      deductible,
      valuation: "replacement_cost",
      coinsurance: 0.9,
      site: index,
    });
  rows.push({
    line,
    coverage: "business_personal_property",
    included: true,
    limit: site.contents,
    limit_basis: "per_location",
    deductible,
    valuation: "replacement_cost",
    site: index,
  });
  if (site.tenantImprovements > 0 && buys("tenant_improvements"))
    rows.push({
      line,
      coverage: "tenant_improvements",
      included: true,
      limit: site.tenantImprovements,
      deductible,
      site: index,
    });
  return rows;
}

/** Small coverages that forms add; no program depends on them. */
function extras(
  random: Random,
  line: string,
  offered: readonly (readonly [coverage: string, limit: number])[],
): Coverage[] {
  return offered.flatMap(([coverage, limit]) =>
    random.chance(0.75) ? [{ line, coverage, included: true, limit }] : [],
  );
}

function employersLiability(limit: number): Coverage[] {
  const line = "workers_compensation";
  return [
    { line, coverage: "statutory_wc", included: true, limit_basis: "statutory" },
    ...["el_each_accident", "el_disease_policy", "el_disease_employee"].map((coverage) => ({
      line,
      coverage,
      included: true,
      limit,
    })),
  ];
}

function flat(amount: number): { type: string; amount: number } {
  return { type: "flat", amount };
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
