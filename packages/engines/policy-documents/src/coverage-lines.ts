import { type coverageLineSchema, fromCents, lineCodes } from "@service/engine-kit";
import { clipped, oneOf, type Written } from "@service/json";
import type { DocumentReading, Place, ReadCoverage, ReadLine, StatedDeductible } from "./document-reading.ts";
import { excerptOf, type PlacedDocument, sourceOf } from "./places.ts";

type CoverageLine = Written<ReturnType<typeof coverageLineSchema>>;

/** A coverage as a caller would have written it (TYPE-24), with the words that state it. */
export type PlacedCoverage = { readonly written: CoverageLine; readonly excerpt: string };

/** A coverage that the document names and leaves open: neither had nor lacked. */
export type OpenCoverage = Pick<CoverageLine, "line" | "coverage">;

/** What a document states of its coverages, under one option where it offers several. */
export type StatedCoverages = {
  readonly coverages: readonly PlacedCoverage[];
  readonly open: readonly OpenCoverage[];
};

const labelChars = 128;
const wordedChars = 160;
const notesChars = 1000;

/**
 * The coverages of a reading as coverage lines (CMP-114). What has no member of its own stands in the notes; a coverage
 * with a limit and an aggregate is two lines, a split limit of auto three.
 * @param option undefined for a document with one offer; lines without an option belong to every one.
 */
export function coveragesOf(
  reading: Pick<DocumentReading, "lines">,
  document: PlacedDocument,
  option: string | undefined,
): StatedCoverages {
  const coverages: PlacedCoverage[] = [];
  const open: OpenCoverage[] = [];
  for (const line of reading.lines) {
    if (line.option !== undefined && option !== undefined && line.option !== option) continue;
    for (const coverage of line.coverages) {
      if (coverage.status === "not_stated")
        open.push({ line: lineOf(line), coverage: clipped(coverage.label, labelChars) });
      else coverages.push(...linesOf(line, coverage, document));
    }
  }
  return { coverages, open };
}

function lineOf({ line }: ReadLine): CoverageLine["line"] {
  return oneOf(lineCodes, line) ?? "other";
}

function linesOf(line: ReadLine, coverage: ReadCoverage, document: PlacedDocument): readonly PlacedCoverage[] {
  const { status, limit, aggregate, split, label } = coverage;
  const place = (at: Place, part: Partial<CoverageLine> & Pick<CoverageLine, "coverage">): PlacedCoverage => ({
    written: {
      line: lineOf(line),
      included: status !== "excluded",
      ...(line.location === undefined ? {} : { label: clipped(`${label} (${line.location})`, wordedChars) }),
      ...part,
      source: sourceOf(document, at),
    },
    excerpt: excerptOf(document, at),
  });
  const named = clipped(label, labelChars);
  const terms = termsOf(coverage);
  const share = shareOf(coverage, line);
  const [perPerson, perAccident, propertyDamage] = split?.value ?? [];
  if (split !== undefined && perPerson !== undefined && perAccident !== undefined && line.line.endsWith("auto"))
    return [
      place(coverage.at, { coverage: "bi_per_person", ...terms, limit: fromCents(perPerson) }),
      place(split.at, { coverage: "bi_per_accident", limit: fromCents(perAccident) }),
      ...(propertyDamage === undefined
        ? []
        : [place(split.at, { coverage: "property_damage", limit: fromCents(propertyDamage) })]),
    ];
  if (limit === undefined || aggregate === undefined || /\baggregate\b/i.test(label)) {
    const both = limit !== undefined && aggregate !== undefined ? amounts(limit.value, aggregate.value) : undefined;
    const stated = limit ?? aggregate ?? share;
    const notes = noted(both, terms.notes);
    return [
      place(coverage.at, {
        coverage: named,
        ...terms,
        ...(stated === undefined ? {} : { limit: fromCents(stated.value) }),
        ...(limit === undefined && aggregate !== undefined ? { limit_basis: "aggregate" } : {}),
        ...(notes === undefined ? {} : { notes }),
      }),
    ];
  }
  return [
    place(coverage.at, { coverage: named, ...terms, limit: fromCents(limit.value) }),
    place(aggregate.at, {
      coverage: clipped(aggregateLabel(label), labelChars),
      limit: fromCents(aggregate.value),
      limit_basis: "aggregate",
    }),
  ];
}

