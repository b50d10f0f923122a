import type { NameKind } from "@service/engine-kit";
import { asWritten, byText, type JsonObject } from "@service/json";
import { type Identifier, listEntrySchema, type ListRow } from "../input.ts";
import { type Address, readAddress } from "./read-input.ts";

/** One entry of a list (DIL-8). */
export type ListEntry = {
  readonly entryId: string;
  readonly kind: string;
  readonly names: ListRow["names"];
  readonly birthDates: readonly string[];
  readonly gender: string | undefined;
  readonly countries: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly addresses: readonly Address[];
  readonly programs: readonly string[];
  readonly remarks: string | undefined;
  readonly version: string;
};

/** What lists call people, organizations, and ships and aircraft; anything else meets subjects of every kind (DIL-75). */
const kindNames: ReadonlyMap<string, NameKind> = new Map([
  ["person", "person"],
  ["individual", "person"],
  ["natural person", "person"],
  ["organization", "organization"],
  ["organisation", "organization"],
  ["company", "organization"],
  ["entity", "organization"],
  ["business", "organization"],
  ["vessel", "vessel"],
  ["ship", "vessel"],
  ["aircraft", "vessel"],
]);

/** The kind of an entry as far as names are compared by it. */
export function nameKindOf({ kind }: Pick<ListEntry, "kind">): NameKind | "unknown" {
  return kindNames.get(kind.trim().toLowerCase().replaceAll(/[_-]+/g, " ")) ?? "unknown";
}

const rowShape = listEntrySchema();

/**
 * Entries of a list in the order of their ids, so that the order of rows does not matter. Rows were checked against
 * `listEntrySchema`: those of a dataset at its import, those of an input with the input.
 */
export function readEntries(rows: readonly JsonObject[]): readonly ListEntry[] {
  return rows
    .map((row) => readEntry(asWritten(rowShape, row)))
    .sort((a, b) => byText(a.entryId, b.entryId) || byText(a.version, b.version));
}

function readEntry(row: ListRow): ListEntry {
  return {
    entryId: row.entry_id,
    kind: row.kind,
    names: row.names,
    birthDates: row.birth_dates ?? [],
    gender: row.gender,
    countries: row.countries ?? [],
    identifiers: row.identifiers ?? [],
    addresses: (row.addresses ?? []).map(readAddress),
    programs: row.programs ?? [],
    remarks: row.remarks,
    version: String(row.version),
  };
}
