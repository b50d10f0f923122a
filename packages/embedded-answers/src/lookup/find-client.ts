import { isOneSlip, nameScore, rarityIn, type ReadName, readName } from "@service/engine-kit";
import { byText } from "@service/json";
import type { BookRow, BookSource } from "../book-source.ts";
import { wordsOf } from "../text/tokens.ts";
import { memberText } from "./values.ts";
import type { ReadWord } from "./read-word.ts";
import type { Reading } from "./reading.ts";
import { writtenOut } from "./vocabulary/short-forms.ts";

/** A name counts from this score (ANSWER-13). */
const leastScore = 0.9;
/** Two names this near to each other are asked about. */
const nearScore = 0.05;
const epsilon = 1e-9;
/** Words of the question that may be a name's, and accounts that one of them may find. */
const probesMax = 8;
const foundMax = 100;
const windowWordsMax = 9;
/** Letters of a part of a name that stands for the whole. */
const leastPartLetters = 4;
/** Pairs of words that are looked for as a person's name. */
const personRunsMax = 6;
/** Accounts that hold a word of which it may stand for one of them, wherever in the name it stands. */
const rareMax = 2;
/** Names to ask back about. */
const namesMax = 5;

/** Which client a question names. */
export type NamedClient =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly row: BookRow; readonly taken: ReadonlySet<number>; readonly isPart?: boolean }
  /** Several accounts are as near to what was written. */
  | {
      readonly kind: "several";
      readonly rows: readonly BookRow[];
      readonly written: string;
      readonly isPart?: boolean;
    };

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
  const seen = new Map<string, BookRow>();
  for (const tried of [wholeNames(reading, probes), partsOfNames(reading, probes)]) {
    const found = await candidates(book, tried);
    for (const row of found) seen.set(row.key, row);
    const matches = found.length === 0 ? [] : matchNames(reading, found, marked);
    if (matches.length > 0) return chosen(reading, matches);
  }
  // The slip may be among the first letters.
  if (seen.size === 0) for (const row of await candidates(book, startsOfWords(reading, probes))) seen.set(row.key, row);
  const parts = matchParts(reading, [...seen.values()], marked);
  const found = chosen(reading, parts);
  return found.kind === "none" ? found : { ...found, isPart: true };
}

