import type { NameReading } from "./name-reading.ts";
import type { WordBook } from "./name-word.ts";
import { isPlaceholder } from "./placeholders.ts";
import { nameWordsMax, wordsOf } from "./tokens-of.ts";
import { withoutRepeats } from "./read-organization.ts";
import { nameParticles, personSuffixes, personTitles, titlesThatAreNames } from "./tables/index.ts";

const noClasses: ReadonlySet<string> = new Set();
const initials = /^(?:[A-Za-z]\.){2,}$/;
/** Digits that stand for letters inside a word. */
const lettersOfDigits: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["1", "i"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
]);
/** A sign that stands for a letter inside a word. */
const signInWord = /(?<=[A-Za-z0-9])[$@](?=[A-Za-z0-9])/g;

/** What a person is called in business or in a deed, behind the name. */
const capacity =
  /[\s,(]+(?:an? )?(?:sole prop(?:rietor(?:ship)?)?|individual(?:ly)?|minor|deceased|et (?:al|ux|vir))[.)]*\s*$/iu;
/** Full words without which nobody is identified (NAME-33). */
const namesNeeded = 2;
/** Particles that are nobody's name. */
const joints: ReadonlySet<string> = new Set(["and", "of", "the", "und", "for", "et", "y", "e"]);
/** From so many single letters on they spell a name; fewer are initials. */
const spelledLetters = 5;

/**
 * Reads a name of a person (NAME-8 to NAME-11): without its titles and suffixes, and with those that are names as well
 * ("Prince", "Meng"). `text` is in Latin letters and holds one name; `family` are words known to be the family name.
 * Empty when it has no word.
 */
export function readPerson(text: string, book: WordBook, family: ReadonlySet<string>): readonly NameReading[] {
  const segments = spelledOut(text.replace(capacity, ""))
    .split(",")
    .map(personWords)
    .filter(({ length }) => length > 0);
  const bare = withoutTitles(segments, () => true);
  const named = withoutTitles(segments, (word) => !titlesThatAreNames().has(word));
  const isOne = named.flat().length === bare.flat().length;
  return (isOne ? [bare] : [bare, named]).flatMap((read) => readSegments(read, book, family) ?? []);
}

/** The words before a comma are the family name. */
function readSegments(
  segments: readonly (readonly string[])[],
  book: WordBook,
  family: ReadonlySet<string>,
): NameReading | undefined {
  const [first = [], ...others] = segments;
  const given = others.flat();
  const isSplit = given.length > 0;
  const ordered = [
    ...given.map((word) => ({ word, isFamily: false })),
    ...first.map((word) => ({ word, isFamily: isSplit })),
  ]
    .slice(0, nameWordsMax)
    .map(({ word, isFamily }) => ({ word, isFamily: isFamily || family.has(word) }))
    .filter(({ word }, index, all) => word !== all[index - 1]?.word);
  if (ordered.length === 0) return undefined;
  const isMeant = particlesMeantAsNames(ordered);
  const words = ordered.map((one) => book.word(one.word, "person", isMeant(one)));
  const isFamily = ordered.map((one) => one.isFamily);
  const joined = words.map((word) => word.text).join("");
  const asWritten = withoutRepeats([...first, ...given].slice(0, nameWordsMax)).join("");
  return {
    kind: "person",
    words,
    isFamily: isFamily.includes(true) ? isFamily : undefined,
    joined: isSplit && asWritten !== joined ? [joined, asWritten] : [joined],
    joinedWithForm: undefined,
    formClasses: noClasses,
    forms: [],
    isUsable: joined.length > 1 && ![ordered.map(({ word }) => word), [joined]].some((all) => isPlaceholder(all)),
  };
}

type OrderedWord = { readonly word: string; readonly isFamily: boolean };

/**
 * Which particles are full words of this name (NAME-10): all where fewer than two other full words are left ("Ben
 * Harwell", "Le Van Duc"), since one identifies nobody, and those of a family name that has nothing else ("Le, Van Duc Anh").
 */
function particlesMeantAsNames(words: readonly OrderedWord[]): (word: OrderedWord) => boolean {
  const isLong = ({ word }: OrderedWord): boolean => word.length > 1;
  const full = words.filter((one) => isLong(one) && !nameParticles().has(one.word));
  const isFamilyBare = !full.some(({ isFamily }) => isFamily);
  if (full.length === 0) return isLong;
  return (one) => isLong(one) && !joints.has(one.word) && (full.length < namesNeeded || (isFamilyBare && one.isFamily));
}

/** "J O H N  S M I T H" is spelled letter by letter; two blanks part the words, without them it is one (NAME-5). */
function spelledOut(text: string): string {
  const letters = text.trim().split(/\s+/);
  if (letters.length < spelledLetters || letters.some((letter) => !/^[A-Za-z]$/.test(letter))) return text;
  return text
    .trim()
    .split(/\s{2,}/)
    .map((word) => word.replace(/\s/g, ""))
    .join(" ");
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
  return withoutRepeats(wordsOf(spaced.replace(signInWord, (sign) => (sign === "$" ? "s" : "a"))).map(withLetters));
}

/** Digits inside letters are letters that look like them. */
function withLetters(word: string): string {
  if (!/\d/.test(word) || !/[a-z]/.test(word)) return word;
  return word.replace(/[013457]/g, (digit) => lettersOfDigits.get(digit) ?? digit);
}

/** Takes titles from the start and suffixes from the end of each segment while two words of the name and a family name stay. */
function withoutTitles(
  segments: readonly string[][],
  isTaken: (word: string) => boolean,
): readonly (readonly string[])[] {
  let left = segments.reduce((sum, { length }) => sum + length, 0);
  return segments
    .map((segment, at) => {
      let start = 0;
      let end = segment.length;
      const least = at === 0 && segments.length > 1 ? 1 : 0;
      const canTake = (words: ReadonlySet<string>, word = ""): boolean =>
        left > namesNeeded && end - start > least && words.has(word) && isTaken(word);
      while (canTake(personTitles(), segment[start])) [start, left] = [start + 1, left - 1];
      while (canTake(personSuffixes(), segment[end - 1])) [end, left] = [end - 1, left - 1];
      return segment.slice(start, end);
    })
    .filter(({ length }) => length > 0);
}
