import { type FamilyName, rowTableOf } from "@service/record-families";
import { grantedClients, inSnapshot, isGranted, isShownBy, SqlText } from "../records/index.ts";
import type { AnalysisQuery, Measure } from "./analysis.ts";
import { conditionSql, UnaskableCondition } from "./condition-sql.ts";
import { type FieldSql, fieldSqlOf } from "./field-sql.ts";

/** More groups are no answer, and do not fit into a process. */
export const groupsMax = 100_000;

/** A question as one statement: a row for each group, `{values, n, measures, counts, place}`. */
export interface AnalysisStatement {
  readonly text: string;
  readonly values: SqlText;
  /** The fields of the family that the question names. */
  readonly fields: ReadonlySet<string>;
}

/**
 * The statement of a question at one snapshot, over the rows that `grants` show (null: every row), in the question's order.
 * With its `limit` only where nothing is suppressed: what is suppressed depends on all groups.
 *
 * @throws UnaskableCondition naming the member at fault.
 */
export function analysisSql(
  query: AnalysisQuery,
  read: {
    readonly connectionId: string;
    readonly seq: number;
    readonly grants: readonly string[] | null;
    readonly today: string;
    readonly isSuppressed: boolean;
  },
): AnalysisStatement {
  const { family, groupBy, measures } = query;
  const values = new SqlText();
  const fields = new Set<string>();
  const named = (name: string, at: string): FieldSql => {
    const field = fieldSqlOf(family, name);
    if (field === undefined) throw new UnaskableCondition(at, `is not a field of ${family} that can be asked about`);
    fields.add(field.field);
    return field;
  };
  const groups = groupBy.map((name, index) => {
    const { kind, sql } = named(name, `/group_by/${index}`);
    if (kind === "list") throw new UnaskableCondition(`/group_by/${index}`, "must not name a list");
    return kind === "text" ? `(${sql}) collate "C"` : sql;
  });
  const counted = measures.map((measure, index) => measureSql(measure, index, named));
  const quantified: string[] = [];
  const condition = { sql: values, family, today: read.today, fields, quantified };
  const where = query.where === undefined ? "true" : conditionSql(condition, query.where);
  const columns = [
    ...groups.map((sql, index) => `${sql} as g${index}`),
    "count(*) as n",
    ...counted.flatMap(({ value, count }, index) => [`${value} as m${index}`, `${count} as k${index}`]),
  ];
  const array = (prefix: string, list: readonly unknown[]): string =>
    `jsonb_build_array(${list.map((_, index) => `t.${prefix}${index}`).join(", ")})`;
  const text = `
    select ${array("g", groups)} as "values", t.n, ${array("m", counted)} as measures, ${array("k", counted)} as counts,
      ${read.isSuppressed ? placeSql(groupBy) : "0"} as place
    from (select ${columns.join(", ")}
      from ${rowsSql(family, values, read)} cross join lateral (select r.fields::jsonb as f offset 0) fields
        ${quantified.map((subquery) => `cross join lateral ${subquery}`).join("\n")}
      where r.connection_id = ${values.value(read.connectionId, "uuid")}
        and ${inSnapshot("r", values.value(read.seq, "int"))} and (${where})
      ${groups.length === 0 ? "" : `group by ${groups.map((_, index) => index + 1).join(", ")}`}) t
    ${orderSql(query)}
    limit ${read.isSuppressed ? groupsMax + 1 : query.limit + 1}`;
  return { text, values, fields };
}

/** Rows of a seat are found from its clients, whose number bounds the work. */
function rowsSql(
  family: FamilyName,
  values: SqlText,
  read: { readonly connectionId: string; readonly seq: number; readonly grants: readonly string[] | null },
): string {
  const { grants } = read;
  if (grants === null || isGranted({ grants }, family)) return `${rowTableOf(family)} r`;
  const client = family === "accounts" ? "r.row_key" : "r.client_key";
  return `${grantedClients(values, { ...read, grants })} g
    join ${rowTableOf(family)} r on r.connection_id = ${values.value(read.connectionId, "uuid")}
      and ${client} = g.client_key and ${isShownBy(family, "r", "g.policies")}`;
}

function measureSql(
  { op, path }: Measure,
  index: number,
  named: (name: string, at: string) => FieldSql,
): { readonly value: string; readonly count: string } {
  const at = `/measures/${index}/path`;
  if (path === undefined) {
    if (op !== "count") throw new UnaskableCondition(at, `is required for ${op}`);
    return { value: "count(*)", count: "count(*)" };
  }
  const { kind, sql, decimals } = named(path, at);
  if (kind === "list") throw new UnaskableCondition(at, "must not name a list");
  if ((op === "sum" || op === "avg") && kind !== "number") throw new UnaskableCondition(at, "must name a number");
  const count = `count(${sql})`;
  switch (op) {
    case "count":
      return { value: count, count: "count(*)" };
    case "count_distinct":
      return { value: `count(distinct ${sql})`, count: "count(*)" };
    // Decimals, so that cents add up to cents, in any order of the rows; half a cent is rounded away from zero.
    case "sum":
      return { value: `sum((${sql})::numeric)`, count };
    case "avg": {
      const avg = `avg((${sql})::numeric)`;
      return { value: decimals === undefined ? avg : `round(${avg}, ${decimals})`, count };
    }
    case "min":
    case "max":
      return kind === "boolean"
        ? { value: `bool_${op === "min" ? "and" : "or"}(${sql})`, count }
        : { value: kind === "text" ? `${op}((${sql}) collate "C")` : `${op}(${sql})`, count };
  }
}

/**
 * A group's place among all, which decides between groups of one size: the same in whatever order the question names fields
 * and rows, or two questions would tell together what each leaves out.
 */
function placeSql(groupBy: readonly string[]): string {
  const fields = groupBy.map((name, index) => ({ name, column: `t.g${index} nulls last` }));
  const sorted = fields.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return sorted.length === 0
    ? "1"
    : `row_number() over (order by ${sorted.map(({ column }) => column).join(", ")})::int`;
}

/** By what is asked, then by the groups; null is last. */
function orderSql({ order, groupBy, measures }: AnalysisQuery): string {
  const orderTerms = order.map(({ key, direction }) => {
    const group = groupBy.indexOf(key);
    const place = group >= 0 ? `t.g${group}` : `t.m${measures.findIndex((one) => one.key === key)}`;
    return `${place} ${direction} nulls last`;
  });
  const all = [...orderTerms, ...groupBy.map((_, index) => `t.g${index} nulls last`)];
  return all.length === 0 ? "" : `order by ${all.join(", ")}`;
}
