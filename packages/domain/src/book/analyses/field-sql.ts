import { isJsonObject, type JsonSchema } from "@service/json";
import {
  type Column,
  columnsOf,
  type FamilyName,
  familyOf,
  lastSortValues,
  ownerColumnsOf,
} from "@service/record-families";

/** What a field of a row holds, as questions compare it. */
type FieldKind = "text" | "number" | "boolean" | "list" | "object";

/** A field in a statement: an expression over the version `r` and its fields `f` (jsonb), null where the row has none. */
export interface FieldSql {
  readonly kind: FieldKind;
  /** The field of the family, whose class decides. */
  readonly field: string;
  readonly sql: string;
  /** What the elements of a list are; undefined for objects, and for what is no list. */
  readonly elements: "text" | "number" | "boolean" | undefined;
  /** Decimals that its values have at most; undefined where that is not bounded. */
  readonly decimals: number | undefined;
}

/**
 * The field that a question names: `premium`, or a member of an object, `mailing_address.state`. Undefined for what the
 * family has not; attributes and the source's own ids are not asked about.
 */
export function fieldSqlOf(family: FamilyName, name: string): FieldSql | undefined {
  const { fields, keyName, owner } = familyOf(family);
  if (name === keyName || name === "key") return textKey(name, "r.row_key");
  const [head = "", member, ...more] = name.split(".");
  const declared = Object.hasOwn(fields, head) ? fields[head]?.schema : undefined;
  if (declared === undefined || more.length > 0) return undefined;
  const decimals = decimalsOf(declared);
  if (member === undefined) {
    const column = columnsOf(family).find((one) => one.name === head);
    const typed = column && columnSql(column);
    if (name === "client_key" && owner !== "agency") return textKey(head, "r.client_key");
    if (name === "policy_key" && ownerColumnsOf(family).policy === "one") return textKey(head, "r.policy_key");
    return typed === undefined
      ? jsonSql(head, declared, [head])
      : { ...typed, field: head, elements: undefined, decimals };
  }
  const properties = isJsonObject(declared["properties"]) ? declared["properties"] : {};
  const inner = Object.hasOwn(properties, member) ? properties[member] : undefined;
  return isJsonObject(inner) ? jsonSql(head, inner, [head, member]) : undefined;
}

function textKey(field: string, sql: string): FieldSql {
  return { kind: "text", field, sql, elements: undefined, decimals: undefined };
}

/** Of money two. */
function decimalsOf(schema: JsonSchema): number | undefined {
  const decimals = schema["x-decimals"];
  return typeof decimals === "number" && Number.isInteger(decimals) ? decimals : undefined;
}

/** A typed column has the value without the fields being parsed; a missing one may be stored as the last of its order. */
function columnSql({ name, kind, isSorted }: Column): { kind: FieldKind; sql: string } | undefined {
  const place = `r.${name}`;
  switch (kind) {
    case "text":
      return { kind: "text", sql: place };
    case "number":
      return { kind: "number", sql: isSorted ? `nullif(${place}, '${lastSortValues.number}'::float8)` : place };
    case "boolean":
      return { kind: "boolean", sql: place };
    case "date": {
      const day = isSorted ? `nullif(${place}, '${lastSortValues.date}'::date)` : place;
      return { kind: "text", sql: `to_char(${day}, 'YYYY-MM-DD')` };
    }
    // Folded for sorting, several fields in one, or without the offset that the source gave: the fields have the value.
    case "folded":
    case "texts":
    case "instant":
      return undefined;
  }
}

function jsonSql(field: string, schema: JsonSchema, path: readonly string[]): FieldSql | undefined {
  const decimals = decimalsOf(schema);
  const kind = kindOf(schema);
  const place = `f #> '{${path.join(",")}}'`;
  const asText = `f #>> '{${path.join(",")}}'`;
  const read = (jsonType: string, sql: string): string =>
    `case when jsonb_typeof(${place}) = '${jsonType}' then ${sql} end`;
  const common = { field, decimals, elements: undefined };
  switch (kind) {
    case "number":
      return { ...common, kind, sql: read("number", `(${asText})::float8`) };
    case "boolean":
      return { ...common, kind, sql: read("boolean", `(${asText})::bool`) };
    case "list": {
      const elements = isJsonObject(schema["items"]) ? kindOf(schema["items"]) : "object";
      const isPlain = elements !== "list" && elements !== "object";
      return { ...common, kind, elements: isPlain ? elements : undefined, sql: read("array", place) };
    }
    case "object":
      return undefined;
    case "text":
      return { ...common, kind, sql: read("string", asText) };
  }
}

function kindOf({ type }: JsonSchema): FieldKind {
  switch (type) {
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    default:
      return "text";
  }
}
