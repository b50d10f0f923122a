import {
  compassWords,
  numberWords,
  ordinals,
  plainSuffixes,
  shortenedWords,
  streetSuffixes,
  usualSuffixes,
} from "./postal-abbreviations.ts";
import { misreadSuffix } from "./misread-suffix.ts";
import { isUnitValue, takeLeadingUnit, takeUnit } from "./read-unit.ts";

/**
 * The parts of an address line in comparable form (ADDR-1 to ADDR-9). `undefined` or empty: not stated. Words are
 * lower case; suffixes, directions and designators have the short form of the postal service.
 */
export type StreetAddress = {
  /** House number, or the number of a post office box. */
  readonly number: string | undefined;
  /** Compass direction before or behind the name: `n`, `sw`. */
  readonly direction: string | undefined;
  /** Words of the street's name without its suffix; `["po", "box"]` for a post office box. */
  readonly street: readonly string[];
  /** `st`, `ave`. */
  readonly suffix: string | undefined;
  /** `12` for "Suite 12" and "#12"; `fl 2` and `bldg b` where nothing smaller is stated. */
  readonly unit: string | undefined;
};

type Street = Omit<StreetAddress, "number">;

const charsMax = 300;
const wordsMax = 40;
const nothing: StreetAddress = {
  number: undefined,
  direction: undefined,
  street: [],
  suffix: undefined,
  unit: undefined,
};

/** What people write into a field that they cannot fill. */
const notStated =
  /^(?:same|as above|see (?:above|attached|schedule)|n a|na|none|unknown|tbd|tba|various|on file|not (?:applicable|known|stated)|to be)(?: |$)/;
/** What stands behind these only describes where it is. */
const describing: ReadonlySet<string> = new Set([
  "at",
  "attn",
  "behind",
  "between",
  "btw",
  "btwn",
  "corner",
  "inside",
  "near",
  "nr",
  "off",
  "opp",
  "opposite",
  "(",
]);

/** Before "road": what follows is its number. */
const countyRoads: ReadonlySet<string> = new Set(["county", "farm", "state"]);

/** Reads one line of an address. Never throws; what it cannot read is not stated. At most 300 characters are read. */
export function readStreetAddress(line: string): StreetAddress {
  const words = wordsOf(line);
  if (notStated.test(words.join(" "))) return nothing;
  const box = readBox(words);
  if (box !== undefined) return box;
  const leading = takeLeadingUnit(fromNumber(words));
  const { number, letter, rest } = takeNumber(leading.rest);
  const { unit, rest: named } = takeUnit(rest);
  const street = readStreet(named);
  return { number, ...street, unit: leading.unit ?? unit ?? street.unit ?? letter };
}

