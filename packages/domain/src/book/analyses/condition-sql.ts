import { comparableText } from "@service/conditions";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { SqlText } from "../records/index.ts";
import { type FieldSql, fieldSqlOf } from "./field-sql.ts";

/** Why a condition cannot be asked of a family, and where in it. */
export class UnaskableCondition extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** What a condition is translated with. */
interface Translation {
  readonly sql: SqlText;
  readonly family: FamilyName;
  /** `YYYY-MM-DD`: days are counted from it. */
  readonly today: string;
  /** Receives the fields that the condition names. */
  readonly fields: Set<string>;
  /** Receives a subquery for each quantified condition, to be joined laterally in this order. */
  readonly quantified: string[];
}

/** A value in the statement: a field, or the element of a list. */
type Operand = Pick<FieldSql, "kind" | "sql" | "elements">;

/**
 * A condition that `checkCondition` has accepted, as SQL: `null` is unknown, and SQL's `and`, `or` and `not` are those of
 * the condition language (COND-2), so that a row passes where it is true. Its size is linear in that of the condition.
 *
 * @throws UnaskableCondition for a field that the family has not, and for what a statement cannot ask.
 */
export function conditionSql(translation: Translation, c: Json, at = "/where", element?: Operand): string {
  if (!isJsonObject(c)) throw new UnaskableCondition(at, "must be a condition");
  for (const [name, join] of [
    ["all", " and "],
    ["any", " or "],
    ["none", " or "],
  ] as const) {
    const parts = c[name];
    if (!isJsonArray(parts)) continue;
    const conditions = parts.map((part, index) => conditionSql(translation, part, `${at}/${name}/${index}`, element));
    const joined = conditions.length === 0 ? String(name === "all") : `(${conditions.join(join)})`;
    return name === "none" ? `(not ${joined})` : joined;
  }
  if (c["not"] !== undefined) return `(not ${conditionSql(translation, c["not"], `${at}/not`, element)})`;
  if (typeof c["each"] === "string") return eachSql(translation, c, c["each"], at);
  return leafSql(translation, c, at, element);
}

function operandOf(
  translation: Translation,
  path: Json | undefined,
  at: string,
  element: Operand | undefined,
): Operand {
  if (path === "@" && element !== undefined) return element;
  // A literal: PostgreSQL refuses a parameter that a comparison with another kind leaves out of the statement.
  if (path === "as_of") return { kind: "text", sql: `'${translation.today}'::text`, elements: undefined };
  const field = typeof path === "string" ? fieldSqlOf(translation.family, path) : undefined;
  if (field === undefined)
    throw new UnaskableCondition(at, `is not a field of ${translation.family} that can be asked about`);
  translation.fields.add(field.field);
  return field;
}

/**
 * A quantified condition over the elements of a list. It is counted once a row, beside the row: `@` is the element of the
 * nearest `each` and lists are the row's, so that one `each` inside another does not depend on the outer element. The
 * subqueries have `offset 0`, because a planner that merges them copies the inner condition wherever its truth is read.
 */
function eachSql(translation: Translation, c: JsonObject, path: string, at: string): string {
  const list = operandOf(translation, path.replace(/\[\]$/, ""), `${at}/each`, undefined);
  if (list.kind !== "list") throw new UnaskableCondition(`${at}/each`, "must name a list");
  const inner = conditionSql(translation, c["where"] ?? null, `${at}/where`, elementOf(list, "e.value"));
  const truths = `select case when jsonb_typeof(e.value) <> 'null' then ${inner} end as is_true
    from jsonb_array_elements(${list.sql}) e(value) offset 0`;
  const counts = `select count(*) filter (where t.is_true) as low,
    count(*) filter (where t.is_true is not false) as high, count(*) as total from (${truths}) t`;
  const name = `each${translation.quantified.length}`;
  translation.quantified.push(
    `(select case when ${list.sql} is not null then ${decisionSql(translation, c, at)} end as is_true
      from (${counts}) n offset 0) ${name}`,
  );
  return `${name}.is_true`;
}

