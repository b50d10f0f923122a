import { counted, labelOf, listInWords, capitalized, moneyInWords } from "@service/engine-kit";
import { roundHalfAwayFromZero, clipped } from "@service/json";
import { type Advice, termsBetterElsewhere } from "./advice.ts";
import { partsLost } from "./cells.ts";
import type { ComparedRow } from "./diff-rows.ts";
import { coverageInWords, lineInWords, offerName } from "./in-words.ts";
import type { Finding } from "./draft-finding.ts";
import { type Item, pairKey } from "./item.ts";
import { priceGap } from "./price-gap.ts";
import { lostLines } from "./lost-lines.ts";

export type HeadlineFacts = {
  /** Best first, ineligible last. */
  readonly ranked: readonly {
    readonly key: string;
    readonly eligible: boolean;
    readonly score: number;
    /** Whether more than half of what the score rests on is known. */
    readonly hasScore: boolean;
  }[];
  readonly isRanked: boolean;
  readonly items: readonly Item[];
  readonly baselineKey: string | undefined;
  /** Of the offers that state a premium. */
  readonly annualizedCents: ReadonlyMap<string, number>;
  /** `undefined` where no offer states a premium. */
  readonly cheapestKey: string | undefined;
  readonly rows: readonly ComparedRow[];
  /** Of all items, gravest first. */
  readonly findings: readonly Finding[];
  /** Lines of each item that were not understood. */
  readonly unaligned: ReadonlyMap<string, number>;
  readonly advice: Advice | undefined;
};

const headlineChars = 200;
const nameChars = 60;
const partChars = 50;

/**
 * One sentence: what the best alternative saves, what it gives up, what was not understood, and what to do (CMP-72,
 * CMP-91, CMP-110).
 */
export function writeHeadline(facts: HeadlineFacts): string {
  const advice = facts.advice === undefined ? "" : `: ${adviceInWords(facts.advice, facts)}`;
  const end = `${moneyPhrase(facts)}${advice}`;
  const most = headlineChars - end.length;
  for (const named of [4, 3, 2, 1]) {
    const text = headlineWith(facts, named);
    if (text.length <= most) return `${text}${end}`;
  }
  return `${clipped(headlineWith(facts, 0), most)}${end}`;
}

/**
 * Without a baseline several offers are named, of which the first is meant; with one, the headline names only what is
 * set against it.
 */
function adviceInWords({ kind }: Advice, { items, baselineKey }: HeadlineFacts): string {
  const baseline = items.find(({ key }) => key === baselineKey);
  if (baseline !== undefined) return kind === "stay" ? `stay with ${nameOf(baseline, items)}` : kind;
  return kind === "accept" ? "accept the first" : "negotiate with the first";
}

/** The item that headline and advice are about: the best alternative to the baseline, or the first. */
export function focalKey({ ranked, baselineKey }: Pick<HeadlineFacts, "ranked" | "baselineKey">): string | undefined {
  return ranked.find(({ key }) => key !== baselineKey)?.key;
}

/** The carrier, unless two items share it. */
export function nameOf(item: Item, items: readonly Item[]): string {
  const isShared = items.some((other) => other !== item && other.carrierName === item.carrierName);
  return item.carrierName.trim() === "" || isShared
    ? offerName(item)
    : capitalized(clipped(item.carrierName.replace(/\s+/g, " ").trim(), nameChars));
}

function headlineWith(facts: HeadlineFacts, named: number): string {
  return facts.baselineKey === undefined
    ? withoutBaseline(facts, named)
    : againstBaseline(facts, facts.baselineKey, named);
}

function againstBaseline(facts: HeadlineFacts, baselineKey: string, named: number): string {
  const focal = focalKey(facts);
  const index = facts.items.findIndex(({ key }) => key === focal);
  const item = facts.items[index];
  const baseline = facts.items.find(({ key }) => key === baselineKey);
  const price = facts.annualizedCents.get(item?.key ?? "");
  const before = facts.annualizedCents.get(baselineKey);
  if (item === undefined || baseline === undefined) return "There is nothing to compare";
  const isCheaper = price !== undefined && before !== undefined && price < before;
  const lead = `${nameOf(item, facts.items)} ${pricePhrase(item, price, before, baseline)}`;
  const doubt = doubtAbout(facts, item, baseline, index);
  const change = changePhrase(facts, item, index, isCheaper, named);
  if (change !== undefined) return `${lead} ${change}${doubt}`;
  return `${lead}, with no material difference${doubt === "" ? "" : ` in what could be read${doubt}`}`;
}

/**
 * "but drops liquor liability": the gravest kinds of change, `undefined` when nothing material differs and no finding
 * says otherwise.
 */
