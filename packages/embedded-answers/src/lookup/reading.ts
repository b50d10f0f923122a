import { isOneSlip } from "@service/engine-kit";
import { emptyWords } from "../text/empty-words.ts";
import { stem } from "../text/stem.ts";
import { normalizeText, tokensOf } from "../text/tokens.ts";
import { linePhrases } from "./lines.ts";
import { type Period, readPeriods } from "./periods.ts";
import { type ReadWord, take } from "./read-word.ts";
import { readStates } from "./states.ts";
import { knownWords, type Meaning, phrases } from "./vocabulary.ts";

/** What a question asks, word by word. */
export interface Reading {
  /** In compatibility form; offsets of words are into it. */
  readonly text: string;
  readonly words: readonly ReadWord[];
  readonly meanings: readonly (Meaning & { readonly at: number })[];
  /** Each mention of a line: the codes that it may stand for. */
  readonly lines: readonly (readonly string[])[];
  readonly states: readonly string[];
  readonly periods: readonly Period[];
  /** Numbers of policies, claims and invoices as they are written, folded to letters and digits. */
  readonly numbers: readonly { readonly written: string; readonly folded: string; readonly at: number }[];
  /** A bound on an amount: `over $50,000`. */
  readonly bound: { readonly kind: "over" | "under"; readonly amount: number } | undefined;
  /** How many rows are asked for: `the last three`, `top 5`. */
  readonly top: number | undefined;
  /** The question asks whether something is so. */
  readonly isYesNo: boolean;
}

/** Words at the beginning of a question that yes or no answers. */
const asksWhether =
  /^(?:(?:and|so|but|please|ok|okay|hi|hello)[\s,]+)*(?:can you tell me |could you tell me |do you know |i need to know )?(?:if |whether )?(?:is|are|was|were|do|does|did|has|have|had)\b/i;
const numberForm = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;

