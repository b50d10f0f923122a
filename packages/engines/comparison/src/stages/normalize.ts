import { counted, familyOf, listInWords, toCents, type Warning } from "@service/engine-kit";
import { byText, canonicalJson } from "@service/json";
import { coverageInWords, offerName } from "./in-words.ts";
import { type InsuredFacts, insuredFacts } from "./insured-facts.ts";
import { type CoverageFacts, type Deductible, type Item, pairKey, type StatedCoverage } from "./item.ts";
import type { LabelCandidate, LabelIndex } from "./label-index.ts";
import { labelId } from "./label-questions.ts";

export type UnalignedLine = {
  readonly labelId: string;
  readonly itemKey: string;
  readonly line: string;
  readonly coverage: string;
  readonly label: string | undefined;
  readonly candidates: readonly LabelCandidate[];
};

export type ModelAlignment = Omit<UnalignedLine, "candidates"> & { readonly alignedTo: string };

export type NormalizedItem = InsuredFacts & {
  readonly item: Item;
  readonly facts: ReadonlyMap<string, CoverageFacts>;
  readonly unaligned: readonly UnalignedLine[];
  /** Labels that a model resolved and code accepted (MODEL-15). */
  readonly modelAlignments: readonly ModelAlignment[];
  readonly warnings: readonly Warning[];
  /** Absent, or hidden behind a label that could not be resolved (CMP-22: unknown is not false). */
  readonly mayHide: (line: string, coverage: string) => boolean;
};

const conflictsShownMax = 3;
const valuationRank = { actual_cash_value: 0, replacement_cost: 1, agreed_value: 2 } as const;
const triggerRank = { claims_made: 0, occurrence: 1 } as const;

/** Higher is better for the insured; `undefined` for a word outside the list. */
export function rankOfValuation(valuation: string | undefined): number | undefined {
  return Object.entries(valuationRank).find(([name]) => name === valuation)?.[1];
}

export function rankOfTrigger(trigger: string | undefined): number | undefined {
  return Object.entries(triggerRank).find(([name]) => name === trigger)?.[1];
}

/**
 * CMP-24: canonical codes for every coverage line, lines of one coverage joined, percentage deductibles converted to
 * money where the limit is stated. O(lines of the item x aliases of their line of business).
 */
export function normalizeItem(
  item: Item,
  labels: LabelIndex,
  accepted: ReadonlyMap<string, string> = new Map(),
): NormalizedItem {
  const { groups, unaligned, modelAlignments } = resolveLines(item, labels, accepted);
  const joined = new Map<string, StatedCoverage>();
  const contradicting: string[] = [];
  for (const [pair, group] of groups) {
    const { coverage, conflicts } = joinLines(group);
    joined.set(pair, coverage);
    if (conflicts.length > 0) contradicting.push(pair);
  }
  const facts = new Map<string, CoverageFacts>();
  for (const [pair, coverage] of [...joined].sort(([a], [b]) => byText(a, b))) {
    const deductible = inMoney(coverage, joined);
    facts.set(pair, { ...coverage, deductible, pair });
  }
  return {
    ...insuredFacts(facts),
    item,
    facts,
    unaligned,
    modelAlignments,
    warnings: [...conflictWarnings(item, contradicting, joined), ...unalignedWarnings(item, unaligned.length)],
    mayHide: hiddenCoverages(unaligned),
  };
}

/** A label that could not be resolved hides what it may mean on any line of the family; without candidates the line. */
function hiddenCoverages(unaligned: readonly UnalignedLine[]): NormalizedItem["mayHide"] {
  const meant = new Map<string, Set<string> | "all">();
  for (const { line, candidates } of unaligned) {
    const known = meant.get(line) ?? new Set<string>();
    if (known === "all" || candidates.length === 0) meant.set(line, "all");
    else meant.set(line, new Set([...known, ...candidates.map(({ coverage }) => coverage)]));
  }
  return (line, coverage) => {
    for (const [hiding, coverages] of meant) {
      const isNear = hiding === line || familyOf(hiding, coverage) === familyOf(line, coverage);
      if (isNear && (coverages === "all" || coverages.has(coverage))) return true;
    }
    return false;
  };
}

type ResolvedLines = Pick<NormalizedItem, "unaligned" | "modelAlignments"> & {
  /** The lines of each coverage. */
  readonly groups: ReadonlyMap<string, readonly StatedCoverage[]>;
};