function changePhrase(
  facts: HeadlineFacts,
  item: Item,
  index: number,
  isCheaper: boolean,
  named: number,
): string | undefined {
  const { rows } = facts;
  const [bad, good] = isCheaper ? ["but", "and"] : ["and", "but"];
  const findings = pointsOf(facts, item, index);
  const grave = findingPhrase(facts, item, findings.filter(isGrave), named);
  const dropped = droppedNames(rows, index);
  const losses = [
    ...(dropped.length === 0 ? [] : [`drops ${namesInWords(dropped, named, "coverage")}`]),
    ...takenPhrase(facts, item, index, named),
    ...(grave === undefined ? [] : [grave]),
  ];
  if (losses.length > 0) return `${bad} ${losses.join(", and ")}`;
  const worse = rows.filter((row) => isMaterial(row, index, "worse")).length;
  if (worse > 0) return `${bad} is less favorable in ${counted(worse, "term")}`;
  const other = findingPhrase(facts, item, findings, named);
  if (other !== undefined) return `${bad} ${other}`;
  const added = addedNames(rows, index);
  if (added.length > 0) return `${good} adds ${namesInWords(added, named, "coverage")}`;
  const better = rows.filter((row) => isMaterial(row, index, "better")).length;
  return better > 0 ? `${good} is more favorable in ${counted(better, "term")}` : undefined;
}

/**
 * "leaves out wind and hail": parts that are taken away from what the reference has in full, by label, note or
 * exclusion (CMP-107, CMP-108).
 */
function takenPhrase({ rows, findings }: HeadlineFacts, item: Item, index: number, named: number): readonly string[] {
  const lost = rows.flatMap((row) => {
    const cell = row.cells[index];
    return cell === undefined || !isMaterial(row, index, "worse") ? [] : partsLost(row.reference, cell);
  });
  const excluded = findings.flatMap(({ itemKey, parts = [] }) => (itemKey === item.key ? parts : []));
  const names = [...new Map([...lost, ...excluded].map(({ key, text }) => [key, clipped(text, partChars)])).values()];
  return names.length === 0 ? [] : [`leaves out ${namesInWords(names, named, "part")}`];
}

/** Findings of an item beyond its rows, gravest first: what the number of worse terms does not say (CMP-72). */
function pointsOf({ findings, rows, baselineKey }: HeadlineFacts, item: Item, index: number): readonly Finding[] {
  const dropped = new Set(rows.filter((row) => row.differences[index]?.status === "missing").map(({ pair }) => pair));
  const rowRules = new Set(["row_difference", "lost_line", ...rows.flatMap(({ lineItem }) => lineItem?.key ?? [])]);
  return findings.filter(
    ({ itemKey, ruleKey, severity, status, target, parts = [] }) =>
      itemKey === item.key &&
      // What it takes away is named already.
      parts.length === 0 &&
      severity !== "info" &&
      // The headline begins with the price.
      !(ruleKey === "premium_unknown" && baselineKey !== undefined) &&
      !rowRules.has(ruleKey) &&
      // What was not understood is said at the end of the headline.
      !(ruleKey === "unread_line" && status === "review") &&
      !(target?.coverage !== undefined && dropped.has(pairKey(target.line, target.coverage))),
  );
}

function isGrave({ severity, confidence }: Finding): boolean {
  return (severity === "high" || severity === "critical") && confidence === 1;
}