/** Elements that are true number from `low` to `high`, those that are unknown included (COND-20). */
function decisionSql(translation: Translation, c: JsonObject, at: string): string {
  const settled = (isTrue: string, isFalse: string): string =>
    `case when ${isTrue} then true when ${isFalse} then false end`;
  switch (c["quantifier"]) {
    case "any":
      return settled("n.low > 0", "n.high = 0");
    case "none":
      return settled("n.high = 0", "n.low > 0");
    case "all":
      return settled("n.low = n.total", "n.high < n.total");
    default:
      return countSql(translation, c, at, settled);
  }
}

function countSql(
  translation: Translation,
  { op, value }: JsonObject,
  at: string,
  settled: (isTrue: string, isFalse: string) => string,
): string {
  const [from, to] = (isJsonArray(value) ? value : [value, value]).map((bound) =>
    typeof bound === "number" ? translation.sql.value(bound, "float8") : undefined,
  );
  if (from === undefined || to === undefined) throw new UnaskableCondition(`${at}/value`, "must be a number");
  const isWithin = `n.low >= ${from} and n.high <= ${to}`;
  const isOutside = `n.high < ${from} or n.low > ${to}`;
  switch (op) {
    case "between":
    case "eq":
      return settled(isWithin, isOutside);
    case "ne":
      return settled(isOutside, isWithin);
    case "gt":
      return settled(`n.low > ${from}`, `n.high <= ${from}`);
    case "gte":
      return settled(`n.low >= ${from}`, `n.high < ${from}`);
    case "lt":
      return settled(`n.high < ${from}`, `n.low >= ${from}`);
    case "lte":
      return settled(`n.high <= ${from}`, `n.low > ${from}`);
    default:
      throw new UnaskableCondition(`${at}/op`, "is not an operator of a count");
  }
}

/** The element of a list of plain values; of objects it is known only whether they are there. */
function elementOf({ elements }: Operand, place: string): Operand {
  const kind = elements ?? "object";
  return { kind, elements: undefined, sql: kind === "object" ? place : `(${place} #>> '{}')${casts[kind]}` };
}

const casts = { text: "", number: "::float8", boolean: "::bool" } as const;

function leafSql(translation: Translation, c: JsonObject, at: string, element: Operand | undefined): string {
  const fact = operandOf(translation, c["fact"], `${at}/fact`, element);
  const { op, value } = c;
  // PostgreSQL holds neither in a string, so no row has one.
  if ([value].flat().some((one) => isString(one) && (one.includes("\u0000") || !one.isWellFormed())))
    throw new UnaskableCondition(`${at}/value`, "must be a text without U+0000 and halves of characters");
  if (op === "exists" || op === "missing")
    return `(${fact.sql} is ${(op === "exists") === (value !== false) ? "not null" : "null"})`;
  const other =
    c["value_fact"] === undefined ? undefined : operandOf(translation, c["value_fact"], `${at}/value_fact`, element);
  if (fact.kind === "list") return listSql(translation, fact, { op, value, other }, at);
  return compared(translation, fact, { op, value, other }, at);
}

/** What a fact is compared with: a constant or another fact. */
interface Comparison {
  readonly op: Json | undefined;
  readonly value: Json | undefined;
  readonly other: Operand | undefined;
}

/** A list holds a value, or is itself there; everything else is asked of its elements. */
function listSql(translation: Translation, list: Operand, { op, value, other }: Comparison, at: string): string {
  if (op !== "contains")
    throw new UnaskableCondition(`${at}/op`, "must be contains, exists or missing for a list; or use each");
  const present =
    other === undefined ? `${list.sql} is not null` : `${list.sql} is not null and ${other.sql} is not null`;
  const element = elementOf(list, "e.value");
  const wanted = other === undefined ? constantSql(translation, element.kind, value ?? null) : comparable(other);
  const isSameKind = wanted !== undefined && (other === undefined || other.kind === element.kind);
  const found = isSameKind && element.kind !== "object" ? isHeld(list, comparable(element), wanted) : "false";
  return `case when ${present} then ${found} end`;
}

