import type { Pattern, PatternMatch } from "@service/conditions";

/**
 * Places in a text where a pattern can begin. RE2 keeps a search linear, but at some 80 ns a character (measured) fifty
 * documents of 200,000 characters would cost a second per pattern. Most patterns begin with words, and `indexOf` finds
 * words a thousand times faster; the pattern is then tried only there.
 */
export type SearchPlan = {
  readonly words: readonly string[];
  readonly ignoresCase: boolean;
  /** The pattern began with `\b`: a match must not begin inside a word. */
  readonly beginsWord: boolean;
};

/** Places tried per pattern and document, and the greatest length of a match. */
const placesMax = 200;
const matchCharsMax = 1000;
const nearChars = 200;
/** Shorter words occur everywhere: no plan. */
const wordCharsMin = 3;

/** One document as the search sees it; the folded text is made once for all patterns. */
export type SearchText = { readonly text: string; readonly folded: string };

export function searchTextOf(text: string): SearchText {
  return { text, folded: folded(text) };
}

/** The words with which every match of `pattern` begins, or `undefined` when they cannot be read off its source. */
export function planSearch(pattern: string): SearchPlan | undefined {
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const unflagged = flags === null ? pattern : pattern.slice(flags[0].length);
  const beginsWord = unflagged.startsWith("\\b");
  const body = beginsWord ? unflagged.slice(2) : unflagged;
  if (hasTopLevelAlternative(body)) return undefined;
  const ignoresCase = flags?.[1]?.includes("i") === true;
  const group = /^\(\?:([^()[\]{}\\.*+?^$]+)\)(?![*+?{])/.exec(body);
  const words = group?.[1] === undefined ? [leadingWord(body)] : group[1].split("|");
  if (!words.every((word) => word.length >= wordCharsMin && isAscii(word))) return undefined;
  if (beginsWord && !words.every((word) => isWordCharacter(word[0]))) return undefined;
  return { words: words.map((word) => (ignoresCase ? word.toLowerCase() : word)), ignoresCase, beginsWord };
}

/**
 * The first match, or `undefined`; a match has at most 1,000 characters and begins at one of the first 200 possible
 * places. With `near`, that word must occur within 200 characters of the match.
 */
export function findPlanned(
  search: SearchText,
  pattern: Pattern,
  plan: SearchPlan,
  near: string | undefined,
): PatternMatch | undefined {
  const haystack = plan.ignoresCase ? search.folded : search.text;
  const next = plan.words.map((word) => haystack.indexOf(word));
  for (let tried = 0; tried < placesMax; tried += 1) {
    const place = next.reduce((first, at) => (at >= 0 && (first < 0 || at < first) ? at : first), -1);
    if (place < 0) return undefined;
    const isInsideWord = plan.beginsWord && isWordCharacter(search.text[place - 1]);
    const match = isInsideWord ? undefined : pattern.find(search.text.slice(place, place + matchCharsMax));
    if (match !== undefined) {
      const found = { start: place + match.start, end: place + match.end, groups: match.groups };
      if (isNear(search, found, near)) return found;
    }
    for (const [index, word] of plan.words.entries()) {
      if (next[index] === place) next[index] = haystack.indexOf(word, place + 1);
    }
  }
  return undefined;
}

/** The first match anywhere; reads the whole text. At most 20 matches are compared with `near`. */
export function findAnywhere(search: SearchText, pattern: Pattern, near: string | undefined): PatternMatch | undefined {
  let from = 0;
  for (let tried = 0; tried < 20; tried += 1) {
    const match = pattern.find(search.text, from);
    if (match === undefined || isNear(search, match, near)) return match;
    from = Math.max(match.end, match.start + 1);
  }
  return undefined;
}

function isNear(search: SearchText, match: PatternMatch, near: string | undefined): boolean {
  if (near === undefined) return true;
  return search.folded.slice(Math.max(0, match.start - nearChars), match.end + nearChars).includes(near);
}

/** Lower case of the same length, so that offsets agree; the long s folds to s as RE2 folds it. */
function folded(text: string): string {
  const lowered = text.toLowerCase();
  const sameLength =
    lowered.length === text.length ? lowered : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return sameLength.includes("\u017f") ? sameLength.replaceAll("\u017f", "s") : sameLength;
}

function leadingWord(body: string): string {
  const plain = /^[A-Za-z0-9 _,:;&'/#-]+/.exec(body)?.[0] ?? "";
  // `colou?r` begins with `colo`: a repetition belongs to the last character only.
  return /^[*?{]/.test(body.slice(plain.length)) ? plain.slice(0, -1) : plain;
}

function hasTopLevelAlternative(body: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < body.length; index += 1) {
    const char = body[index];
    // Quoted and escaped text has no plan: a wrong guess only costs speed, so be strict.
    if (char === "\\") {
      if (body[index + 1] === "Q") return true;
      index += 1;
    } else if (inClass) inClass = char !== "]";
    else if (char === "[") {
      inClass = true;
      if (body[index + 1] === "^") index += 1;
      if (body[index + 1] === "]") index += 1;
    } else if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    else if (char === "|" && depth === 0) return true;
  }
  return false;
}

/** Word characters as RE2 defines them: ASCII only. */
function isWordCharacter(char: string | undefined): boolean {
  return char !== undefined && /[A-Za-z0-9_]/.test(char);
}

function isAscii(word: string): boolean {
  return /^[\x20-\x7e]+$/.test(word);
}
