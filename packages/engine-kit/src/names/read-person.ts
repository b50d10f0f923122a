import type { NameReading } from "./name-reading.ts";
import type { WordBook } from "./name-word.ts";
import { nameWordsMax, wordsOf } from "./tokens-of.ts";
import { withoutRepeats } from "./read-organization.ts";
import { nameParticles, personSuffixes, personTitles } from "./tables/index.ts";

const noClasses: ReadonlySet<string> = new Set();
const initials = /^(?:[A-Za-z]\.){2,}$/;
/** Digits that stand for letters inside a word. */
const lettersOfDigits: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["1", "i"],
  ["3", "e"],
  ["5", "s"],
]);

/**
 * Reads a name of a person (NAME-8 to NAME-11). `text` is in Latin letters and holds one name; `family` are words known
 * to be the family name. `undefined` when it has no word.
 */
export function readPerson(text: string, book: WordBook, family: ReadonlySet<string>): NameReading | undefined {
  const segments = withoutTitles(
    text
      .split(",")
      .map(personWords)
      .filter(({ length }) => length > 0),
  );
  const [first = [], ...others] = segments;
  const given = others.flat();
  const isSplit = given.length > 0;
  const ordered = [
    ...given.map((word) => ({ word, isFamily: false })),
    ...first.map((word) => ({ word, isFamily: isSplit })),
  ]
    .slice(0, nameWordsMax)
    .filter(({ word }, index, all) => word !== all[index - 1]?.word);
  if (ordered.length === 0) return undefined;
  const hasPlain = ordered.some(({ word }) => word.length > 1 && !nameParticles().has(word));
  const words = ordered.map(({ word }) => book.word(word, "person", !hasPlain && word.length > 1));
  const isFamily = ordered.map(({ word, isFamily: isBeforeComma }) => isBeforeComma || family.has(word));
  const joined = words.map((word) => word.text).join("");
  const asWritten = withoutRepeats([...first, ...given].slice(0, nameWordsMax)).join("");
  return {
    kind: "person",
    words,
    isFamily: isFamily.includes(true) ? isFamily : undefined,
    joined: isSplit && asWritten !== joined ? [joined, asWritten] : [joined],
    joinedWithForm: undefined,
    formClasses: noClasses,
    isUsable: words.some((word) => word.text.length > 1),
  };
}

/** The words between two commas. Points part initials ("J.R. Smith") but not a title or a degree ("Ph.D."). */
export function personWords(segment: string): string[] {
  const spaced = segment
    .split(/\s+/)
    .map((part, at, parts) => {
      const joined = part.toLowerCase().replace(/[^a-z0-9]/g, "");
      // "J.R." before a name are initials, "M.D." behind it is a degree.
      const isInitials = initials.test(part) && (at === 0 || at < parts.length - 1);
      return !isInitials && (personTitles().has(joined) || personSuffixes().has(joined))
        ? joined
        : part.replaceAll(".", " ");
    })
    .join(" ");
  return withoutRepeats(wordsOf(spaced).map(withLetters));
}

/** Digits inside letters are letters that look like them. */
function withLetters(word: string): string {
  if (!/\d/.test(word) || !/[a-z]/.test(word)) return word;
  return word.replace(/[0135]/g, (digit) => lettersOfDigits.get(digit) ?? digit);
}

/** Takes titles from the start and suffixes from the end of each segment while two words of the name stay. */
function withoutTitles(segments: readonly string[][]): readonly string[][] {
  let left = segments.reduce((sum, { length }) => sum + length, 0);
  return segments
    .map((segment) => {
      let start = 0;
      let end = segment.length;
      while (left > 2 && start < end && personTitles().has(segment[start] ?? "")) [start, left] = [start + 1, left - 1];
      while (left > 2 && end > start && personSuffixes().has(segment[end - 1] ?? "")) [end, left] = [end - 1, left - 1];
      return segment.slice(start, end);
    })
    .filter(({ length }) => length > 0);
}
