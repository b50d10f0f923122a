import { coverageCodes, fromCents, lineCodes } from "@service/engine-kit";
import { byText, dayNumber, type Json } from "@service/json";
import { type Attribute, attributes, type Direction } from "../codes.ts";
import { pairKey, words } from "./item.ts";
import { type CoverageFacts, type NormalizedItem, rankOfTrigger, rankOfValuation } from "./normalize.ts";
import type { Requirement } from "../input.ts";
import type { LineItem, Settings } from "../settings.ts";

/** Values of different units are never compared: 72 hours are neither more nor less than 1,000 dollars. */
type Unit = "cents" | "hours" | "ratio" | "day" | "rank" | "flag";

/**
 * One value of the matrix. `absent`: the item does not have the coverage. `unstated`: it has it without stating the
 * value. `uncertain`: it may have it under a wording that could not be resolved.
 */
export type CellValue =
  | {
      readonly state: "stated";
      readonly value: string | number | boolean;
      readonly measure: number;
      readonly unit: Unit;
      readonly display?: string;
    }
  | { readonly state: "absent" | "unstated" | "uncertain"; readonly value: false | null };

export type AlignedRow = {
  readonly rowKey: string;
  readonly line: string;
  readonly coverage: string;
  readonly attribute: Attribute;
  readonly pair: string;
  readonly lineItem: LineItem | undefined;
  readonly direction: Direction;
  readonly weight: number;
  readonly critical: boolean;
  readonly requirements: readonly Requirement[];
  /** In the order of the items. */
  readonly cells: readonly CellValue[];
};

/** Defaults for rows without configuration; the premium of a coverage already counts in the price. */
const unconfigured: Readonly<Record<Attribute, { readonly direction: Direction; readonly weight: number }>> = {
  included: { direction: "presence", weight: 1 },
  limit: { direction: "higher_better", weight: 1 },
  deductible: { direction: "lower_better", weight: 1 },
  valuation: { direction: "higher_better", weight: 1 },
  coinsurance: { direction: "lower_better", weight: 1 },
  retro_date: { direction: "lower_better", weight: 1 },
  trigger: { direction: "match_baseline", weight: 1 },
  premium: { direction: "lower_better", weight: 0 },
};
/** From here on a difference of a row without configuration is material. */
export const unconfiguredMateriality = { abs: undefined, rel: 0.1 } as const;

const attributeOfRequirement: Readonly<Record<Requirement["field"], Attribute | undefined>> = {
  limit: "limit",
  deductible: "deductible",
  included: "included",
  valuation: "valuation",
  trigger: "trigger",
  rating: undefined,
  form: undefined,
};

const lineRank = new Map<string, number>(lineCodes.map((code, index) => [code, index]));
const coverageRank = new Map<string, number>(coverageCodes.map((code, index) => [code, index]));
const attributeRank = new Map<string, number>(attributes.map((name, index) => [name, index]));

type RowName = {
  readonly line: string;
  readonly coverage: string;
  readonly attribute: Attribute;
  readonly key: string;
};

/**
 * CMP-29: one row per line, coverage and attribute that any item states, a requirement names or a configured reference
 * asks for. Over `maxRows`, rows that can be scored are kept first: which of them stay must not depend on the other
 * items.
 */