/** The lines of an item under canonical codes; those without one wait for a model or a person. */
function resolveLines(item: Item, labels: LabelIndex, accepted: ReadonlyMap<string, string>): ResolvedLines {
  const groups = new Map<string, StatedCoverage[]>();
  const shared: { readonly stated: StatedCoverage; readonly codes: readonly string[] }[] = [];
  const unaligned: UnalignedLine[] = [];
  const modelAlignments: ModelAlignment[] = [];
  const place = (stated: StatedCoverage, code: string): void => {
    const pair = pairKey(stated.line, code);
    const aligned = stated.coverage === code ? stated : { ...stated, coverage: code };
    const group = groups.get(pair);
    if (group === undefined) groups.set(pair, [aligned]);
    else group.push(aligned);
  };
  for (const stated of item.coverages) {
    const { line, coverage, label } = stated;
    const { candidates, coverages: codes } = labels.resolve(line, coverage, label);
    const [code, ...further] = codes;
    if (code !== undefined) {
      if (further.length === 0) place(stated, code);
      else shared.push({ stated, codes });
      continue;
    }
    const open = { labelId: labelId(item.key, line, coverage, label), itemKey: item.key, line, coverage, label };
    const chosen = accepted.get(open.labelId);
    // Accept only candidates of the closed list (MODEL-15).
    const aligned = candidates.find((candidate) => candidate.coverage === chosen)?.coverage;
    if (aligned === undefined) unaligned.push({ ...open, candidates });
    else {
      modelAlignments.push({ ...open, alignedTo: aligned });
      place(stated, aligned);
    }
  }
  const alone = new Set(groups.keys());
  for (const { stated, codes } of shared) {
    for (const [index, code] of coveragesLeft(codes, stated.line, alone).entries()) {
      // The premium of a line counts once.
      place(index === 0 ? stated : { ...stated, premiumCents: undefined }, code);
    }
  }
  return { groups, unaligned: unaligned.sort(byWording), modelAlignments: modelAlignments.sort(byWording) };
}

/** Of a label that stands for several coverages, those that the item does not state on a line of their own (CMP-83). */
function coveragesLeft(codes: readonly string[], line: string, alone: ReadonlySet<string>): readonly string[] {
  const left = codes.filter((code) => !alone.has(pairKey(line, code)));
  return left.length === 0 ? codes : left;
}

function conflictWarnings(
  item: Item,
  contradicting: readonly string[],
  joined: ReadonlyMap<string, StatedCoverage>,
): readonly Warning[] {
  if (contradicting.length === 0) return [];
  const names = [...contradicting].sort(byText).flatMap((pair) => {
    const stated = joined.get(pair);
    return stated === undefined ? [] : [coverageInWords(stated.line, stated.coverage)];
  });
  const message = `${offerName(item)} states ${counted(contradicting.length, "coverage")} more than once with different values, and the less favorable one is used: ${listInWords(names, conflictsShownMax)}.`;
  return [lineWarning("fact_conflict", message, item)];
}

function unalignedWarnings(item: Item, count: number): readonly Warning[] {
  if (count === 0) return [];
  const message = `${counted(count, "line")} of the ${item.coverages.length} in ${offerName(item)} ${count === 1 ? "was" : "were"} not understood and ${count === 1 ? "is" : "are"} not compared.`;
  return [lineWarning("label_unaligned", message, item)];
}

function lineWarning(code: string, message: string, item: Item): Warning {
  return { code, message, stage: "normalize", severity: "warning", path: `items[${item.key}].coverages` };
}

type Worded = Pick<UnalignedLine, "line" | "label" | "coverage">;

function byWording(a: Worded, b: Worded): number {
  return byText(a.line, b.line) || byText(a.label ?? "", b.label ?? "") || byText(a.coverage, b.coverage);
}

/**
 * Joins lines of one coverage (two locations, or a per-occurrence and an aggregate line). Where they differ, the value
 * less favourable to the insured is kept: a proposal must not look better than its weakest line.
 */
function joinLines(group: readonly StatedCoverage[]): { coverage: StatedCoverage; conflicts: readonly string[] } {
  const [first] = group;
  if (first !== undefined && group.length === 1) return { coverage: first, conflicts: [] };
  // An excluded line does not affect the terms of an included one beside it.
  const included = group.filter((line) => line.included);
  const speaking = included.length > 0 ? included : group;
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
    limitCents: choose("limit", (line) => line.limitCents, ascending),
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
  };
  // Labels and forms differ without contradicting each other.
  return { coverage, conflicts: conflicts.filter((name) => name !== "label" && name !== "form") };
}

function byDeductibleDescending(a: Deductible, b: Deductible): number {
  if (a.cents !== undefined && b.cents !== undefined) return b.cents - a.cents;
  return byText(a.type, b.type) || b.amount - a.amount;
}

function sumOfStated(values: readonly (number | undefined)[]): number | undefined {
  const stated = values.filter((value) => value !== undefined);
  return stated.length === 0 ? undefined : stated.reduce((sum, value) => sum + value, 0);
}

/** The ratio of a percentage deductible: 0.02 is two percent (CMP-25), and so is 2, which can only mean points. */
export function percentRatio(amount: number): number {
  return amount < 1 ? amount : amount / 100;
}

/**
 * A percentage applies to the coverage's own limit; the wind and hail deductible, a coverage of its own, to the
 * building limit of the same line (CMP-25).
 */
function inMoney(coverage: StatedCoverage, facts: ReadonlyMap<string, StatedCoverage>): Deductible | undefined {
  const { deductible } = coverage;
  if (deductible?.type !== "percent") return deductible;
  const building = facts.get(pairKey(coverage.line, "building"));
  const of = coverage.coverage === "wind_hail_deductible" ? building?.limitCents : coverage.limitCents;
  if (of === undefined) return deductible;
  return { ...deductible, cents: toCents((of / 100) * percentRatio(deductible.amount)) };
}
