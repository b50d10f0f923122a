import type { SqlText } from "../records/index.ts";

/**
 * Members that lists are sorted by, each with its column's type; `isNullable`: rows without the value stand last, for
 * which an index of its own exists in each direction.
 */
export const opportunitySorts = {
  score: { type: "float8", isNullable: false },
  due_on: { type: "date", isNullable: true },
  expected_value: { type: "float8", isNullable: true },
  first_seen_at: { type: "timestamptz", isNullable: false },
} as const;
export type OpportunitySort = keyof typeof opportunitySorts;

export interface OpportunityOrder {
  readonly by: OpportunitySort;
  readonly isDescending: boolean;
}

/** Where a page ends: the sort value as the database writes it, then the id. */
export interface OpportunityPlace {
  readonly sort: string;
  readonly id: string;
}

/** The order of a list of rows `o`, as the indexes have it: what has no value counts as the last of all. */
export function orderOf({ by, isDescending }: OpportunityOrder) {
  const { type, isNullable } = opportunitySorts[by];
  const last = `'${isDescending ? "-" : ""}infinity'::${type}`;
  const column = isNullable ? `coalesce(o.${by}, ${last})` : `o.${by}`;
  const direction = isDescending ? "desc" : "asc";
  return { column, direction, order: `${column} ${direction}, o.opportunity_id ${direction}` } as const;
}

/** The condition that a row `o` stands behind a place. */
export function behind(sql: SqlText, order: OpportunityOrder, after: OpportunityPlace | undefined): readonly string[] {
  if (after === undefined) return [];
  const { column } = orderOf(order);
  const { type } = opportunitySorts[order.by];
  const than = order.isDescending ? "<" : ">";
  return [`(${column}, o.opportunity_id) ${than} (${sql.value(after.sort, type)}, ${sql.value(after.id, "uuid")})`];
}
