import { isOneSlip } from "@service/engine-kit";
import { roundHalfAwayFromZero, stateNames } from "@service/json";
import { type Compared, slipOf } from "./compared.ts";
import { type ComparedNames, compareNames, nameEffectMax, wordPairsOf } from "./compare-names.ts";
import { comparePlaces, compareUnits } from "./compare-places.ts";
import type { InsuredCounts } from "./insured-counts.ts";
import type { InsuredIdentity } from "./insured-identity.ts";

/** The weight of a pair of which nothing is known: two insureds are rarely one (TRI-82). */
const startEffect = -4.5;
const feinEffects = { equal: 13, differs: -8 } as const;
const contactEffects = { most: 8, least: 2, slip: 2, phoneDiffers: -1.5 } as const;
/** What a place can say for a pair: two tenants of one building are two insureds. */
const placeMost = { usual: 14, contradicting: 12 } as const;

/** Words of the states: firms are called after them, and after their own town. */
const stateWords: ReadonlySet<string> = new Set(
  [...stateNames.values()].flatMap((name) => name.toLowerCase().split(" ")),
);

export type Weighed = {
  /** With one decimal, which the bands of clearance are read by. */
  readonly weight: number;
  readonly compared: readonly Compared[];
  /** Something says that they are two insureds, whatever agrees (TRI-109): a copy is held, and a person must see it. */
  readonly isContradicted: boolean;
};

/** The weight of a pair and its parts (TRI-82 to TRI-93). The order of the two has no meaning. */
export function weighPair(a: InsuredIdentity, b: InsuredIdentity, counts: InsuredCounts): Weighed {
  return weigh(a, b, compareOthers(a, b, counts), compareNames(a.names, b.names, counts, placesOf(a, b)));
}

/** Compares insureds for one run, which compares so many pairs of words at most. */
export class InsuredComparison {
  readonly #counts: InsuredCounts;
  /** The least weight of a possible duplicate. */
  readonly #possible: number;
  readonly #wordPairsMax: number;
  #wordPairs = 0;

  constructor(counts: InsuredCounts, possible: number, wordPairsMax: number) {
    this.#counts = counts;
    this.#possible = possible;
    this.#wordPairsMax = wordPairsMax;
  }

  /** The bound ended the comparison: later pairs were not compared. */
  get isCut(): boolean {
    return this.#wordPairs > this.#wordPairsMax;
  }

  /** Comparing names is expensive: it is skipped where the pair could not become a possible duplicate. */
  weigh(own: InsuredIdentity, other: InsuredIdentity): Weighed | "too_light" | "cut" {
    const others = compareOthers(own, other, this.#counts);
    const most = startEffect + nameEffectMax + Math.min(placeMost.usual, sumOf(others.place)) + sumOf(others.rest);
    if (most < this.#possible) return "too_light";
    this.#wordPairs += wordPairsOf(own.names, other.names);
    return this.isCut
      ? "cut"
      : weigh(own, other, others, compareNames(own.names, other.names, this.#counts, placesOf(own, other)));
  }
}

/** Words that name where two insureds are. */
function placesOf({ city: own = "" }: InsuredIdentity, { city: other = "" }: InsuredIdentity): ReadonlySet<string> {
  return new Set([...stateWords, ...own.split(" "), ...other.split(" ")]);
}

type Others = { readonly place: readonly Compared[]; readonly rest: readonly Compared[] };

/** Every feature but the name. */
function compareOthers(a: InsuredIdentity, b: InsuredIdentity, counts: InsuredCounts): Others {
  return {
    place: comparePlaces(a, b, counts),
    rest: [...compareFeins(a, b), ...compareUnits(a, b), ...compareContacts(a, b, counts)],
  };
}

function weigh(
  a: InsuredIdentity,
  b: InsuredIdentity,
  { place, rest }: Others,
  names: ComparedNames | undefined,
): Weighed {
  const isOtherGeneration = isDifferent(a.generation, b.generation);
  const compared: Compared[] = [{ name: "start", agreement: "differs", effect: startEffect, holders: 0 }, ...rest];
  if (names !== undefined) {
    const { agreement, effect, holders } = names;
    const shown = isOtherGeneration && agreement === "equal" ? "other_generation" : agreement;
    compared.push({ name: "name", agreement: shown, effect, holders });
  }
  compared.push(...place);
  const isCorroborated =
    names?.sharesRareWord === true || rest.some(({ name, agreement }) => name !== "unit" && agreement === "equal");
  const isContradicting = names !== undefined && names.effect < 0 && !isCorroborated;
  const most = isContradicting ? placeMost.contradicting : placeMost.usual;
  const over = sumOf(place) - most;
  if (over > 0) compared.push({ name: "place_limit", agreement: "equal", effect: -over, holders: 0 });
  const hasOneFein = a.fein !== undefined && a.fein === b.fein;
  const isReached = rest.some(
    ({ name, agreement }) => (name === "phone" || name === "domain") && agreement === "equal",
  );
  const isOtherName = names?.isOther === true || (names?.isGeneric === true && !isReached);
  const hasOtherName = names !== undefined && (isOtherName || isOtherGeneration);
  return {
    weight: roundHalfAwayFromZero(sumOf(compared), 1),
    compared,
    isContradicted: hasOneFein ? isOtherGeneration : hasOtherName || isOtherFein(a.fein, b.fein),
  };
}

function isDifferent(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** Two tax numbers that no slip of the hand explains. */
function isOtherFein(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b && !isOneSlip(a, b);
}

function compareFeins(a: InsuredIdentity, b: InsuredIdentity): readonly Compared[] {
  if (a.fein === undefined || b.fein === undefined) return [];
  const agreement = a.fein === b.fein ? "equal" : "differs";
  return [{ name: "fein", agreement, effect: feinEffects[agreement], holders: 0 }];
}

/** Telephone and domain are one means of contact: what says more for the pair counts. */
function compareContacts(a: InsuredIdentity, b: InsuredIdentity, counts: InsuredCounts): readonly Compared[] {
  const found: Compared[] = [];
  if (a.phone !== undefined && b.phone !== undefined) found.push(comparePhones(a.phone, b.phone, counts));
  if (a.domain !== undefined && b.domain !== undefined) {
    const isEqual = a.domain === b.domain;
    if (isEqual) found.push(sharedContact("domain", counts.holdersOf("domain", a.domain)));
  }
  return found.sort((x, y) => y.effect - x.effect).slice(0, 1);
}

function comparePhones(a: string, b: string, counts: InsuredCounts): Compared {
  if (a === b) return sharedContact("phone", counts.holdersOf("phone", a));
  const agreement = isOneSlip(a, b) ? slipOf(a, b) : "differs";
  const effect = agreement === "differs" ? contactEffects.phoneDiffers : contactEffects.slip;
  return { name: "phone", agreement, effect, holders: 0 };
}

function sharedContact(name: "phone" | "domain", holders: number): Compared {
  const effect = Math.max(contactEffects.least, contactEffects.most - Math.log2(Math.max(2, holders)));
  return { name, agreement: "equal", effect, holders };
}

function sumOf(compared: readonly Compared[]): number {
  return compared.reduce((sum, { effect }) => sum + effect, 0);
}
