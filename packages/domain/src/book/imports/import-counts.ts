import { asJsonObject, isJsonObject, parseJsonObject } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";

/** What became of a family's rows: `read = new + changed + unchanged + quarantined + suppressed` (IMP-64). */
export interface FamilyCounts {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  /** Rows that readers no longer find: they are gone, named as deleted, or belong to something that is gone. */
  removed: number;
  quarantined: number;
  /** Rows of clients that were erased and do not come back. */
  suppressed: number;
}

export type ImportCounts = { [Name in FamilyName]?: FamilyCounts };

function noCounts(): FamilyCounts {
  return { read: 0, new: 0, changed: 0, unchanged: 0, removed: 0, quarantined: 0, suppressed: 0 };
}

/** The counts of a family, added when they are missing. */
export function countsOf(counts: ImportCounts, family: FamilyName): FamilyCounts {
  const counted = counts[family] ?? noCounts();
  counts[family] = counted;
  return counted;
}

/** Versions that an import wrote or ended. */
export function changesIn(counts: ImportCounts): number {
  return Object.values(counts).reduce((sum, family) => sum + family.new + family.changed + family.removed, 0);
}

/** Counts as they are stored: JSON text. */
export function readCounts(text: string): ImportCounts {
  const stored = parseJsonObject(text);
  const counts: ImportCounts = {};
  for (const family of familyNames) {
    const given = stored[family];
    if (!isJsonObject(given)) continue;
    const counted = countsOf(counts, family);
    for (const [name, value] of Object.entries(asJsonObject(given))) {
      if (typeof value === "number" && isCount(name)) counted[name] = value;
    }
  }
  return counts;
}

const names: ReadonlySet<string> = new Set(Object.keys(noCounts()));

function isCount(name: string): name is keyof FamilyCounts {
  return names.has(name);
}