export function alignRows(
  items: readonly NormalizedItem[],
  baseline: NormalizedItem | undefined,
  requirements: readonly Requirement[],
  settings: Settings,
): { rows: readonly AlignedRow[]; cut: number } {
  const lineItems = new Map(settings.lineItems.map((item) => [rowKey(item.line, item.coverage, item.attribute), item]));
  const required = requirementsByRow(requirements);
  const names = wantedRows(items, requirements, settings.lineItems);
  const claim = ({ key, line, coverage, attribute }: RowName): number => {
    const lineItem = lineItems.get(key);
    const fact = baseline?.facts.get(pairKey(line, coverage));
    const hasReference =
      required.has(key) || lineItem?.reference !== undefined || (fact !== undefined && states(fact, attribute));
    return (hasReference ? 1000 : 0) + (lineItem?.weight ?? unconfigured[attribute].weight);
  };
  const kept = names.length > settings.maxRows ? strongest(names, claim, settings.maxRows) : names;
  const rows = kept.map(({ key, line, coverage, attribute }): AlignedRow => {
    const lineItem = lineItems.get(key);
    return {
      rowKey: key,
      line,
      coverage,
      attribute,
      pair: pairKey(line, coverage),
      lineItem,
      direction: lineItem?.direction ?? unconfigured[attribute].direction,
      weight: lineItem?.weight ?? unconfigured[attribute].weight,
      critical: lineItem?.critical ?? false,
      requirements: required.get(key) ?? [],
      cells: items.map((item) => readCell(item, line, coverage, attribute)),
    };
  });
  return { rows, cut: names.length - kept.length };
}

/** The rows that items, requirements and configured references ask for, in their order. */
function wantedRows(
  items: readonly NormalizedItem[],
  requirements: readonly Requirement[],
  lineItems: readonly LineItem[],
): readonly RowName[] {
  const wanted = new Map<string, { line: string; coverage: string; attributes: Set<Attribute> }>();
  const want = (line: string, coverage: string, attribute: Attribute): void => {
    const pair = pairKey(line, coverage);
    let entry = wanted.get(pair);
    if (entry === undefined) {
      entry = { line, coverage, attributes: new Set(["included"]) };
      wanted.set(pair, entry);
    }
    entry.attributes.add(attribute);
  };
  for (const { facts } of items) {
    for (const fact of facts.values()) {
      for (const attribute of attributes) {
        if (attribute === "included" || states(fact, attribute)) want(fact.line, fact.coverage, attribute);
      }
    }
  }
  for (const { field, line, coverage } of requirements) {
    const attribute = attributeOfRequirement[field];
    if (attribute !== undefined) want(line, coverage, attribute);
  }
  for (const item of lineItems) {
    if (item.reference !== undefined) want(item.line, item.coverage, item.attribute);
  }
  return [...wanted.values()]
    .flatMap(({ line, coverage, attributes: names }) => [...names].map((attribute) => ({ line, coverage, attribute })))
    .map((row) => ({ ...row, key: rowKey(row.line, row.coverage, row.attribute) }))
    .sort(byRank);
}

function requirementsByRow(requirements: readonly Requirement[]): ReadonlyMap<string, readonly Requirement[]> {
  const byRow = new Map<string, Requirement[]>();
  for (const requirement of requirements) {
    const attribute = attributeOfRequirement[requirement.field];
    if (attribute === undefined) continue;
    const key = rowKey(requirement.line, requirement.coverage, attribute);
    const list = byRow.get(key);
    if (list === undefined) byRow.set(key, [requirement]);
    else list.push(requirement);
  }
  return byRow;
}

/** The rows with the strongest claims, in the order of rows. */
function strongest(names: readonly RowName[], claim: (name: RowName) => number, max: number): readonly RowName[] {
  return [...names]
    .sort((a, b) => claim(b) - claim(a) || byText(a.key, b.key))
    .slice(0, max)
    .sort(byRank);
}

export function rowKey(line: string, coverage: string, attribute: Attribute): string {
  return `${line}/${coverage}/${attribute}`;
}

/** `General liability: each occurrence limit`. */
export function rowLabel(line: string, coverage: string, attribute: Attribute): string {
  const lineWords = words(line);
  const tail = attribute === "included" ? "" : coverage.endsWith(attribute) ? "" : ` ${words(attribute)}`;
  return `${lineWords.charAt(0).toUpperCase()}${lineWords.slice(1)}: ${words(coverage)}${tail}`;
}

/** The value of one attribute of one coverage of an item. */
export function readCell(item: NormalizedItem, line: string, coverage: string, attribute: Attribute): CellValue {
  const fact = item.facts.get(pairKey(line, coverage));
  if (fact === undefined && item.mayHide(line, coverage)) return { state: "uncertain", value: null };
  if (fact === undefined || !fact.included) return { state: "absent", value: attribute === "included" ? false : null };
  return statedCell(fact, attribute) ?? { state: "unstated", value: null };
}

