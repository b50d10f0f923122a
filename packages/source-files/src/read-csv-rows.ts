import type { Json, JsonObject } from "@service/json";
import { asideOf, isHeaderWith, namedDelimiter, readCsvHeader, valueOfCell, type CsvHeader } from "./csv-header.ts";
import { CsvRecords, type CsvRecord, type MalformedRecord, quoteNotClosed } from "./csv-records.ts";
import { LineSplitter, type FileLine } from "./split-lines.ts";
import type { SourceDelimiter } from "./source-reading.ts";
import { malformed, notValid, sourceLimits, type SourceRow, tooLong } from "./source-row.ts";

type ReadableLine = Extract<FileLine, { kind: "line" | "invalid" }>;

export interface CsvReading {
  readonly delimiter: SourceDelimiter;
  /** Lines above the header. */
  readonly skipLines?: number | undefined;
  /** Names that the header has; records above it are no rows. */
  readonly header?: readonly string[] | undefined;
}

/** A header that does not come within so many records is not there. */
const recordsAboveHeaderMax = 1_000;

/**
 * The rows of a CSV file in UTF-8, by the names of its header. Every value is text; an empty cell is absent.
 *
 * One batch for each chunk of the file, because a promise for each row costs more than reading it. 650,000 rows of 20
 * columns and 290 bytes a second on one core, 600,000 where every cell is quoted.
 */
export async function* readCsvRows(
  source: AsyncIterable<Uint8Array>,
  dialect: CsvReading,
): AsyncGenerator<readonly SourceRow[]> {
  const lines = new LineSplitter({ lineBytesMax: sourceLimits.rowBytes });
  const rows = new CsvRows(dialect);
  for await (const chunk of source) {
    for (const line of lines.push(chunk)) rows.push(line);
    const batch = rows.take();
    if (batch.length > 0) yield batch;
    if (rows.isEnded) return;
  }
  const last = lines.end();
  if (last) rows.push(last);
  rows.endFile();
  const batch = rows.take();
  if (batch.length > 0) yield batch;
}

class CsvRows {
  readonly #records: CsvRecords;
  #rows: SourceRow[] = [];
  #header: CsvHeader | undefined;
  /** The lines of the record that is read. */
  #lines: ReadableLine[] = [];
  #isBegun = false;
  #recordsAbove = 0;
  readonly #reading: CsvReading;
  isEnded = false;

  constructor(reading: CsvReading) {
    const { delimiter } = reading;
    this.#reading = reading;
    this.#records = new CsvRecords({ delimiter, recordBytesMax: sourceLimits.rowBytes, mayForceText: true });
  }

  /** The rows since the last call. */
  take(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  push(line: FileLine): void {
    if (this.isEnded || line.line <= (this.#reading.skipLines ?? 0)) return;
    if (line.kind === "long") {
      this.end();
      this.#refuse(line.line, tooLong, [line]);
      return;
    }
    if (!this.#isBegun && line.text.trim() !== "") {
      this.#isBegun = true;
      if (namedDelimiter(line.text) !== undefined) return;
    }
    if (this.#records.isOpen || line.text !== "") this.#lines.push(line);
    const record = this.#records.push(line);
    if (record === undefined) return;
    const lines = this.#lines;
    this.#lines = [];
    if (record.kind === "malformed") this.#refuseRecord(record, lines);
    else this.#add(record, lines);
  }

  endFile(): void {
    this.end();
    if (this.#header === undefined && this.#recordsAbove > 0 && !this.isEnded) this.#refuseWithoutHeader(1);
  }

  #refuseWithoutHeader(line: number): void {
    const names = (this.#reading.header ?? []).map((name) => `"${name}"`).join(", ");
    this.#refuse(line, `no line has the names of the header that the mapping declares: ${names}`, []);
  }

  /** Ends a record that is open: at the end of the file, and before a line that was not read. */
  end(): void {
    // Reading its lines again may open another record, of fewer lines.
    for (let record = this.#records.end(); record; record = this.#records.end()) {
      const lines = this.#lines;
      this.#lines = [];
      this.#refuseRecord(record, lines);
    }
  }

  #add({ cells, line }: Extract<CsvRecord, { kind: "record" }>, lines: readonly ReadableLine[]): void {
    if (lines.some(({ kind }) => kind === "invalid")) return this.#refuse(line, notValid, lines);
    if (this.#header === undefined) return this.#begin(cells, lines);
    const aside = asideOf(cells, this.#header);
    if (aside !== undefined) {
      this.#rows.push({ kind: "aside", line, what: aside });
      return;
    }
    const row = rowOf(cells, this.#header);
    if (typeof row === "string") this.#refuse(line, row, lines);
    else if (row !== undefined) this.#rows.push({ kind: "row", line, value: row });
  }

  #begin(cells: readonly string[], lines: readonly ReadableLine[]): void {
    // Spreadsheets write a blank line as delimiters.
    if (cells.every((cell) => valueOfCell(cell) === undefined)) return;
    const { header: names } = this.#reading;
    if (names !== undefined && !isHeaderWith(cells, names)) {
      this.#recordsAbove += 1;
      if (this.#recordsAbove > recordsAboveHeaderMax) this.#refuseWithoutHeader(lines[0]?.line ?? 1);
      return;
    }
    const header = readCsvHeader(cells);
    if (typeof header === "string") this.#refuse(lines[0]?.line ?? 1, header, lines);
    else this.#header = header;
  }

  /** Goes on at the line behind a quote that is not closed, so that no row of the lines that it swallowed is lost. */
  #refuseRecord({ at, message }: MalformedRecord, lines: readonly ReadableLine[]): void {
    const fault = lines.at(-1)?.line ?? at.line;
    const isSwallowed = fault > at.line && message !== quoteNotClosed;
    this.#refuse(
      at.line,
      isSwallowed ? `a quote is opened here, and on line ${fault} ${message}` : message,
      lines.filter(({ line }) => line <= at.line),
      at.column,
    );
    for (const line of lines) if (line.line > at.line) this.push(line);
  }

  #refuse(line: number, message: string, lines: readonly { readonly text: string }[], column?: number): void {
    const row = malformed({ line, column }, message, lines.map(({ text }) => text).join("\n"));
    this.isEnded = this.#header === undefined;
    this.#rows.push(this.isEnded ? { ...row, endsFile: true } : row);
  }
}

/** The row of a record, or what is wrong with it; undefined for a record without any value. */
function rowOf(cells: readonly string[], header: CsvHeader): JsonObject | string | undefined {
  // Shorter and longer records are looked at below: a blank line of a spreadsheet may have any number of cells.
  const row: { [name: string]: Json } = {};
  let isBlank = true;
  let nameless = 0;
  for (let index = 0; index < cells.length; index += 1) {
    const value = valueOfCell(cells[index] ?? "");
    if (value === undefined) continue;
    isBlank = false;
    const name = header[index];
    if (name === undefined) nameless = index + 1;
    else row[name] = value;
  }
  if (isBlank) return undefined;
  // A delimiter at the end of each row makes one empty cell more than the header has.
  const surplus = cells.slice(header.length).every((cell) => valueOfCell(cell) === undefined);
  if (cells.length < header.length || !surplus) return `has ${cells.length} cells, the header has ${header.length}`;
  if (nameless > 0) return `has a value in column ${nameless}, which has no name in the header`;
  return row;
}
