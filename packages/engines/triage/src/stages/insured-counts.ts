import { type InsuredIdentity, insuredOf } from "./insured-identity.ts";

/** Fewer insureds say too little about how common a place is. */
const populationMin = 200;
/** The two of a pair are counted both; further copies of one insured do not make its name or town a common one. */
const copiesMax = 2;
/** No word of a name weighs less. */
const wordWeightMin = 0.12;

/**
 * How many insureds of a run, queue and known together, bear a value. Submissions with one name and one address are one
 * insured that was sent many times, and count as a pair at most (TRI-106).
 */
export class InsuredCounts {
  #size = 0;
  readonly #holders = new Map<string, number>();

  constructor(identities: readonly InsuredIdentity[]) {
    const copies = new Map<string, number>();
    for (const identity of identities) {
      const insured = insuredOf(identity);
      const before = insured === undefined ? 0 : (copies.get(insured) ?? 0);
      if (before >= copiesMax) continue;
      if (insured !== undefined) copies.set(insured, before + 1);
      this.#size += 1;
      for (const value of valuesOf(identity)) this.#holders.set(value, (this.#holders.get(value) ?? 0) + 1);
    }
  }

  /** At least 1: who asks bears it. */
  holdersOf(kind: CountedKind, value: string): number {
    return this.#holders.get(`${kind} ${value}`) ?? 1;
  }

  /** `log2(max(N, 200) / n)`: the rarer the place, the more an agreement says. */
  rarityOf(kind: "city" | "zip", value: string): number {
    return Math.log2(Math.max(this.#size, populationMin) / this.holdersOf(kind, value));
  }

  /** `max(.12, ln((N + 1) / (df + .5)) / ln(N + 1))`. */
  wordWeight(word: string): number {
    const weight = Math.log((this.#size + 1) / (this.holdersOf("word", word) + 0.5)) / Math.log(this.#size + 1);
    return Math.max(wordWeightMin, weight);
  }

  get size(): number {
    return this.#size;
  }
}

type CountedKind = "name" | "word" | "city" | "zip" | "phone" | "domain";

/** Each value of an insured once. */
function valuesOf({ names, city, zip, phone, domain }: InsuredIdentity): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { joined, words } of names) {
    values.add(`name ${joined}`);
    for (const { text } of words) values.add(`word ${text}`);
  }
  if (city !== undefined) values.add(`city ${city}`);
  if (zip !== undefined) values.add(`zip ${zip}`);
  if (phone !== undefined) values.add(`phone ${phone}`);
  if (domain !== undefined) values.add(`domain ${domain}`);
  return values;
}
