import type { JsonObject } from "@service/json";
import { textOf } from "./fields.ts";
import { cents, type Facts } from "./facts.ts";
import type { Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { trades, type Trade } from "./trades.ts";
import { states, type NameMaker } from "./words.ts";

/**
 * The market of the sample: carriers that write many classes at list rates, and for each trade and line one carrier that lives from
 * it: it wants the class, prices it keenly, answers within days and binds what it quotes. A person who knows the market places the
 * trade there; that knowledge is what labelled submissions are labelled with. Beside each specialist stands a decoy that looks
 * better still and cannot take the business.
 */
export type Niche = {
  readonly trade: Trade;
  readonly line: string;
  readonly offeringKey: string;
  readonly rivals: readonly { readonly offeringKey: string; readonly carrierKey: string }[];
};

export type Market = {
  readonly carriers: readonly JsonObject[];
  readonly offerings: readonly JsonObject[];
  readonly niches: readonly Niche[];
};

type Basis = { readonly fact: string; readonly per: 1 | 100 | 1_000; readonly amountOf: (facts: Facts) => number };

const bases: Readonly<Record<"revenue" | "payroll" | "tiv" | "vehicles" | "employees", Basis>> = {
  revenue: { fact: "risk.revenue", per: 1_000, amountOf: ({ revenue }) => revenue },
  payroll: { fact: "risk.payroll", per: 100, amountOf: ({ payroll }) => payroll },
  tiv: { fact: "risk.tiv", per: 100, amountOf: (facts) => insuredValue(facts) },
  vehicles: { fact: "risk.vehicles", per: 1, amountOf: ({ ownedVehicles }) => ownedVehicles },
  employees: { fact: "risk.employees", per: 1, amountOf: ({ employees }) => employees },
};

type WantedCoverage = readonly [coverage: string, limit: number | undefined, isMust: boolean];
type Limits = Readonly<Record<string, number | undefined>>;

/** The coverages that a line must have and those that it may have, with their limits in dollars if any. */
function wants(must: Limits, may: Limits = {}): readonly WantedCoverage[] {
  const rows = (limits: Limits, isMust: boolean): WantedCoverage[] =>
    Object.entries(limits).map(([coverage, limit]) => [coverage, limit, isMust]);
  return [...rows(must, true), ...rows(may, false)];
}

type MarketLine = {
  readonly line: string;
  readonly basis: Basis;
  /** Of a business with few losses, in dollars per unit of the basis; risky trades pay more. */
  readonly rate: number;
  readonly riskFactor: number;
  readonly wanted: readonly WantedCoverage[];
  readonly isUseful: (facts: Facts) => boolean;
};

export const marketLines: readonly MarketLine[] = [
  {
    line: "general_liability",
    basis: bases.revenue,
    rate: 1.6,
    riskFactor: 25,
    wanted: wants(
      { each_occurrence: 1_000_000, general_aggregate: 2_000_000 },
      { products_aggregate: 2_000_000, medical_expense: 5_000 },
    ),
    isUseful: () => true,
  },
  {
    line: "commercial_property",
    basis: bases.tiv,
    rate: 0.32,
    riskFactor: 2,
    wanted: wants(
      { business_personal_property: undefined },
      { business_income: undefined, equipment_breakdown: undefined },
    ),
    isUseful: (facts) => insuredValue(facts) > 0,
  },
  {
    line: "commercial_auto",
    basis: bases.vehicles,
    rate: 1_300,
    riskFactor: 5,
    wanted: wants({ combined_single_limit: 1_000_000 }, { hired_auto: undefined, non_owned_auto: undefined }),
    isUseful: ({ ownedVehicles }) => ownedVehicles > 0,
  },
  {
    line: "workers_compensation",
    basis: bases.payroll,
    rate: 0.7,
    riskFactor: 25,
    wanted: wants({ statutory_wc: undefined, el_each_accident: 500_000 }),
    isUseful: () => true,
  },
  {
    line: "cyber",
    basis: bases.revenue,
    rate: 0.8,
    riskFactor: 0,
    wanted: wants({ cyber_aggregate: 1_000_000 }, { ransomware_sublimit: 250_000 }),
    isUseful: ({ storesPersonalData }) => storesPersonalData,
  },
  {
    line: "professional_liability",
    basis: bases.revenue,
    rate: 4.5,
    riskFactor: 10,
    wanted: wants({ professional_each_claim: 1_000_000 }, { professional_aggregate: 1_000_000 }),
    isUseful: ({ professionalFees }) => professionalFees > 0,
  },
  {
    line: "liquor_liability",
    basis: bases.revenue,
    rate: 1.8,
    riskFactor: 5,
    wanted: wants({ liquor_each_cause: 1_000_000 }),
    isUseful: ({ alcoholReceipts }) => alcoholReceipts > 0,
  },
  {
    line: "employment_practices",
    basis: bases.employees,
    rate: 110,
    riskFactor: 0,
    wanted: wants({ epli_aggregate: 500_000 }),
    isUseful: ({ employees }) => employees >= 5,
  },
];

const homeStates = states.map(({ code }) => code);
const ratings: readonly (readonly [string, number])[] = [
  ["A++", 8],
  ["A+", 22],
  ["A", 38],
  ["A-", 22],
  ["B++", 8],
  ["B+", 2],
];
/** What a trade is worth to a carrier without special preferences: quiet trades are wanted, lossy ones are not. */
const riskyRate = 0.06;
const quietRate = 0.03;

export function makeMarket(seed: number, plan: Plan, names: NameMaker): Market {
  const carriers = makeCarriers(seed, plan.carriers, names);
  const cells = trades.flatMap((trade) => usefulLines(trade).map((line) => ({ trade, line })));
  const chosen = new Random(seed, "niches").sample(cells, Math.min(cells.length, Math.floor(plan.offerings / 6)));
  const offerings: JsonObject[] = [];
  const niches: Niche[] = [];
  for (const [index, { trade, line }] of chosen.entries()) {
    const random = new Random(seed, "specialist", trade.naics, line.line);
    const specialist = makeSpecialist(random, index, trade, line, random.pick(carriers));
    offerings.push(specialist, makeDecoy(random, index, trade, line, random.pick(carriers)));
    const rivals = [1, 2].map((rival) =>
      makeRival(random, `${index + 1}-${rival}`, trade, line, random.pick(carriers)),
    );
    offerings.push(...rivals);
    niches.push({
      trade,
      line: line.line,
      offeringKey: textOf(specialist.offering_key),
      rivals: rivals.map(({ offering_key, carrier_key }) => ({
        offeringKey: textOf(offering_key),
        carrierKey: textOf(carrier_key),
      })),
    });
  }
  for (let index = offerings.length; index < plan.offerings; index += 1) {
    const random = new Random(seed, "offering", index);
    offerings.push(
      makeGeneral(random, index, random.pick(marketLines), carriers[index % carriers.length] ?? random.pick(carriers)),
    );
  }
  return { carriers, offerings, niches };
}

/** What the line costs such a business where it is priced for what it is, in dollars a year. */
export function fairPremium(line: MarketLine, facts: Facts): number {
  return cents((fairRate(line, facts.trade) * line.basis.amountOf(facts)) / line.basis.per);
}

export function insuredValue(facts: Facts): number {
  return facts.sites.reduce((sum, site) => sum + site.building + site.contents + site.tenantImprovements, 0);
}

function fairRate({ rate, riskFactor }: MarketLine, trade: Trade): number {
  return rate * (1 + riskFactor * Math.max(0, trade.claimRate - 0.02));
}

/** Lines that nearly every business of a trade has a use for. */
function usefulLines({ habits, vehiclesEach }: Trade): readonly MarketLine[] {
  const isUseful: { readonly [line: string]: boolean } = {
    commercial_auto: vehiclesEach >= 0.3,
    cyber: habits.personalData === true,
    professional_liability: habits.fees === true,
    liquor_liability: habits.alcohol !== undefined,
    employment_practices: false,
  };
  return marketLines.filter(({ line }) => isUseful[line] ?? true);
}

function makeCarriers(seed: number, count: number, names: NameMaker): JsonObject[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index): JsonObject => {
    const random = new Random(seed, "carrier", index);
    let word = names.business(random);
    while (taken.has(word)) word = names.business(random);
    taken.add(word);
    const isEverywhere = random.chance(0.6);
    return {
      carrier_key: `car-${String(index + 1).padStart(2, "0")}`,
      name: `${word} ${random.pick(["Mutual", "Casualty", "Indemnity", "Assurance", "Fire & Marine"])}`,
      rating: random.weighted(ratings),
      appointed: random.chance(0.65),
      admitted_states: isEverywhere ? homeStates : random.sample(homeStates, random.int(2, 6)),
    };
  });
}

