import { counted, labelOf, listInWords, capitalized } from "@service/engine-kit";
import { roundHalfAwayFromZero, clipped } from "@service/json";
import type { ComparedRow } from "./diff-rows.ts";
import { coverageInWords, lineInWords, offerName } from "./in-words.ts";
import type { Item } from "./item.ts";
import { lostLines } from "./lost-lines.ts";

export type HeadlineFacts = {
  /** Best first, ineligible last. */
  readonly ranked: readonly { readonly key: string; readonly eligible: boolean; readonly score: number }[];
  readonly isRanked: boolean;
  readonly items: readonly Item[];
  readonly baselineKey: string | undefined;
  readonly annualizedCents: ReadonlyMap<string, number>;
  readonly cheapestKey: string;
  readonly rows: readonly ComparedRow[];
  /** Lines of each item that were not understood. */
  readonly unaligned: ReadonlyMap<string, number>;
};

const headlineChars = 200;
const nameChars = 60;

/** One sentence: what the best alternative saves, what it gives up, and what was not understood (CMP-72, CMP-91). */
export function writeHeadline(facts: HeadlineFacts): string {
  for (const named of [3, 2, 1]) {
    const text = headlineWith(facts, named);
    if (text.length <= headlineChars) return text;
  }
  return clipped(headlineWith(facts, 0), headlineChars);
}

/** The carrier, unless two items share it. */
export function nameOf(item: Item, items: readonly Item[]): string {
  const isShared = items.some((other) => other !== item && other.carrierName === item.carrierName);
  return item.carrierName.trim() === "" || isShared
    ? offerName(item)
    : capitalized(clipped(item.carrierName.replace(/\s+/g, " ").trim(), nameChars));
}

function headlineWith(facts: HeadlineFacts, named: number): string {
  return facts.baselineKey === undefined ? withoutBaseline(facts) : againstBaseline(facts, facts.baselineKey, named);
}

function againstBaseline(facts: HeadlineFacts, baselineKey: string, named: number): string {
  const focal = facts.ranked.find(({ key }) => key !== baselineKey);
  const index = facts.items.findIndex(({ key }) => key === focal?.key);
  const item = facts.items[index];
  const baseline = facts.items.find(({ key }) => key === baselineKey);
  const price = facts.annualizedCents.get(item?.key ?? "");
  const before = facts.annualizedCents.get(baselineKey);
  if (item === undefined || baseline === undefined || price === undefined || before === undefined) {
    return "There is nothing to compare";
  }
  const lead = `${nameOf(item, facts.items)} ${pricePhrase(price, before)}`;
  const doubt = doubtAbout(facts, item, baseline, index);
  const change = changePhrase(facts.rows, index, price < before, named);
  if (change !== undefined) return `${lead} ${change}${doubt}`;
  return `${lead}, with no material difference${doubt === "" ? "" : ` in what could be read${doubt}`}`;
}

/** "but drops liquor liability": the gravest kind of change, `undefined` when nothing material differs. */
function changePhrase(
  rows: readonly ComparedRow[],
  index: number,
  isCheaper: boolean,
  named: number,
): string | undefined {
  const [bad, good] = isCheaper ? ["but", "and"] : ["and", "but"];
  const dropped = droppedNames(rows, index);
  if (dropped.length > 0) return `${bad} drops ${namesInWords(dropped, named, "coverage")}`;
  const worse = rows.filter((row) => isMaterial(row, index, "worse")).length;
  if (worse > 0) return `${bad} is less favorable in ${counted(worse, "term")}`;
  const added = addedNames(rows, index);
  if (added.length > 0) return `${good} adds ${namesInWords(added, named, "coverage")}`;
  const better = rows.filter((row) => isMaterial(row, index, "better")).length;
  return better > 0 ? `${good} is more favorable in ${counted(better, "term")}` : undefined;
}

function namesInWords(names: readonly string[], most: number, noun: string): string {
  return most === 0 ? counted(names.length, noun) : listInWords(names, most);
}

/** While something was not understood or not stated, nothing may be said to be the same (CMP-91). */
function doubtAbout({ unaligned, rows }: HeadlineFacts, item: Item, baseline: Item, index: number): string {
  const own = unaligned.get(item.key) ?? 0;
  const others = unaligned.get(baseline.key) ?? 0;
  if (own + others > 0) {
    const whose = others === 0 ? kindOf(item) : own === 0 ? kindOf(baseline) : "the two";
    return `; ${counted(own + others, "line")} of ${whose} ${own + others === 1 ? "was" : "were"} not understood`;
  }
  const open = rows.filter(({ differences }) => differences[index]?.status === "unknown").length;
  return open === 0 ? "" : `; ${counted(open, "value")} could not be compared`;
}

function kindOf({ kind }: Item): string {
  return `the ${kind === "renewal" ? "renewal offer" : labelOf(kind)}`;
}

function withoutBaseline({ ranked, isRanked, items, cheapestKey, unaligned }: HeadlineFacts): string {
  const named = (key: string | undefined): string => {
    const item = items.find((candidate) => candidate.key === key);
    return item === undefined ? "" : nameOf(item, items);
  };
  const open = items.reduce((sum, { key }) => sum + (unaligned.get(key) ?? 0), 0);
  const doubt =
    open === 0 ? "" : `; ${counted(open, "line")} of the offers ${open === 1 ? "was" : "were"} not understood`;
  const [best] = ranked;
  const offers = counted(items.length, "offer");
  if (!isRanked || best === undefined) return `${named(cheapestKey)} is the cheapest of ${offers}${doubt}`;
  if (!best.eligible)
    return `None of ${offers} meets every mandatory requirement; ${named(cheapestKey)} is the cheapest${doubt}`;
  const lead = `${named(best.key)} ranks first of ${offers} with ${best.score.toFixed(1)} points`;
  return `${lead}${best.key === cheapestKey ? " and is the cheapest" : `; ${named(cheapestKey)} is the cheapest`}${doubt}`;
}

function pricePhrase(price: number, before: number): string {
  if (before <= 0) return price <= 0 ? "costs nothing, as before" : "has a premium where there was none before";
  const percent = roundHalfAwayFromZero((Math.abs(price - before) / before) * 100, 0);
  if (percent === 0) return price === before ? "costs the same" : "costs about the same";
  return price < before ? `is ${percent} % cheaper` : `is ${percent} % more expensive`;
}

/** Whole lines by their name, single coverages by theirs. */
function droppedNames(rows: readonly ComparedRow[], index: number): readonly string[] {
  const lost = lostLines(rows, index);
  const told = new Set(lost.flatMap((each) => each.rows.map(({ pair }) => pair)));
  return rows.flatMap((row) => {
    const line = lost.find((each) => each.rows[0] === row);
    if (line !== undefined) return [line.name];
    const isAlone = row.attribute === "included" && isMaterial(row, index, "missing") && !told.has(row.pair);
    return isAlone ? [coverageInWords(row.line, row.coverage)] : [];
  });
}

/** Lines that the reference does not have by their name, single coverages by theirs. */
function addedNames(rows: readonly ComparedRow[], index: number): readonly string[] {
  const held = new Set(rows.filter(({ reference }) => reference.state === "stated").map(({ line }) => line));
  const names = rows
    .filter((row) => row.attribute === "included" && isMaterial(row, index, "added"))
    .map(({ line, coverage }) => (held.has(line) ? coverageInWords(line, coverage) : lineInWords(line)));
  return [...new Set(names)];
}

function isMaterial(row: ComparedRow, index: number, status: string): boolean {
  const difference = row.differences[index];
  return difference?.material === true && difference.status === status;
}