/** The row of a table of the agency whose name stands among the words that nothing explains; it then explains them. */
export async function findNamed(
  book: BookSource,
  reading: Reading,
  family: "carriers" | "staff",
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Promise<BookRow | undefined> {
  const probes = probesOf(reading);
  if (probes.length === 0 || !book.isReadable(family) || book.hidden(family).has("name")) return undefined;
  const { rows } = await book.rows(family, {});
  const [best, next] = matchNames(reading, rows, new Set(probes));
  if (best === undefined) return isWhole ? undefined : partNamed(reading, rows, family);
  if (next !== undefined && next.isExact === best.isExact && best.score - next.score <= nearScore + epsilon)
    return undefined;
  // "What's Dana's email? Dana Whitfield": the part of the name says no more than the whole.
  const own = new Set(reading.words.slice(best.from, best.to).map(({ word }) => word));
  for (const [at, word] of reading.words.entries())
    if (word.by !== "client" && ((at >= best.from && at < best.to) || (word.by === undefined && own.has(word.word))))
      word.by = family;
  return best.row;
}

/** The one row of which a word of its own stands in the question: how a carrier's name begins, a colleague's first or last name. */
function partNamed(reading: Reading, rows: readonly BookRow[], family: "carriers" | "staff"): BookRow | undefined {
  const found = reading.words.flatMap((word, at) => {
    if (word.by !== undefined || word.word.length < leastPartLetters) return [];
    if (goesOn(reading, at + 1) || goesOn(reading, at - 1)) return [];
    return rows.flatMap((row) => {
      const own = wordsOf(memberText(row.fields, "name"));
      const parts = family === "carriers" ? own.slice(0, 1) : own;
      return parts.some((part) => isPartWord(word, part)) ? [{ row, word }] : [];
    });
  });
  const [first] = found;
  if (first === undefined || found.some(({ row }) => row !== first.row)) return undefined;
  for (const { word } of found) word.by = family;
  return first.row;
}

/** The contact whose whole name stands in the question, with the account; undefined: nobody, or several. */
export async function findPerson(
  book: BookSource,
  reading: Reading,
): Promise<{ readonly account: BookRow; readonly contact: BookRow; readonly taken: ReadonlySet<number> } | undefined> {
  if (!book.isReadable("contacts") || book.hidden("contacts").has("name")) return undefined;
  const pairs = runsOf(probesOf(reading)).flatMap((run) =>
    run.length < 2 ? [] : [run, ...(run.length === 2 ? [] : run.slice(1).map((at) => [at - 1, at]))],
  );
  for (const run of pairs.slice(0, personRunsMax)) {
    const names = run.map((at) => reading.words[at]?.word ?? "");
    const accounts = await book.accountsNamed(names, namesMax);
    const found: { readonly account: BookRow; readonly contact: BookRow }[] = [];
    // "Reyes, Dana" as well.
    const name = names.toSorted(byText).join(" ");
    for (const account of accounts) {
      const { rows } = await book.rows("contacts", { clientKey: account.key });
      for (const contact of rows)
        if (wordsOf(memberText(contact.fields, "name")).toSorted(byText).join(" ") === name)
          found.push({ account, contact });
    }
    const [only] = found;
    if (only !== undefined && found.length === 1) return { ...only, taken: new Set(run) };
  }
  return undefined;
}

/** A contact of one of the clients, of whom a name stands in the question beside the client's; undefined: nobody, or several. */
export async function findContact(
  book: BookSource,
  reading: Reading,
  clients: readonly { readonly row: BookRow; readonly taken: ReadonlySet<number> }[],
): Promise<{ readonly account: BookRow; readonly contact: BookRow; readonly taken: ReadonlySet<number> } | undefined> {
  if (!book.isReadable("contacts") || book.hidden("contacts").has("name")) return undefined;
  const found: { readonly account: BookRow; readonly contact: BookRow; readonly at: readonly number[] }[] = [];
  for (const { row: account, taken } of clients) {
    const free = reading.words.flatMap(({ by, word }, at) =>
      by === undefined && word.length > 2 && !taken.has(at) ? [at] : [],
    );
    if (free.length === 0) continue;
    const { rows } = await book.rows("contacts", { clientKey: account.key });
    for (const contact of rows) {
      const own = wordsOf(memberText(contact.fields, "name"));
      const at = free.filter((each) => own.includes(reading.words[each]?.word ?? ""));
      if (at.length > 0) found.push({ account, contact, at });
    }
  }
  const most = Math.max(0, ...found.map(({ at }) => at.length));
  const nearest = found.filter(({ at }) => at.length === most);
  const [only] = nearest;
  if (only === undefined || nearest.length > 1) return undefined;
  const own = clients.find(({ row }) => row === only.account)?.taken ?? [];
  return { account: only.account, contact: only.contact, taken: new Set([...own, ...only.at]) };
}

/** Positions of the words that are an account's names'. */
export function wordsOfNames({ words }: Reading, row: BookRow): ReadonlySet<number> {
  const own = new Set(namesOf(row).flatMap((name) => wordsOf(name)));
  return new Set(words.flatMap(({ word, by }, at) => (by === undefined && own.has(word) ? [at] : [])));
}

/** The account was found by the name that it trades under, and not by its own. */
export function isByTradeName({ words }: Reading, row: BookRow): boolean {
  const own = new Set(wordsOf(memberText(row.fields, "name")));
  const trade = new Set(wordsOf(memberText(row.fields, "dba")));
  return words.some(({ word, by }) => by === "client" && trade.has(word) && !own.has(word));
}

/** The words of the subject's own name in a question about it. */
export function wordsOfClient(reading: Reading, row: BookRow): ReadonlySet<number> {
  const named = matchNames(reading, [row], new Set(reading.words.keys()));
  const [best] = named;
  return best === undefined ? new Set() : range(best.from, best.to);
}

/**
 * Positions of words that may belong to a name: those that mean nothing else, with a capital first, else those with a capital
 * that mean something.
 */
function probesOf(reading: Reading): readonly number[] {
  const unknown = reading.words.flatMap(({ by }, at) => (by === undefined ? [at] : []));
  const isName = (at: number): boolean => /^\p{Lu}/u.test(reading.text.slice(reading.words[at]?.start));
  if (unknown.length > 0)
    return [...unknown.filter(isName), ...unknown.filter((at) => !isName(at))]
      .slice(0, probesMax)
      .toSorted((left, right) => left - right);
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
  return runsOf(probes).map((run) => run.map((at) => words[at]?.word ?? "").filter((word) => word.length > 1));
}

/** Positions one behind the other. */
function runsOf(positions: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs;
}

/** Beginnings of single words, since first letters are seldom mistyped, and words with their neighbours. */
function partsOfNames({ words }: Reading, probes: readonly number[]): readonly (readonly string[])[] {
  return probes.flatMap((at) => {
    const word = words[at]?.word ?? "";
    if (word.length < 2) return [];
    const start = word.length > 5 ? word.slice(0, Math.max(4, word.length - 3)) : word;
    const next = words[at + 1]?.word ?? "";
    const before = words[at - 1];
    const isBefore = before !== undefined && before.by !== "empty" && before.word.length > 1;
    return [[start], ...(next.length > 1 ? [[word, next]] : []), ...(isBefore ? [[before.word, word]] : [])];
  });
}

function startsOfWords({ words }: Reading, probes: readonly number[]): readonly (readonly string[])[] {
  return probes.flatMap((at) => {
    const { word = "" } = words[at] ?? {};
    return word.length < 7 ? [] : [[word.slice(0, 3)]];
  });
}

async function candidates(book: BookSource, names: readonly (readonly string[])[]): Promise<readonly BookRow[]> {
  const rows = new Map<string, BookRow>();
  const texts = new Set(names.map((starts) => starts.join(" ")));
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
        if (isLinkOfNames(reading.words[to - 1]?.word)) continue;
        const match = { row, from, to, ...scoreOf(reading, { from, to }, { read, own }, { windows, idf }) };
        const existing = best.get(row.key);
        if (match.score >= leastScore - epsilon && (existing === undefined || isBetter(match, existing)))
          best.set(row.key, match);
      }
    }
  }
  return [...best.values()].toSorted(
    (left, right) =>
      Number(right.isExact) - Number(left.isExact) || right.score - left.score || byText(left.row.key, right.row.key),
  );
}

