import type { WrittenInsured } from "../input.ts";
import { InsuredComparison } from "./compare-insureds.ts";
import { type InsuredIdentity, identify } from "./insured-identity.ts";
import { InsuredCounts } from "./insured-counts.ts";
import { InsuredIndex } from "./insured-index.ts";
import { isIdentified } from "./compared.ts";
import { comparisonInSentences } from "./match-words.ts";
import { InsuredNameReader } from "./read-insured-name.ts";

/** The bands of the preset: from here on a pair is a duplicate, or possibly one (TRI-82). */
const bands = { duplicate: 8, possible: 5 } as const;
/** Pairs of words compared in one search: about ten seconds for the worst names. */
const wordPairsMax = 10_000_000;

/** A client as a book has it; what is not known is absent. */
export interface BookInsured {
  readonly name: string;
  readonly fein?: string | undefined;
  readonly line1?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly phone?: string | undefined;
  /** Web or mail address. */
  readonly domain?: string | undefined;
}

/** Two insureds of a list that are likely one. */
export interface LikelyDuplicate {
  /** Positions in the list; `first` is before `second`. */
  readonly first: number;
  readonly second: number;
  readonly weight: number;
  readonly band: "duplicate" | "possible";
  /** What agrees, what is alike and what differs, in sentences. */
  readonly because: string;
}

/**
 * Searches a list of insureds for those that are one, by the weights of clearance (TRI-80 to TRI-93). In steps, because a
 * book may be large: `add` each, then `pairsOf` each position that is of interest, for as long as there is time.
 */
export class DuplicateSearch {
  readonly #names = new InsuredNameReader();
  readonly #identities: InsuredIdentity[] = [];
  #ready: { readonly index: InsuredIndex; readonly comparison: InsuredComparison } | undefined;

  /** @throws once pairs have been asked for. */
  add({ name, fein, line1, city, state, zip, phone, domain }: BookInsured): void {
    if (this.#ready !== undefined) throw new Error("an insured comes before the first pair");
    const identity = Object.fromEntries(
      Object.entries({ fein, phone, domain }).filter(([, value]) => value !== undefined),
    );
    // The reader of a submission has a whole address; empty parts are not stated.
    const address: WrittenInsured["address"] = { line1: line1 ?? "", city: city ?? "", state: "OH", zip: zip ?? "" };
    this.#identities.push({ ...identify({ ...identity, name, address }, this.#names), state });
  }

  /** Whether the bound on pairs of words ended the search: later pairs are not compared. */
  get isCut(): boolean {
    return this.#ready?.comparison.isCut ?? false;
  }

  /** Insureds before this position, and before `below`, that are likely the same one, heaviest first. */
  pairsOf(second: number, below = second): readonly LikelyDuplicate[] {
    const { index, comparison } = this.#prepared();
    const own = this.#identities[second];
    if (own === undefined) return [];
    const found: LikelyDuplicate[] = [];
    for (const first of index.candidatesBefore(second)) {
      if (first >= below) break;
      const other = this.#identities[first];
      if (other === undefined) continue;
      const weighed = comparison.weigh(own, other);
      if (weighed === "cut") break;
      if (weighed === "too_light" || weighed.weight < bands.possible) continue;
      const { weight, compared, isContradicted } = weighed;
      if (!isIdentified(compared)) continue;
      const isDuplicate = weight >= bands.duplicate && !isContradicted;
      const band = isDuplicate ? "duplicate" : "possible";
      found.push({ first, second, weight, band, because: comparisonInSentences(compared) });
    }
    return found.toSorted((a, b) => b.weight - a.weight);
  }

  #prepared(): { readonly index: InsuredIndex; readonly comparison: InsuredComparison } {
    if (this.#ready === undefined) {
      const counts = new InsuredCounts(this.#identities);
      this.#ready = {
        index: new InsuredIndex(this.#identities, counts),
        comparison: new InsuredComparison(counts, bands.possible, wordPairsMax),
      };
    }
    return this.#ready;
  }
}