function makeSpecialist(
  random: Random,
  index: number,
  trade: Trade,
  line: MarketLine,
  carrier: JsonObject,
): JsonObject {
  const submitted = random.int(40, 120);
  return {
    ...program(`niche-${String(index + 1).padStart(4, "0")}`, `${trade.words[0] ?? "Trade"} program`, line, carrier),
    rating: random.pick(["A++", "A+", "A+", "A"]),
    appointed: true,
    states: { include: homeStates },
    appetite: [
      { prefix: trade.naics, level: "preferred" },
      { prefix: trade.naics.slice(0, 3), level: "standard" },
    ],
    default_appetite: "prohibited",
    bounds: [{ fact: "risk.revenue", max: 400_000_000, effect: "knockout" }],
    coverages: coverages(random, line, true),
    pricing: pricing(line, fairRate(line, trade) * (0.86 + 0.08 * random.next())),
    commission_rate: 0.12,
    turnaround_days: random.int(1, 4),
    history: {
      submitted,
      quoted: Math.round(submitted * 0.8),
      bound: Math.round(submitted * (0.4 + 0.15 * random.next())),
    },
    required_documents: ["application", "loss_runs"],
  };
}

/** Cheaper and keener than the specialist, and closed: another state, the very class, too young a business, or too low a limit. */
function makeDecoy(random: Random, index: number, trade: Trade, line: MarketLine, carrier: JsonObject): JsonObject {
  const closed = random.pick(["state", "class", "age", "limit"] as const);
  const offered = coverages(random, line, true);
  return {
    ...program(`decoy-${String(index + 1).padStart(4, "0")}`, `${trade.words[0] ?? "Trade"} select`, line, carrier),
    rating: "A++",
    appointed: true,
    states: closed === "state" ? { include: ["*"], exclude: homeStates } : { include: homeStates },
    appetite: [
      { prefix: trade.naics.slice(0, 4), level: "preferred" },
      ...(closed === "class" ? [{ prefix: trade.naics, level: "prohibited" }] : []),
    ],
    default_appetite: "prohibited",
    ...(closed === "age" ? { bounds: [{ fact: "risk.years_in_business", min: 60, effect: "knockout" }] } : {}),
    coverages: closed === "limit" ? offered.map((row, at) => (at === 0 ? { ...row, included: false } : row)) : offered,
    pricing: pricing(line, fairRate(line, trade) * 0.75),
    turnaround_days: 1,
    history: { submitted: 90, quoted: 80, bound: 50 },
  };
}

