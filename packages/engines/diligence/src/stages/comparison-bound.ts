import type { ReadName } from "@service/engine-kit";
import { candidatesMax, type ListIndex } from "./list-index.ts";

/** Names compared in full per run, in names of usual length (DIL-85): some five seconds on a slow core. */
const comparisonsMax = 600_000;
/** However many names a run searches, so many are compared with each. */
const leastPerSearch = 50;
/** Words of a name of usual length, in all its readings; longer ones cost more. */
const usualWords = 6;

/**
 * How many names may be compared with each name that a run searches (DIL-85). Usually all that share a key; where that
 * is more than a run bears, every search is cut to the same measure, so that neither the order of parties nor one
 * crowded name decides what is compared.
 */
export function comparisonBound(
  names: readonly ReadName[],
  indexes: readonly ListIndex[],
  most: number = comparisonsMax,
): (name: ReadName) => number {
  const unbounded = names.reduce((sum, name) => sum + costOf(name), 0) * candidatesMax * indexes.length;
  if (unbounded <= most) return () => candidatesMax;
  const costs = indexes.flatMap((index) =>
    names.map((name) => costOf(name) * Math.min(candidatesMax, index.candidateCount(index.search(name)))),
  );
  const share = Math.max(leastPerSearch, fairShare(costs, most));
  return (name) => Math.min(candidatesMax, Math.max(1, Math.floor(share / costOf(name))));
}

/** What comparing a name with another costs, in names of usual length. */
function costOf({ readings }: ReadName): number {
  const words = readings.reduce((sum, reading) => sum + (reading.isUsable ? reading.words.length : 0), 0);
  return Math.max(1, words / usualWords);
}

/** The greatest cost that each may have so that all together stay within `most`. */
function fairShare(costs: readonly number[], most: number): number {
  let [rest, left] = [most, costs.length];
  for (const cost of costs.toSorted((a, b) => a - b)) {
    if (cost > rest / left) return rest / left;
    rest -= cost;
    left -= 1;
  }
  return Number.POSITIVE_INFINITY;
}
