import { chooseMention, joinParts, type Reading } from "./choose.ts";
import { findLabels, type LabelPlace, type Labels } from "./labels.ts";
import { readCellText } from "./plain-text.ts";
import { headcountParts, isLabelOfPart, isOfOnePart } from "./part-labels.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { currencies, doubts, monthOf } from "./words.ts";
import { lineAt, lineBounds, scaleOfSpan, type ValueText } from "./value-text.ts";
import { readYesNo, yesNoLength } from "./yes-no.ts";
import { type FigureKind, type Mention, readZone, type Zone } from "./zones.ts";

export const readKinds = ["money", "count", "date", "yes_no", "percent", "text"] as const;
export type ReadKind = (typeof readKinds)[number];

export type ValueQuery = {
  readonly labels: Labels;
  readonly read: ReadKind | "number";
  /** Bounds of a number, inclusive; 0 that is written is always plausible (VALUE-7). */
  readonly plausible?: readonly [number, number] | undefined;
  /** ISO day: the latest full year is not after it. */
  readonly today: string;
  /** Whether a label that begins there counts; every one unless given. */
  readonly acceptsLabelAt?: ((start: number) => boolean) | undefined;
};

/** `unread`: the label stands there, and what follows has no single reading; the place is the evidence. */
export type ValueReading =
  | ({ readonly kind: "value"; readonly value: number | string | boolean } & Omit<Reading, "value">)
  | { readonly kind: "unread"; readonly start: number; readonly end: number }
  | { readonly kind: "absent" };

type Span = { readonly start: number; readonly end: number };

/** What one occurrence of a label gives. */
type Occurrence = {
  readonly mentions: readonly (Mention & Pick<Reading, "parts">)[];
  readonly flags: readonly (Span & { readonly value: string | boolean })[];
  readonly unread: Span | undefined;
};

const nothing: Occurrence = { mentions: [], flags: [], unread: undefined };
/** Characters of a line that belong to a label. */
const zoneChars = 300;
const cellLineChars = 2000;
const headerLinesMax = 3;

/** The value that a text states under one of the labels (VALUE-3 to VALUE-11). Linear in the text. */
export function readLabelled(text: ValueText, query: ValueQuery): ValueReading {
  const places = findLabels(text, query.labels).filter(
    (place) => !isOfPart(text, place, query) && query.acceptsLabelAt?.(place.start) !== false,
  );
  const found = places.map((place) => readOccurrence(text, place, query));
  const unread = found.find((one) => one.unread !== undefined)?.unread;
  const reading = settle(
    found.flatMap(({ mentions }) => mentions),
    found.flatMap(({ flags }) => flags),
    unread,
    query,
  );
  if (query.read !== "count") return reading;
  const sum = readParts(text, query);
  if (sum !== undefined) return beside(sum, reading);
  if (reading.kind !== "value" || reading.parts !== undefined) return reading;
  // "9 full-time" alone does not say how many there are (VALUE-16).
  const isPart = isOfOnePart(text.text.slice(reading.end, reading.end + zoneChars));
  return isPart ? { kind: "unread", ...spanOf(reading) } : reading;
}

type Sum = Reading & { readonly kind: "value" };

/** A total beside parts must be their sum; a figure among them is one of them (VALUE-7, VALUE-16). */
function beside(sum: Sum, reading: ValueReading): ValueReading {
  if (reading.kind !== "value" || reading.value === sum.value) return sum;
  const isAmong = reading.end > sum.start && reading.start < sum.end;
  return isAmong ? sum : { kind: "unread", ...spanOf(reading) };
}

/** Lines that the labels of the two parts may stand apart. */
const partLinesMax = 3;

