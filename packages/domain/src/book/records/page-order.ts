import { columnsOf, familyOf, type FamilyName, lastSortValues } from "@service/record-families";
import { columnSqlTypes } from "./row-filters.ts";
import type { SqlText } from "./sql-text.ts";

/** How a list is sorted: by a field and then by key, or by key alone. */
export interface ListOrder {
  readonly field: string | undefined;
  readonly direction: "asc" | "desc";
}

/** Where a page ends, which is where the next begins. */
export interface Position {
  /** Descending lists show the rows without the value after all others (REC-20). */
  readonly isPastValues: boolean;
  /** As PostgreSQL writes it; null in a list by key. */
  readonly sort: string | null;
  readonly key: string;
  /** The entry itself is looked at again: another version of its row may be the visible one. */
  readonly isIncluded: boolean;
}

/** The sorted column of a list, as SQL. */
export interface SortColumn {
  readonly name: string;
  readonly type: string;
  /** Literal of the value that stands for none. */
  readonly last: string;
}

/** Undefined for a list by key. */
export function sortColumnOf(family: FamilyName, { field }: ListOrder): SortColumn | undefined {
  if (field === undefined) return undefined;
  const column = columnsOf(family).find(({ name, isSorted }) => isSorted && name === field);
  if (column === undefined || !(column.kind in lastSortValues)) throw new Error(`${family} has no order by ${field}`);
  const type = columnSqlTypes[column.kind];
  const last = Object.entries(lastSortValues).find(([kind]) => kind === column.kind)?.[1] ?? "";
  return { name: column.name, type, last: `'${last}'::${type}` };
}

/** The order of a family's lists for readers who see the field of its default sort. */
export function defaultOrder(family: FamilyName): ListOrder {
  const { defaultSort } = familyOf(family);
  return { field: defaultSort?.field, direction: defaultSort?.direction ?? "asc" };
}

/** `order by` along the index: ascending, or backwards through one part of it. */
export function alongIndex(row: string, order: ListOrder, column: SortColumn | undefined): string {
  const direction = order.direction === "desc" ? " desc" : "";
  return [...(column ? [`${row}.${column.name}${direction}`] : []), `${row}.row_key${direction}`].join(", ");
}

/** `order by` of entries in memory, the rows without the value last. */
export function inMemory(row: string, order: ListOrder, column: SortColumn | undefined): string {
  const along = alongIndex(row, order, column);
  return column && order.direction === "desc" ? `(${row}.${column.name} = ${column.last}), ${along}` : along;
}

/** The conditions that entries stand behind a position, within the part of a descending list that it lies in. */
export function behind(
  sql: SqlText,
  {
    row,
    order,
    column,
    after,
    isPastValues,
  }: {
    readonly row: string;
    readonly order: ListOrder;
    readonly column: SortColumn | undefined;
    readonly after: Position | undefined;
    readonly isPastValues: boolean;
  },
): readonly string[] {
  const isDescending = order.direction === "desc";
  const part = column && isDescending ? [`${row}.${column.name} ${isPastValues ? "=" : "<"} ${column.last}`] : [];
  if (after === undefined || after.isPastValues !== isPastValues) return part;
  const operator = `${isDescending ? "<" : ">"}${after.isIncluded ? "=" : ""}`;
  const key = sql.value(after.key, "text");
  if (column === undefined || isPastValues) return [...part, `${row}.row_key ${operator} ${key}`];
  return [
    ...part,
    `(${row}.${column.name}, ${row}.row_key) ${operator} (${sql.value(after.sort, column.type)}, ${key})`,
  ];
}

/** The same as one condition over both parts, for entries that are sorted in memory. */
export function behindInMemory(
  sql: SqlText,
  given: {
    readonly row: string;
    readonly order: ListOrder;
    readonly column: SortColumn | undefined;
    readonly after: Position | undefined;
  },
): string {
  const { row, order, column, after } = given;
  if (after === undefined) return "true";
  const within = behind(sql, { ...given, isPastValues: after.isPastValues }).join(" and ");
  if (column === undefined || order.direction === "asc" || after.isPastValues) return `(${within})`;
  return `((${within}) or ${row}.${column.name} = ${column.last})`;
}