/** "10 % of Dwelling", where the line states one limit of that name at the location. */
function shareOf(
  { limitRatio, limitText }: ReadCoverage,
  { coverages }: ReadLine,
): { readonly value: number } | undefined {
  const [, base = ""] = /\bof (?:the )?(.+?)(?: limit)?$/i.exec(limitText?.value.trim() ?? "") ?? [];
  if (limitRatio === undefined || base === "") return undefined;
  const [limit, ...others] = coverages.flatMap(({ label, limit: stated }) =>
    label.toLowerCase() === base.toLowerCase() && stated !== undefined ? [stated.value] : [],
  );
  return limit === undefined || others.length > 0 ? undefined : { value: Math.round(limit * limitRatio.value) };
}

/** "Each Claim" has an "Aggregate", "Liquor Liability" a "Liquor Liability aggregate". */
function aggregateLabel(label: string): string {
  const whole = label.replace(
    /\b(?:each|per|any one)\s+(?:\w+\s+)?(?:occurrence|claim|accident|loss|cause|act)\b/i,
    "",
  );
  return `${whole.replace(/\blimits?(?: of (?:liability|insurance))?\b/i, "").trim()} aggregate`.trim();
}

/** "$1,000,000/$2,000,000", which a label for two limits is read with (CMP-103). */
function amounts(...cents: readonly number[]): string {
  return cents.map((each) => `$${fromCents(each).toLocaleString("en-US")}`).join("/");
}

/** Everything but the limit. */
function termsOf(coverage: ReadCoverage): Partial<CoverageLine> {
  const { deductible, coinsurance, trigger, premium, limitRatio } = coverage;
  const valuation = valuationOf(coverage.valuation?.value);
  const retro = coverage.retroDate?.value;
  const retroDate = retro !== undefined && /^\d{4}-\d\d-\d\d$/.test(retro) ? retro : undefined;
  const basis = basisOf(coverage);
  const minimum =
    deductible !== undefined && "ratio" in deductible.value.amount ? deductible.value.amount.minimumCents : undefined;
  const notes = noted(
    coverage.limitText?.value ?? (limitRatio === undefined ? undefined : `${limitRatio.value * 100} %`),
    coverage.limitBasis?.value,
    valuation === undefined ? coverage.valuation?.value : undefined,
    retro !== undefined && retroDate === undefined ? `Retroactive date: ${retro}` : undefined,
    minimum === undefined ? undefined : `Minimum deductible ${amounts(minimum)}`,
  );
  return {
    ...(basis === undefined ? {} : { limit_basis: basis }),
    ...(deductible === undefined ? {} : { deductible: deductibleOf(deductible.value) }),
    ...(valuation === undefined ? {} : { valuation }),
    ...(coinsurance === undefined ? {} : { coinsurance: coinsurance.value }),
    ...(retroDate === undefined ? {} : { retro_date: retroDate }),
    ...(trigger === undefined ? {} : { trigger: trigger.value === "occurrence" ? "occurrence" : "claims_made" }),
    ...(premium === undefined ? {} : { premium: fromCents(premium.value) }),
    ...(notes === undefined ? {} : { notes }),
  };
}

function noted(...parts: readonly (string | undefined)[]): string | undefined {
  const stated = parts.filter((part) => part !== undefined && part.trim() !== "");
  return stated.length === 0 ? undefined : clipped(stated.join("; "), notesChars);
}

/** A percentage below 1 is a ratio, from 1 upwards points (CMP-25). */
function deductibleOf({ amount, kind }: StatedDeductible): NonNullable<CoverageLine["deductible"]> {
  if ("hours" in amount) return { type: "waiting_hours", amount: amount.hours };
  if ("ratio" in amount) return { type: "percent", amount: amount.ratio < 1 ? amount.ratio : amount.ratio * 100 };
  return { type: kind === "self_insured_retention" ? "sir" : "flat", amount: fromCents(amount.cents) };
}

const valuations = [
  [/\bagreed\b/i, "agreed_value"],
  [/\breplacement\b|^r\.?c\.?v?\.?$/i, "replacement_cost"],
  [/\bactual cash\b|^a\.?c\.?v\.?$/i, "actual_cash_value"],
] as const;

function valuationOf(words: string | undefined): CoverageLine["valuation"] {
  return words === undefined ? undefined : valuations.find(([pattern]) => pattern.test(words))?.[1];
}

const bases = [
  [/\baggregate\b/i, "aggregate"],
  [/\bperson\b/i, "per_person"],
  [/\baccident\b/i, "per_accident"],
  [/\b(?:location|premises)\b/i, "per_location"],
  [/\bproject\b/i, "per_project"],
  [/\boccurrence\b/i, "per_occurrence"],
] as const;

function basisOf({ limitText, limitBasis }: ReadCoverage): CoverageLine["limit_basis"] {
  if (/\bstatutory\b/i.test(limitText?.value ?? "")) return "statutory";
  return bases.find(([pattern]) => pattern.test(limitBasis?.value ?? ""))?.[1];
}