/** Full-time and part-time heads under labels of their own, as their sum; `undefined` unless both are stated (VALUE-16). */
function readParts(text: ValueText, query: ValueQuery): Sum | undefined {
  if (!query.labels.ownWords.has("employees")) return undefined;
  const all = headcountParts.map(([, labels]) => findLabels(text, labels));
  const starts = all.flat().map(({ start }) => start);
  const read = headcountParts.flatMap(([part, labels], index) => {
    const places = (all[index] ?? []).filter((place) => !isBehindFigure(text, place, starts));
    const found = places.map((place) => readOnePart(text, place, starts, { ...query, labels }));
    const isOpen = found.some(({ unread }) => unread !== undefined);
    const chosen = chooseMention(
      found.flatMap(({ mentions }) => mentions),
      query.today,
    );
    return isOpen || typeof chosen?.value !== "number" ? [] : [{ part, value: chosen.value, mention: chosen }];
  });
  const [full, partTime] = read;
  if (full === undefined || partTime === undefined) return undefined;
  const lines = read.map(({ mention }) => lineAt(text, mention.start));
  if (Math.max(...lines) - Math.min(...lines) > partLinesMax) return undefined;
  const value = full.value + partTime.value;
  if (!isPlausible(value, query.plausible)) return undefined;
  const start = Math.min(full.mention.start, partTime.mention.start);
  const end = Math.max(full.mention.end, partTime.mention.end);
  return { kind: "value", value, start, end, parts: read.map(({ part, value: heads }) => ({ part, value: heads })) };
}

/** A part reaches to the label of the next one. */
function readOnePart(text: ValueText, place: LabelPlace, starts: readonly number[], query: ValueQuery): Occurrence {
  const bounds = lineBounds(text, place.line);
  if (bounds === undefined) return nothing;
  const end = Math.min(bounds.end, ...starts.filter((start) => start >= place.end));
  const own = readFigures(text, place, { start: place.end, end }, query);
  if (own.mentions.length > 0 || own.isSettled) return own;
  const cells = cellsBelow(text, place).map(({ start, end: last }) => {
    const stop = Math.min(last, ...starts.filter((at) => at >= start));
    return readFigures(text, place, { start, end: stop }, query);
  });
  return (
    cells.find(({ unread }) => unread !== undefined) ?? { ...own, mentions: cells.flatMap((cell) => cell.mentions) }
  );
}

/** "9 FT", "40 ft": the figure before the first part of a line is what it counts or measures. */
function isBehindFigure(text: ValueText, { line }: LabelPlace, starts: readonly number[]): boolean {
  const bounds = lineBounds(text, line);
  if (bounds === undefined) return true;
  const first = Math.min(...starts.filter((start) => start >= bounds.start && start < bounds.end));
  return /[\d.]\s?$/.test(text.text.slice(Math.max(bounds.start, first - 3), first));
}

function isOfPart({ folded }: ValueText, { end }: LabelPlace, { read }: ValueQuery): boolean {
  return (read === "count" || read === "money") && isLabelOfPart(folded.slice(end, end + zoneChars), read);
}

/** The value whose token holds `offset`, read on its whole line: what a pattern found (VALUE-11). */
export function readAround(text: ValueText, offset: number, query: Omit<ValueQuery, "labels">): ValueReading {
  const line = lineAt(text, offset);
  const bounds = lineBounds(text, line);
  if (bounds === undefined) return { kind: "absent" };
  let start = offset;
  while (start > Math.max(bounds.start, offset - zoneChars) && /[^\s:=;|]/.test(text.text[start - 1] ?? " "))
    start -= 1;
  const place = { start, end: start, line, year: undefined, isProjected: false };
  const { mentions, unread } = readFigures(text, place, { start, end: bounds.end }, { ...query, labels: noLabels });
  return settle(mentions, [], unread, query);
}

/**
 * The values whose tokens begin between two offsets, each read whole on its line, in order (VALUE-15). Money in units,
 * percent as a ratio, dates ISO; what has no single reading is left out.
 */
