import {
  type Column,
  columnOfFilter,
  columnsOf,
  familyOf,
  type FamilyName,
  foldText,
  lastSortValues,
} from "@service/record-families";
import type { SqlText } from "./sql-text.ts";

/** What a list is narrowed by: values by the name of their query parameter, already of the filter's type. */
export type FilterValues = { readonly [parameter: string]: string | number | boolean };

/** Types of values that are compared with a column. */
export const columnSqlTypes = {
  folded: "text",
  text: "text",
  texts: "text",
  date: "date",
  instant: "timestamptz",
  number: "float8",
  boolean: "bool",
} as const;

/** The conditions of the filters on a row (REC-24); those that bound the scan of the list's index stand apart. */
export interface FilterConditions {
  readonly bounds: readonly string[];
  readonly others: readonly string[];
}

/** @param today `YYYY-MM-DD`: the day on which the chain of pages began. */
export function filterConditions(
  sql: SqlText,
  {
    family,
    filters,
    today,
    sorted,
    row,
    bounded,
  }: {
    readonly family: FamilyName;
    readonly filters: FilterValues;
    readonly today: string;
    readonly sorted: string | undefined;
    /** Alias of the version in `others`, and in `bounds`. */
    readonly row: string;
    readonly bounded: string;
  },
): FilterConditions {
  const bounds: string[] = [];
  const others: string[] = [];
  for (const [parameter, value] of Object.entries(filters)) {
    const column = columnOfFilter(family, parameter);
    const filter = familyOf(family).filters[parameter];
    if (column === undefined || filter === undefined) throw new Error(`${family} has no filter ${parameter}`);
    const { test, leads = [] } = filter;
    const isRange = test === "from" || test === "to" || test === "withinDays";
    // An index for this value in this order: its other entries are not looked at.
    const isLeading = test === "equals" && sorted !== undefined && leads.includes(sorted);
    const isBound = isLeading || (isRange && column.name === sorted);
    const place = `${isBound ? bounded : row}.${column.name}`;
    (isBound ? bounds : others).push(...conditionsOf(sql, { test, column, place, value, today, row }));
  }
  return { bounds, others };
}

interface Compared {
  readonly test: string;
  readonly column: Column;
  readonly place: string;
  readonly value: string | number | boolean;
  readonly today: string;
  readonly row: string;
}

function conditionsOf(sql: SqlText, { test, column, place, value, today, row }: Compared): string[] {
  const type = columnSqlTypes[column.kind];
  switch (test) {
    case "equals":
      return [`${place} = ${sql.value(column.kind === "folded" ? foldText(String(value)) : value, type)}`];
    case "begins":
      return [`starts_with(${place}, ${sql.value(String(value), "text")})`];
    case "holds":
      return [
        column.kind === "texts"
          ? `${sql.value(value, "text")} = any(${place})`
          : `${place} = ${sql.value(value, type)}`,
      ];
    case "from":
      return [`${place} >= ${sql.value(value, type)}`, ...notMissing(place, column)];
    case "to":
      return [`${place} <= ${sql.value(value, type)}`];
    case "withinDays":
      return [
        `${place} >= ${sql.value(today, "date")}`,
        `${place} <= ${sql.value(today, "date")} + ${sql.value(value, "int")}`,
      ];
    case "isEmpty":
      return [`(${place} is null) = ${sql.value(value, "bool")}`];
    case "isOverdue":
      return [
        `coalesce(${row}.due_on < ${sql.value(today, "date")} and ${row}.paid_on is null ` +
          `and coalesce(${row}.balance, ${row}.amount) > 0, false) = ${sql.value(value, "bool")}`,
      ];
    default:
      throw new Error(`no condition for the filter test ${test}`);
  }
}

/** A sorted column has a value behind all others where the row has none; it is no date that lies after another. */
function notMissing(place: string, { isSorted, kind }: Column): string[] {
  return isSorted && kind === "date" ? [`${place} < '${lastSortValues[kind]}'`] : [];
}

/** The columns of a version that decide whether it is on a page; all of them are in every index of the family. */
export function decidingColumns(family: FamilyName): readonly string[] {
  return columnsOf(family).map(({ name }) => name);
}
