import { isJsonArray, type Json, type JsonObject } from "@service/json";
import { type FamilyName, familyOf } from "@service/record-families";
import { type BookFamily, bookFamilies, type ClientFile } from "../book.ts";
import { objectOf, textOf } from "../fields.ts";

/** Rows as a system of record gives them away: under the ids of that system, in the fields of their families. */
export type DeliveredRows = { readonly [Name in FamilyName]?: readonly JsonObject[] };

/** One client as delivered (SAMPLE-19). */
export type DeliveredClient = { readonly id: string; readonly rows: DeliveredRows };

/** The rows of a family; none when the client has none. */
export function rowsOf(rows: DeliveredRows, family: FamilyName): readonly JsonObject[] {
  return rows[family] ?? [];
}

/** The id of a row, which stands under its family's key. */
export function idOf(family: FamilyName, row: JsonObject): string {
  return textOf(row[familyOf(family).keyName]);
}

export function familiesOf(rows: DeliveredRows): FamilyName[] {
  return bookFamilies.filter((family) => rowsOf(rows, family).length > 0);
}

/**
 * What the system of record tells of a client. It knows a policy by its number and the day on which the term begins, as its report
 * shows both, and what papers say is not among what it knows of them.
 */
export function deliveredClient({ clientKey, rows }: ClientFile): DeliveredClient {
  const policyIds = new Map(rows.policies.map((row) => [textOf(row.policy_key), policyId(row)]));
  return {
    id: clientKey,
    rows: Object.fromEntries(
      bookFamilies.map((family) => [family, rows[family].map((row) => deliveredRow(family, row, policyIds))]),
    ),
  };
}

/** `SYN-00000001|01/31/2026`: the two columns of the report that tell one term from all others, as they stand there. */
export function policyId({ policy_number, effective_on }: JsonObject): string {
  return `${textOf(policy_number)}|${americanDate(textOf(effective_on))}`;
}

/** `2026-01-31` as `01/31/2026`; nothing stays nothing. */
export function americanDate(date: string): string {
  return date === "" ? "" : `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

function deliveredRow(family: BookFamily, row: JsonObject, policyIds: ReadonlyMap<string, string>): JsonObject {
  const named: { [name: string]: Json } = { ...row };
  for (const field of policyFields.get(family) ?? []) {
    const value = named[field];
    if (typeof value === "string") named[field] = policyIds.get(value) ?? value;
    else if (isJsonArray(value)) named[field] = value.map((key) => policyIds.get(textOf(key)) ?? key);
  }
  if (family === "documents") {
    const { text: _text, fields: _fields, ...kept } = named;
    return kept;
  }
  if (named.attributes === undefined) return named;
  // What a family has no field for is one value each.
  const attributes = Object.entries(objectOf(named.attributes)).map(([name, value]): [string, Json] => [
    name,
    isJsonArray(value) ? value.map(textOf).join(" ") : value,
  ]);
  return { ...named, attributes: Object.fromEntries(attributes) };
}

/** Where a row names policies, by family. */
const policyFields: ReadonlyMap<BookFamily, readonly string[]> = new Map(
  bookFamilies.map((name) => {
    const { keyName, fields } = familyOf(name);
    const referring = Object.keys(fields).filter((field) => fields[field]?.refersTo === "policies");
    return [name, name === "policies" ? [keyName, ...referring] : referring];
  }),
);
