import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { KitCell } from "@service/source-files/testing";

/**
 * A file in the layout of a system of agencies, brokers or carriers: its columns are those of public field lists, everything
 * in it is invented. What is true of it was written before the file was read for the first time.
 */
export interface AgencyExport {
  readonly name: string;
  /** Where the columns are listed. */
  readonly columnsOf: string;
  readonly content: () => string | Uint8Array;
  readonly truth: Truth;
}

/** What a broker reads in a file. */
interface Truth {
  /** Rows by family; a family that is not named may have rows that only repeat a name. */
  readonly counts: Partial<Record<FamilyName, number>>;
  /** Fields that every row has. */
  readonly filled: Partial<Record<FamilyName, readonly string[]>>;
  /** Rows that are there with these fields; `null` for a field that must be absent. */
  readonly rows: readonly (readonly [FamilyName, JsonObject])[];
}

/** The serial number that a spreadsheet stores for a day, shown as one. */
export function day(date: string, format = "mm/dd/yyyy"): KitCell {
  return { value: Date.parse(date) / 86_400_000 + 25_569, format };
}

export function dollars(value: number): KitCell {
  return { value, format: '"$"#,##0.00' };
}
