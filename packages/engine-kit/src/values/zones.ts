import { fromCents, toCents } from "../money.ts";
import { isCurrency } from "../currencies.ts";
import { dateAt } from "./dates.ts";
import { readFigure, scaleOf } from "./figures.ts";
import type { Token } from "./tokens.ts";
import {
  currencies,
  doubts,
  fillers,
  monthOf,
  numberWords,
  otherOwners,
  people,
  projections,
  rates,
  units,
  zeros,
} from "./words.ts";

/** What `number` reads may have decimals and no unit of money; the others are those of a source (VALUE-11). */
export type FigureKind = "money" | "count" | "number" | "percent" | "date";

/** A value with what stands beside it. Money in units, percent as a ratio, dates ISO. */
export type Mention = {
  readonly value: number | string;
  readonly year?: number | undefined;
  readonly isProjected: boolean;
  readonly start: number;
  readonly end: number;
  /** `full-time`, `part-time`: the value is a part, and parts add up. */
  readonly part?: string | undefined;
};

/** What stands to the right of a label, up to the first word that names something else (VALUE-3). */
export type Zone = {
  readonly mentions: readonly Mention[];
  /** Something was written that has no single reading: a range, "TBD", another currency, `$1.2.3M`. */
  readonly isDoubtful: boolean;
  /** A word that names something else ended the zone. */
  readonly isForeign: boolean;
  /** Offset behind the last token that belongs to it. */
  readonly end: number;
};

export type ZoneContext = {
  readonly kind: FigureKind;
  /** Words of the rule's labels, which may stand there again. */
  readonly ownWords: ReadonlySet<string>;
  /** Factor of the line or table. */
  readonly scale: number;
  readonly year?: number | undefined;
  readonly isProjected?: boolean;
};

type Walk = {
  readonly tokens: readonly Token[];
  readonly context: ZoneContext;
  readonly mentions: (Mention & { readonly year?: number | undefined })[];
  /** Years in order, with the number of mentions before each. */
  readonly years: { readonly year: number; readonly after: number }[];
  isProjected: boolean;
  isDoubtful: boolean;
  isForeign: boolean;
};

/** Reads one zone. Linear in its tokens. */
export function readZone(tokens: readonly Token[], context: ZoneContext): Zone {
  const walk: Walk = {
    tokens,
    context,
    mentions: [],
    years: context.year === undefined ? [] : [{ year: context.year, after: 0 }],
    isProjected: context.isProjected ?? false,
    isDoubtful: false,
    isForeign: false,
  };
  let index = 0;
  for (let taken = step(walk, index); taken > 0; taken = step(walk, index)) index += taken;
  const end = tokens[Math.min(index, tokens.length) - 1]?.end ?? 0;
  return { mentions: withYears(walk), isDoubtful: walk.isDoubtful, isForeign: walk.isForeign, end };
}

/** Tokens taken; 0 ends the zone. */
function step(walk: Walk, index: number): number {
  const token = walk.tokens[index];
  if (token === undefined) return 0;
  if (walk.context.kind === "date") {
    const date = dateAt(walk.tokens, index);
    if (date === "doubt") return doubt(walk);
    if (date !== undefined) return addMention(walk, index, date.length, date.value);
  }
  switch (token.kind) {
    case "bracket":
      return readBracket(walk, token);
    case "mark":
      return readMark(walk, index, token);
    case "word":
      return readWord(walk, index, token);
    case "figure":
      return readNumber(walk, index, token);
  }
}

function readBracket(walk: Walk, { text }: Token): number {
  const words = text.toLowerCase().split(/[\s,/]+/);
  if (walk.context.kind === "money" && (words.some(isOtherCurrency) || isPartOfYear(text))) return doubt(walk);
  const year = /(?:^|\D)((?:19|20)\d{2})(?!\d)/.exec(text)?.[1];
  if (year !== undefined) addYear(walk, Number(year));
  if (text.split(/\s+/).some((word) => projections.has(word.toLowerCase()))) walk.isProjected = true;
  return 1;
}

/** "(6 months)", "(YTD)", "(Q3)": not the amount of a year. Twelve months are one. */
function isPartOfYear(text: string): boolean {
  const months = /\b(\d{1,2}|three|six|nine)[\s-]?(?:months?|mos?)\b/i.exec(text)?.[1];
  if (months !== undefined && months !== "12") return true;
  return /\bytd\b|\byear[\s-]to[\s-]date\b|\bq[1-4]\b|\bquarter/i.test(text);
}

