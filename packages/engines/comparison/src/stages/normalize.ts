import {
  counted,
  familyOf,
  fromCents,
  isInsured,
  listInWords,
  moneyInWords,
  readWhole,
  toCents,
  type Warning,
} from "@service/engine-kit";
import { byText } from "@service/json";
import { coverageInWords, offerName } from "./in-words.ts";
import { type InsuredFacts, insuredFacts } from "./insured-facts.ts";
import {
  type CoverageFacts,
  type Deductible,
  isBurden,
  type Item,
  pairKey,
  type StatedCoverage,
  words,
} from "./item.ts";
import { joinLines } from "./join-lines.ts";
import { labelWords } from "./labels/label-words.ts";
import { partsOfExclusion, partsTakenBy, type TakenPart } from "./labels/taken-away.ts";
import type { LabelCandidate, LabelIndex } from "./label-index.ts";
import { labelId } from "./label-questions.ts";

export type UnalignedLine = {
  readonly labelId: string;
  readonly itemKey: string;
  readonly line: string;
  readonly coverage: string;
  readonly label: string | undefined;
  readonly candidates: readonly LabelCandidate[];
  /** The line as it is written. */
  readonly written: StatedCoverage;
  /** It is no coverage of its line of business (CMP-99). */
  readonly hidesNothing: boolean;
};

export type ModelAlignment = Omit<UnalignedLine, "candidates" | "written" | "hidesNothing"> & {
  readonly alignedTo: string;
};

export type NormalizedItem = InsuredFacts & {
  readonly item: Item;
  readonly facts: ReadonlyMap<string, CoverageFacts>;
  readonly unaligned: readonly UnalignedLine[];
  /** Labels that a model resolved and code accepted (MODEL-15). */
  readonly modelAlignments: readonly ModelAlignment[];
  readonly warnings: readonly Warning[];
  /** Keys of the parts that labels, notes and exclusions take away (CMP-107). */
  readonly leftOut: ReadonlySet<string>;
  /** Coverages that its documents leave open. */
  readonly open: ReadonlySet<string>;
  /** Absent, or hidden behind a label that could not be resolved (CMP-22: unknown is not false). */
  readonly mayHide: (line: string, coverage: string) => boolean;
};

const conflictsShownMax = 3;
/**
 * CMP-24: canonical codes for every coverage line, lines of one coverage joined, percentage deductibles converted to
 * money where the limit is stated. O(lines of the item x aliases of their line of business).
 */
export function normalizeItem(
  item: Item,
  labels: LabelIndex,
  accepted: ReadonlyMap<string, string> = new Map(),
): NormalizedItem {
  const { groups, zeros, unaligned, modelAlignments } = resolveLines(item, labels, accepted);
  const joined = new Map<string, StatedCoverage>();
  const contradicting: string[] = [];
  const repeated: string[] = [];
  for (const [pair, group] of groups) {
    const { coverage, conflicts, isRepeated } = joinLines(group);
    joined.set(pair, coverage);
    if (conflicts.length > 0) contradicting.push(pair);
    if (isRepeated) repeated.push(pair);
  }
  const open = openPairs(item, labels);
  const facts = new Map<string, CoverageFacts>();
  for (const [pair, coverage] of [...joined].sort(([a], [b]) => byText(a, b))) {
    const deductible = inMoney(coverage, joined);
    facts.set(pair, { ...coverage, deductible, pair });
  }
  return {
    ...insuredFacts(facts),
    leftOut: leftOutOf(item, facts),
    item,
    facts,
    unaligned,
    modelAlignments,
    warnings: [
      ...conflictWarnings(item, contradicting, joined),
      ...repeatedWarnings(item, repeated, joined),
      ...zeroWarnings(item, zeros, joined),
      ...unalignedWarnings(item, unaligned.length),
    ],
    open,
    mayHide: hiddenCoverages(unaligned, open),
  };
}

