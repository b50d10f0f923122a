import { type JsonObject, byText, objectsIn, oneOf, text, textsIn } from "@service/json";
import { scalarText } from "../fields.ts";
import type { Identifier } from "./identifiers.ts";
import { nameStrengths } from "../codes.ts";
import { type Address, readAddress, readIdentifiers } from "../read-input.ts";

type ListedName = { readonly name: string; readonly strength: (typeof nameStrengths)[number] };

/** One entry of a list (DIL-8). */
export type ListEntry = {
  readonly entryId: string;
  readonly kind: string;
  readonly names: readonly ListedName[];
  readonly birthDates: readonly string[];
  readonly gender: string | undefined;
  readonly countries: readonly string[];
  readonly identifiers: readonly Identifier[];
  readonly addresses: readonly Address[];
  readonly programs: readonly string[];
  readonly remarks: string | undefined;
  readonly version: string;
};

/**
 * Entries of a list in the order of their ids, so that the order of rows does not matter. Rows were checked against
 * `listEntrySchema`: those of a dataset at its import, those of an input with the input.
 */
export function readEntries(rows: readonly JsonObject[]): readonly ListEntry[] {
  return rows.map(readEntry).sort((a, b) => byText(a.entryId, b.entryId) || byText(a.version, b.version));
}

function readEntry(row: JsonObject): ListEntry {
  return {
    entryId: text(row, "entry_id") ?? "",
    kind: text(row, "kind") ?? "",
    names: objectsIn(row["names"]).map((name) => ({
      name: text(name, "name") ?? "",
      strength: oneOf(nameStrengths, name["strength"]) ?? "strong",
    })),
    birthDates: textsIn(row["birth_dates"]),
    gender: text(row, "gender"),
    countries: textsIn(row["countries"]),
    identifiers: readIdentifiers(objectsIn(row["identifiers"])),
    addresses: objectsIn(row["addresses"]).map(readAddress),
    programs: textsIn(row["programs"]),
    remarks: text(row, "remarks"),
    version: scalarText(row["version"]),
  };
}
