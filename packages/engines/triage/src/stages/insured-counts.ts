import type { InsuredIdentity } from "./insured-identity.ts";

/** Fewer insureds say too little about how common a place is. */
const populationMin = 200;
/** No word of a name weighs less. */
const wordWeightMin = 0.12;

/** How many insureds of a run, queue and known together, bear a value. */
export class InsuredCounts {
  readonly #size: number;
  readonly #holders = new Map<string, number>();

  constructor(identities: readonly InsuredIdentity[]) {
    this.#size = identities.length;
    for (const identity of identities) {
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
