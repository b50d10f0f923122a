import { byText, canonicalJson } from "@service/json";
import type { Deductible, StatedCoverage } from "./item.ts";
import { labelWords, withoutFillers } from "./labels/label-words.ts";

const valuationRank = { actual_cash_value: 0, replacement_cost: 1, agreed_value: 2 } as const;
const triggerRank = { claims_made: 0, occurrence: 1 } as const;

/** Higher is better for the insured; `undefined` for a word outside the list. */
export function rankOfValuation(valuation: string | undefined): number | undefined {
  return Object.entries(valuationRank).find(([name]) => name === valuation)?.[1];
}

export function rankOfTrigger(trigger: string | undefined): number | undefined {
  return Object.entries(triggerRank).find(([name]) => name === trigger)?.[1];
}

type JoinedLines = {
  readonly coverage: StatedCoverage;
  /** Members that the lines state differently. */
  readonly conflicts: readonly string[];
  /** Locations that nothing distinguishes: the schedule may be one location, written twice. */
  readonly isRepeated: boolean;
};

/**
 * Joins lines of one coverage (a per-occurrence and an aggregate line, a limit and its deductible). Where they differ,
 * the value less favourable to the insured is kept: a proposal must not look better than its weakest line. Limits of a
 * schedule of locations add up (CMP-97), and those of the layers of a tower (CMP-104).
 */
export function joinLines(group: readonly StatedCoverage[]): JoinedLines {
  const [first] = group;
  if (first !== undefined && group.length === 1) return { coverage: first, conflicts: [], isRepeated: false };
  // An excluded line does not affect the terms of an included one beside it.
  const included = group.filter((line) => line.included);
  const speaking = included.length > 0 ? included : group;
  const locations = locationsOf(speaking);
  const layers = layersOf(speaking);
  const conflicts: string[] = [];
  const choose = <T>(name: string, read: (line: StatedCoverage) => T | undefined, order: (a: T, b: T) => number) => {
    const stated = speaking
      .map(read)
      .filter((value) => value !== undefined)
      .sort(order);
    const [worst] = stated;
    const last = stated.at(-1);
    if (worst !== undefined && last !== undefined && order(worst, last) !== 0) conflicts.push(name);
    return worst;
  };
  const ascending = (a: number, b: number): number => a - b;
  const descending = (a: number, b: number): number => b - a;
  const coverage: StatedCoverage = {
    line: first?.line ?? "other",
    coverage: first?.coverage ?? "",
    label: choose("label", (line) => line.label, byText),
    included: included.length > 0,
    limitCents:
      locations.length + layers.length > 0
        ? sumOfStated([...locations, ...layers].map((line) => line.limitCents))
        : choose("limit", (line) => line.limitCents, ascending),
    limitBasis: choose("limit_basis", (line) => line.limitBasis, byText),
    deductible: choose("deductible", (line) => line.deductible, byDeductibleDescending),
    valuation: choose(
      "valuation",
      (line) => line.valuation,
      (a, b) => (rankOfValuation(a) ?? 0) - (rankOfValuation(b) ?? 0),
    ),
    coinsurance: choose("coinsurance", (line) => line.coinsurance, descending),
    retroDate: choose(
      "retro_date",
      (line) => line.retroDate,
      (a, b) => byText(b, a),
    ),
    trigger: choose(
      "trigger",
      (line) => line.trigger,
      (a, b) => (rankOfTrigger(a) ?? 0) - (rankOfTrigger(b) ?? 0),
    ),
    premiumCents: sumOfStated(speaking.map((line) => line.premiumCents)),
    form: choose("form", (line) => line.form, byText),
    notes: speaking
      .map((line) => line.notes)
      .filter((notes) => notes !== undefined)
      .sort(byText)
      .join("\n"),
    source: speaking
      .map((line) => line.source)
      .filter((source) => source !== undefined)
      .sort((a, b) => byText(canonicalJson(a), canonicalJson(b)))[0],
    ...(locations.length > 0 ? { schedule: scheduleOf(locations) } : {}),
    taken: speaking.flatMap(({ taken }) => taken ?? []),
  };
  // Labels and forms differ without contradicting each other.
  return {
    coverage,
    conflicts: conflicts.filter((name) => name !== "label" && name !== "form"),
    isRepeated: locations.length > 0 && new Set(locations.map(textOf)).size < locations.length,
  };
}

