import { nameScore, rarityIn, type ReadName, readName } from "@service/engine-kit";
import { byText } from "@service/json";
import type { BookRow, BookSource } from "../book-source.ts";
import { wordsOf } from "../text/tokens.ts";
import { memberText } from "./values.ts";
import { type Reading, unexplained } from "./reading.ts";

/** A name counts from this score (ANSWER-13). */
const leastScore = 0.9;
/** Two names this near to each other are asked about. */
const nearScore = 0.05;
const epsilon = 1e-9;
/** Words of the question that may be a name's, and accounts that one of them may find. */
const probesMax = 8;
const foundMax = 100;
const windowWordsMax = 9;
/** Names to ask back about. */
const askedMax = 5;

/** Which client a question names. */
export type NamedClient =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly row: BookRow; readonly taken: ReadonlySet<number> }
  /** Several accounts are as near to what was written. */
  | { readonly kind: "several"; readonly rows: readonly BookRow[]; readonly written: string };

interface Match {
  readonly row: BookRow;
  readonly score: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The name stands in the question word for word, with its legal form. */
  readonly isExact: boolean;
}

/** The client whose name stands in the question, among those that the reader may see (ANSWER-13). */
export async function findClient(book: BookSource, reading: Reading): Promise<NamedClient> {
  const probes = probesOf(reading);
  if (probes.length === 0) return { kind: "none" };
  const marked = new Set(probes);
  // Names are mostly written as they are; slips and parts of names cost more searches.
  for (const asked of [wholeNames(reading, probes), partsOfNames(reading, probes)]) {
    const found = await candidates(book, asked);
    const matches = found.length === 0 ? [] : matchNames(reading, found, marked);
    if (matches.length > 0) return chosen(reading, matches);
  }
  return { kind: "none" };
}

/** The row of a table of the agency whose name stands among the words that nothing explains; it then explains them. */
export async function findNamed(
  book: BookSource,
  reading: Reading,
  family: "carriers" | "staff",
): Promise<BookRow | undefined> {
  const probes = probesOf(reading);
  if (probes.length === 0 || !book.isReadable(family) || book.hidden(family).has("name")) return undefined;
  const { rows } = await book.rows(family, {});
  const [best, next] = matchNames(reading, rows, new Set(probes));
  if (
    best === undefined ||
    (next !== undefined && next.isExact === best.isExact && best.score - next.score <= nearScore + epsilon)
  )
    return undefined;
  for (const word of reading.words.slice(best.from, best.to)) if (word.by !== "client") word.by = family;
  return best.row;
}

/** The words of the subject's own name in a question about it. */
export function wordsOfClient(reading: Reading, row: BookRow): ReadonlySet<number> {
  const named = matchNames(reading, [row], new Set(reading.words.keys()));
  const [best] = named;
  return best === undefined ? new Set() : range(best.from, best.to);
}

/** Positions of words that may belong to a name: those that mean nothing else, else those written with a capital. */
function probesOf(reading: Reading): readonly number[] {
  const positionOf = new Map(reading.words.map((word, at) => [word, at]));
  const unknown = unexplained(reading).flatMap((word) => positionOf.get(word) ?? []);
  if (unknown.length > 0) return unknown.slice(0, probesMax);
  const isShouted = reading.text === reading.text.toUpperCase();
  if (isShouted) return [];
  return reading.words
    .flatMap(({ start, by }, at) =>
      at > 0 && by !== "number" && /^\p{Lu}/u.test(reading.text.slice(start)) ? [at] : [],
    )
    .slice(0, probesMax);
}

