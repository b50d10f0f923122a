import { unitDesignators } from "./postal-abbreviations.ts";

/** Designators that need nothing behind them. */
const wholeUnits: ReadonlySet<string> = new Set(["bsmt", "frnt", "lbby", "lowr", "ofc", "ph", "rear", "side", "uppr"]);
/** Designators that may begin an address line; the others are words of street names there. */
const leadingUnits: ReadonlySet<string> = new Set(["apt", "bldg", "fl", "rm", "ste", "unit"]);
/** Parts of a building that hold several units. */
const largeUnits: ReadonlySet<string> = new Set(["bldg", "fl"]);

type Taken = { readonly unit: string | undefined; readonly rest: readonly string[] };

/** "Suite 12, 48 Oak Ave" and "#12 48 Oak Ave". */
export function takeLeadingUnit(words: readonly string[]): Taken {
  const [first = "", second] = words;
  const designator = first === "#" ? "#" : unitDesignators.get(first);
  const rest = words.slice(words[2] === "," ? 3 : 2);
  const isUnit =
    designator !== undefined && (designator === "#" || leadingUnits.has(designator)) && isUnitValue(second);
  // The number of "#12 Oak Ave" is no unit.
  if (!isUnit || !/^\d/.test(rest[0] ?? "")) return { unit: undefined, rest: words };
  return { unit: written(designator, second), rest };
}

/**
 * The smallest unit that is named and what stands before the first. Only from the second word on: "100 Unit Road" has
 * none.
 */
export function takeUnit(words: readonly string[]): Taken {
  let start = words.length;
  let unit: string | undefined;
  let isLarge = true;
  for (let index = 1; index < words.length; index += 1) {
    const found = unitAt(words, index);
    if (found === undefined) continue;
    start = Math.min(start, index);
    if (unit === undefined || (isLarge && !found.isLarge)) ({ unit, isLarge } = found);
  }
  return { unit, rest: words.slice(0, start) };
}

/** A number, or a letter with or without one: `12`, `b`, `12b`, `b12`. */
export function isUnitValue(word: string | undefined): word is string {
  return word !== undefined && /^(?:\d+(?:[-/]\d+)?\p{L}?|\p{L}\d*)$/u.test(word);
}

function unitAt(
  words: readonly string[],
  index: number,
): { readonly unit: string; readonly isLarge: boolean } | undefined {
  const word = words[index] ?? "";
  const next = words[index + 1];
  const designator = word === "#" ? "#" : unitDesignators.get(word);
  const [, floor] = /^(\d+)(?:st|nd|rd|th)$/.exec(word) ?? [];
  if (floor !== undefined && unitDesignators.get(next ?? "") === "fl")
    return { unit: written("fl", floor), isLarge: true };
  if (designator === undefined) return undefined;
  const value = next === "#" ? words[index + 2] : next;
  if (isUnitValue(value)) return { unit: written(designator, value), isLarge: largeUnits.has(designator) };
  // "River Front" and "Lake Side" are streets.
  const isBehindStreet = index > 1 || words[index - 1] === ",";
  if (!wholeUnits.has(designator) || !isBehindStreet || (next !== undefined && next !== ",")) return undefined;
  return { unit: designator, isLarge: false };
}

function written(designator: string, value: string): string {
  const plain = value.replace(/^0+(?=\d)/, "");
  return largeUnits.has(designator) ? `${designator} ${plain}` : plain;
}
