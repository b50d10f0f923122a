import { blockedPrefixes, labelPrefixes, projections } from "./words.ts";
import { lineAt, lineBounds, type ValueText } from "./value-text.ts";

/** The labels of a rule, ready to be searched: whole phrases in lower case (VALUE-3). */
export type Labels = {
  readonly phrases: readonly (readonly string[])[];
  /** Words of all of them: one label may be explained by another ("Revenue / gross sales"). */
  readonly ownWords: ReadonlySet<string>;
};

/** A label in a text, with what its line says before it. */
export type LabelPlace = {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly year: number | undefined;
  readonly isProjected: boolean;
};

/** Places of a label that one rule reads in one document. */
const placesMax = 200;
const prefixChars = 60;

export function labelsOf(labels: readonly string[]): Labels {
  const phrases = labels
    .map((label) => label.toLowerCase().split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
  return { phrases, ownWords: new Set(phrases.flat()) };
}

/** Where the labels stand as whole phrases, in order of the labels, then of the text; at most 200. */
export function findLabels(text: ValueText, { phrases, ownWords }: Labels): LabelPlace[] {
  const places: LabelPlace[] = [];
  for (const words of phrases) {
    const [first = ""] = words;
    let tried = 0;
    for (let at = text.folded.indexOf(first); at >= 0 && tried < placesMax; at = text.folded.indexOf(first, at + 1)) {
      const end = phraseEnd(text.folded, at, words);
      if (end === undefined || isInsideWord(text.folded, at)) continue;
      tried += 1;
      const place = placeOf(text, at, end, words.length === 1, ownWords);
      if (place !== undefined) places.push(place);
      if (places.length >= placesMax) return places;
    }
  }
  return places;
}

function isInsideWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  if (before === " " || before === "\n") return false;
  return /[\p{L}\p{N}_]/u.test(before) || /\p{L}[-'’]$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** The end of the phrase that begins at `at`; words may stand more than one blank apart, on one line. */
function phraseEnd(text: string, at: number, words: readonly string[]): number | undefined {
  let end = at;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      const from = end;
      while (end - from < blanksMax && isBlank(text[end])) end += 1;
      if (end === from) return undefined;
    }
    if (!text.startsWith(word, end)) return undefined;
    end += word.length;
  }
  const after = text[end] ?? " ";
  if (after === " " || after === ":") return end;
  const isCut = /[\p{L}\p{N}_]/u.test(after) || /^[-'’]\p{L}/u.test(text.slice(end, end + 2));
  return isCut ? undefined : end;
}

/** Blanks between two words of a phrase. */
const blanksMax = 10;

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\u00a0";
}

/** `undefined` where the words before make it another phrase. */
function placeOf(
  text: ValueText,
  start: number,
  end: number,
  isOneWord: boolean,
  ownWords: ReadonlySet<string>,
): LabelPlace | undefined {
  const line = lineAt(text, start);
  const bounds = lineBounds(text, line);
  // The full stop of an abbreviation ends no clause: "next year est. revenue".
  const before = text.folded
    .slice(Math.max(bounds?.start ?? 0, start - prefixChars), start)
    .replace(/\b(est|approx|proj|yr)\./g, "$1");
  // What stands before a separator or in another cell belongs to something else.
  const clause = /(?:^|[:;|.)?!,•]|\t| {2,})([^:;|.)?!,•\t]*?)$/.exec(before.trimEnd())?.[1] ?? "";
  // "Prior year revenue" is revenue, of that year.
  const plain = clause.replace(
    /\b(?:prior|previous|current|last|this) (?:year|yr)(?:['’]s)?(?![\p{L}\p{N}])/gu,
    "annual",
  );
  const isApart = /(?:\t| {2,})$/.test(before);
  const words = isApart ? [] : plain.split(/[\s/&]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const last = words.at(-1)?.replace(/^[^\p{L}\p{N}]+/u, "");
  const year = /^(?:fy|cy)?((?:19|20)\d{2})$/.exec(last ?? "")?.[1];
  if (last !== undefined && year === undefined) {
    if (blockedPrefixes.has(last)) return undefined;
    if (isOneWord && !labelPrefixes.has(last) && !ownWords.has(last) && !/^\d{1,3}$/.test(last)) return undefined;
  }
  return {
    start,
    end,
    line,
    year: year === undefined ? undefined : Number(year),
    isProjected:
      words.slice(-3).some((word) => projections.has(word)) || /\b(?:next|coming) (?:year|yr)\b/.test(clause),
  };
}
