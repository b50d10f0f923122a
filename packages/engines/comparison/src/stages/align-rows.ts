import { coverageCodes, lineCodes } from "@service/engine-kit";
import { byText } from "@service/json";
import { type Attribute, attributes, type Direction } from "../codes.ts";
import { type CellValue, readCell, states } from "./cells.ts";
import { pairKey } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";
import { type CoverageName, rowAnchors } from "./row-anchors.ts";
import type { Requirement } from "../input.ts";
import type { LineItem, Settings } from "../settings.ts";

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
  /** Whether a requirement names what the row is about, in a limit or as such (CMP-89). */
  readonly required: "mandatory" | "asked" | "no";
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
  const anchor = rowAnchors(items, baseline, [...requirements, ...settings.lineItems.filter(hasReference)]);
  const required = requirementsByRow(requirements, anchor);
  const names = wantedRows(items, requirements, settings.lineItems, anchor);
  const claim = ({ key, line, coverage, attribute }: RowName): number => {
    const lineItem = lineItems.get(key);
    const fact = baseline?.find(line, coverage).fact;
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
      required: namedBy(required, line, coverage, attribute),
      cells: items.map((item) => readCell(item, line, coverage, attribute)),
    };
  });
  return { rows, cut: names.length - kept.length };
}

/** A limit row and the row of its coverage answer for each other's requirements. */
function namedBy(
  required: ReadonlyMap<string, readonly Requirement[]>,
  line: string,
  coverage: string,
  attribute: Attribute,
): AlignedRow["required"] {
  const related: readonly Attribute[] =
    attribute === "included" || attribute === "limit" ? ["included", "limit"] : [attribute];
  const naming = related.flatMap((name) => required.get(rowKey(line, coverage, name)) ?? []);
  if (naming.length === 0) return "no";
  return naming.some(({ mandatory }) => mandatory) ? "mandatory" : "asked";
}

type Anchor = (requested: CoverageName, item?: NormalizedItem) => CoverageName | undefined;

function hasReference({ reference }: LineItem): boolean {
  return reference !== undefined;
}

/** The rows that items, requirements and configured references ask for, in their order. */
function wantedRows(
  items: readonly NormalizedItem[],
  requirements: readonly Requirement[],
  lineItems: readonly LineItem[],
  anchor: Anchor,
): readonly RowName[] {
  const wanted = new Map<string, { line: string; coverage: string; attributes: Set<Attribute> }>();
  const want = (requested: CoverageName | undefined, attribute: Attribute): void => {
    if (requested === undefined) return;
    const { line, coverage } = requested;
    const pair = pairKey(line, coverage);
    let entry = wanted.get(pair);
    if (entry === undefined) {
      entry = { line, coverage, attributes: new Set(["included"]) };
      wanted.set(pair, entry);
    }
    entry.attributes.add(attribute);
  };
  for (const item of items) {
    for (const fact of item.facts.values()) {
      const row = anchor(fact, item);
      for (const attribute of attributes) {
        if (states(fact, attribute)) want(row, attribute);
      }
    }
  }
  for (const requirement of requirements) {
    const attribute = attributeOfRequirement[requirement.field];
    if (attribute !== undefined) want(anchor(requirement), attribute);
  }
  for (const item of lineItems) {
    if (hasReference(item)) want(anchor(item), item.attribute);
  }
  return [...wanted.values()]
    .flatMap(({ line, coverage, attributes: names }) => [...names].map((attribute) => ({ line, coverage, attribute })))
    .map((row) => ({ ...row, key: rowKey(row.line, row.coverage, row.attribute) }))
    .sort(byRank);
}

function requirementsByRow(
  requirements: readonly Requirement[],
  anchor: Anchor,
): ReadonlyMap<string, readonly Requirement[]> {
  const byRow = new Map<string, Requirement[]>();
  for (const requirement of requirements) {
    const attribute = attributeOfRequirement[requirement.field];
    const row = anchor(requirement);
    if (attribute === undefined || row === undefined) continue;
    const key = rowKey(row.line, row.coverage, attribute);
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
