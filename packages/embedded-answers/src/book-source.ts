import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";

/** What can be looked up in the book: its families, and what people and runs have added to its clients. */
export type BookFamily = FamilyName | "tasks" | "opportunities";

/** A row as its reader sees it: what the field policy denies is null, what it masks is what the mask leaves. */
export interface BookRow {
  readonly key: string;
  readonly fields: JsonObject;
  /** Of a policy: the field that gives `carrier_name` where the row has none of its own. */
  readonly carrierFrom?: "carrier_key" | "writing_company" | undefined;
}

/** Values by the query parameters of the family's list, which the source compares itself. */
export type RowFilter = { readonly [parameter: string]: string | number | boolean };

/** Which rows of a family are meant. */
export interface RowsWanted {
  /** Rows of this client. */
  readonly clientKey?: string | undefined;
  /** Rows of this policy. */
  readonly policyKey?: string | undefined;
  /** Query parameters of the family's list. One that compares a hidden field matches nothing (ANSWER-15). */
  readonly where?: RowFilter | undefined;
}

export interface RowsFound {
  /** By key. */
  readonly rows: readonly BookRow[];
  /** False: there are more than the source reads; nothing may be counted or added up. */
  readonly isComplete: boolean;
}

/**
 * The book at one snapshot as one caller sees it: no method tells of a row or a value that the caller's key, seat or field
 * policy withholds. Equal calls give equal results.
 */
export interface BookSource {
  readonly connectionId: string;
  /** The day for which the serving snapshot is true, `YYYY-MM-DD`; all words like "today" mean this day. */
  readonly asOf: string;
  /** Fields of the family that the policy hides. */
  hidden(family: BookFamily): ReadonlyMap<string, "denied" | "masked">;
  /** Whether the family can be read at all: its plane is delivered, and the caller holds what it needs. */
  isReadable(family: BookFamily): boolean;
  /** Accounts in which, by name, trading name, contacts or policy numbers, each of these begins a word; at most `limit`. */
  accountsNamed(wordStarts: readonly string[], limit: number): Promise<readonly BookRow[]>;
  /** One row; undefined also where the caller may not see it. */
  row(family: BookFamily, key: string): Promise<BookRow | undefined>;
  /** Rows, by key. */
  rows(family: BookFamily, wanted: RowsWanted): Promise<RowsFound>;
  /** How many rows of the family the caller sees in all, exact however many there are. */
  countAll(family: BookFamily): Promise<number>;
}