export function readBetween(
  text: ValueText,
  from: number,
  to: number,
  read: "money" | "number" | "percent" | "date",
): readonly (number | string)[] {
  const values: (number | string)[] = [];
  let behind = from;
  for (let line = lineAt(text, from); ; line += 1) {
    const bounds = lineBounds(text, line);
    if (bounds === undefined || bounds.start >= to) return values;
    const tokens = tokensOf(text.text, Math.max(bounds.start, from), bounds.end);
    for (const [index, { start }] of tokens.entries()) {
      if (start >= to) break;
      if (start < behind || isDoubtedBefore(tokens, index)) continue;
      const reading = readAround(text, start, { read, today: "9999-12-31" });
      if (reading.kind !== "value" || reading.start > start || typeof reading.value === "boolean") continue;
      values.push(reading.value);
      behind = reading.end;
    }
  }
}

/** "up to $2M", "$1M - $2M", "EUR 2M": a bound, the end of a range, another currency (VALUE-3). */
function isDoubtedBefore(tokens: readonly Token[], index: number): boolean {
  const [first, second, third] = [1, 2, 3].map((back) => tokens[index - back]);
  if (first === undefined) return false;
  if (doubts.has(first.text) || currencies.has(first.text)) return true;
  if (second === undefined) return false;
  if (["to", "than"].includes(first.text) && doubts.has(second.text)) return true;
  const isRange = /^(?:[-–—]+|to|through|thru|or)$/.test(first.text) && second.kind === "figure";
  return isRange || (first.text === "and" && third?.text === "between");
}

const noLabels: Labels = { phrases: [], ownWords: new Set() };

function settle(
  mentions: Occurrence["mentions"],
  flags: Occurrence["flags"],
  unread: Span | undefined,
  { today, plausible }: Pick<ValueQuery, "today" | "plausible">,
): ValueReading {
  const [flag] = flags;
  if (flag !== undefined) {
    return flags.every(({ value }) => value === flag.value)
      ? { kind: "value", ...flag }
      : { kind: "unread", ...spanOf(flag) };
  }
  const likely = mentions.filter(({ value }) => isPlausible(value, plausible));
  const chosen = chooseMention(likely, today);
  if (chosen !== undefined) {
    const { value, start, end, parts }: Reading = chosen;
    return { kind: "value", value, start, end, ...(parts === undefined ? {} : { parts }) };
  }
  const open = unread ?? mentions[0];
  return open === undefined ? { kind: "absent" } : { kind: "unread", ...spanOf(open) };
}

function isPlausible(value: number | string, plausible: ValueQuery["plausible"]): boolean {
  if (plausible === undefined || typeof value !== "number" || value === 0) return true;
  return value >= plausible[0] && value <= plausible[1];
}

function readOccurrence(text: ValueText, place: LabelPlace, query: ValueQuery): Occurrence {
  const bounds = lineBounds(text, place.line);
  if (bounds === undefined) return nothing;
  const beside = { start: place.end, end: bounds.end };
  if (query.read === "yes_no") return readAnswer(text, place, beside);
  if (query.read === "text") return readWords(text, place, beside);
  const own = readFigures(text, place, beside, query);
  if (own.mentions.length > 0 || own.isSettled) return own;
  const below = cellsBelow(text, place).map(({ year, hasOwnYear, ...cell }) => {
    // A line that begins with its year says it to the reader of the line.
    const read = readFigures(text, { ...place, year: hasOwnYear ? undefined : (year ?? place.year) }, cell, query);
    return read.isForeign ? { ...read, mentions: [] } : read;
  });
  if (below.length === 0) return own;
  const unread = below.find((read) => read.unread !== undefined)?.unread;
  // A row that cannot be read may be the latest.
  return { mentions: unread === undefined ? below.flatMap(({ mentions }) => mentions) : [], flags: [], unread };
}

type FigureOccurrence = Occurrence & { readonly isSettled: boolean; readonly isForeign: boolean };

