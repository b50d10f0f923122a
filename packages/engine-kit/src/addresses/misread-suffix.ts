import { editDistance } from "../names/edit-distance.ts";
import { streetSuffixes, writtenSuffixes } from "./postal-abbreviations.ts";

/** A name shorter than this is not cut from a word that ends like a suffix. */
const nameCharsMin = 3;
/** A suffix of so many letters may have two slips, a shorter one has one. */
const twoSlipsChars = 6;

type Misread = {
  readonly suffix: string;
  /** The words of the name before it. */
  readonly name: readonly string[];
};

/**
 * The suffix at the end of a street that seems to have none: with a slip ("srteet"), parted by a blank ("cre scent"), or
 * run on to the name ("macneilplace").
 */
export function misreadSuffix(words: readonly string[]): Misread | undefined {
  const [beforeLast = "", last = ""] = [words.at(-2), words.at(-1)];
  for (const written of writtenSuffixes) {
    const suffix = streetSuffixes.get(written) ?? written;
    if (words.length > 1 && isSlip(last, written)) return { suffix, name: words.slice(0, -1) };
    if (words.length > 2 && beforeLast + last === written) return { suffix, name: words.slice(0, -2) };
    if (last.endsWith(written) && last.length >= written.length + nameCharsMin) {
      return { suffix, name: [...words.slice(0, -1), last.slice(0, -written.length)] };
    }
  }
  return undefined;
}

function isSlip(word: string, written: string): boolean {
  const most = written.length >= twoSlipsChars ? 2 : 1;
  return /^\p{L}+$/u.test(word) && editDistance(word, written, most) <= most;
}