/** Words that stand one behind the other, together. */
function wholeNames({ words }: Reading, probes: readonly number[]): readonly (readonly string[])[] {
  const runs: number[][] = [];
  for (const at of probes) {
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs.map((run) => run.map((at) => words[at]?.word ?? "").filter((word) => word.length > 1));
}

/** Beginnings of single words, since first letters are seldom mistyped, and words with their neighbours. */
function partsOfNames({ words }: Reading, probes: readonly number[]): readonly (readonly string[])[] {
  return probes.flatMap((at) => {
    const word = words[at]?.word ?? "";
    if (word.length < 2) return [];
    const start = word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word;
    const next = words[at + 1]?.word ?? "";
    return [[start], ...(next.length > 1 ? [[word, next]] : [])];
  });
}

async function candidates(book: BookSource, asked: readonly (readonly string[])[]): Promise<readonly BookRow[]> {
  const rows = new Map<string, BookRow>();
  const texts = new Set(asked.map((starts) => starts.join(" ")));
  for (const text of texts) {
    if (text === "") continue;
    const found = await book.accountsNamed(text.split(" "), foundMax);
    for (const row of found) rows.set(row.key, row);
  }
  return [...rows.values()].toSorted((left, right) => byText(left.key, right.key));
}

function matchNames(reading: Reading, rows: readonly BookRow[], probes: ReadonlySet<number>): readonly Match[] {
  const named = rows.flatMap((row) =>
    namesOf(row).map((written) => ({ row, written, read: readName(written, "organization", { isBehindRead: false }) })),
  );
  const idf = rarityIn(named.map(({ read }) => read.readings));
  const windows = new Map<string, ReadName>();
  const best = new Map<string, Match>();
  for (const { row, written, read } of named) {
    const own = wordsOf(written);
    const starts = new Set(own.map((word) => word.slice(0, 2)));
    for (let from = 0; from < reading.words.length; from += 1) {
      const first = reading.words[from];
      if (first === undefined || !starts.has(first.word.slice(0, 2))) continue;
      const longest = Math.min(reading.words.length - from, own.length + 1, windowWordsMax);
      for (let length = 1; length <= longest; length += 1) {
        const to = from + length;
        if (![...probes].some((at) => at >= from && at < to)) continue;
        const match = { row, from, to, ...scoreOf(reading, { from, to }, { read, own }, { windows, idf }) };
        const known = best.get(row.key);
        if (match.score >= leastScore - epsilon && (known === undefined || isBetter(match, known)))
          best.set(row.key, match);
      }
    }
  }
  return [...best.values()].toSorted(
    (left, right) =>
      Number(right.isExact) - Number(left.isExact) || right.score - left.score || byText(left.row.key, right.row.key),
  );
}

function scoreOf(
  { text, words }: Reading,
  { from, to }: { readonly from: number; readonly to: number },
  { read, own }: { readonly read: ReadName; readonly own: readonly string[] },
  { windows, idf }: { readonly windows: Map<string, ReadName>; readonly idf: (word: string) => number },
): { readonly score: number; readonly isExact: boolean } {
  const [first, last] = [words[from], words[to - 1]];
  if (first === undefined || last === undefined) return { score: 0, isExact: false };
  const written = text.slice(first.start, last.end).replace(/'s?$/, "");
  const isExact = to - from === own.length && own.every((word, at) => words[from + at]?.word === word);
  if (isExact) return { score: 1, isExact };
  const window = windows.get(written) ?? readName(written, "organization", { isBehindRead: false });
  windows.set(written, window);
  return { score: nameScore(window, read, idf), isExact };
}

/** Of one name's places the nearest; of equal ones the longest, so that its legal form belongs to it. */
function isBetter(match: Match, known: Match): boolean {
  if (match.isExact !== known.isExact) return match.isExact;
  if (Math.abs(match.score - known.score) > epsilon) return match.score > known.score;
  return match.to - match.from > known.to - known.from;
}

function chosen(reading: Reading, matches: readonly Match[]): NamedClient {
  const [best] = matches;
  if (best === undefined) return { kind: "none" };
  // A longer name that holds the shorter one is the one that was written.
  const outer = matches.filter(
    (match) =>
      !matches.some(
        (other) =>
          other !== match &&
          other.isExact &&
          other.from <= match.from &&
          other.to >= match.to &&
          other.to - other.from > match.to - match.from,
      ),
  );
  const exact = outer.filter(({ isExact }) => isExact);
  const near =
    exact.length > 0 ? exact : outer.filter(({ score }) => (outer[0]?.score ?? 0) - score <= nearScore + epsilon);
  const inCity = near.length > 1 ? near.filter(({ row }) => isCityNamed(reading, row)) : near;
  const left = inCity.length === 1 ? inCity : near;
  const [only] = left;
  if (only === undefined) return { kind: "none" };
  if (left.length === 1)
    return {
      kind: "one",
      row: only.row,
      taken: new Set([
        ...range(only.from, only.to),
        ...cityWords(reading, inCity.length === 1 && near.length > 1 ? only.row : undefined),
      ]),
    };
  const [from, to] = [reading.words[only.from]?.start ?? 0, reading.words[only.to - 1]?.end ?? 0];
  return {
    kind: "several",
    rows: left.slice(0, askedMax).map(({ row }) => row),
    written: reading.text.slice(from, to).replace(/'s?$/, ""),
  };
}

function isCityNamed(reading: Reading, row: BookRow): boolean {
  return cityWords(reading, row).length > 0;
}

/** Positions of the words of the account's city in the question. */
function cityWords({ words }: Reading, row: BookRow | undefined): readonly number[] {
  const city = row === undefined ? [] : wordsOf(cityOf(row));
  if (city.length === 0) return [];
  const at = words.findIndex((_, start) => city.every((word, offset) => words[start + offset]?.word === word));
  return at < 0 ? [] : [...range(at, at + city.length)];
}

/** The city of an account's mailing address; empty where it has none. */
export function cityOf({ fields }: BookRow): string {
  return memberText(fields["mailing_address"], "city");
}

/** An account's names as they are written. */
function namesOf({ fields }: BookRow): readonly string[] {
  return [fields["name"], fields["dba"]].flatMap((name) =>
    typeof name === "string" && name.trim() !== "" ? [name] : [],
  );
}

function range(from: number, to: number): ReadonlySet<number> {
  return new Set(Array.from({ length: to - from }, (_, offset) => from + offset));
}