/** Lower case words and numbers; `#`, `,` and `(` stand alone. Points join single letters and part everything else. */
function wordsOf(line: string): readonly string[] {
  const plain = line
    .slice(0, charsMax)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’`]/gu, "")
    .replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, "$1");
  const words = plain.match(/\d+[-/]\d+(?!\p{L})|\d+\p{L}*|[\p{L}\p{N}]+|[#,(]/gu) ?? [];
  return withoutDescription(words.slice(0, wordsMax));
}

/** Everything up to the first word that only describes the place; in the beginning such a word is left out. */
function withoutDescription(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !describing.has(word) && word !== "in" && word !== "of" && word !== ",");
  const own = start < 0 ? [] : words.slice(start);
  const end = own.findIndex((word) => describing.has(word));
  return end < 0 ? own : own.slice(0, end);
}

/** "P.O. Box 12"; a street beside the box is read instead of it. */
function readBox(words: readonly string[]): StreetAddress | undefined {
  const match = /^(?:p ?o|pob|post office) ?(?:(?:drawer|box) )?(?:# )?(\d+\p{L}?)(?: |$)|^box (\d+)$/u.exec(
    words.join(" "),
  );
  const number = match?.[1] ?? match?.[2];
  if (match === null || number === undefined) return undefined;
  const behind = words
    .join(" ")
    .slice(match[0].length)
    .replace(/^[ ,]+/, "");
  if (/^\d+ \p{L}{2}/u.test(behind)) return readStreetAddress(behind);
  return { ...nothing, number: withoutZeros(number), street: ["po", "box"] };
}

/** "Acme Plaza, 12 Main St": the name of a building before the comma is left out. */
function fromNumber(words: readonly string[]): readonly string[] {
  if (/\d/.test(words[0] ?? "")) return words;
  const comma = words.findIndex((word, index) => word === "," && /^\d+\p{L}?$/u.test(words[index + 1] ?? ""));
  return comma < 0 || isUnitValue(words[comma - 1]) || words.length < comma + 3 ? words : words.slice(comma + 1);
}

type Numbered = {
  readonly number: string | undefined;
  /** The letter of "12A Main St", which is a unit. */
  readonly letter: string | undefined;
  readonly rest: readonly string[];
};

function takeNumber(words: readonly string[]): Numbered {
  const own = words[0] === "#" ? words.slice(1) : words;
  const [first = "", second = ""] = own;
  const unnumbered = { number: undefined, letter: undefined, rest: own };
  const spelled = numberWords.get(first);
  if (spelled !== undefined && own.length > 2) return { number: spelled, letter: undefined, rest: own.slice(1) };
  // "42 St" is a street.
  if (own.length === 2 && streetSuffixes.has(second)) return unnumbered;
  const [, digits, letter] = /^(\d+(?:[-/]\d+)?)(\p{L}?)$/u.exec(first) ?? [];
  if (digits === undefined) return unnumbered;
  const hasFraction = /^\d\/\d$/.test(second);
  return {
    number: withoutZeros(digits),
    letter: hasFraction ? second : letter === "" ? undefined : letter,
    rest: own.slice(hasFraction ? 2 : 1),
  };
}

function readStreet(all: readonly string[]): Street {
  const comma = all.indexOf(",");
  const { direction: before, rest: words } = takeDirection(
    comma < 1 ? all.filter((word) => word !== ",") : all.slice(0, comma),
  );
  const at = suffixAt(words);
  if (at > 0) {
    const [next, afterNext] = words.slice(at + 1);
    const after = next === undefined ? undefined : compassWords.get(next);
    const unit = after === undefined ? next : afterNext;
    return {
      direction: before ?? after,
      street: nameOf(words.slice(0, at)),
      suffix: streetSuffixes.get(words[at] ?? ""),
      unit: isUnitValue(unit) && /\d/.test(unit) ? withoutZeros(unit) : undefined,
    };
  }
  const last = words.at(-1) ?? "";
  const after = words.length > 1 ? compassWords.get(last) : undefined;
  if (after !== undefined) {
    return { direction: before ?? after, street: nameOf(words.slice(0, -1)), suffix: undefined, unit: undefined };
  }
  const misread = misreadSuffix(words);
  const name = nameOf(misread?.name ?? words);
  return { direction: before, street: name, suffix: misread?.suffix, unit: undefined };
}

/** A compass word is a direction unless the street is called by it ("North St"). */
function takeDirection(words: readonly string[]): {
  readonly direction: string | undefined;
  readonly rest: readonly string[];
} {
  const [first = "", second = ""] = words;
  const direction = compassWords.get(first);
  const isName = words.length < 2 || (words.length === 2 && streetSuffixes.has(second));
  if (direction === undefined || isName) return { direction: undefined, rest: words };
  const other = compassWords.get(second);
  const isPair = /^[ns]$/.test(direction) && other !== undefined && /^[ew]$/.test(other) && words.length > 2;
  return isPair ? { direction: direction + other, rest: words.slice(2) } : { direction, rest: words.slice(1) };
}

/** Where the suffix stands; -1 = nowhere. Behind a plain one only a building or a landmark may follow. */
function suffixAt(words: readonly string[]): number {
  for (let index = 1; index < words.length; index += 1) {
    const suffix = streetSuffixes.get(words[index] ?? "");
    if (suffix === undefined) continue;
    const next = words[index + 1];
    const isLast = next === undefined || (compassWords.has(next) && index + 2 === words.length);
    if (isLast) return usualSuffixes.has(suffix) ? index : -1;
    // "Old Court Road", "County Road 12" and "Mount St Helens Avenue" go on.
    const isOfName =
      streetSuffixes.has(next) ||
      countyRoads.has(words[index - 1] ?? "") ||
      (words[index] === "st" && words.slice(index + 2).some((word) => streetSuffixes.has(word)));
    if (plainSuffixes.has(suffix) && !isOfName) return index;
  }
  return -1;
}

/** Words of a name: ordinals as digits, usual short forms. */
function nameOf(words: readonly string[]): readonly string[] {
  const name: string[] = [];
  for (const word of words.filter((written) => /[\p{L}\p{N}]/u.test(written))) {
    const previous = name.at(-1);
    const compound = previous === undefined ? undefined : ordinals.get(previous + word);
    if (compound !== undefined) name[name.length - 1] = compound;
    else name.push(nameWord(word));
  }
  return name;
}

function nameWord(word: string): string {
  const [, digits] = /^(\d+)(?:st|nd|rd|th)?$/.exec(word) ?? [];
  if (digits !== undefined) return withoutZeros(digits);
  return ordinals.get(word) ?? shortenedWords.get(word) ?? streetSuffixes.get(word) ?? word;
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=\d)/, "");
}