/** Coverages that a document leaves open ("TBD"): neither had nor lacked (CMP-114). */
function openPairs({ documents }: Item, labels: LabelIndex): ReadonlySet<string> {
  const open = documents?.open ?? [];
  return new Set(
    open.flatMap(({ line, coverage }) =>
      labels.resolve(line, coverage, undefined).coverages.map((code) => pairKey(line, code)),
    ),
  );
}

/**
 * An offer beside the baseline: a label that both state in the same words is something else than what the baseline states
 * under a name that was understood, so it hides none of that (CMP-22).
 */
export function besideBaseline(item: NormalizedItem, baseline: NormalizedItem | undefined): NormalizedItem {
  if (baseline === undefined || item === baseline) return item;
  const shared = new Set(baseline.unaligned.map(wordingOf));
  const facts = new Map([...item.facts].map(([pair, fact]) => [pair, withoutReported(fact, baseline)]));
  return {
    ...item,
    ...insuredFacts(facts),
    facts,
    mayHide: hiddenCoverages(
      item.unaligned.filter((open) => !shared.has(wordingOf(open))),
      item.open,
    ),
  };
}

/** A part that the baseline states as a coverage of its own is missing as that coverage, and told there. */
function withoutReported(fact: CoverageFacts, baseline: NormalizedItem): CoverageFacts {
  const taken = fact.taken?.filter(
    ({ code }) => code === undefined || baseline.facts.get(pairKey(fact.line, code))?.included !== true,
  );
  return taken === undefined || taken.length === fact.taken?.length ? fact : { ...fact, taken };
}

/** Everything that an item takes away, by label, note, exclusion or excluding endorsement. */
function leftOutOf({ wordings }: Item, facts: ReadonlyMap<string, CoverageFacts>): ReadonlySet<string> {
  const excluding = wordings.endorsements.filter(({ text }) => /\bexclu(?:sion|des?|ded|ding)\b/i.test(text));
  const stated = [...wordings.exclusions, ...excluding].flatMap(({ text }) => partsOfExclusion(text));
  return new Set([...stated, ...[...facts.values()].flatMap(({ taken }) => taken ?? [])].map(({ key }) => key));
}

/** The words of an open label on its line of business, however they are written. */
export function wordingOf({ line, label, coverage }: Pick<UnalignedLine, "line" | "label" | "coverage">): string {
  return `${line}|${labelWords(label ?? words(coverage), line).join(" ")}`;
}

