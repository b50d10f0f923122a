import type { InsuredRow } from "./covers-need.ts";
import type { UmbrellaPolicy } from "./tower.ts";

/** An umbrella policy in force. `keys`: those its coverages name it by. */
export type UmbrellaOnFile = { readonly keys: readonly string[]; readonly schedule?: readonly string[] | undefined };

/** A coverage in force. Without a policy key it belongs to one umbrella that is not on file itself. */
export type UmbrellaRow = InsuredRow & { readonly policyKey?: string | undefined };

/**
 * Umbrella policies in force, each with what its coverages state (COVER-7, COVER-8): those on file, then those of which
 * coverages alone are on file. One without coverages states no limit; an empty schedule is not known.
 */
export function umbrellasOf(
  onFile: readonly UmbrellaOnFile[],
  rows: readonly UmbrellaRow[],
): readonly UmbrellaPolicy[] {
  const own = rows.filter(({ line, included }) => line === "umbrella" && included !== false);
  const named = new Set(onFile.flatMap(({ keys }) => keys));
  const alone = own.filter(({ policyKey }) => policyKey === undefined || !named.has(policyKey));
  return [
    ...onFile.map(({ keys, schedule }) => ({
      ...limitsOf(own.filter(({ policyKey }) => policyKey !== undefined && keys.includes(policyKey))),
      ...(schedule === undefined || schedule.length === 0 ? {} : { schedule }),
    })),
    ...[...new Set(alone.map(({ policyKey }) => policyKey))].map((key) =>
      limitsOf(alone.filter(({ policyKey }) => policyKey === key)),
    ),
  ];
}

function limitsOf(rows: readonly UmbrellaRow[]): UmbrellaPolicy {
  const highest = (...coverages: string[]): number | undefined => {
    const limits = rows.flatMap(({ coverage, limit }) => (coverages.includes(coverage) ? (limit ?? []) : []));
    return limits.length === 0 ? undefined : Math.max(...limits);
  };
  return {
    occurrence: highest("umbrella_occurrence", "each_occurrence"),
    aggregate: highest("umbrella_aggregate", "general_aggregate"),
  };
}