/** A value of the configuration or of a requirement as a cell, to compare with; `undefined` when it does not fit. */
export function cellOfValue(value: Json | undefined, attribute: Attribute): CellValue | undefined {
  switch (attribute) {
    case "included":
      if (value === false) return { state: "absent", value: false };
      return value === true ? { state: "stated", value, measure: 1, unit: "flag" } : undefined;
    case "limit":
    case "deductible":
    case "premium":
      return typeof value === "number" ? { state: "stated", value, measure: value * 100, unit: "cents" } : undefined;
    case "coinsurance":
      return typeof value === "number" ? { state: "stated", value, measure: value, unit: "ratio" } : undefined;
    case "valuation":
    case "trigger": {
      if (typeof value !== "string") return undefined;
      const measure = attribute === "valuation" ? rankOfValuation(value) : rankOfTrigger(value);
      return measure === undefined ? undefined : { state: "stated", value, measure, unit: "rank" };
    }
    case "retro_date": {
      const measure = typeof value === "string" ? dayNumber(value) : undefined;
      return measure === undefined || typeof value !== "string"
        ? undefined
        : { state: "stated", value, measure, unit: "day" };
    }
  }
}

function states(fact: CoverageFacts, attribute: Attribute): boolean {
  return attribute === "included" || (fact.included && statedCell(fact, attribute) !== undefined);
}

function statedCell(fact: CoverageFacts, attribute: Attribute): CellValue | undefined {
  switch (attribute) {
    case "included":
      return { state: "stated", value: true, measure: 1, unit: "flag" };
    case "limit":
      if (fact.limitCents !== undefined) return money(fact.limitCents);
      // A limit set by law has neither amount nor ceiling.
      return fact.limitBasis === "statutory"
        ? { state: "stated", value: "statutory", measure: Number.POSITIVE_INFINITY, unit: "cents" }
        : undefined;
    case "deductible":
      return deductibleCell(fact);
    case "valuation":
      return cellOfValue(fact.valuation, attribute);
    case "coinsurance":
      return cellOfValue(fact.coinsurance, attribute);
    case "retro_date":
      return cellOfValue(fact.retroDate, attribute);
    case "trigger":
      return cellOfValue(fact.trigger, attribute);
    case "premium":
      return fact.premiumCents === undefined ? undefined : money(fact.premiumCents);
  }
}

function deductibleCell({ deductible }: CoverageFacts): CellValue | undefined {
  if (deductible === undefined) return undefined;
  const { type, amount, cents } = deductible;
  switch (type) {
    case "flat":
    case "sir":
      return cents === undefined ? undefined : money(cents);
    case "waiting_hours":
      return { state: "stated", value: `${amount} hours`, measure: amount, unit: "hours" };
    case "percent": {
      const ratio = amount < 1 ? amount : amount / 100;
      const display = `${Number((ratio * 100).toFixed(4))}%`;
      return cents === undefined
        ? { state: "stated", value: display, measure: ratio, unit: "ratio" }
        : { ...money(cents), display: `${display} of the limit` };
    }
  }
}

function money(cents: number): CellValue & { state: "stated" } {
  return { state: "stated", value: fromCents(cents), measure: cents, unit: "cents" };
}

type Ranked = { readonly line: string; readonly coverage: string; readonly attribute: Attribute };

/** The order of the code lists; unknown codes follow by name. */
function byRank(a: Ranked, b: Ranked): number {
  return (
    (lineRank.get(a.line) ?? 999) - (lineRank.get(b.line) ?? 999) ||
    byText(a.line, b.line) ||
    (coverageRank.get(a.coverage) ?? 999) - (coverageRank.get(b.coverage) ?? 999) ||
    byText(a.coverage, b.coverage) ||
    (attributeRank.get(a.attribute) ?? 0) - (attributeRank.get(b.attribute) ?? 0)
  );
}
