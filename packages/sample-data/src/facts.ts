import type { Random } from "./random.ts";
import type { Trade } from "./trades.ts";
import { addressIn, stateOf, type Address } from "./words.ts";

/** One place of a business. Values are replacement values in dollars. */
export type Site = {
  readonly interest: "owner" | "tenant";
  readonly address: Address;
  readonly building: number;
  readonly contents: number;
  readonly tenantImprovements: number;
  readonly floodZone: string;
  readonly yearBuilt: number;
  readonly construction: string;
  readonly squareFeet: number;
  readonly sprinklered: boolean;
};

/** What is true of a business, whatever its file says about it. Amounts in dollars a year. */
export type Facts = {
  readonly trade: Trade;
  readonly entityType: string;
  readonly state: string;
  readonly employees: number;
  readonly revenue: number;
  readonly payroll: number;
  readonly yearsInBusiness: number;
  readonly ownedVehicles: number;
  readonly employeesDrive: boolean;
  readonly alcoholReceipts: number;
  readonly storesPersonalData: boolean;
  readonly professionalFees: number;
  readonly hasBoard: boolean;
  readonly handlesClientFunds: boolean;
  readonly sponsorsBenefitPlan: boolean;
  readonly pollutionExposure: boolean;
  readonly makesProducts: boolean;
  readonly haulsForHire: boolean;
  readonly customerVehicles: boolean;
  readonly toolsValue: number;
  readonly constructionInProgress: number;
  readonly sites: readonly Site[];
};

/** A business of the trade, `scale` times the middling size of it. */
export function businessFacts(random: Random, trade: Trade, scale: number): Facts {
  const { habits } = trade;
  const employees = Math.max(1, Math.round(trade.employees * scale));
  const revenue = rounded(employees * trade.revenueEach * random.lognormal(1, 0.18), 1_000);
  const state = stateOf(random);
  // A habit of the trade holds for nine businesses in ten.
  const usual = (habit: boolean | undefined): boolean =>
    random.chance(0.9) ? habit === true : habit !== true && random.chance(0.2);
  const isNonprofit = habits.board === true;
  return {
    trade,
    entityType: isNonprofit
      ? "nonprofit corporation"
      : random.weighted([
          ["llc", 52],
          ["corporation", 34],
          ["partnership", 8],
          ["sole proprietor", 6],
        ]),
    state,
    employees,
    revenue,
    payroll: rounded(employees * trade.wageEach * random.lognormal(1, 0.1), 500),
    yearsInBusiness: random.int(1, 40),
    ownedVehicles: Math.round(employees * trade.vehiclesEach * random.lognormal(1, 0.25)),
    employeesDrive: random.chance(trade.vehiclesEach > 0 ? 0.5 : 0.3),
    alcoholReceipts: habits.alcohol === undefined ? 0 : rounded(revenue * habits.alcohol, 1_000),
    storesPersonalData: usual(habits.personalData),
    professionalFees: habits.fees === true ? rounded(revenue * 0.9, 1_000) : 0,
    hasBoard: isNonprofit || (employees >= 40 && random.chance(0.3)),
    handlesClientFunds: usual(habits.funds),
    sponsorsBenefitPlan: employees >= 12 && random.chance(0.6),
    pollutionExposure: usual(habits.pollutants),
    makesProducts: usual(habits.products),
    haulsForHire: habits.hauls === true,
    customerVehicles: habits.customerVehicles === true,
    toolsValue: habits.tools === undefined ? 0 : rounded(employees * habits.tools, 500),
    constructionInProgress: habits.builds === true && random.chance(0.5) ? rounded(revenue * 0.2, 5_000) : 0,
    sites: sitesOf(random, trade, state, employees),
  };
}

function sitesOf(random: Random, trade: Trade, state: string, employees: number): Site[] {
  const count = Math.min(12, 1 + (employees > 15 ? random.poisson(1.5) : random.poisson(0.5)));
  return Array.from({ length: count }, (_, index): Site => {
    const isOwner = random.chance(trade.ownsBuilding);
    const squareFeet = rounded(Math.max(800, (employees / count) * random.int(220, 520)), 50);
    return {
      interest: isOwner ? "owner" : "tenant",
      address: addressIn(random, index === 0 || random.chance(0.8) ? state : stateOf(random)),
      building: isOwner ? rounded(squareFeet * random.int(130, 260), 1_000) : 0,
      contents: rounded(Math.max(5_000, (employees / count) * trade.contentsEach * random.lognormal(1, 0.2)), 500),
      tenantImprovements: !isOwner && random.chance(0.35) ? rounded(squareFeet * random.int(20, 60), 500) : 0,
      floodZone: random.weighted([
        ["X", 91],
        ["AE", 6],
        ["A", 2],
        ["VE", 1],
      ]),
      yearBuilt: random.int(1925, 2022),
      construction: random.weighted([
        ["frame", 30],
        ["joisted masonry", 35],
        ["masonry non-combustible", 25],
        ["fire resistive", 10],
      ]),
      squareFeet,
      sprinklered: random.chance(0.35),
    };
  });
}

/** What the buildings of the business are worth, in dollars. */
export function buildingValue({ sites }: Facts): number {
  return sites.reduce((sum, { building }) => sum + building, 0);
}

/** To the nearest multiple of `step`, at least one step. */
export function rounded(amount: number, step: number): number {
  return Math.max(step, Math.round(amount / step) * step);
}

/** To whole cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
