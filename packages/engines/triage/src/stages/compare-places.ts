import { editDistance, isOneSlip } from "@service/engine-kit";
import { type Compared, slipOf } from "./compared.ts";
import type { InsuredCounts } from "./insured-counts.ts";
import type { InsuredIdentity } from "./insured-identity.ts";

const numberEffects = { equal: 4, slip: 2, differs: -3 } as const;
/** Of shorter numbers, which differ by one digit in every second pair of neighbours, a slip says nothing. */
const slipDigitsMin = 3;
const streetBands: readonly (readonly [similarity: number, agreement: string, effect: number])[] = [
  [0.95, "equal", 4.5],
  [0.75, "alike", 3.2],
  [0.5, "partly_alike", 0.5],
];
const streetDiffers = -3;
/** On another number a street says less. */
const otherNumberFactors = { agreeing: 0.5, differing: 0.6 } as const;
/** "Oak Street" and "Oak Avenue" are two streets. */
const otherSuffixFactor = 0.8;
const directionDiffers = -1;
const unitEffects = { equal: 1.5, differs: -1.5 } as const;
const cityEffects = { perDoubling: 0.45, least: 0.2, most: 3.5, alikeFactor: 0.7, differs: -1.5 } as const;
const cityAlike = 0.75;
const zipEffects = { perDoubling: 0.5, least: 0.4, most: 4.5, slip: 1, differs: -1.5 } as const;
const stateEffects = { equal: 0.3, differs: -1.5 } as const;

/** Number, street, city, ZIP and state; what one side does not state is left out (TRI-85, TRI-86, TRI-88, TRI-89, TRI-90). */
export function comparePlaces(a: InsuredIdentity, b: InsuredIdentity, counts: InsuredCounts): readonly Compared[] {
  const found: Compared[] = [];
  const areBoxes = isBox(a) && isBox(b);
  const note = (name: Compared["name"], agreement: string, effect: number, holders = 0): void => {
    const isBoxLine = areBoxes && (name === "number" || name === "street");
    found.push({ name, agreement, effect, holders, ...(isBoxLine ? { isBox: true } : {}) });
  };
  // A post office box and a street are two addresses of one business.
  if (isBox(a) === isBox(b)) compareLines(a, b, note);
  if (a.city !== undefined && b.city !== undefined) {
    const holders = Math.max(counts.holdersOf("city", a.city), counts.holdersOf("city", b.city));
    const rarity = Math.min(counts.rarityOf("city", a.city), counts.rarityOf("city", b.city));
    const effect = within(cityEffects.perDoubling * rarity, cityEffects);
    if (a.city === b.city) note("city", "equal", effect, holders);
    else if (isCityAlike(a.city, b.city)) note("city", "alike", cityEffects.alikeFactor * effect, holders);
    else note("city", "differs", cityEffects.differs);
  }
  if (a.zip !== undefined && b.zip !== undefined) {
    if (a.zip === b.zip) {
      const effect = within(zipEffects.perDoubling * counts.rarityOf("zip", a.zip), zipEffects);
      note("zip", "equal", effect, counts.holdersOf("zip", a.zip));
    } else if (a.zip.length === b.zip.length && isOneSlip(a.zip, b.zip))
      note("zip", slipOf(a.zip, b.zip), zipEffects.slip);
    else note("zip", "differs", zipEffects.differs);
  }
  if (a.state !== undefined && b.state !== undefined) {
    const agreement = a.state === b.state ? "equal" : "differs";
    note("state", agreement, stateEffects[agreement]);
  }
  return found;
}

/** The unit within a building; a floor beside a suite says nothing (TRI-87). */
export function compareUnits(a: InsuredIdentity, b: InsuredIdentity): readonly Compared[] {
  const [own, other] = [a.address.unit, b.address.unit];
  if (own === undefined || other === undefined) return [];
  if (own !== other && kindOfUnit(own) !== kindOfUnit(other)) return [];
  const agreement = own === other ? "equal" : "differs";
  return [{ name: "unit", agreement, effect: unitEffects[agreement], holders: 0 }];
}

/** Similarity 0..1 of two streets: 0 when numbers in their names differ. */
function streetSimilarity(a: InsuredIdentity, b: InsuredIdentity): number {
  if (a.street === undefined || b.street === undefined) return 0;
  const [own, other] = [a.address.street, b.address.street];
  if (numbersIn(own) !== numbersIn(other)) return 0;
  const isOtherSuffix =
    a.address.suffix !== undefined && b.address.suffix !== undefined && a.address.suffix !== b.address.suffix;
  const factor = isOtherSuffix ? otherSuffixFactor : 1;
  if (a.street === b.street) return factor;
  return factor * Math.max(spellingSimilarity(a.street, b.street), sharedLetters(own, other));
}

type Note = (name: Compared["name"], agreement: string, effect: number) => void;

function compareLines(a: InsuredIdentity, b: InsuredIdentity, note: Note): void {
  const [own, other] = [a.address, b.address];
  let isOtherNumber = false;
  if (own.number !== undefined && other.number !== undefined) {
    const agreement =
      own.number === other.number ? "equal" : isNumberSlip(own.number, other.number) ? "slip" : "differs";
    isOtherNumber = agreement === "differs";
    note("number", agreement === "slip" ? slipOf(own.number, other.number) : agreement, numberEffects[agreement]);
  }
  if (a.street === undefined || b.street === undefined) return;
  const similarity = streetSimilarity(a, b);
  const [, agreement, effect] = streetBands.find(([from]) => similarity >= from) ?? [0, "differs", streetDiffers];
  const { agreeing, differing } = otherNumberFactors;
  // Every post office box has the same "street": of two boxes only the number tells.
  if (isBox(a) && isOtherNumber) return;
  note("street", agreement, effect * (isOtherNumber ? (effect > 0 ? agreeing : differing) : 1));
  if (own.direction !== undefined && other.direction !== undefined && own.direction !== other.direction) {
    note("direction", "differs", directionDiffers);
  }
}

function isBox({ address }: InsuredIdentity): boolean {
  return address.street[0] === "po" && address.street[1] === "box";
}

function isNumberSlip(a: string, b: string): boolean {
  return Math.max(a.length, b.length) >= slipDigitsMin && isOneSlip(a, b);
}

function isCityAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    ` ${long} `.includes(` ${short} `) || spellingSimilarity(a.replaceAll(" ", ""), b.replaceAll(" ", "")) >= cityAlike
  );
}

function kindOfUnit(unit: string): string {
  return /^(?:fl|bldg) /.exec(unit)?.[0] ?? "";
}

function numbersIn(words: readonly string[]): string {
  return words.filter((word) => /\d/.test(word)).join(" ");
}

/** `1 - d / L`, 0 where more than half is different. */
function spellingSimilarity(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  const most = Math.floor(length / 2);
  if (Math.abs(a.length - b.length) > most) return 0;
  const distance = editDistance(a, b, most);
  return distance > most ? 0 : 1 - distance / length;
}

/** Letters in equal words over all letters. */
function sharedLetters(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((word) => b.includes(word)).reduce((sum, { length }) => sum + length, 0);
  const all = [...a, ...b].reduce((sum, { length }) => sum + length, 0);
  return all === 0 ? 0 : Math.min(1, (2 * shared) / all);
}

function within(effect: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(most, Math.max(least, effect));
}