/** "its quote leaves 5 days without coverage": the title of the gravest finding, in the words of the headline. */
function findingPhrase(
  facts: HeadlineFacts,
  item: Item,
  findings: readonly Finding[],
  named: number,
): string | undefined {
  const [first] = findings;
  if (first === undefined) return undefined;
  const { items } = facts;
  const name = offerName(item);
  const who = nameOf(item, items) === name ? "it" : `its ${nounOf(item)}`;
  if (named === 0 || !first.title.startsWith(`${name} `)) {
    // The number of all that a reader finds under it, not of those that would have been named here.
    const all = facts.findings.filter(({ itemKey, severity }) => itemKey === item.key && severity !== "info");
    return `${who} has ${counted(all.length, "finding")}`;
  }
  return `${who} ${first.title.slice(name.length + 1)}`;
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

function kindOf({ kind }: Pick<Item, "kind">): string {
  return `the ${nounOf({ kind })}`;
}

function nounOf({ kind }: Pick<Item, "kind">): string {
  return kind === "renewal" ? "renewal offer" : labelOf(kind);
}

function withoutBaseline(facts: HeadlineFacts, named: number): string {
  const { ranked, isRanked, items, cheapestKey, unaligned } = facts;
  const nameOfKey = (key: string | undefined): string => {
    const item = items.find((candidate) => candidate.key === key);
    return item === undefined ? "" : nameOf(item, items);
  };
  const open = items.reduce((sum, { key }) => sum + (unaligned.get(key) ?? 0), 0);
  const doubt =
    open === 0 ? "" : `; ${counted(open, "line")} of the offers ${open === 1 ? "was" : "were"} not understood`;
  const [best] = ranked;
  const offers = counted(items.length, "offer");
  const isAnyStated = items.some((item) => priceGap(item).endsWith("policy term"));
  const noPrice = isAnyStated ? "states what it costs a year" : "states a premium";
  const rank = isTied(facts) ? "among the cheapest" : "the cheapest";
  // A reader of the headline alone must not choose an offer that cannot be accepted.
  const isRefused = best?.eligible === true && ranked.some(({ key, eligible }) => key === cheapestKey && !eligible);
  const caveat = isRefused ? " but misses a mandatory requirement" : "";
  const cheapest = cheapestKey === undefined ? `none ${noPrice}` : `${nameOfKey(cheapestKey)} is ${rank}${caveat}`;
  if (!isRanked || best === undefined) {
    return cheapestKey === undefined
      ? `None of ${offers} ${noPrice}${doubt}`
      : `${nameOfKey(cheapestKey)} is ${rank} of ${offers}${doubt}`;
  }
  if (!best.eligible) return `None of ${offers} meets every mandatory requirement; ${cheapest}${doubt}`;
  const points = best.hasScore ? ` with ${best.score.toFixed(1)} of 100 points` : "";
  const lead = `${nameOfKey(best.key)} ranks first of ${offers}${points}`;
  const point = pointOf(facts, best.key, named);
  return isCheapest(facts, best.key)
    ? `${lead} and is ${rank}${point}${doubt}`
    : `${lead}${point}; ${cheapest}${doubt}`;
}

/** Whether no offer costs less; several may cost the same. */
function isCheapest({ annualizedCents, cheapestKey }: HeadlineFacts, key: string): boolean {
  const cost = annualizedCents.get(key);
  return cost !== undefined && cheapestKey !== undefined && cost === annualizedCents.get(cheapestKey);
}

function isTied(facts: HeadlineFacts): boolean {
  return facts.items.filter(({ key }) => isCheapest(facts, key)).length > 1;
}

/** What stands against the offer that ranks first: the gravest finding of at least medium severity. */
function pointOf(facts: HeadlineFacts, key: string, named: number): string {
  const index = facts.items.findIndex((item) => item.key === key);
  const item = facts.items[index];
  const findings = item === undefined ? [] : pointsOf(facts, item, index);
  if (item === undefined || named === 0) return "";
  const [taken] = takenPhrase(facts, item, index, named);
  const certain = findings.filter(({ severity, confidence }) => severity !== "low" && confidence === 1);
  const [first] = certain;
  if (taken !== undefined) return `, but ${taken}`;
  if (first === undefined) {
    const elsewhere = termsBetterElsewhere(facts.rows, index);
    return elsewhere === 0 ? "" : `, but another offer is more favorable in ${counted(elsewhere, "term")}`;
  }
  return `, but ${findingPhrase(facts, item, certain, named) ?? ""}`;
}

/** "is 11 % cheaper"; the money stands at the end of the headline (WORD-11). */
function pricePhrase(item: Item, price: number | undefined, before: number | undefined, baseline: Item): string {
  if (price === undefined) return priceGap(item);
  if (before === undefined)
    return `cannot be compared by price with ${offerName(baseline)}, which ${priceGap(baseline)}`;
  const percent = percentBetween(price, before);
  if (percent === 0) return price === before ? "costs the same" : "costs about the same";
  return `is ${percent} % ${price < before ? "cheaper" : "more expensive"}`;
}

/** " (saves $1,010.96 a year)", where the headline names a share of the price. */
function moneyPhrase(facts: HeadlineFacts): string {
  const baseline = facts.items.find(({ key }) => key === facts.baselineKey);
  const price = facts.annualizedCents.get(focalKey(facts) ?? "");
  const before = facts.annualizedCents.get(baseline?.key ?? "");
  if (baseline === undefined || price === undefined || before === undefined) return "";
  if (percentBetween(price, before) === 0) return "";
  const money = moneyInWords(Math.round(Math.abs(price - before)) / 100, baseline.currency);
  return price < before ? ` (saves ${money} a year)` : ` (costs ${money} more a year)`;
}

function percentBetween(price: number, before: number): number {
  return roundHalfAwayFromZero((Math.abs(price - before) / before) * 100, 0);
}

/** Whole lines by their name, single coverages by theirs. */
function droppedNames(rows: readonly ComparedRow[], index: number): readonly string[] {
  const lost = lostLines(rows, index);
  const reported = new Set(lost.flatMap((each) => each.rows.map(({ pair }) => pair)));
  return rows.flatMap((row) => {
    const line = lost.find((each) => each.rows[0] === row);
    if (line !== undefined) return [line.name];
    const isAlone = row.attribute === "included" && isMaterial(row, index, "missing") && !reported.has(row.pair);
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
