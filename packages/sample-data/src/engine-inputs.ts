import { isDate, isInstant, type JsonObject } from "@service/json";
import type { ClientFile } from "./book.ts";
import { objectOf } from "./fields.ts";
import { asOf } from "./plan.ts";

/**
 * What engines are asked, made of the rows of the files and of nothing else: no fact of the truth reaches an input. Dates that no
 * calendar has are left out, as the import of a connection quarantines them.
 */

/** An entity_analysis run over one client's whole file. */
export function accountReview({ clientKey, name, rows }: ClientFile): JsonObject {
  const [account] = rows.accounts;
  const attributes = objectOf(account?.attributes);
  // The system's own sums stay behind: places, vehicles and papers are on file themselves.
  const {
    owned_vehicles: _v,
    building_value: _b,
    contents_value: _c,
    tenant_improvements: _t,
    flood_zones: _f,
    ...stated
  } = attributes;
  const profile: { [name: string]: JsonObject[string] } = { ...stated };
  for (const field of ["entity_type", "naics", "states", "revenue", "payroll", "employees", "years_in_business"]) {
    const value = account?.[field];
    if (value !== undefined) profile[field] = value;
  }
  return {
    as_of: asOf,
    subject: { key: clientKey, client_key: clientKey, kind: "account", label: name.trim() },
    profile,
    documents: rows.documents
      .slice(0, 50)
      .map((row) => pick(row, ["document_key", "kind", "title", "dated_on", "text", "fields"])),
    records: Object.fromEntries(
      (["policies", "coverages", "claims", "contracts", "locations", "vehicles"] as const).map((family) => [
        family,
        rows[family].map(loadable),
      ]),
    ),
  };
}

/** One account of an opportunity run, with its rows. */
export function bookAccount({ rows }: ClientFile): JsonObject {
  const [account] = rows.accounts;
  return {
    ...loadable(account ?? {}),
    ...Object.fromEntries(
      (["policies", "coverages", "claims", "activities", "invoices"] as const).map((family) => [
        family,
        rows[family].map(loadable),
      ]),
    ),
  };
}

export function bookReview(accounts: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { as_of: asOf, accounts, ...more };
}

export function screening(subject: JsonObject): JsonObject {
  return { as_of: asOf, ...subject };
}

export function intakeQueue(submissions: readonly JsonObject[], assignees: readonly JsonObject[] = []): JsonObject {
  return { as_of: asOf, queue_key: "intake", submissions, assignees };
}

/** The people of the intake desk: what they may write and how much they have on the table. */
export function desk(servicers: readonly { readonly seat_key: string }[]): JsonObject[] {
  return servicers.map(({ seat_key }, index) => ({
    seat_key,
    capacity: 60,
    load: (index * 7) % 20,
    ...(index % 4 === 0 ? { tags: ["senior"] } : {}),
  }));
}

/** The row without dates that do not exist. */
function loadable(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !isDateField(name) || typeof value !== "string" || isDate(value) || isInstant(value),
    ),
  );
}

function isDateField(name: string): boolean {
  return name.endsWith("_on") || name.endsWith("_at") || name === "since" || name === "next_expiration";
}

function pick(row: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}