/**
 * Accounts of which a part of the name stands in the question: how it begins, or the family of a household (ANSWER-63). Only the
 * longest parts count; what is left of a longer name stays a word that nothing explains.
 */
function matchParts(reading: Reading, rows: readonly BookRow[], probes: ReadonlySet<number>): readonly Match[] {
  const { words } = reading;
  const held = new Map<string, number>();
  for (const row of rows)
    for (const word of new Set(namesOf(row).flatMap((name) => wordsOf(name))))
      held.set(word, (held.get(word) ?? 0) + 1);
  const matches = rows.flatMap((row): Match[] =>
    namesOf(row).flatMap((written) => {
      const own = wordsOf(written);
      const isHousehold = own.at(-1) === "household";
      return words.flatMap((first, from): Match[] => {
        if (!probes.has(from)) return [];
        const at =
          own[0] !== undefined && isPartWord(first, own[0])
            ? 0
            : isHousehold && isPartWord(first, own[1] ?? "")
              ? 1
              : own.findIndex(
                  (word, index) =>
                    index > 0 &&
                    word === first.word &&
                    word.length > leastPartLetters &&
                    (held.get(word) ?? 0) <= rareMax,
                );
        if (at < 0) return [];
        let length = 1;
        while (at + length < own.length && isShortOf(words[from + length], own[at + length] ?? "")) length += 1;
        // A capital goes on in another name.
        if (length === 1 && (goesOn(reading, from + 1) || goesOn(reading, from - 1))) return [];
        const letters = own.slice(at, at + length).join("").length;
        const isSlip = first.word !== own[at] && first.word !== `${own[at]}s`;
        // A word as it is written comes before one with a slip.
        const score = length - (isSlip ? 0.5 : 0);
        return letters < leastPartLetters ? [] : [{ row, from, to: from + length, score, isExact: false }];
      });
    }),
  );
  const longest = Math.max(0, ...matches.map(({ score }) => score));
  const byKey = new Map<string, Match>();
  for (const match of matches)
    if (match.score === longest && !byKey.has(match.row.key)) byKey.set(match.row.key, match);
  return [...byKey.values()].toSorted((left, right) => byText(left.row.key, right.row.key));
}

/** The word beside a part of a name is a name as well. */
function goesOn({ text, words }: Reading, at: number): boolean {
  const word = words[at];
  const beside = words[at - 1];
  return (
    word !== undefined &&
    word.by === undefined &&
    writtenOut(word.word) === word.word &&
    /^\p{Lu}\p{Ll}/u.test(text.slice(word.start)) &&
    beside !== undefined &&
    /^\s+$/u.test(text.slice(Math.min(word.end, beside.end), Math.max(word.start, beside.start)))
  );
}

/** The word of a name, in the plural of a family or with one slip in a long one as well. */
function isPartWord({ word }: ReadWord, own: string): boolean {
  return word === own || (own.length >= 5 && word === `${own}s`) || (own.length >= 7 && isOneSlip(word, own));
}

/** "Blue Harbor dba": the word asks for the other name, and is no part of this one. */
function isLinkOfNames(word: string | undefined): boolean {
  return word === "dba" || word === "aka" || word === "fka";
}

/** The next word of a name, or a short form of it: `mkt` of a market, `acctg` of accounting. */
function isShortOf(word: ReadWord | undefined, own: string): boolean {
  if (word === undefined) return false;
  if (word.word === own || writtenOut(word.word) === own) return true;
  if (word.by !== undefined || word.word.length < 2 || word.word.length >= own.length || word.word[0] !== own[0])
    return false;
  let at = 0;
  for (const letter of own) if (letter === word.word[at]) at += 1;
  return at === word.word.length;
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
function isBetter(match: Match, other: Match): boolean {
  if (match.isExact !== other.isExact) return match.isExact;
  if (Math.abs(match.score - other.score) > epsilon) return match.score > other.score;
  return match.to - match.from > other.to - other.from;
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
    rows: left.slice(0, namesMax).map(({ row }) => row),
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