/** A label that could not be resolved hides what it may mean on any line of the family; without candidates the line. */
function hiddenCoverages(unaligned: readonly UnalignedLine[], open: ReadonlySet<string>): NormalizedItem["mayHide"] {
  const meant = new Map<string, Set<string> | "all">();
  for (const { line, candidates, hidesNothing } of unaligned) {
    if (hidesNothing) continue;
    const meanings = meant.get(line) ?? new Set<string>();
    if (meanings === "all" || candidates.length === 0) meant.set(line, "all");
    else meant.set(line, new Set([...meanings, ...candidates.map(({ coverage }) => coverage)]));
  }
  return (line, coverage) => {
    if (open.has(pairKey(line, coverage))) return true;
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
  /** Coverages with a limit of 0 (COVER-10). */
  readonly zeros: readonly string[];
};

/** The lines of an item under canonical codes; those without one wait for a model or a person. */
function resolveLines(item: Item, labels: LabelIndex, accepted: ReadonlyMap<string, string>): ResolvedLines {
  const groups = new Map<string, StatedCoverage[]>();
  const shared: { readonly stated: StatedCoverage; readonly codes: readonly string[]; readonly isBorne: boolean }[] =
    [];
  const unaligned: UnalignedLine[] = [];
  const modelAlignments: ModelAlignment[] = [];
  const zeros = new Set<string>();
  const place = (stated: StatedCoverage, code: string): void => {
    const pair = pairKey(stated.line, code);
    const isZero =
      stated.included && stated.limitBasis !== "statutory" && !isInsured({ coverage: code, limit: stated.limitCents });
    if (isZero) zeros.add(pair);
    const aligned = { ...stated, coverage: code, included: stated.included && !isZero };
    const group = groups.get(pair);
    if (group === undefined) groups.set(pair, [aligned]);
    else group.push(aligned);
  };
  for (const written of item.coverages) {
    const { line, coverage, label } = written;
    const { candidates, coverages: codes, without, parts, ...reading } = labels.resolve(line, coverage, label);
    const noted = reading.burden === undefined ? partsTakenBy(written.notes ?? "") : [];
    const taken = [...parts, ...noted].map((part) => ({ ...part, code: codeOf(part, line, labels) }));
    const meant = meantBy(written, reading);
    const stated = taken.length === 0 || reading.isAbsent ? meant : { ...meant, taken };
    for (const code of without) place(leftOut(written), code);
    const [code, ...further] = codes;
    if (code !== undefined) {
      if (further.length === 0) place(stated, code);
      else shared.push({ stated, codes, isBorne: reading.burden !== undefined });
      continue;
    }
    const open = { labelId: labelId(item.key, line, coverage, label), itemKey: item.key, line, coverage, label };
    const chosen = accepted.get(open.labelId);
    // Accept only candidates of the closed list (MODEL-15).
    const aligned = candidates.find((candidate) => candidate.coverage === chosen)?.coverage;
    if (aligned === undefined) unaligned.push({ ...open, candidates, written, hidesNothing: reading.hidesNothing });
    else {
      modelAlignments.push({ ...open, alignedTo: aligned });
      place(stated, aligned);
    }
  }
  const alone = new Set(groups.keys());
  for (const { stated, codes, isBorne } of shared) {
    const parts = partsOf(stated, codes);
    for (const [index, code] of coveragesLeft(codes, stated.line, alone, isBorne).entries()) {
      const part = parts?.get(code) ?? stated;
      // The premium of a line counts once.
      place(index === 0 ? part : { ...part, premiumCents: undefined }, code);
    }
  }
  return {
    groups,
    zeros: [...zeros],
    unaligned: unaligned.sort(byWording),
    modelAlignments: modelAlignments.sort(byWording),
  };
}

/** The coverage of its own that a part is called on the line. */
function codeOf({ text }: TakenPart, line: string, labels: LabelIndex): string | undefined {
  return labels.resolve(line, text, undefined).coverages.find((code) => !isBurden(code));
}

/** A line as its label means it: left out (CMP-98), or with a deductible in the place of a limit (CMP-99). */
function meantBy(
  written: StatedCoverage,
  { isAbsent, burden }: Pick<ReturnType<LabelIndex["resolve"]>, "isAbsent" | "burden">,
): StatedCoverage {
  const { limitCents, deductible } = written;
  if (burden === undefined) return isAbsent ? leftOut(written) : written;
  if (isAbsent) return { ...written, limitCents: undefined, deductible: { type: burden, amount: 0, cents: 0 } };
  if (limitCents === undefined || deductible !== undefined) return written;
  return {
    ...written,
    limitCents: undefined,
    deductible: { type: burden, amount: fromCents(limitCents), cents: limitCents },
  };
}

function leftOut(written: StatedCoverage): StatedCoverage {
  return { ...written, included: false, limitCents: undefined, deductible: undefined, premiumCents: undefined };
}

/**
 * Of a label that stands for several coverages, those that the item does not state on a line of their own (CMP-83). A
 * deductible of several coverages belongs to those that the item states.
 */
function coveragesLeft(
  codes: readonly string[],
  line: string,
  alone: ReadonlySet<string>,
  isBorne: boolean,
): readonly string[] {
  const left = codes.filter((code) => alone.has(pairKey(line, code)) === isBorne);
  return left.length === 0 ? codes : left;
}

/** Coverages that one line states with a limit each: "Each occurrence / aggregate" (CMP-103). */
const limitPairs: readonly (readonly [first: string, second: string])[] = [
  ["each_occurrence", "general_aggregate"],
  ["umbrella_occurrence", "umbrella_aggregate"],
  ["professional_each_claim", "professional_aggregate"],
  ["liquor_each_cause", "general_aggregate"],
  ["bi_per_person", "bi_per_accident"],
];

/** The limits of a line that states two: both where label or notes write them, else the first alone. */
function partsOf(stated: StatedCoverage, codes: readonly string[]): ReadonlyMap<string, StatedCoverage> | undefined {
  const pair = limitPairs.find((each) => each.every((code) => codes.includes(code)));
  if (pair === undefined) return undefined;
  const [first, second] = twoAmounts(stated.label ?? "") ?? twoAmounts(stated.notes ?? "") ?? [];
  return new Map([
    [pair[0], { ...stated, limitCents: stated.limitCents ?? first }],
    [pair[1], { ...stated, limitCents: second, deductible: undefined }],
  ]);
}

/** "$1,000,000/$2,000,000" in cents; `undefined` unless both are written in full. */
function twoAmounts(text: string): readonly [number, number] | undefined {
  const written = /(\$?\s?\d[\d,.]*\s?(?:k|mm?|million)?)\s*\/\s*(\$?\s?\d[\d,.]*\s?(?:k|mm?|million)?)(?![\w/])/i.exec(
    text,
  );
  const [first, second] = [written?.[1], written?.[2]].map((part) =>
    part === undefined ? undefined : readWhole(part.trim(), "money"),
  );
  if (typeof first !== "number" || typeof second !== "number" || Math.min(first, second) < leastLimit) return undefined;
  const [firstCents, secondCents] = [toCents(first), toCents(second)];
  return firstCents === undefined || secondCents === undefined ? undefined : [firstCents, secondCents];
}

/** "250/500" is written in thousands, or is no amount at all. */
const leastLimit = 10_000;

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

/** A schedule whose locations nothing distinguishes may be one location, written twice (CMP-97). */
function repeatedWarnings(
  item: Item,
  repeated: readonly string[],
  joined: ReadonlyMap<string, StatedCoverage>,
): readonly Warning[] {
  return [...repeated].sort(byText).flatMap((pair) => {
    const stated = joined.get(pair);
    const count = stated?.schedule?.count;
    if (stated === undefined || count === undefined) return [];
    const message = `${offerName(item)} states ${coverageInWords(stated.line, stated.coverage)} ${count} times in the same words, which is read as ${counted(count, "location")}.`;
    return [lineWarning("fact_conflict", message, item)];
  });
}

function zeroWarnings(
  item: Item,
  zeros: readonly string[],
  joined: ReadonlyMap<string, StatedCoverage>,
): readonly Warning[] {
  return [...zeros].sort(byText).flatMap((pair) => {
    const stated = joined.get(pair);
    if (stated === undefined) return [];
    const what = coverageInWords(stated.line, stated.coverage);
    const message = `${offerName(item)} states ${moneyInWords(0, item.currency)} for ${what}, which is read as no coverage.`;
    return [lineWarning("fact_conflict", message, item)];
  });
}

function unalignedWarnings(item: Item, count: number): readonly Warning[] {
  if (count === 0) return [];
  const message = `${counted(count, "line")} of the ${item.coverages.length} in ${offerName(item)} ${count === 1 ? "was" : "were"} not understood and ${count === 1 ? "is" : "are"} not compared.`;
  return [lineWarning("label_unaligned", message, item)];
}

function lineWarning(code: string, message: string, item: Item): Warning {
  return { code, message, stage: "normalize", severity: "warning", path: `items[${item.key}].coverages` };
}

type Worded = Pick<UnalignedLine, "line" | "label" | "coverage"> & Partial<Pick<UnalignedLine, "written">>;

function byWording(a: Worded, b: Worded): number {
  return (
    byText(a.line, b.line) ||
    byText(a.label ?? "", b.label ?? "") ||
    byText(a.coverage, b.coverage) ||
    (a.written?.limitCents ?? 0) - (b.written?.limitCents ?? 0)
  );
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