/** Wants the trade as well, and does some of it better than the specialist; all in all a second choice. */
function makeRival(random: Random, key: string, trade: Trade, line: MarketLine, carrier: JsonObject): JsonObject {
  const submitted = random.int(5, 80);
  return {
    ...program(`rival-${key}`, `${trade.words[0] ?? "Trade"} plus`, line, carrier),
    rating: random.weighted(ratings),
    appointed: random.chance(0.6),
    states: { include: homeStates },
    appetite: [{ prefix: trade.naics.slice(0, 4), level: random.chance(0.7) ? "preferred" : "standard" }],
    default_appetite: "limited",
    coverages: coverages(random, line, random.chance(0.6)),
    pricing: pricing(line, fairRate(line, trade) * (0.9 + 0.25 * random.next())),
    commission_rate: 0.15,
    turnaround_days: random.int(1, 9),
    history: {
      submitted,
      quoted: Math.round(submitted * 0.7),
      bound: Math.round(submitted * (0.12 + 0.25 * random.next())),
    },
  };
}

function makeGeneral(random: Random, index: number, line: MarketLine, carrier: JsonObject): JsonObject {
  const submitted = random.int(0, 150);
  const isSurplus = random.chance(0.08);
  const level = (trade: Trade): string => {
    if (trade.claimRate >= riskyRate)
      return random.weighted([
        ["standard", 20],
        ["limited", 45],
        ["prohibited", 35],
      ]);
    return trade.claimRate <= quietRate
      ? random.weighted([
          ["preferred", 30],
          ["standard", 60],
          ["limited", 10],
        ])
      : random.weighted([
          ["preferred", 8],
          ["standard", 62],
          ["limited", 30],
        ]);
  };
  const appetite = new Map(
    random.sample(trades, random.int(4, 18)).map((trade) => [trade.naics.slice(0, random.int(3, 6)), level(trade)]),
  );
  const admitted = Array.isArray(carrier.admitted_states) ? carrier.admitted_states : homeStates;
  return {
    ...program(
      `gen-${String(index + 1).padStart(5, "0")}`,
      `${random.pick(["Classic", "Advantage", "Core", "Main Street", "Select"])} ${line.line.replaceAll("_", " ")}`,
      line,
      carrier,
    ),
    market: isSurplus ? "surplus" : "admitted",
    status: random.chance(0.04) ? "paused" : "active",
    rating: textOf(carrier.rating),
    appointed: carrier.appointed === true,
    states: { include: admitted },
    appetite: [...appetite].map(([prefix, found]) => ({ prefix, level: found })),
    default_appetite: random.weighted([
      ["standard", 25],
      ["limited", 50],
      ["prohibited", 25],
    ]),
    bounds: [
      ...(random.chance(0.4) ? [{ fact: "risk.years_in_business", min: random.int(1, 3), effect: "knockout" }] : []),
      ...(random.chance(0.4) ? [{ fact: "loss.ratio_3y", max: 0.6, effect: "refer" }] : []),
      ...(random.chance(0.3)
        ? [{ fact: "risk.revenue", max: random.pick([2_000_000, 5_000_000, 25_000_000]), effect: "knockout" }]
        : []),
    ],
    rules: random.chance(0.25)
      ? [
          {
            key: "frequency",
            effect: "refer",
            when: { fact: "loss.count_3y", op: "gte", value: 3 },
            message: "Three or more losses in three years",
          },
        ]
      : [],
    coverages: coverages(random, line, false),
    pricing: {
      ...pricing(line, line.rate * (1 + line.riskFactor * 0.02) * (1.02 + 0.4 * random.next())),
      state_factors: { FL: 1.25, NY: 1.15, CA: 1.2 },
    },
    commission_rate: random.pick([0.1, 0.12, 0.15]),
    turnaround_days: random.int(3, 18),
    history: {
      submitted,
      quoted: Math.round(submitted * 0.6),
      bound: Math.round(submitted * (0.08 + 0.2 * random.next())),
    },
    required_documents: ["application"],
  };
}

function program(key: string, product: string, { line }: MarketLine, carrier: JsonObject): JsonObject {
  return {
    offering_key: key,
    carrier_key: textOf(carrier.carrier_key),
    carrier_name: textOf(carrier.name),
    product,
    lines: [line],
    status: "active",
    market: "admitted",
  };
}

function pricing({ basis }: MarketLine, rate: number): JsonObject {
  return { basis_fact: basis.fact, per: basis.per, rate: Math.round(rate * 1e4) / 1e4, minimum_premium: 350 };
}

/** `isWhole`: everything the line usually asks for, at limits above what is asked. */
function coverages(random: Random, { wanted }: MarketLine, isWhole: boolean): JsonObject[] {
  return wanted.map(([coverage, limit, isMust]) => {
    const included = isWhole || isMust || random.chance(0.7);
    if (!included || limit === undefined) return { coverage, included };
    const factor = isWhole ? 2 : random.pick([0.5, 1, 1, 2]);
    return { coverage, included, max_limit: limit * factor };
  });
}