function readFigures(text: ValueText, place: LabelPlace, span: Span, query: ValueQuery): FigureOccurrence {
  const read = readScaled(text, place, span, query);
  const isDoubtful = read.isDoubtful || (query.read === "money" && text.isOtherCurrency && read.mentions.length > 0);
  const zone = { ...read, isDoubtful };
  const isColon = /^\s?:/.test(text.text.slice(span.start, span.start + 2));
  const isOpen = zone.isDoubtful || (isColon && zone.isForeign && zone.mentions.length === 0);
  const unread = isOpen ? { start: place.start, end: Math.min(span.end, span.start + zoneChars) } : undefined;
  const mentions = zone.isDoubtful ? [] : joinParts(yearsOfHeader(text, place, zone));
  return { mentions, flags: [], unread, isSettled: isOpen, isForeign: zone.isForeign };
}

/** A zone whose amounts have the scale of their words or heading (VALUE-1). */
function readScaled(text: ValueText, place: LabelPlace, span: Span, query: ValueQuery): Zone {
  const tokens = tokensIn(text, span);
  const { year, isProjected } = place;
  const context = { kind: figureKind(query.read), ownWords: query.labels.ownWords, year, isProjected };
  const plain = readZone(tokens, { ...context, scale: 1 });
  if (query.read !== "money") return plain;
  const isBeside = span.start >= place.start && span.start <= place.end;
  const scale = scaleOfSpan(text, isBeside ? place.start : span.start, Math.max(plain.end, span.start));
  return scale === 1 ? plain : readZone(tokens, { ...context, scale });
}

function figureKind(read: ValueQuery["read"]): FigureKind {
  return read === "yes_no" || read === "text" ? "number" : read;
}

/** Tokens of a span, at most 300 characters; one that the bound would cut is left out. */
function tokensIn({ text }: ValueText, { start, end }: Span): Token[] {
  return tokensOf(text, start, Math.min(end, start + zoneChars));
}

/** Several values of a row without years of their own take them from a line of as many years above (VALUE-6). */
function yearsOfHeader(text: ValueText, place: LabelPlace, { mentions }: Zone): readonly Mention[] {
  if (mentions.length < 2 || mentions.some(({ year, part }) => year !== undefined || part !== undefined))
    return mentions;
  for (let line = place.line - 1; line >= Math.max(0, place.line - headerLinesMax); line -= 1) {
    const bounds = lineBounds(text, line);
    if (bounds === undefined) return mentions;
    // The day of "Year ended December 31" is no column.
    const figures = tokensIn(text, bounds).filter(
      ({ kind, text: token }, index, all) =>
        kind === "figure" && !(/^\d{1,2}$/.test(token) && monthOf(all[index - 1]?.text ?? "") !== undefined),
    );
    const years = figures.flatMap(({ text: token }) => /^(?:FY)?((?:19|20)\d{2})$/.exec(token)?.[1] ?? []);
    if (years.length === mentions.length && figures.length === years.length) {
      return mentions.map((mention, index) => ({ ...mention, year: Number(years[index]) }));
    }
  }
  return mentions;
}

type Cell = Span & { readonly year: number | undefined; readonly hasOwnYear: boolean };

/**
 * The cells below a label that heads a column, while each row has a year of its own (VALUE-6); else the next line where the
 * label ends its own, and further ones that begin with a year (VALUE-3).
 */
function cellsBelow(text: ValueText, place: LabelPlace): readonly Cell[] {
  const bounds = lineBounds(text, place.line);
  if (bounds === undefined || bounds.end - bounds.start > cellLineChars) return [];
  const heads = cellsOf(text, bounds);
  const index = heads.findIndex((cell) => place.start >= cell.start && place.end <= cell.end);
  const isTable = heads.length > 1;
  // Where the label ends its line, the rest of the line must not name anything else.
  const rest = text.text.slice(place.end, bounds.end).replace(/\([^()]*\)/g, "");
  if (!isTable && !/^[\s:.?_()-]*$/.test(rest)) return [];
  const found: Cell[] = [];
  let row = nextLine(text, place.line);
  while (row !== undefined && found.length < rowsMax) {
    const cell: Cell | undefined = isTable ? cellOfRow(text, row, heads.length, index) : lineOfYear(text, row);
    // Only rows with years are rows of one fact; the first one counts in any case.
    if (cell === undefined || (found.length > 0 && cell.year === undefined)) break;
    found.push(cell);
    if (cell.year === undefined) break;
    row = nextLine(text, lineAt(text, row.start));
  }
  return found;
}