/** Coverages that a property policy states location by location. */
const scheduledCoverages: ReadonlySet<string> = new Set([
  "building",
  "business_personal_property",
  "business_income",
  "extra_expense",
  "tenant_improvements",
  "dwelling",
  "other_structures",
  "personal_property",
]);

/** Lines with a limit that are worded alike but for a number, or differ in their notes: one for each location. */
function locationsOf(lines: readonly StatedCoverage[]): readonly StatedCoverage[] {
  const stated = lines.filter(({ limitCents }) => limitCents !== undefined && limitCents > 0);
  const isSchedule =
    stated.length > 1 &&
    stated.every(({ coverage }) => scheduledCoverages.has(coverage)) &&
    new Set(stated.map(wordingOf)).size === 1;
  return isSchedule ? stated : [];
}

const layeredCoverages: ReadonlySet<string> = new Set(["umbrella_occurrence", "umbrella_aggregate"]);
const layerPattern = /\bxs\b|\bexcess of\b|\blayers?\b|\blead\b/i;

const saysUmbrella = (wording: string): boolean => /\bumbrella\b/i.test(wording);
const saysExcess = (wording: string): boolean => /\bexcess\b/i.test(wording);

/** Umbrella and excess limits of which all but one say that they stand over another: "$5M xs $5M", "second layer", "excess" beside "umbrella". */
function layersOf(lines: readonly StatedCoverage[]): readonly StatedCoverage[] {
  const stated = lines.filter(({ limitCents }) => limitCents !== undefined && limitCents > 0);
  const wordings = stated.map(({ label, notes, coverage }) => `${label ?? coverage} ${notes ?? ""}`);
  const hasLead = wordings.some((wording) => saysUmbrella(wording) && !saysExcess(wording));
  const isLayer = (wording: string): boolean =>
    layerPattern.test(wording) || (hasLead && saysExcess(wording) && !saysUmbrella(wording));
  const isTower =
    stated.length > 1 &&
    stated.every(({ coverage }) => layeredCoverages.has(coverage)) &&
    new Set(wordings).size === wordings.length &&
    wordings.filter((wording) => !isLayer(wording)).length <= 1;
  return isTower ? stated : [];
}

/** The words of a label without the number and the name of a location. */
function wordingOf({ line, label, coverage }: StatedCoverage): string {
  return withoutFillers(labelWords(label ?? coverage, line, "left out"))
    .filter((word) => !/^\p{N}/u.test(word) && !locationWords.has(word))
    .join(" ");
}

const locationWords: ReadonlySet<string> = new Set(["location", "loc", "premise", "site", "item", "no", "number"]);

function scheduleOf(locations: readonly StatedCoverage[]): NonNullable<StatedCoverage["schedule"]> {
  return { count: locations.length, leastCents: Math.min(...locations.map(({ limitCents }) => limitCents ?? 0)) };
}

function textOf({ label, limitCents, notes, source }: StatedCoverage): string {
  return canonicalJson([label ?? null, limitCents ?? null, notes ?? null, source ?? null]);
}

function byDeductibleDescending(a: Deductible, b: Deductible): number {
  if (a.cents !== undefined && b.cents !== undefined) return b.cents - a.cents;
  return byText(a.type, b.type) || b.amount - a.amount;
}

function sumOfStated(values: readonly (number | undefined)[]): number | undefined {
  const stated = values.filter((value) => value !== undefined);
  return stated.length === 0 ? undefined : stated.reduce((sum, value) => sum + value, 0);
}
