import { roundHalfAwayFromZero, clipped } from "@service/json";
import type { ComparedRow } from "./diff-rows.ts";
import type { Item } from "./item.ts";
import { words } from "./item.ts";

export type HeadlineFacts = {
  /** Best first, ineligible last. */
  readonly ranked: readonly { readonly key: string; readonly eligible: boolean; readonly score: number }[];
  readonly isRanked: boolean;
  readonly items: readonly Item[];
  readonly baselineKey: string | undefined;
  readonly annualizedCents: ReadonlyMap<string, number>;
  readonly cheapestKey: string;
  readonly rows: readonly ComparedRow[];
};

const headlineChars = 200;
const namedMax = 3;

/** One sentence: what the best alternative saves and what it gives up (CMP-72). */
export function writeHeadline(facts: HeadlineFacts): string {
  const sentence = facts.baselineKey === undefined ? withoutBaseline(facts) : againstBaseline(facts, facts.baselineKey);
  return clipped(sentence, headlineChars);
}

/** The carrier, unless two items share it. */
export function nameOf(item: Item, items: readonly Item[]): string {
  const isShared = items.some((other) => other !== item && other.carrierName === item.carrierName);
  return item.carrierName === "" || isShared ? item.label : item.carrierName;
}

function againstBaseline(facts: HeadlineFacts, baselineKey: string): string {
  const focal = facts.ranked.find(({ key }) => key !== baselineKey);
  const index = facts.items.findIndex(({ key }) => key === focal?.key);
  const item = facts.items[index];
  const price = facts.annualizedCents.get(item?.key ?? "");
  const before = facts.annualizedCents.get(baselineKey);
  if (item === undefined || price === undefined || before === undefined) return "Nothing to compare with the baseline";
  const name = clipped(nameOf(item, facts.items), 60);
  const dropped = coverageNames(facts.rows, index, "missing");
  const added = coverageNames(facts.rows, index, "added");
  const worse = facts.rows.filter((row) => isMaterial(row, index, "worse")).length;
  const better = facts.rows.filter((row) => isMaterial(row, index, "better")).length;
  const costs = pricePhrase(price, before);
  const isCheaper = price < before;
  if (dropped !== undefined) return `${name} ${costs} ${isCheaper ? "but" : "and"} drops ${dropped}`;
  if (worse > 0)
    return `${name} ${costs} ${isCheaper ? "but" : "and"} is less favourable in ${worse} ${worse === 1 ? "term" : "terms"}`;
  if (added !== undefined) return `${name} ${costs} ${isCheaper ? "and" : "but"} adds ${added}`;
  if (better > 0)
    return `${name} ${costs} ${isCheaper ? "and" : "but"} is more favourable in ${better} ${better === 1 ? "term" : "terms"}`;
  return `${name} ${costs} with no material difference`;
}

function withoutBaseline({ ranked, isRanked, items, cheapestKey }: HeadlineFacts): string {
  const named = (key: string | undefined): string => {
    const item = items.find((candidate) => candidate.key === key);
    return item === undefined ? "" : clipped(nameOf(item, items), 60);
  };
  const [best] = ranked;
  if (!isRanked || best === undefined) return `${named(cheapestKey)} is the cheapest of ${items.length} offers`;
  if (!best.eligible)
    return `None of ${items.length} offers meets every mandatory requirement; ${named(cheapestKey)} is the cheapest`;
  const lead = `${named(best.key)} ranks first of ${items.length} offers with ${best.score.toFixed(1)} points`;
  return best.key === cheapestKey ? `${lead} and is the cheapest` : `${lead}; ${named(cheapestKey)} is the cheapest`;
}

function pricePhrase(price: number, before: number): string {
  if (before <= 0) return "has a premium where the baseline has none";
  const percent = roundHalfAwayFromZero((Math.abs(price - before) / before) * 100, 0);
  if (percent === 0) return price === before ? "costs the same" : "costs about the same";
  return price < before ? `is ${percent}% cheaper` : `is ${percent}% more expensive`;
}

/** Whole lines by their name, single coverages by theirs; `undefined` for none. */
function coverageNames(rows: readonly ComparedRow[], index: number, status: "missing" | "added"): string | undefined {
  const lines = new Map<string, { changed: string[]; others: number }>();
  for (const row of rows) {
    if (row.attribute !== "included") continue;
    const line = lines.get(row.line) ?? { changed: [], others: 0 };
    lines.set(row.line, line);
    if (isMaterial(row, index, status)) line.changed.push(row.coverage);
    // A coverage that neither side has must not count for its line.
    else if (row.differences[index]?.status !== "same" || row.reference.state !== "absent") line.others += 1;
  }
  const names = [...lines].flatMap(([line, { changed, others }]) =>
    others === 0 && changed.length > 0 ? [words(line)] : changed.map(words),
  );
  if (names.length === 0) return undefined;
  const shown = names.slice(0, namedMax);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length === 1 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}

function isMaterial(row: ComparedRow, index: number, status: string): boolean {
  const difference = row.differences[index];
  return difference?.material === true && difference.status === status;
}
