import { familyOf, type FamilyName, ownerColumnsOf } from "@service/record-families";
import type { BookView } from "../seats/index.ts";
import { inSnapshot, type SqlText } from "./sql-text.ts";

/**
 * Families that the owner of one policy sees with it, besides the header of its client (SEAT-12). What concerns the whole
 * client (contacts, places, drivers, contracts, placement, payments) is not among them.
 */
const shownWithPolicy: ReadonlySet<FamilyName> = new Set([
  "policies",
  "coverages",
  "claims",
  "documents",
  "invoices",
  "vehicles",
  "activities",
]);

/** A read at one snapshot. */
export interface ReadAt {
  readonly connectionId: string;
  readonly seq: number;
}

/** Whether any row of the family may be withheld from the viewer, or counted under shadow. */
export function isGranted(viewer: Pick<BookView, "grants">, family: FamilyName): boolean {
  return viewer.grants === null || familyOf(family).owner === "agency";
}

/**
 * Keeps PostgreSQL from reading all grants of a seat into a hash table to decide about the few rows of a page (measured, an
 * office of 14,000 clients: a search 320 ms with the hash table, 55 ms with a probe per row).
 */
export const probed = " offset 0";

/**
 * The condition that the viewer's grants show a row (SEAT-10, SEAT-12); `row` is the alias of its version, with the owner
 * columns of its family. `true` where everything is shown. `isBulk`: many rows are asked about, a hash table may serve.
 */
export function isVisible(
  sql: SqlText,
  family: FamilyName,
  row: string,
  read: ReadAt & Pick<BookView, "grants"> & { readonly isBulk?: boolean },
  seq = sql.value(read.seq, "int"),
): string {
  if (read.grants === null || isGranted(read, family)) return "true";
  const client = family === "accounts" ? `${row}.row_key` : `${row}.client_key`;
  const connection = sql.value(read.connectionId, "uuid");
  return `exists (select from book.grants g where g.connection_id = ${connection} and g.client_key = ${client}
    and ${shownBy(family, row, "g.policy_key")} and g.grant_key = any(${sql.value(read.grants, "text[]")})
    and ${inSnapshot("g", seq)}${read.isBulk === true ? "" : probed})`;
}

/** The condition that a grant of the row's client, on the policy `policy` or ('') on all, shows the row. */
function shownBy(family: FamilyName, row: string, policy: string): string {
  if (family === "accounts") return "true";
  if (!shownWithPolicy.has(family)) return `${policy} = ''`;
  if (family === "policies") return `(${policy} = '' or ${policy} = ${row}.row_key)`;
  return ownerColumnsOf(family).policy === "several"
    ? `(${policy} = '' or ${policy} = any(${row}.policy_keys))`
    : `(${policy} = '' or ${policy} = ${row}.policy_key)`;
}

/** The clients that the viewer's grants name, each with the policies of its grants ('' = the whole client). */
export function grantedClients(sql: SqlText, read: ReadAt & { readonly grants: readonly string[] }): string {
  return `(select g.client_key, array_agg(g.policy_key) as policies from book.grants g
    where g.connection_id = ${sql.value(read.connectionId, "uuid")} and g.grant_key = any(${sql.value(read.grants, "text[]")})
      and ${inSnapshot("g", sql.value(read.seq, "int"))}
    group by g.client_key)`;
}

/** The condition that a row of a granted client is shown by one of the policies of its grants, `granted`. */
export function isShownBy(family: FamilyName, row: string, granted: string): string {
  if (family === "accounts") return "true";
  const isWhole = `'' = any(${granted})`;
  if (!shownWithPolicy.has(family)) return isWhole;
  if (family === "policies") return `(${isWhole} or ${row}.row_key = any(${granted}))`;
  return ownerColumnsOf(family).policy === "several"
    ? `(${isWhole} or ${granted} && ${row}.policy_keys)`
    : `(${isWhole} or ${row}.policy_key = any(${granted}))`;
}