/** Whether a list holds a value; `element` is an expression over its elements `e`. */
function isHeld(list: Operand, element: string, wanted: string): string {
  return `exists (select from jsonb_array_elements(${list.sql}) e(value) where ${element} = ${wanted})`;
}

const folded = (sql: string): string => `condition_text(${sql})`;
const unknown = "null::bool";

/** A value as it is compared: strings trimmed and without case, ordered by code points. */
function comparable({ kind, sql }: Operand): string {
  return kind === "text" ? `(${folded(sql)} collate "C")` : sql;
}

const orders: { readonly [op: string]: string } = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** A comparison; a value of another kind than the fact is unknown (COND-4). */
function compared(translation: Translation, fact: Operand, comparison: Comparison, at: string): string {
  const { op, value, other } = comparison;
  if (fact.kind === "object") return unknown;
  const left = comparable(fact);
  const constant = (given: Json): string | undefined => constantSql(translation, fact.kind, given);
  const right = (): string | undefined =>
    other === undefined ? constant(value ?? null) : other.kind === fact.kind ? comparable(other) : undefined;
  const order = typeof op === "string" && Object.hasOwn(orders, op) ? orders[op] : undefined;
  if (order !== undefined) {
    if (fact.kind === "boolean" && op !== "eq" && op !== "ne") return unknown;
    const bound = right();
    return bound === undefined ? unknown : `(${left} ${order} ${bound})`;
  }
  switch (op) {
    case "between": {
      if (other !== undefined) return betweenListSql(fact, other);
      const [low, high] = isJsonArray(value) ? value.map(constant) : [];
      const isOrdered = fact.kind === "number" || fact.kind === "text";
      return low === undefined || high === undefined || !isOrdered ? unknown : `(${left} between ${low} and ${high})`;
    }
    case "in":
    case "not_in": {
      const isIn =
        other === undefined ? inSql(translation, fact, isJsonArray(value) ? value : []) : inListSql(fact, other);
      return op === "in" ? isIn : `(not ${isIn})`;
    }
    case "contains":
    case "starts_with":
      return textSql(translation, fact, comparison, op);
    case "within_days":
    case "older_than_days":
    case "before":
    case "after":
      return daySql(translation, fact, comparison, op);
    default:
      throw new UnaskableCondition(`${at}/op`, `${typeof op === "string" ? op : "this"} is not available in analyses`);
  }
}

/** One parameter for all values: a statement has no more than 65,535. */
function inSql(translation: Translation, fact: Operand, list: readonly Json[]): string {
  const values = list.map((one) => constantOf(fact.kind, one)).filter((one) => one !== undefined);
  if (list.length > 0 && values.length === 0) return unknown;
  if (values.length === 0) return `case when ${fact.sql} is not null then false end`;
  return `(${comparable(fact)} = any(${translation.sql.value(values, `${sqlTypes[kindOfScalar(fact)]}[]`)}))`;
}

/** Among the elements of a list of the row; a list without one of the fact's kind is a mismatch (COND-7). */
function inListSql(fact: Operand, list: Operand): string {
  if (list.kind !== "list") return unknown;
  const element = elementOf(list, "e.value");
  const found =
    element.kind === fact.kind
      ? `case when jsonb_array_length(${list.sql}) = 0 then false
          when ${isHeld(list, comparable(element), comparable(fact))} then true
          when jsonb_path_exists(${list.sql}, '$[*] ? (@ != null)') then false end`
      : `case when jsonb_array_length(${list.sql}) = 0 then false end`;
  return `case when ${fact.sql} is not null and ${list.sql} is not null then ${found} end`;
}