function readMark(walk: Walk, index: number, { text }: Token): number {
  const isNextFigure = walk.tokens[index + 1]?.kind === "figure";
  // A range: `$1M - $2M`. Bounds: `< 5`. A currency alone, or another one.
  const isAfterValue = walk.mentions.length > 0 && walk.mentions.at(-1)?.end === walk.tokens[index - 1]?.end;
  if (/^[-–—]+$/.test(text) && isAfterValue && isNextFigure) return doubt(walk);
  if (/[<>≤≥+€£¥₹]/.test(text) || (text === "(" && isNextFigure)) return doubt(walk);
  return text === "$" && !isNextFigure ? doubt(walk) : 1;
}

function readWord(walk: Walk, index: number, { text }: Token): number {
  const { kind, ownWords } = walk.context;
  if (index === 0 && otherOwners.has(text) && !ownWords.has(text)) return foreign(walk);
  const count = kind === "count" || kind === "number" ? numberWords.get(text) : undefined;
  if (count !== undefined) return addMention(walk, index, 1, count);
  if (walk.mentions.length === 0 && kind !== "date" && zeros.has(text)) {
    return isClauseEnd(walk.tokens[index + 1]) ? addMention(walk, index, 1, 0) : doubt(walk);
  }
  if (doubts.has(text) || doubts.has(text.replace(/\.$/, "")))
    return walk.mentions.length === 0 ? doubt(walk) : foreign(walk);
  if (projections.has(text)) walk.isProjected = true;
  else if (isRange(walk, index, text)) return doubt(walk);
  else if (isForeignWord(walk, text, ownWords)) return isPartOfList(walk, index) ? doubt(walk) : foreign(walk);
  return 1;
}

function isForeignWord({ context: { kind } }: Walk, text: string, ownWords: ReadonlySet<string>): boolean {
  const isUnit = kind !== "money" && units.has(text);
  return (
    !fillers.has(text) && !ownWords.has(text) && monthOf(text) === undefined && !isUnit && scaleOf(text) === undefined
  );
}

/** "to" and the like between two figures; "or" leaves a choice. */
function isRange({ mentions, tokens }: Walk, index: number, text: string): boolean {
  const isBetween = mentions.length > 0 && ["to", "through", "thru", "or"].includes(text);
  return isBetween && (tokens[index + 1]?.kind === "figure" || tokens[index + 1]?.text === "$");
}

function isClauseEnd(next: Token | undefined): boolean {
  return next === undefined || next.kind === "mark" || next.kind === "bracket" || next.gap >= 2;
}

function readNumber(walk: Walk, index: number, token: Token): number {
  const { tokens, context } = walk;
  const isMarked = tokens[index - 1]?.text === "$";
  const next = tokens[index + 1];
  const scaleWord = next?.kind === "word" && context.kind === "money" ? scaleOf(next.text) : undefined;
  if (isTornApart(token, next, tokens[index + 2])) return doubt(walk);
  const figure = readFigure(isMarked ? `$${token.text}` : token.text, scaleWord);
  if (walk.mentions.length > 0 && isListNumber(walk, index)) return 0;
  // `401(k)` is one token, and no figure.
  if (next?.kind === "bracket" && next.gap === 0 && !/\d/.test(next.text)) return doubt(walk);
  switch (figure.kind) {
    case "scale":
    case "other":
      return 1;
    case "year":
      addYear(walk, figure.year);
      return 1;
    case "unreadable":
      return doubt(walk);
    case "percent":
      return context.kind === "percent" ? addMention(walk, index, 1, ratioOf(figure.value)) : 1;
    case "amount":
      return readAmount(walk, index, { ...figure, length: scaleWord === undefined ? 1 : 2 });
  }
}

/** `3 . 1 M` and `3. 1 million`: a token with blanks in it has no single reading (VALUE-4). */
function isTornApart({ text, tail }: Token, next: Token | undefined, after: Token | undefined): boolean {
  const isShort = /^\$?\d{1,3}$/.test(text);
  if (next?.kind === "mark") return isShort && /^[.,]$/.test(next.text) && after?.kind === "figure";
  return isShort && tail === "." && next?.kind === "figure" && next.gap === 1;
}

type AmountAt = {
  readonly value: number;
  readonly hasCurrency: boolean;
  readonly hasScale: boolean;
  readonly length: number;
};

function readAmount(walk: Walk, index: number, amount: AmountAt): number {
  const { tokens, context } = walk;
  const { value, hasCurrency, hasScale, length } = amount;
  const next = tokens[index + length];
  const isPercent = next !== undefined && (next.text === "%" || next.text === "percent" || next.text === "pct");
  if (context.kind === "percent") return isPercent ? addMention(walk, index, 2, ratioOf(value)) : doubt(walk);
  // A day of a month, a percentage: no amounts. The word after them says so.
  if (isPercent || monthOf(tokens[index - 1]?.text ?? "") !== undefined) return length;
  if (context.kind !== "money") return readCount(walk, index, amount);
  if (next?.kind === "word") {
    if (isOtherCurrency(next.text) || rates.has(next.text)) return doubt(walk);
    if (units.has(next.text)) return hasCurrency ? doubt(walk) : length + 1;
  }
  if (context.scale !== 1 && (hasScale || isWrittenOut(value, context.scale))) return doubt(walk);
  const cents = toCents(value * (hasScale ? 1 : context.scale));
  return cents === undefined ? doubt(walk) : addMention(walk, index, length, fromCents(cents));
}

