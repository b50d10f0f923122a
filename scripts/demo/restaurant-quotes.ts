/**
 * Input of the comparison demo: Blue Harbor Cafe, a restaurant with a bar, renews. The expiring program stands beside
 * three offers that differ the way real ones do: one is cheaper and drops liquor liability, one raises deductibles and
 * writes on an unrated carrier, one costs more and closes the gaps. Invented names, no real carrier.
 */

type Line = {
  line: string;
  coverage: string;
  included: boolean;
  limit?: number;
  deductible?: number;
  percent?: number;
  valuation?: string;
};

function coverage({ line, coverage: code, included, limit, deductible, percent, valuation }: Line) {
  return {
    line,
    coverage: code,
    included,
    ...(limit === undefined ? {} : { limit }),
    ...(deductible === undefined ? {} : { deductible: { type: "flat", amount: deductible } }),
    ...(percent === undefined ? {} : { deductible: { type: "percent", amount: percent } }),
    ...(valuation === undefined ? {} : { valuation }),
  };
}

type Program = {
  occurrence: number;
  aggregate: number;
  liquor: number | undefined;
  building: number;
  buildingDeductible: number;
  contents: number;
  valuation: "replacement_cost" | "actual_cash_value";
  businessIncome: number | undefined;
  windHailPercent?: number;
  spoilage?: number;
  umbrella: number | undefined;
  hiredAuto: boolean;
};

function coverages(program: Program) {
  const lines: Line[] = [
    { line: "general_liability", coverage: "each_occurrence", included: true, limit: program.occurrence },
    { line: "general_liability", coverage: "general_aggregate", included: true, limit: program.aggregate },
    { line: "general_liability", coverage: "products_aggregate", included: true, limit: program.aggregate },
    { line: "general_liability", coverage: "rented_premises", included: true, limit: 300_000 },
    { line: "general_liability", coverage: "medical_expense", included: true, limit: 5_000 },
    program.liquor === undefined
      ? { line: "liquor_liability", coverage: "liquor_each_cause", included: false }
      : { line: "liquor_liability", coverage: "liquor_each_cause", included: true, limit: program.liquor },
    {
      line: "commercial_property",
      coverage: "building",
      included: true,
      limit: program.building,
      deductible: program.buildingDeductible,
      valuation: program.valuation,
    },
    {
      line: "commercial_property",
      coverage: "business_personal_property",
      included: true,
      limit: program.contents,
      deductible: program.buildingDeductible,
      valuation: program.valuation,
    },
    program.businessIncome === undefined
      ? { line: "commercial_property", coverage: "business_income", included: false }
      : { line: "commercial_property", coverage: "business_income", included: true, limit: program.businessIncome },
    { line: "commercial_property", coverage: "equipment_breakdown", included: true, limit: program.contents },
    {
      line: "commercial_property",
      coverage: "spoilage",
      included: program.spoilage !== undefined,
      limit: program.spoilage ?? 0,
    },
    { line: "commercial_auto", coverage: "hired_auto", included: program.hiredAuto },
    { line: "commercial_auto", coverage: "non_owned_auto", included: program.hiredAuto },
  ];
  if (program.windHailPercent !== undefined)
    lines.push({
      line: "commercial_property",
      coverage: "wind_hail_deductible",
      included: true,
      percent: program.windHailPercent,
    });
  if (program.umbrella !== undefined)
    lines.push({ line: "umbrella", coverage: "umbrella_occurrence", included: true, limit: program.umbrella });
  return lines.map(coverage);
}

const renewal = { effective_on: "2027-01-01", expires_on: "2028-01-01" };

