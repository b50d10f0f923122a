import { autoLimitCoverages, familyOf, lineCodes } from "@service/engine-kit";
import { byText } from "@service/json";
import { pairKey } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";

export type CoverageName = { readonly line: string; readonly coverage: string };

const lineRank = new Map<string, number>(lineCodes.map((code, index) => [code, index]));
const combined = "combined_single_limit";

/**
 * Which row a coverage stands in (CMP-85). Coverages of one family share the row of the baseline's line, else of a
 * requirement's or a configured reference's, else of the first line in the order of the code list; an item that states
 * both lines keeps a row for each. A split and a combined auto limit share the rows of whichever comes first in that
 * order (CMP-86): `undefined` for the rows that the other form would have.
 */
export function rowAnchors(
  items: readonly NormalizedItem[],
  baseline: NormalizedItem | undefined,
  requested: readonly CoverageName[],
): (coverage: CoverageName, item?: NormalizedItem) => CoverageName | undefined {
  const lineOfPair = new Map<string, string>();
  const autoForms = new Map<string, ReadonlySet<string>>();
  for (const group of [factsOf(baseline), requested, items.flatMap(factsOf)]) {
    const forms = new Map<string, Set<string>>();
    for (const { line, coverage } of [...group].sort(byLine)) {
      const family = familyOf(line, coverage);
      const key = pairKey(family, coverage);
      if (!lineOfPair.has(key)) lineOfPair.set(key, line);
      if (!autoLimitCoverages.has(coverage)) continue;
      forms.set(family, (forms.get(family) ?? new Set()).add(coverage));
    }
    for (const [family, form] of forms) if (!autoForms.has(family)) autoForms.set(family, form);
  }
  return ({ line, coverage }, item) => {
    const family = familyOf(line, coverage);
    const form = autoLimitCoverages.has(coverage) ? autoForms.get(family) : undefined;
    if (form !== undefined && isOtherForm(coverage, form)) return undefined;
    const shared = lineOfPair.get(pairKey(family, coverage)) ?? line;
    const hasBoth = shared !== line && item?.facts.get(pairKey(shared, coverage))?.included === true;
    return { line: hasBoth ? line : shared, coverage };
  };
}

/** The combined limit among the rows of a split one, or a part of a split one beside the combined limit alone. */
function isOtherForm(coverage: string, form: ReadonlySet<string>): boolean {
  if (coverage === combined) return !form.has(combined);
  return form.has(combined) && form.size === 1;
}

/** Coverages that are said to be left out ask for no row of their own line before those that are included. */
function factsOf(item: NormalizedItem | undefined): readonly CoverageName[] {
  return [...(item?.facts.values() ?? [])].filter(({ included }) => included);
}

function byLine(a: CoverageName, b: CoverageName): number {
  return (lineRank.get(a.line) ?? 999) - (lineRank.get(b.line) ?? 999) || byText(a.line, b.line);
}
