import type { InsuredCounts } from "./insured-counts.ts";
import type { InsuredIdentity } from "./insured-identity.ts";
import { type InsuredKey, keysOf } from "./insured-keys.ts";

/** Holders of a crowded key that identifies insureds with which another one is compared (TRI-96). */
const crowdComparedMax = 200;

/** The insureds of one run by the keys under which they meet (TRI-80). Positions are those of the list given. */
export class InsuredIndex {
  readonly #keys: readonly (readonly InsuredKey[])[];
  readonly #holders = new Map<string, number[]>();
  readonly #crowded = new Set<string>();

  constructor(identities: readonly InsuredIdentity[], counts: InsuredCounts) {
    const frequencyOf = (word: string): number => counts.holdersOf("word", word);
    this.#keys = identities.map((identity) => keysOf(identity, frequencyOf));
    for (const [position, keys] of this.#keys.entries()) {
      for (const { key } of keys) {
        const holders = this.#holders.get(key);
        if (holders === undefined) this.#holders.set(key, [position]);
        else holders.push(position);
      }
    }
  }

  /** Groups that were so large that an insured was compared with their first members only. */
  get crowdedGroups(): number {
    return this.#crowded.size;
  }

  /** Positions before this one that share a key with it, each once, in order. */
  candidatesBefore(position: number): readonly number[] {
    const found = new Set<number>();
    for (const { key, holdersMax, isIdentifying } of this.#keys[position] ?? []) {
      const holders = this.#holders.get(key) ?? [];
      const isCrowded = holders.length > holdersMax;
      if (isCrowded && !isIdentifying) continue;
      const compared = isCrowded ? crowdComparedMax : holders.length;
      for (let at = 0; at < compared; at += 1) {
        const other = holders[at];
        if (other === undefined || other >= position) break;
        found.add(other);
      }
      if (isCrowded && (holders[compared] ?? position) < position) this.#crowded.add(key);
    }
    return [...found].sort((a, b) => a - b);
  }
}
