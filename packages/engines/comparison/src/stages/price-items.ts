import type { Warning } from "@service/engine-kit";
import { exposureBases, type ExposureBasis } from "../codes.ts";
import { offerName } from "./in-words.ts";
import type { Item } from "./item.ts";
import { priceGap } from "./price-gap.ts";

type ExposureRate = {
  readonly basis: ExposureBasis;
  readonly exposure: number;
  /** Annualized cents per `per` units of exposure. */
  readonly rateCents: number;
  readonly per: number;
};

export type Price = {
  /** `undefined` while no premium is stated; 0 states no premium (CMP-102). */
  readonly totalCents: number | undefined;
  /** Fractional cents: rounded in the output only (TYPE-9). */
  readonly annualizedCents: number | undefined;
  readonly rates: readonly ExposureRate[];
};

/** Premium rates are usually stated per 1,000 of money and per vehicle. */
const unitsPer: Readonly<Record<ExposureBasis, number>> = { revenue: 1000, payroll: 1000, tiv: 1000, vehicles: 1 };

/**
 * CMP-27, one item: `total = base + taxes + fees`, `annualized = total / term_days * 365`, and the rate per exposure
 * unit. A stated total replaces taxes or fees that are not stated; where all parts are stated, the parts count.
 */
export function priceItem(item: Item): { price: Price; warnings: readonly Warning[] } {
  const { baseCents, taxesCents, feesCents, totalCents } = item.premium;
  const sum = baseCents + (taxesCents ?? 0) + (feesCents ?? 0);
  const total = baseCents === 0 ? totalCents : totalOf(item.premium, sum);
  if (total === undefined || total === 0 || item.termDays === undefined) {
    return {
      price: { totalCents: total === 0 ? undefined : total, annualizedCents: undefined, rates: [] },
      warnings: [withoutPrice(item, total === undefined || total === 0 ? "premium" : "term")],
    };
  }
  // Multiply first: a full year then stays exact.
  const annualizedCents = (total * 365) / item.termDays;
  const warnings: Warning[] = [];
  if (totalCents !== undefined && totalCents !== total) {
    warnings.push({
      code: "fact_conflict",
      message: `${offerName(item)} states a total premium that differs from base, taxes and fees, and their sum is used.`,
      stage: "evaluate",
      severity: "warning",
      path: `items[${item.key}].premium.total`,
    });
  }
  const rates = exposureBases.flatMap((basis) => {
    const exposure = item.ratingBasis[basis];
    if (exposure === undefined || exposure <= 0) return [];
    const per = unitsPer[basis];
    return [{ basis, exposure, per, rateCents: (annualizedCents / exposure) * per }];
  });
  return { price: { totalCents: total, annualizedCents, rates }, warnings };
}

/** A stated total, unless all its parts are stated. */
function totalOf({ taxesCents, feesCents, totalCents }: Item["premium"], sum: number): number {
  const partsAreComplete = taxesCents !== undefined && feesCents !== undefined;
  return totalCents !== undefined && !partsAreComplete && totalCents >= sum ? totalCents : sum;
}

/** What is needed for a price per year, and not stated. */
function withoutPrice(item: Item, what: "premium" | "term"): Warning {
  return {
    code: "fact_missing",
    message: `${offerName(item)} ${priceGap(item)}, so its price is not compared.`,
    stage: "evaluate",
    severity: "warning",
    path: `items[${item.key}].${what}`,
  };
}

/** Middle value; the mean of the two middle ones for an even count. `undefined` for none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}