/** The text of a question as look-ups read it. */
export function questionText(question: string): string {
  return normalizeText(question).replaceAll(/#/gu, " number ").replaceAll("&", " & ");
}

/**
 * Reads a question. Words of `taken` (by position of their token) are a client's name and mean nothing else.
 * @param asOf the day that "today" is.
 */
export function readQuestion(text: string, asOf: string, taken: ReadonlySet<number> = new Set()): Reading {
  const words: ReadWord[] = tokensOf(text).map((token, at) => {
    const word = taken.has(at) ? token.word : corrected(token.word);
    return { ...token, word, stem: stem(word), by: taken.has(at) ? "client" : undefined };
  });
  const numbers = readNumbers(text, words);
  const periods = readPeriods(text, asOf, words);
  const bound = readBound(text, words);
  const top = readTop(text, words);
  const states = readStates(text, words);
  const free = words.filter(({ by }) => by === undefined);
  const lines: (readonly string[])[] = [];
  const meanings: (Meaning & { at: number })[] = [];
  for (let at = 0; at < free.length;) {
    const phrase = longest(free, at);
    if (phrase === undefined) {
      at += 1;
      continue;
    }
    const { length } = phrase;
    for (const word of free.slice(at, at + length)) word.by = phrase.by;
    // "The last contact" is something that was done, not a person.
    const isContacted =
      phrase.meaning?.value === "contacts" && phrase.length === 1 && meanings.at(-1)?.value === "latest";
    if (isContacted) meanings.push({ kind: "family", value: "activities", at: 0 });
    if (phrase.lines !== undefined) lines.push(phrase.lines);
    if (phrase.meaning !== undefined && !isContacted)
      meanings.push({ ...phrase.meaning, at: words.findIndex((word) => word === free[at]) });
    at += length;
  }
  // "The number of the umbrella policy" is written on it; "the number of policies" is counted.
  if (/\bnumber of (?:the|their|its|this|that) (?:[\w&' -]+ )?policy\b/i.test(text))
    for (const [at, meaning] of meanings.entries())
      if (meaning.kind === "op" && meaning.value === "count")
        meanings[at] = { kind: "field", value: "policy_number", at: meaning.at };
  for (const word of words) if (word.by === undefined && emptyWords.has(word.word)) word.by = "empty";
  return { text, words, meanings, lines, states, periods, numbers, bound, top, isYesNo: asksWhether.test(text.trim()) };
}

interface Found {
  readonly length: number;
  readonly by: string;
  readonly meaning?: Meaning;
  readonly lines?: readonly string[];
}

/** The longest phrase that begins at a word: of the table of meanings or of lines; of equal ones the meaning. */
function longest(words: readonly ReadWord[], at: number): Found | undefined {
  const first = words[at]?.stem ?? "";
  const stands = (stems: readonly string[]): boolean =>
    stems.every((each, offset) => words[at + offset]?.stem === each);
  // "How many cars" asks for vehicles, "the car" for a policy.
  const isAfterKind = /^(?:hired|owned|leased|borrowed|rented|any)$/.test(words[at - 1]?.word ?? "");
  if (/^(?:auto|car|automobile)s$/.test(words[at]?.word ?? "") && words[at + 1]?.stem !== "polici" && !isAfterKind)
    return { length: 1, by: "family", meaning: { kind: "family", value: "vehicles" } };
  const meaning = phrases.get(first)?.find(({ stems }) => stands(stems));
  const line = linePhrases.get(first)?.find(({ stems }) => stands(stems));
  if (line !== undefined && line.stems.length > (meaning?.stems.length ?? 0))
    return { length: line.stems.length, by: "line", lines: line.lines };
  if (meaning === undefined) return undefined;
  return { length: meaning.stems.length, by: meaning.meaning.kind, meaning: meaning.meaning };
}

/** A word of the vocabulary that is one slip away; short words and those that are known stay. */
function corrected(word: string): string {
  if (
    word.length < 6 ||
    word === "police" ||
    /\d/.test(word) ||
    knownWords.has(word) ||
    emptyWords.has(word) ||
    phrases.has(stem(word))
  )
    return word;
  const stemmed = stem(word);
  if (linePhrases.has(stemmed)) return word;
  const near = [...knownWords].filter((other) => other[0] === word[0] && other.length >= 5 && isOneSlip(word, other));
  return near.length === 1 ? (near[0] ?? word) : word;
}

/** Numbers of things: at least four digits, with letters, or three letters or dashes between them. */
function readNumbers(text: string, words: readonly ReadWord[]): Reading["numbers"] {
  const found: { written: string; folded: string; at: number }[] = [];
  for (const match of text.matchAll(numberForm)) {
    const written = match[0];
    const folded = foldNumber(written);
    const digits = folded.replaceAll(/\D/g, "").length;
    if (digits < 4 || isDateOrAmount(written, text, match.index)) continue;
    const inside = words.filter(
      ({ start, end, by }) => start >= match.index && end <= match.index + written.length && by === undefined,
    );
    const [first] = inside;
    if (first === undefined) continue;
    for (const word of inside) word.by = "number";
    found.push({ written, folded, at: words.indexOf(first) });
  }
  return found;
}

/** How numbers are compared: their letters and digits. */
export function foldNumber(written: string): string {
  return written
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function isDateOrAmount(written: string, text: string, at: number): boolean {
  if (/^(?:19|20)\d\d$/.test(written)) return true;
  if (/^\d{4}-\d\d?-\d\d?$/.test(written) || /^\d\d?\/\d\d?\/\d\d(?:\d\d)?$/.test(written)) return true;
  return /[$€]\s?$/.test(text.slice(0, at)) || /^\d{1,3}(?:\.\d+)?[km]?$/i.test(written);
}

const bounds: readonly (readonly [kind: "over" | "under", pattern: RegExp])[] = [
  [
    "over",
    /\b(?:over|above|more than|greater than|exceeding|at least|larger than|higher than)\s+(?:\$|usd\s)?\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b(?!\s+(?:days?|weeks?|months?|years?))/i,
  ],
  [
    "under",
    /\b(?:under|below|less than|smaller than|lower than|at most)\s+(?:\$|usd\s)?\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|thousand|million)?\b(?!\s+(?:days?|weeks?|months?|years?))/i,
  ],
];

function readBound(text: string, words: readonly ReadWord[]): Reading["bound"] {
  for (const [kind, pattern] of bounds) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const scale = /^(?:k|thousand)$/i.test(match[2] ?? "") ? 1_000 : match[2] === undefined ? 1 : 1_000_000;
    take(words, match.index, match.index + match[0].length, "bound");
    return { kind, amount: Number((match[1] ?? "0").replaceAll(",", "")) * scale };
  }
  return undefined;
}

const counts = "one two three four five six seven eight nine ten".split(" ");
const topForm = new RegExp(
  `\\b(?:top|(?:last|latest|most recent|newest|first|next|largest|biggest|highest|smallest|lowest|oldest|earliest))\\s+(\\d{1,2}|${counts.join("|")})\\b|\\b(\\d{1,2}|${counts.join("|")})\\s+(?=largest|biggest|highest|most|smallest|lowest|latest|newest|oldest)`,
  "i",
);

function readTop(text: string, words: readonly ReadWord[]): number | undefined {
  const match = topForm.exec(text);
  const count = (match?.[1] ?? match?.[2])?.toLowerCase();
  if (match === null || count === undefined) return undefined;
  const at = match.index + match[0].toLowerCase().indexOf(count);
  const word = words.find(({ start, by }) => start === at && by === undefined);
  if (word === undefined) return undefined;
  word.by = "top";
  return /\d/.test(count) ? Number(count) : counts.indexOf(count) + 1;
}

/** Words that nothing explains. */
export function unexplained({ words }: Reading): readonly ReadWord[] {
  return words.filter(({ by }) => by === undefined);
}

/** Whether the question has a meaning of a kind, or one value of it. */
export function means({ meanings }: Reading, kind: Meaning["kind"], ...values: readonly string[]): boolean {
  return meanings.some((meaning) => meaning.kind === kind && (values.length === 0 || values.includes(meaning.value)));
}

export function valuesOf({ meanings }: Reading, kind: Meaning["kind"]): readonly string[] {
  return [...new Set(meanings.filter((meaning) => meaning.kind === kind).map(({ value }) => value))];
}
