import { labelSimilarity } from "@service/engine-kit";
import { byText, roundHalfAwayFromZero } from "@service/json";
import type { Feature } from "../output.ts";
import type { InsuredIdentity } from "./insured-identity.ts";

const nameEffects = { same: 6, alike: 3, other: 0, different: -5 } as const;
const nameThresholds = { same: 0.95, alike: 0.85, other: 0.6 } as const;
/**
 * Upper bound of the similarity of two words that differ in spelling and in sound: one slip in the longest word
 * (NAME-23).
 */
const unequalWordMax = 1 - 1.1 / 300;

/** The comparable features of two insureds; `undefined` = not stated on one side. */
export type PairFeatures = {
  readonly isFeinEqual: boolean | undefined;
  readonly nameSimilarity: number | undefined;
  readonly isAddressEqual: boolean;
  readonly isPhoneEqual: boolean;
  readonly isDomainEqual: boolean;
  readonly isZipEqual: boolean;
};

export type Weighed = { readonly weight: number; readonly features: readonly Feature[] };

/** The weight of a pair and its parts (TRI-22 to TRI-26). */
export function weighPair(pair: PairFeatures): Weighed {
  const features: Feature[] = [];
  if (pair.isFeinEqual === true) features.push({ name: "fein", value: "equal", effect: 10 });
  if (pair.isFeinEqual === false) features.push({ name: "fein", value: "differs", effect: -6 });
  if (pair.nameSimilarity !== undefined) {
    features.push({
      name: "name",
      value: roundHalfAwayFromZero(pair.nameSimilarity, 2),
      effect: nameEffect(pair.nameSimilarity),
    });
  }
  if (pair.isAddressEqual) features.push({ name: "address", value: "equal", effect: 4 });
  if (pair.isPhoneEqual) features.push({ name: "phone", value: "equal", effect: 3 });
  // Phone and domain are one means of contact, counted once.
  else if (pair.isDomainEqual) features.push({ name: "domain", value: "equal", effect: 3 });
  if (pair.isZipEqual) features.push({ name: "zip", value: "equal", effect: 1 });
  return { weight: features.reduce((sum, { effect }) => sum + effect, 0), features };
}

function nameEffect(similarity: number): number {
  if (similarity >= nameThresholds.same) return nameEffects.same;
  if (similarity >= nameThresholds.alike) return nameEffects.alike;
  return similarity < nameThresholds.other ? nameEffects.different : nameEffects.other;
}

/** Compares insureds for one run, which compares so many pairs of words at most. */
export class InsuredComparison {
  /** The least weight of a possible duplicate. */
  readonly #possible: number;
  readonly #wordPairsMax: number;
  #wordPairs = 0;

  constructor(possible: number, wordPairsMax: number) {
    this.#possible = possible;
    this.#wordPairsMax = wordPairsMax;
  }

  /** The bound ended the comparison: later pairs were not compared. */
  get isCut(): boolean {
    return this.#wordPairs > this.#wordPairsMax;
  }

  /** Comparing names is expensive: it is skipped where the pair could not become a possible duplicate. */
  weigh(own: InsuredIdentity, other: InsuredIdentity): Weighed | "too_light" | "cut" {
    const others = compareOthers(own, other);
    const { weight } = weighPair(others);
    if (weight + nameEffects.same < this.#possible) return "too_light";
    const needsSameName = weight + nameEffects.alike < this.#possible;
    if (needsSameName && !mayBeSameName(own, other)) return "too_light";
    this.#wordPairs += costOf(own, other);
    return this.isCut ? "cut" : weighPair({ ...others, nameSimilarity: similarityOf(own, other) });
  }
}

/** Every feature but the name. */
function compareOthers(a: InsuredIdentity, b: InsuredIdentity): PairFeatures {
  return {
    isFeinEqual: a.fein === undefined || b.fein === undefined ? undefined : a.fein === b.fein,
    nameSimilarity: undefined,
    isAddressEqual: isEqual(a.addressKey, b.addressKey),
    isPhoneEqual: isEqual(a.phone, b.phone),
    isDomainEqual: isEqual(a.domain, b.domain),
    isZipEqual: isEqual(a.zip, b.zip),
  };
}

/** The lighter name is searched in the heavier one, so that the order of the two does not matter. */
function inOrderOfWeight(a: InsuredIdentity, b: InsuredIdentity): readonly [InsuredIdentity, InsuredIdentity] {
  const difference = a.nameWeight - b.nameWeight || byText(a.nameText, b.nameText);
  return difference <= 0 ? [a, b] : [b, a];
}

function similarityOf(a: InsuredIdentity, b: InsuredIdentity): number | undefined {
  if (a.name.words.length === 0 || b.name.words.length === 0) return undefined;
  if (a.nameText === b.nameText) return 1;
  const [lighter, heavier] = inOrderOfWeight(a, b);
  return labelSimilarity(lighter.name, heavier.name);
}

/**
 * False only when the names cannot match: every word without an equal in sound costs at least a seventh of its weight.
 */
function mayBeSameName(a: InsuredIdentity, b: InsuredIdentity): boolean {
  if (a.nameText === b.nameText) return true;
  const [lighter, heavier] = inOrderOfWeight(a, b);
  let lost = 0;
  for (const { fold, weight } of lighter.name.words) {
    if (!heavier.nameFolds.has(fold)) lost += (1 - unequalWordMax) * weight;
  }
  return lighter.nameWeight - lost >= nameThresholds.same * lighter.nameWeight;
}

function costOf(a: InsuredIdentity, b: InsuredIdentity): number {
  return a.nameText === b.nameText ? 1 : a.name.words.length * b.name.words.length;
}

function isEqual(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a === b;
}
