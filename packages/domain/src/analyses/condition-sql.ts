import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { SqlText } from "../records/index.ts";
import { type FieldKind, fieldSqlOf } from "./field-sql.ts";

/** Why a condition cannot be asked of a family, and where in it. */
export class UnaskableCondition extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** What a condition is translated with. */
interface Asked {
  readonly sql: SqlText;
  readonly family: FamilyName;
  /** `YYYY-MM-DD`: days are counted from it. */
  readonly today: string;
  /** Receives the fields that the condition names. */
  readonly fields: Set<string>;
}

/** A value in the statement: a field, or the element of a list. */
interface Operand {
  readonly kind: FieldKind;
  readonly sql: string;
  readonly isDay?: boolean;
}

/**
 * A condition that `checkCondition` has accepted, as SQL: `null` is unknown, and SQL's `and`, `or` and `not` are those of
 * the condition language (COND-2), so that a row passes where it is true.
 *
 * @throws UnaskableCondition for a field that the family has not, and for what a statement cannot ask.
 */
export function conditionSql(asked: Asked, c: Json, at = "/where", element?: Operand): string {
  if (!isJsonObject(c)) throw new UnaskableCondition(at, "must be a condition");
  for (const [name, join] of [
    ["all", " and "],
    ["any", " or "],
    ["none", " or "],
  ] as const) {
    const parts = c[name];
    if (!isJsonArray(parts)) continue;
    const conditions = parts.map((part, index) => conditionSql(asked, part, `${at}/${name}/${index}`, element));
    const joined = conditions.length === 0 ? String(name === "all") : `(${conditions.join(join)})`;
    return name === "none" ? `(not ${joined})` : joined;
  }
  if (c["not"] !== undefined) return `(not ${conditionSql(asked, c["not"], `${at}/not`, element)})`;
  if (typeof c["each"] === "string") return eachSql(asked, c, c["each"], at);
  return leafSql(asked, c, at, element);
}

function operandOf(asked: Asked, path: Json | undefined, at: string, element: Operand | undefined): Operand {
  if (path === "@" && element !== undefined) return element;
  if (path === "as_of") return { kind: "text", sql: asked.sql.value(asked.today, "text"), isDay: true };
  const field = typeof path === "string" ? fieldSqlOf(asked.family, path) : undefined;
  if (field === undefined)
    throw new UnaskableCondition(at, `is not a field of ${asked.family} that can be asked about`);
  asked.fields.add(field.field);
  return field;
}

/** A quantified condition over the elements of a list of plain values. */
function eachSql(asked: Asked, c: JsonObject, path: string, at: string): string {
  const list = operandOf(asked, path.replace(/\[\]$/, ""), `${at}/each`, undefined);
  if (list.kind !== "list") throw new UnaskableCondition(`${at}/each`, "must name a list");
  const inner = conditionSql(asked, c["where"] ?? null, `${at}/where`, { kind: "text", sql: "e.value" });
  const over = (sql: string): string =>
    `(select ${sql} from jsonb_array_elements_text(${list.sql}) e(value) where ${list.sql} is not null)`;
  const yes = `count(*) filter (where ${inner})`;
  const unknown = `count(*) filter (where (${inner}) is null)`;
  const known = (sql: string): string => `case when ${list.sql} is null then null else ${over(sql)} end`;
  switch (c["quantifier"]) {
    case "any":
      return known(`case when ${yes} > 0 then true when ${unknown} > 0 then null else false end`);
    case "none":
      return known(`case when ${yes} > 0 then false when ${unknown} > 0 then null else true end`);
    case "all":
      return known(
        `case when count(*) filter (where not (${inner})) > 0 then false when ${unknown} > 0 then null else true end`,
      );
    default: {
      const bound = (count: string): string =>
        compared(asked, { kind: "number", sql: `(${count})::float8` }, c, `${at}/op`, undefined);
      const [low, high] = [bound(yes), bound(`${yes} + ${unknown}`)];
      return known(`case when (${low}) = (${high}) then ${low} end`);
    }
  }
}

function leafSql(asked: Asked, c: JsonObject, at: string, element: Operand | undefined): string {
  const fact = operandOf(asked, c["fact"], `${at}/fact`, element);
  if (c["op"] === "exists") return `(${fact.sql} is not null)`;
  if (c["op"] === "missing") return `(${fact.sql} is null)`;
  if (fact.kind === "list") {
    if (c["op"] !== "contains" || typeof c["value"] !== "string")
      throw new UnaskableCondition(
        `${at}/op`,
        "must be contains with a text, exists or missing for a list; or use each",
      );
    const wanted = asked.sql.value(foldedText(c["value"]), "text");
    const found = `exists (select from jsonb_array_elements_text(${fact.sql}) e(value) where ${folded("e.value")} = ${wanted})`;
    return `case when ${fact.sql} is not null then ${found} end`;
  }
  return compared(asked, fact, c, at, element);
}