/** "(in thousands) 3,150,000": with all its digits it may be in units after all, and has two readings (VALUE-1). */
function isWrittenOut(value: number, scale: number): boolean {
  const size = Math.abs(value);
  return scale > 1e3 ? size >= 1e5 : size >= 1e6 || (size >= 1e5 && size % 1e3 === 0);
}

function readCount(walk: Walk, index: number, { value, hasCurrency, hasScale }: AmountAt): number {
  const isWhole = Number.isInteger(value) && value >= 0;
  const unit = walk.tokens[index + 1];
  if (unit?.kind === "word" && isOfSomethingElse(walk, unit.text)) return 2;
  if (hasCurrency || hasScale || (walk.context.kind === "count" && !isWhole)) return doubt(walk);
  return addMention(walk, index, 1, value);
}

/** "37 in 2 locations": a unit that the labels do not name counts something else. */
function isOfSomethingElse({ context: { ownWords } }: Walk, unit: string): boolean {
  return ownWords.size > 0 && units.has(unit) && !ownWords.has(unit) && !people.has(unit);
}

function isOtherCurrency(word: string): boolean {
  return (
    currencies.has(word) || (word.length === 3 && word !== "usd" && word !== "all" && isCurrency(word.toUpperCase()))
  );
}

/** `2.` or `2)` before a word, after a value: the next entry of a list. */
function isListNumber({ tokens }: Walk, index: number): boolean {
  const [token, next, second] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (token === undefined || !/^\d{1,2}$/.test(token.text)) return false;
  const isDotted = token.tail === "." && next?.kind === "word";
  return isDotted || (next?.text === ")" && second?.kind === "word");
}

/** "$1,000,000 domestic, $200,000 foreign": a value with a word of its own, a comma, and the next value. */
function isPartOfList({ tokens, mentions }: Walk, index: number): boolean {
  if (mentions.length === 0 || mentions.at(-1)?.end !== tokens[index - 1]?.end) return false;
  for (let at = index + 1; at <= index + listWordsMax; at += 1) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (token === undefined || before === undefined) return false;
    if (token.kind !== "figure") continue;
    const isParted = before.kind === "mark" || before.text === "and" || before.text === "plus";
    const isComma = before.tail === "," || before.tail === ";";
    return (isParted || isComma) && readFigure(token.text).kind === "amount";
  }
  return false;
}

/** Words that one entry of such a list may have. */
const listWordsMax = 4;

function addMention(walk: Walk, index: number, length: number, value: number | string): number {
  const first = walk.tokens[index];
  const last = walk.tokens[index + length - 1] ?? first;
  if (first === undefined || last === undefined) return 0;
  const part = partOf(walk, index + length);
  walk.mentions.push({ value, isProjected: walk.isProjected, start: first.start, end: last.end, part });
  return length;
}

/** Full-time and part-time heads are parts of one count. */
function partOf({ context, tokens }: Walk, index: number): string | undefined {
  if (context.kind !== "count") return undefined;
  const [first = "", second = ""] = [tokens[index]?.text, tokens[index + 1]?.text];
  const words = first.includes("-") ? first : `${first}-${second}`;
  if (/^(?:full-?time|ft|f\/t)\b/.test(first) || words.startsWith("full-time")) return "full-time";
  if (first === "seasonal" || first === "temporary") return first;
  return /^(?:part-?time|pt|p\/t)\b/.test(first) || words.startsWith("part-time") ? "part-time" : undefined;
}

function addYear({ years, mentions }: Walk, year: number): void {
  years.push({ year, after: mentions.length });
}

/**
 * Each mention with its year: years before the values belong to what follows them, years after them to what precedes
 * them. Two years at one place belong to nothing.
 */
function withYears({ mentions, years }: Walk): Mention[] {
  const isBefore = years[0]?.after === 0;
  return mentions.map((mention, index) => {
    const own = years.filter(({ after }) => after === (isBefore ? index : index + 1));
    return own.length === 1 ? { ...mention, year: own[0]?.year } : mention;
  });
}

function ratioOf(percent: number): number {
  return Math.round(percent * 1e4) / 1e6;
}

function doubt(walk: Walk): 0 {
  walk.isDoubtful = true;
  return 0;
}

function foreign(walk: Walk): 0 {
  walk.isForeign = true;
  return 0;
}