const rowsMax = 20;

function cellOfRow(text: ValueText, row: Span, count: number, index: number): Cell | undefined {
  const cells = row.end - row.start > cellLineChars ? [] : cellsOf(text, row);
  const cell = cells[index];
  if (cells.length !== count || cell === undefined) return undefined;
  const years = cells.flatMap(({ start, end }) => yearOf(text.text.slice(start, end)) ?? []);
  return { ...cell, year: years.length === 1 ? years[0] : undefined, hasOwnYear: false };
}

function yearOf(cell: string): number | undefined {
  const year = /^(?:FY\s?)?((?:19|20)\d{2})$/i.exec(cell.trim())?.[1];
  return year === undefined ? undefined : Number(year);
}

function lineOfYear({ text }: ValueText, { start, end }: Span): Cell {
  const year = /^\s*(?:FY\s?)?((?:19|20)\d{2})\b/i.exec(text.slice(start, Math.min(end, start + zoneChars)))?.[1];
  return { start, end, year: year === undefined ? undefined : Number(year), hasOwnYear: year !== undefined };
}

function nextLine(text: ValueText, line: number): Span | undefined {
  for (const next of [line + 1, line + 2]) {
    const bounds = lineBounds(text, next);
    if (bounds === undefined) return undefined;
    if (text.text.slice(bounds.start, Math.min(bounds.end, bounds.start + zoneChars)).trim() !== "") return bounds;
  }
  return undefined;
}

/** Cells of a line: between tabs, bars, or two and more blanks. */
function cellsOf({ text }: ValueText, { start, end }: Span): Span[] {
  const cells: Span[] = [];
  for (const match of text.slice(start, end).matchAll(/(?:[^\s|]|[^\S\t](?![\s|]))+/g)) {
    cells.push({ start: start + match.index, end: start + match.index + match[0].length });
  }
  return cells;
}

/** Yes or no right after the label, after the question it begins, or on the next line (VALUE-10). */
function readAnswer(text: ValueText, place: LabelPlace, beside: Span): Occurrence {
  const rest = text.text.slice(beside.start, Math.min(beside.end, beside.start + zoneChars));
  const question = /[?:]/.exec(rest);
  const next = nextLine(text, place.line);
  const starts = [beside.start, ...(question === null ? [] : [beside.start + question.index + 1])];
  if (/^[^?:]{0,200}[?:]?\s*$/.test(rest) && next !== undefined) starts.push(next.start);
  for (const start of starts) {
    const answer = text.text.slice(start, start + 100).split("\n")[0] ?? "";
    const length = yesNoLength(answer);
    if (length === 0) continue;
    const value = readYesNo(answer);
    const span = { start: place.start, end: start + length };
    return value === undefined ? { ...nothing, unread: span } : { ...nothing, flags: [{ ...span, value }] };
  }
  const isAnswered = question !== null && rest.slice(question.index + 1).trim() !== "";
  return isAnswered ? { ...nothing, unread: { start: place.start, end: beside.start + rest.length } } : nothing;
}

function readWords(text: ValueText, place: LabelPlace, beside: Span): Occurrence {
  const cell = readCellText(text.text.slice(beside.start, Math.min(beside.end, beside.start + zoneChars)));
  if (cell === undefined) return nothing;
  const span = { start: beside.start + cell.at, end: beside.start + cell.at + cell.value.length };
  if (!cell.isStated) return { ...nothing, unread: { start: place.start, end: span.end } };
  return { ...nothing, flags: [{ ...span, value: cell.value.replace(/\s+/g, " ") }] };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