const folded = (sql: string): string => `lower(btrim(${sql}))`;
const foldedText = (text: string): string => text.trim().toLowerCase();
const unknown = "null::bool";

const orders: { readonly [op: string]: string } = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** A comparison; a value of another kind than the fact is unknown (COND-4). */
function compared(asked: Asked, fact: Operand, c: JsonObject, at: string, element: Operand | undefined): string {
  const { op, value } = c;
  const left = fact.kind === "text" ? `(${folded(fact.sql)} collate "C")` : fact.sql;
  const constant = (given: Json): string | undefined => constantSql(asked, fact.kind, given);
  const other = c["value_fact"];
  const right = (): string | undefined => {
    if (other === undefined) return constant(value ?? null);
    const operand = operandOf(asked, other, `${at}/value_fact`, element);
    if (operand.kind !== fact.kind || operand.isDay !== fact.isDay) return undefined;
    return operand.kind === "text" ? folded(operand.sql) : operand.sql;
  };
  const order = typeof op === "string" && Object.hasOwn(orders, op) ? orders[op] : undefined;
  if (order !== undefined) {
    if (fact.kind === "boolean" && op !== "eq" && op !== "ne") return unknown;
    const bound = right();
    return bound === undefined ? unknown : `(${left} ${order} ${bound})`;
  }
  switch (op) {
    case "between": {
      const [low, high] = isJsonArray(value) ? value.map(constant) : [];
      return low === undefined || high === undefined ? unknown : `(${left} >= ${low} and ${left} <= ${high})`;
    }
    case "in":
    case "not_in": {
      const list = isJsonArray(value) ? value : [];
      const found = list.flatMap((one) => constant(one) ?? []);
      if (list.length > 0 && found.length === 0) return unknown;
      const isIn =
        found.length === 0 ? `case when ${left} is not null then false end` : `(${left} in (${found.join(", ")}))`;
      return op === "in" ? isIn : `(not ${isIn})`;
    }
    case "contains":
    case "starts_with":
      return textSql(asked, { fact, left, at }, op, right, value);
    case "within_days":
    case "older_than_days":
    case "before":
    case "after":
      return daySql(asked, { fact, at }, op, { value, other: other === undefined ? undefined : right });
    default:
      throw new UnaskableCondition(`${at}/op`, `${typeof op === "string" ? op : "this"} is not available in analyses`);
  }
}

function textSql(
  asked: Asked,
  { fact, left, at }: { readonly fact: Operand; readonly left: string; readonly at: string },
  op: "contains" | "starts_with",
  right: () => string | undefined,
  value: Json | undefined,
): string {
  if (fact.kind !== "text") return unknown;
  const test = (wanted: string): string =>
    op === "contains" ? `(position(${wanted} in ${left}) > 0)` : `starts_with(${left}, ${wanted})`;
  if (isJsonArray(value)) {
    const tests = value.flatMap((one) =>
      typeof one === "string" ? [test(asked.sql.value(foldedText(one), "text"))] : [],
    );
    if (tests.length === 0) throw new UnaskableCondition(`${at}/value`, "must have a prefix");
    return `(${tests.join(" or ")})`;
  }
  const wanted = right();
  return wanted === undefined ? unknown : test(wanted);
}

/** Days of dates and times; what is not one is unknown. */
function daySql(
  asked: Asked,
  { fact, at }: { readonly fact: Operand; readonly at: string },
  op: "within_days" | "older_than_days" | "before" | "after",
  given: { readonly value: Json | undefined; readonly other: (() => string | undefined) | undefined },
): string {
  if (fact.isDay !== true) return unknown;
  const day = dayOf(fact.sql);
  if (op === "within_days" || op === "older_than_days") {
    if (typeof given.value !== "number") throw new UnaskableCondition(`${at}/value`, "must be a number of days");
    const days = asked.sql.value(given.value, "float8");
    const age = `(${asked.sql.value(asked.today, "date")} - ${day})`;
    return op === "within_days" ? `(abs(${age}) <= ${days})` : `(${age} > ${days})`;
  }
  const constant = typeof given.value === "string" ? asked.sql.value(given.value.slice(0, 10), "text") : undefined;
  const other = given.other === undefined ? constant : given.other();
  return other === undefined ? unknown : `(${day} ${op === "before" ? "<" : ">"} ${dayOf(other)})`;
}

/** The day of a date or time, which the import has checked. */
function dayOf(sql: string): string {
  return `left(${sql}, 10)::date`;
}

function constantSql({ sql }: Asked, kind: FieldKind, value: Json): string | undefined {
  switch (kind) {
    case "text":
      return typeof value === "string" ? sql.value(foldedText(value), "text") : undefined;
    case "number":
      return typeof value === "number" ? sql.value(value, "float8") : undefined;
    case "boolean":
      return typeof value === "boolean" ? sql.value(value, "bool") : undefined;
    case "list":
      return undefined;
  }
}
