import { type Offering, OfferingSets } from "@service/engine-offerings";
import type { LoadedDataset } from "@service/engine-kit";
import { dayNumber } from "@service/json";

/**
 * The offerings of the dataset by line. Matching reads the rows, so that both types agree on what a carrier accepts.
 */
export type Market = {
  readonly dataset: LoadedDataset;
  /** In the order of their keys. */
  readonly byLine: ReadonlyMap<string, readonly Offering[]>;
  /** Lookups cached for this run: most submissions of a queue need the same ones. */
  readonly shortlists: Map<string, Shortlist>;
  /** Rows that are not valid offerings. */
  readonly skipped: number;
  /** Days between the dataset and the run; negative ages count as 0. */
  readonly ageDays: number;
};

/** Offerings open to a line, a state, a class and a day, best appetite first, and the facts that would open more. */
export type Shortlist = {
  readonly candidates: readonly { readonly offering: Offering; readonly utility: number }[];
  readonly missing: readonly string[];
  /** More candidates exist than are listed. */
  readonly isCut: boolean;
};

/** Compiled offerings cached by the hash of their content; results never depend on the cache. */
const offeringSets = new OfferingSets();

/** Opens the loaded dataset for a run of `asOf`. */
export function openMarket(dataset: LoadedDataset, asOf: string): Market {
  const set = offeringSets.dataset(dataset);
  const byLine = new Map<string, Offering[]>();
  for (const offering of set.offerings) {
    if (!offering.isActive) continue;
    for (const line of offering.lines) {
      const cached = byLine.get(line);
      if (cached === undefined) byLine.set(line, [offering]);
      else cached.push(offering);
    }
  }
  const from = dayNumber(dataset.asOf);
  const to = dayNumber(asOf);
  return {
    dataset,
    byLine,
    shortlists: new Map(),
    skipped: set.skipped + set.cut,
    ageDays: from === undefined || to === undefined ? 0 : Math.max(0, to - from),
  };
}