/** Between the two elements of a list of the row. */
function betweenListSql(fact: Operand, list: Operand): string {
  if (list.kind !== "list" || list.elements !== fact.kind || fact.kind === "boolean") return unknown;
  const bound = (index: number): string => comparable(elementOf(list, `(${list.sql} -> ${index})`));
  return `case when jsonb_array_length(${list.sql}) = 2 then ${comparable(fact)} between ${bound(0)} and ${bound(1)} end`;
}

function textSql(
  translation: Translation,
  fact: Operand,
  { value, other }: Comparison,
  op: "contains" | "starts_with",
): string {
  if (fact.kind !== "text") return unknown;
  const left = comparable(fact);
  const test = (wanted: string): string =>
    op === "contains" ? `(position(${wanted} in ${left}) > 0)` : `starts_with(${left}, ${wanted})`;
  const anyOf = (prefixes: string, prefix: string, present: string): string =>
    `case when ${present} then exists (select from ${prefixes} p(value) where ${test(prefix)}) end`;
  if (other?.kind === "list" && op === "starts_with") {
    const present = `${fact.sql} is not null and ${other.sql} is not null`;
    return other.elements === "text"
      ? anyOf(`jsonb_array_elements_text(${other.sql})`, folded("p.value"), present)
      : `case when ${present} then false end`;
  }
  if (other !== undefined) return other.kind === "text" ? test(comparable(other)) : unknown;
  if (op === "starts_with" && isJsonArray(value)) {
    const prefixes = translation.sql.value(value.filter(isString).map(comparableText), "text[]");
    return anyOf(`unnest(${prefixes})`, "p.value", `${fact.sql} is not null`);
  }
  const wanted = constantSql(translation, "text", value ?? null);
  return wanted === undefined ? unknown : test(wanted);
}

/** Days of dates and times; what is not one is unknown. */
function daySql(
  translation: Translation,
  fact: Operand,
  { value, other }: Comparison,
  op: "within_days" | "older_than_days" | "before" | "after",
): string {
  if (fact.kind !== "text") return unknown;
  const day = `condition_day(${fact.sql})`;
  if (op === "within_days" || op === "older_than_days") {
    const days = other === undefined ? constantSql(translation, "number", value ?? null) : numberOf(other);
    if (days === undefined) return unknown;
    const age = `(${translation.sql.value(translation.today, "date")} - ${day})`;
    return op === "within_days" ? `(abs(${age}) <= ${days})` : `(${age} > ${days})`;
  }
  const bound =
    other === undefined ? (isString(value) ? translation.sql.value(value, "text") : undefined) : textOf(other);
  if (bound === undefined) return unknown;
  return `(${day} ${op === "before" ? "<" : ">"} condition_day(${bound}))`;
}

function numberOf({ kind, sql }: Operand): string | undefined {
  return kind === "number" ? sql : undefined;
}

/** A fact on the right side is trimmed like every string there; a day is written in capitals. */
function textOf({ kind, sql }: Operand): string | undefined {
  return kind === "text" ? `upper(${folded(sql)} collate "C")` : undefined;
}

function isString(value: Json | undefined): value is string {
  return typeof value === "string";
}

const sqlTypes = { text: "text", number: "float8", boolean: "bool" } as const;

function kindOfScalar({ kind }: Operand): keyof typeof sqlTypes {
  if (kind === "list" || kind === "object") throw new TypeError("only plain values are compared");
  return kind;
}

/** A constant as it is compared with facts of a kind; undefined for a value of another kind. */
function constantOf(kind: Operand["kind"], value: Json): string | number | boolean | undefined {
  switch (kind) {
    case "text":
      return typeof value === "string" ? comparableText(value) : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "list":
    case "object":
      return undefined;
  }
}

function constantSql({ sql }: Translation, kind: Operand["kind"], value: Json): string | undefined {
  const constant = constantOf(kind, value);
  if (constant === undefined || kind === "list" || kind === "object") return undefined;
  return sql.value(constant, sqlTypes[kind]);
}
