import type { FamilyName, Plane } from "./family-names.ts";
import type { Fields } from "./field.ts";

/**
 * How a query parameter narrows a list (REC-24).
 * - `equals`: the field's value as it is stored.
 * - `begins`: its beginning, for codes whose first digits name a group.
 * - `holds`: one element of a list.
 * - `from`, `to`: dates and times, both included.
 * - `withinDays`: a date from today to so many days ahead.
 * - `isEmpty`: `true` for rows without a value, `false` for rows with one.
 * - `isOverdue`: bills that are due, not paid, and have a balance.
 */
export type Test = "equals" | "begins" | "holds" | "from" | "to" | "withinDays" | "isEmpty" | "isOverdue";

export interface Filter<FieldName extends string = string> {
  readonly test: Test;
  /** Every field that decides; a reader who may not see one of them may not use the filter. */
  readonly fields: readonly [FieldName, ...FieldName[]];
  /**
   * Orders in which rows with one value of the field stand together, of a filter that `equals`: an index for each finds them
   * without passing all others first, as active policies stand behind all that have expired.
   */
  readonly leads?: readonly FieldName[];
}

export interface Sort<FieldName extends string = string> {
  readonly field: FieldName;
  readonly direction: "asc" | "desc";
}

/** What the rows of a family belong to, which decides who may see them (SEAT-10). */
export type Owner =
  /** The rows are clients. */
  | "client"
  /** Rows of a client, some of them of one policy. */
  | "row of a client"
  /** The agency's own tables, which every seat sees. */
  | "agency";

/**
 * One family, written once (REC-1): its table, the check of an import, the OpenAPI component, the query parameters, the
 * masks, `/planes`, the filter by seat and the rows that engine types take derive from it.
 */
export interface Family<FieldName extends string = string> {
  readonly name: FamilyName;
  readonly plane: Plane;
  readonly owner: Owner;
  /** The name by which other rows refer to a row of this family; a row has its key under it and as `key`. */
  readonly keyName: string;
  /** Begins the keys that the service makes; undefined: the key is the source's own (REC-12). */
  readonly keyPrefix: string | undefined;
  readonly fields: { readonly [Name in FieldName]: Fields[string] };
  /** A row without one of these, or of a client that it does not name, is quarantined (IMP-20). */
  readonly required: readonly FieldName[];
  readonly filters: { readonly [parameter: string]: Filter<FieldName> };
  /** Fields that a list can be sorted by, besides the key. */
  readonly sorts: readonly FieldName[];
  /** Undefined: by key. */
  readonly defaultSort: Sort<FieldName> | undefined;
  /** Fields that are made of other rows where the source gives none (IMP-290). */
  readonly derived: readonly FieldName[];
}

interface Declared<FieldName extends string> {
  readonly plane: Plane;
  readonly owner: Owner;
  readonly keyName: string;
  readonly keyPrefix?: string;
  readonly fields: { readonly [Name in FieldName]: Fields[string] };
  readonly required?: readonly NoInfer<FieldName>[];
  readonly filters?: { readonly [parameter: string]: Filter<NoInfer<FieldName>> };
  readonly sorts?: readonly NoInfer<FieldName>[];
  readonly defaultSort?: Sort<NoInfer<FieldName>>;
  readonly derived?: readonly NoInfer<FieldName>[];
}

/** Declares a family; the compiler refuses a filter, a sort or a requirement on a field that it does not have. */
export function family<FieldName extends string, const D extends Declared<FieldName>>(
  name: FamilyName,
  declared: D & Declared<FieldName>,
): Family<FieldName> & { readonly fields: D["fields"] } {
  const { plane, owner, keyName, keyPrefix, fields, required, filters, sorts, defaultSort, derived } = declared;
  return {
    name,
    plane,
    owner,
    keyName,
    keyPrefix,
    fields,
    required: required ?? [],
    filters: filters ?? {},
    sorts: sorts ?? [],
    defaultSort,
    derived: derived ?? [],
  };
}
