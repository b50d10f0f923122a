import type { JsonSchema } from "@service/json";
import { familyOf } from "./families.ts";
import type { FamilyName } from "./family-names.ts";
import type { Family } from "./family.ts";

/**
 * - `folded`: a string by which lists are sorted: lower case without marks, so that `Ärzte` stands beside `arzte`.
 * - `texts`: the values of one or several fields together.
 */
export type ColumnKind = "folded" | "text" | "texts" | "date" | "instant" | "number" | "boolean";

/** A typed column of a family's table: what a filter compares or a list is sorted by (REC-20). */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The fields that it is made of. */
  readonly fields: readonly [string, ...string[]];
  /** Never null: a row without the value has one that sorts behind all others. */
  readonly isSorted: boolean;
}

/** The value that a sorted column has in a row without one: behind all others (REC-20). */
export const lastSortValues = {
  folded: "\u{10FFFF}",
  date: "infinity",
  instant: "infinity",
  number: "Infinity",
} as const satisfies { readonly [Kind in ColumnKind]?: string };

/** The keys of other rows by which a family's rows are found and seen. */
export interface OwnerColumns {
  /** The row belongs to a client, and may belong to one policy. */
  readonly client: boolean;
  readonly policy: "none" | "one" | "several";
}

export function ownerColumnsOf(name: FamilyName): OwnerColumns {
  const { owner, fields, keyName } = familyOf(name);
  return {
    client: owner !== "agency",
    policy: hasField(fields, "policy_keys")
      ? "several"
      : hasField(fields, "policy_key") || keyName === "policy_key"
        ? "one"
        : "none",
  };
}

/** The typed columns of a family's table, in the order of its declaration. */
export function columnsOf(name: FamilyName): readonly Column[] {
  const family = familyOf(name);
  const columns = new Map<string, Column>();
  for (const field of family.sorts) {
    const kind = kindOf(schemaOf(family, field));
    const sorted: Column = { name: field, kind: kind === "text" ? "folded" : kind, fields: [field], isSorted: true };
    columns.set(sorted.name, sorted);
  }
  for (const [parameter, { test, fields }] of Object.entries(family.filters)) {
    if (test === "holds" && (fields.length > 1 || kindOf(schemaOf(family, fields[0])) === "texts")) {
      const column: Column = { name: `any_${parameter}`, kind: "texts", fields, isSorted: false };
      columns.set(column.name, column);
      continue;
    }
    for (const field of fields) {
      const column: Column = { name: field, kind: kindOf(schemaOf(family, field)), fields: [field], isSorted: false };
      if (!columns.has(field)) columns.set(field, column);
    }
  }
  return [...columns.values()];
}

/** The column that a filter of several fields, or of a list, compares; else the one named by its field. */
export function columnOfFilter(name: FamilyName, parameter: string): Column | undefined {
  const columns = columnsOf(name);
  const field = familyOf(name).filters[parameter]?.fields[0];
  return (
    columns.find((column) => column.name === `any_${parameter}`) ?? columns.find((column) => column.name === field)
  );
}

function schemaOf({ name, fields }: Family, field: string): JsonSchema {
  const declared = fields[field];
  if (declared === undefined) throw new Error(`${name} has no field ${field}`);
  return declared.schema;
}

function hasField(fields: Family["fields"], name: string): boolean {
  return Object.hasOwn(fields, name);
}

function kindOf({ type, format }: JsonSchema): ColumnKind {
  switch (type) {
    case "array":
      return "texts";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return format === "date" ? "date" : format === "date-time" ? "instant" : "text";
  }
}