export const restaurantQuotes = {
  as_of: "2026-11-21T12:00:00Z",
  currency: "USD",
  subject: { key: "blue-harbor", label: "Blue Harbor Cafe" },
  baseline_key: "expiring",
  items: [
    {
      key: "expiring",
      kind: "policy",
      label: "Expiring program",
      carrier: { key: "gullwing", name: "Gullwing Mutual", rating: "A", admitted: true },
      effective_on: "2026-01-01",
      expires_on: "2027-01-01",
      premium: { base: 18_400, taxes: 736, fees: 250 },
      minimum_earned: 0.25,
      coverages: coverages({
        occurrence: 1_000_000,
        aggregate: 2_000_000,
        liquor: 1_000_000,
        building: 850_000,
        buildingDeductible: 2_500,
        contents: 220_000,
        valuation: "replacement_cost",
        businessIncome: 400_000,
        spoilage: 15_000,
        umbrella: 2_000_000,
        hiredAuto: true,
      }),
    },
    {
      key: "northstar",
      kind: "quote",
      label: "Northstar package",
      carrier: { key: "northstar", name: "Northstar Specialty", rating: "A-", admitted: true },
      ...renewal,
      quote_valid_until: "2026-12-20",
      premium: { base: 15_950, taxes: 638, fees: 150 },
      minimum_earned: 0.25,
      coverages: coverages({
        occurrence: 1_000_000,
        aggregate: 2_000_000,
        liquor: undefined,
        building: 850_000,
        buildingDeductible: 5_000,
        contents: 220_000,
        valuation: "replacement_cost",
        businessIncome: 400_000,
        spoilage: 10_000,
        umbrella: 2_000_000,
        hiredAuto: true,
      }),
      exclusions: [{ code: "assault", text: "Assault and battery exclusion applies to the premises." }],
      subjectivities: [{ text: "Signed no-loss letter before binding", resolved: false }],
    },
    {
      key: "bayline",
      kind: "quote",
      label: "Bayline surplus",
      carrier: { key: "bayline", name: "Bayline Surplus", rating: "B+", admitted: false },
      ...renewal,
      quote_valid_until: "2026-11-28",
      premium: { base: 14_200, taxes: 994, fees: 475 },
      minimum_earned: 0.35,
      coverages: coverages({
        occurrence: 1_000_000,
        aggregate: 1_000_000,
        liquor: 500_000,
        building: 800_000,
        buildingDeductible: 10_000,
        contents: 200_000,
        valuation: "actual_cash_value",
        businessIncome: undefined,
        windHailPercent: 2,
        umbrella: undefined,
        hiredAuto: false,
      }),
    },
    {
      key: "harborstone",
      kind: "renewal",
      label: "Harborstone enhanced",
      carrier: { key: "harborstone", name: "Harborstone Insurance", rating: "A+", admitted: true },
      ...renewal,
      quote_valid_until: "2026-12-31",
      premium: { base: 19_100, taxes: 764, fees: 200 },
      minimum_earned: 0.25,
      coverages: coverages({
        occurrence: 1_000_000,
        aggregate: 2_000_000,
        liquor: 1_000_000,
        building: 920_000,
        buildingDeductible: 2_500,
        contents: 250_000,
        valuation: "replacement_cost",
        businessIncome: 600_000,
        spoilage: 25_000,
        umbrella: 3_000_000,
        hiredAuto: true,
      }),
    },
  ],
  requirements: [
    {
      key: "lease-gl",
      line: "general_liability",
      coverage: "each_occurrence",
      field: "limit",
      op: "gte",
      value: 1_000_000,
      mandatory: true,
      weight: 60,
      source: "Lease, insurance clause",
    },
    {
      key: "liquor",
      line: "liquor_liability",
      coverage: "liquor_each_cause",
      field: "included",
      op: "eq",
      value: true,
      mandatory: true,
      weight: 80,
      source: "State liquor licence",
    },
    {
      key: "lender-building",
      line: "commercial_property",
      coverage: "building",
      field: "limit",
      op: "gte",
      value: 850_000,
      mandatory: true,
      weight: 50,
      source: "Lender",
    },
  ],
  scenarios: [
    {
      key: "kitchen-fire",
      label: "Kitchen fire",
      line: "commercial_property",
      coverage: "building",
      loss: 180_000,
      annual_probability: 0.012,
    },
    {
      key: "liquor-claim",
      label: "Liquor claim",
      line: "liquor_liability",
      coverage: "liquor_each_cause",
      loss: 350_000,
      annual_probability: 0.004,
    },
    {
      key: "closure",
      label: "Six weeks closed",
      line: "commercial_property",
      coverage: "business_income",
      loss: 95_000,
      annual_probability: 0.015,
    },
  ],
};
