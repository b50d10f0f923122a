import type { JsonObject } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { MappedRow, SheetName } from "@service/record-mapping";

/** A file of a delivery, or a member of an archive; rows name it by its position in the list. */
export interface DeliveredFile {
  /** What the mapping calls it. */
  readonly name: string;
  /** The file as it was given: an import that is resumed reads it again. */
  readonly path: string;
  /** Of a sheet. */
  readonly sheet?: SheetName;
  /** The folder that it is named from; absent: it has its last name. */
  readonly within?: string;
  readonly bytes: number;
  /** Lower case hex, of the file that was given. */
  readonly sha256: string;
  /** What its manifest says of it. */
  readonly rows?: number;
}

/** A row of a file with what the mapping made of it. */
export interface DeliveredRow {
  /** Position in the list of files. */
  readonly file: number;
  readonly line: number;
  readonly mapped: readonly MappedRow[];
  /** The row as it came. */
  readonly source: JsonObject | string;
  /** Why nothing behind this place of the file could be read: what is missing was not necessarily removed. */
  readonly endsFile?: string;
  /** The line is no row of the book: totals, or the header again. */
  readonly isAside?: true;
  /** The row could not be read: families of which it may be a row, whatever its id. */
  readonly unreadOf?: readonly FamilyName[];
}

/** A row as it came. */
export type DeliveredSource = Pick<DeliveredRow, "file" | "line" | "source">;

/** Rows that are ready to be staged, whatever they were read from. */
export interface Delivery {
  readonly files: readonly DeliveredFile[];
  /** JSON text of the mapping, and the hash that provenance names it by. */
  readonly mapping: string;
  readonly mappingHash: string;
  /** Families that a full delivery is complete in: those of its files, less those of which its manifest says otherwise. */
  readonly families: readonly FamilyName[];
  /** Why the delivery as a whole cannot be trusted, a sentence each; more may be found while it is read. */
  problems(): readonly string[];
  /** What is odd about its files, a sentence each: no source is about them, or their header is elsewhere. */
  hints(): readonly string[];
  /** Reads everything from the beginning, in batches of a few hundred rows. */
  rows(): AsyncIterable<readonly DeliveredRow[]>;
  /** Rows as they came, by file and line, read again: the rows that turn out to be orphans. */
  sources(places: ReadonlyMap<number, ReadonlySet<number>>): AsyncIterable<DeliveredSource>;
  /** Share of the delivery that `rows` has read, 0 to 1. */
  shareRead(): number;
}
