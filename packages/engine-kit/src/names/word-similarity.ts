import { editDistance } from "./edit-distance.ts";
import type { NameWord } from "./name-word.ts";

/** What two words have in common. */
export const similarities = {
  equal: 1,
  /** NAME-19 */
  spelling: 0.95,
  /** NAME-21: one trade or one general word in two languages */
  meaning: 0.95,
  /** NAME-61 */
  abbreviation: 0.95,
  /** NAME-22 */
  fold: 0.93,
  /** NAME-20 */
  nickname: 0.85,
  /** NAME-18 */
  initial: 0.8,
} as const;

const slipsMax = 3;
const charsPerSlip = 4;
/** Words of this length bear one slip more beside a spelling of the same sound. */
const longChars = 6;
const slipCost = 0.75;
const slipCostGrowth = 0.35;

/** Similarity 0..1 of two words of names of one kind (NAME-18 to NAME-24). Symmetric. */
export function wordSimilarity(a: NameWord, b: NameWord): number {
  if (a.text === b.text) return similarities.equal;
  // A number that differs is another number (NAME-24).
  if (hasDigit(a.text) || hasDigit(b.text)) return 0;
  if (a.role === "initial" || b.role === "initial") return a.text[0] === b.text[0] ? similarities.initial : 0;
  if (a.group !== undefined && a.group === b.group) return similarities.meaning;
  if (isAbbreviation(a, b)) return similarities.abbreviation;
  if (haveCommon(a.spellings, b.spellings)) return similarities.spelling;
  if (a.fold === b.fold) return similarities.fold;
  const alike = Math.max(slipSimilarity(a.text, b.text), foldedSimilarity(a, b));
  return haveCommon(a.nicknames, b.nicknames) ? Math.max(similarities.nickname, alike) : alike;
}

/** Two sounds a slip apart, where the words themselves are not many slips apart: "david" is no "dafeer". */
function foldedSimilarity(a: NameWord, b: NameWord): number {
  const similarity = similarities.fold * slipSimilarity(a.fold, b.fold);
  if (similarity === 0) return 0;
  const length = Math.max(a.text.length, b.text.length);
  const allowed = Math.floor(length / charsPerSlip) + (length >= longChars ? 1 : 0);
  return editDistance(a.text, b.text, allowed) > allowed ? 0 : similarity;
}

/** Letters of the ending that an abbreviation stands for as well ("industries", "industrial"), and letters before it. */
const endingChars = 4;
const stemChars = 5;

/** Whether one word is short for the other, or both for one word (NAME-61). */
export function isAbbreviation(a: NameWord, b: NameWord): boolean {
  if (a.abbreviates.length === 0 && b.abbreviates.length === 0) return false;
  return (
    haveCommon(a.abbreviates, b.abbreviates) ||
    a.abbreviates.some((full) => isOneStem(full, b.text)) ||
    b.abbreviates.some((full) => isOneStem(full, a.text))
  );
}

/** Whether a word is a full word with another ending. */
function isOneStem(full: string, word: string): boolean {
  const stem = Math.max(stemChars, full.length - endingChars);
  return (
    full === word ||
    (word.startsWith(full.slice(0, stem)) && word.length - stem <= 2 * endingChars && full.length > stemChars)
  );
}

/** Similarity of two spellings by the slips between them (NAME-23): 0 when they are more than words of this length bear. */
export function slipSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const length = Math.max(a.length, b.length);
  const allowed = Math.min(slipsMax, Math.floor(length / charsPerSlip));
  if (allowed === 0 || Math.abs(a.length - b.length) > allowed) return 0;
  const slips = editDistance(a, b, allowed);
  return slips > allowed ? 0 : 1 - (slips / length) * (slipCost + slipCostGrowth * slips);
}

/** The similarity of words of `length` that are one slip apart. */
export function leastOfOneSlip(length: number): number {
  return 1 - (slipCost + slipCostGrowth) / length - 1e-9;
}

function haveCommon(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) => b.includes(one));
}

/** Words with digits are compared as a whole. */
export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}
