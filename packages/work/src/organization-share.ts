/** Shares of the slots of a process, so that the many items of one organization leave places to others. */

interface OfOrganization {
  readonly organizationId: string;
}

/** Most items of one organization where it may have half of the slots, rounded down; at least one. */
export function halfOf(slots: number): number {
  return Math.max(1, Math.floor(slots / 2));
}

/** Organizations that have at least their share of the items. */
export function organizationsAtShare(items: readonly OfOrganization[], share: number): string[] {
  return [...countsOf(items)].filter(([, count]) => count >= share).map(([organizationId]) => organizationId);
}

/** How many more each organization of the items may take, as two columns for `unnest`; every other one has its whole share. */
export function roomsWithin(
  share: number,
  items: readonly OfOrganization[],
): { readonly organizationIds: string[]; readonly rooms: number[] } {
  const counts = countsOf(items);
  return { organizationIds: [...counts.keys()], rooms: [...counts.values()].map((count) => share - count) };
}

function countsOf(items: readonly OfOrganization[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { organizationId } of items) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return counts;
}
