import type { Json, JsonObject } from "@service/json";
import {
  asideOf,
  type Cell,
  type CsvHeader,
  isHeaderWith,
  joinHeaderRows,
  type MergedCells,
  readCsvHeader,
  valueOfCell,
} from "./csv-header.ts";
import { malformed, type SourceRow } from "./source-row.ts";

/** How the header of a table is found (FILE-35). */
export interface TableReading {
  /** Lines above the header. */
  readonly skipLines?: number | undefined;
  /** Names that the header has; records above it are no rows. */
  readonly header?: readonly string[] | undefined;
  /** Records that make up the header, one by default. */
  readonly headerRows?: number | undefined;
  /** Cells that are one, as the sheet says; a text file does not show them. */
  readonly merged?: readonly MergedCells[] | undefined;
  /** Cells at the end of a record may be missing, as in a sheet. */
  readonly isRagged?: boolean;
}

/** A header that does not come within so many records is not there. */
const recordsAboveHeaderMax = 1_000;

export interface TableRecord {
  readonly line: number;
  readonly cells: readonly Cell[];
  /** Reasons why cells have no value, by their index. */
  readonly faults?: ReadonlyMap<number, string>;
  /** Cells whose value stands once for several rows, by their index, with where. */
  readonly shared?: ReadonlyMap<number, string>;
  /** Whether it is a title over merged cells; no header is one. */
  readonly isTitle?: boolean;
}

/** Records of a table, of CSV or of a sheet, as rows by the names of its header. */
export class TableRows {
  readonly #reading: TableReading;
  #rows: SourceRow[] = [];
  #header: CsvHeader | undefined;
  /** The records that may be the header. */
  #candidates: TableRecord[] = [];
  #recordsAbove = 0;
  isEnded = false;

  constructor(reading: TableReading) {
    this.#reading = reading;
  }

  /** The names of the header, once it was read. */
  get columns(): CsvHeader {
    return this.#header ?? [];
  }

  /** The rows since the last call. */
  take(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** @param raw the record as it came, for a report. */
  push(record: TableRecord, raw: () => string): void {
    if (this.isEnded || record.line <= (this.#reading.skipLines ?? 0)) return;
    if (this.#header === undefined) return this.#begin(record, raw);
    const aside = record.isTitle === true ? "title" : asideOf(record.cells, this.#header);
    if (aside !== undefined) {
      this.#rows.push({ kind: "aside", line: record.line, what: aside });
      return;
    }
    const row = rowOf(record.cells, this.#header, this.#reading.isRagged === true);
    if (typeof row === "string") this.refuse(record.line, row, raw());
    else if (row !== undefined) {
      const faults = record.faults && byName(record.faults, this.#header);
      const shared = record.shared && byName(record.shared, this.#header);
      this.#rows.push({
        kind: "row",
        line: record.line,
        value: row,
        ...(faults && { faults }),
        ...(shared && { shared }),
      });
    }
  }

  endFile(): void {
    if (this.#header !== undefined || this.isEnded || this.#candidates.length + this.#recordsAbove === 0) return;
    if (this.#reading.header !== undefined) this.#refuseWithoutHeader(1);
    else this.#setHeader(() => "");
  }

  /** A part of the file that is no row; without a header nothing behind it can be one. */
  refuse(line: number, message: string, raw: string, column?: number): void {
    const row = malformed({ line, column }, message, raw);
    this.isEnded = this.#header === undefined;
    this.#rows.push(this.isEnded ? { ...row, endsFile: true } : row);
  }

  #begin(record: TableRecord, raw: () => string): void {
    // Spreadsheets write a blank line as delimiters.
    if (record.cells.every((cell) => valueOfCell(cell) === undefined)) return;
    const { header: names, headerRows = 1 } = this.#reading;
    this.#candidates.push(record);
    if (this.#candidates.length < headerRows) return;
    if (names === undefined || isHeaderWith(this.#joined(), names)) return this.#setHeader(raw);
    this.#candidates.shift();
    this.#recordsAbove += 1;
    if (this.#recordsAbove > recordsAboveHeaderMax) this.#refuseWithoutHeader(record.line);
  }

  #joined(): readonly Cell[] {
    return joinHeaderRows(this.#candidates, this.#reading.merged);
  }

  #setHeader(raw: () => string): void {
    const header = readCsvHeader(this.#joined());
    if (typeof header === "string") this.refuse(this.#candidates[0]?.line ?? 1, header, raw());
    else this.#header = header;
    this.#candidates = [];
  }

  #refuseWithoutHeader(line: number): void {
    const names = (this.#reading.header ?? []).map((name) => `"${name}"`).join(", ");
    this.refuse(line, `no line has the names of the header that the mapping declares: ${names}`, "");
  }
}

function byName(cells: ReadonlyMap<number, string>, header: CsvHeader): Readonly<Record<string, string>> | undefined {
  const named = [...cells].flatMap(([index, reason]) => {
    const name = header[index];
    return name === undefined ? [] : [[name, reason] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** The row of a record, or what is wrong with it; undefined for a record without any value. */
function rowOf(cells: readonly Cell[], header: CsvHeader, isRagged: boolean): JsonObject | string | undefined {
  // Shorter and longer records are looked at below: a blank line of a spreadsheet may have any number of cells.
  const row: { [name: string]: Json } = {};
  let isBlank = true;
  let nameless = 0;
  for (let index = 0; index < cells.length; index += 1) {
    const value = valueOfCell(cells[index]);
    if (value === undefined) continue;
    isBlank = false;
    const name = header[index];
    if (name === undefined) nameless = index + 1;
    else row[name] = value;
  }
  if (isBlank) return undefined;
  // A delimiter at the end of each row makes one empty cell more than the header has.
  const isSurplus =
    cells.length > header.length && cells.slice(header.length).some((cell) => valueOfCell(cell) !== undefined);
  if (isSurplus || (cells.length < header.length && !isRagged))
    return `has ${cells.length} cells, the header has ${header.length}`;
  if (nameless > 0) return `has a value in column ${nameless}, which has no name in the header`;
  return row;
}
