import { type Cell, isHeaderWith, type MergedCells, valueOfCell } from "../csv-header.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourceReading } from "../source-reading.ts";
import type { SourceRow } from "../source-row.ts";
import { type TableRecord, TableRows } from "../table-rows.ts";
import { MergedRows, readMergedCells } from "./merged-cells.ts";
import { shownDigits, shownMoment, shownNumber, shownPercent } from "./number-format.ts";
import type { SharedStrings, SheetFile } from "./sheet-file.ts";
import { SheetRecords, type StoredCell, type StoredRow } from "./sheet-records.ts";
import { XmlRefused } from "./xml-reader.ts";

/** A file that is a sheet of a workbook. */
export type SheetSource = SourceFile & { readonly sheet: SheetFile };

export function isSheet(file: SourceFile): file is SheetSource {
  return file.sheet !== undefined;
}

/**
 * The rows of a sheet, by the names of its header: numbers and booleans as such, days and times as ISO 8601 text, shares as
 * `12.5%`, ids with the zeros that their format shows (FILE-54). One batch for each chunk of the sheet.
 * @throws SourceFileError for shared texts beyond their budget
 */
export async function* readSheetRows(file: SheetSource, reading: SourceReading): AsyncGenerator<readonly SourceRow[]> {
  const { skip_lines: skipLines, header, header_rows: headerRows } = reading;
  const { sheet } = file;
  let areas: readonly MergedCells[];
  try {
    areas = await readMergedCells(file.open());
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    yield [endOfSheet(1, `is in a sheet that ${error.message}: part them, or save the sheet as CSV`)];
    return;
  }
  const merged = areas.length > 0 && (await mayNeedMerges(file, reading)) ? areas : undefined;
  const strings = await sheet.strings();
  const table = new TableRows({ skipLines, header, headerRows, merged, isRagged: true });
  const records = new SheetRecords();
  const mergedRows = areas.length === 0 ? undefined : new MergedRows(areas);
  const hidden = new HiddenParts();
  for await (const chunk of file.open()) {
    for (const row of records.push(chunk)) {
      const stored = recordOf(row, sheet, strings);
      const width = table.columns.length;
      const record = mergedRows === undefined || width === 0 ? stored : mergedRows.complete(stored, width);
      if (row.isHidden) hidden.add(row);
      if (row.fault === undefined) table.push(record, () => rawOf(record));
      else table.refuse(row.line, row.fault, rawOf(record));
    }
    const batch = table.take();
    if (batch.length > 0) yield batch;
    if (table.isEnded) return;
    if (records.refused !== undefined) break;
  }
  if (records.refused === undefined) records.end();
  if (records.refused !== undefined) {
    yield [endOfSheet(records.line, `is in a sheet that ${records.refused}: save the workbook as .xlsx again`)];
    return;
  }
  table.endFile();
  const messages = [...hidden.notes(records, sheet, table.columns), ...(mergedRows?.notes(table.columns) ?? [])];
  yield [
    ...table.take(),
    ...messages.map((message): SourceRow => ({ kind: "note", line: Math.max(1, records.line), message })),
  ];
}

/** What a person who looks at the sheet does not see. It is read all the same, and reported (FILE-58). */
class HiddenParts {
  #rows = 0;
  #first = 0;

  add({ line, cells }: StoredRow): void {
    if (cells.length === 0) return;
    if (this.#rows === 0) this.#first = line;
    this.#rows += 1;
  }

  notes(
    { hiddenColumns }: SheetRecords,
    { isHidden }: SheetFile,
    columns: readonly (string | undefined)[],
  ): readonly string[] {
    const messages: string[] = [];
    if (isHidden) messages.push("The sheet is hidden and was read.");
    if (this.#rows === 1) messages.push(`Row ${this.#first} is hidden, perhaps by a filter, and was read.`);
    else if (this.#rows > 1) {
      messages.push(`${this.#rows} rows are hidden, perhaps by a filter (the first is ${this.#first}), and were read.`);
    }
    const names = columns.filter(
      (name, index) => name !== undefined && hiddenColumns.some(({ first, last }) => first <= index && index <= last),
    );
    if (names.length > 0) messages.push(`Hidden columns were read: ${names.slice(0, 20).join(", ")}.`);
    return messages;
  }
}

function endOfSheet(line: number, message: string): SourceRow {
  return { kind: "malformed", line: Math.max(1, line), message, raw: "", endsFile: true };
}

/** What an inspection looks at. */
const sampleRows = 60;

/** The first records of a sheet, for finding its header; what is wrong with the sheet is found when it is read. */
export async function firstRecords(file: SheetSource, skipLines = 0): Promise<readonly TableRecord[]> {
  const rows: StoredRow[] = [];
  const records = new SheetRecords();
  for await (const chunk of file.open()) {
    rows.push(...records.push(chunk).filter(({ line, cells }) => line > skipLines && cells.length > 0));
    if (rows.length >= sampleRows || records.refused !== undefined) break;
  }
  rows.splice(sampleRows);
  let last = -1;
  for (const { cells } of rows)
    for (const { type, value } of cells) if (type === "s") last = Math.max(last, Number(value));
  const strings = await file.sheet.strings(last);
  return rows.map((row) => recordOf(row, file.sheet, strings));
}

/** Whether the names of the header depend on merged cells. */
async function mayNeedMerges(
  file: SheetSource,
  { skip_lines, header, header_rows = 1 }: SourceReading,
): Promise<boolean> {
  if (header_rows > 1) return true;
  const [first, ...others] = await firstRecords(file, skip_lines);
  const top =
    header === undefined ? first : [first, ...others].find((record) => record && isHeaderWith(record.cells, header));
  const isNamed = (index: number): boolean => valueOfCell(top?.cells[index]) !== undefined;
  return others.some(({ cells }) => cells.some((cell, index) => valueOfCell(cell) !== undefined && !isNamed(index)));
}

export function recordOf({ line, cells }: StoredRow, sheet: SheetFile, strings: SharedStrings): TableRecord {
  const values: Cell[] = [];
  let faults: Map<number, string> | undefined;
  for (const cell of cells) {
    // A table with holes is slow.
    while (values.length < cell.column) values.push(undefined);
    const value = valueOf(cell, sheet, strings);
    if (typeof value === "object") {
      faults ??= new Map();
      faults.set(cell.column, value.fault);
    } else values.push(value);
  }
  return faults === undefined ? { line, cells: values } : { line, cells: values, faults };
}

interface Fault {
  readonly fault: string;
}

const lostText = { fault: "refers to a text that the workbook does not have" };
const notComputed = { fault: "holds a formula without a stored value" };

function valueOf(cell: StoredCell, sheet: SheetFile, strings: SharedStrings): Cell | Fault {
  const { type, value } = cell;
  switch (type) {
    case "s":
      return strings.at(Number(value)) ?? lostText;
    case "n":
      return numberOf(cell, sheet);
    case "b":
      return value === "1" || value === "true";
    case "e":
      return { fault: `holds the error ${value.slice(0, 20)}` };
    case "d":
      return value.replace(/T00:00:00(?:[.]0+)?Z?$/, "");
    case "f":
      return notComputed;
    default:
      return value;
  }
}

function numberOf({ value, style }: StoredCell, { formats, isDate1904 }: SheetFile): Cell | Fault {
  const number = Number(value);
  if (!Number.isFinite(number)) return { fault: "holds a number that cannot be read" };
  const format = formats[style];
  switch (format?.kind) {
    case "date":
    case "moment":
    case "time":
      return (
        shownMoment(number, format.kind, isDate1904) ?? {
          fault: `holds ${value.slice(0, 20)}, a day that no calendar has`,
        }
      );
    case "percent":
      return shownPercent(number);
    case "digits":
      return shownDigits(number, format.masks) ?? shownNumber(number);
    default:
      return shownNumber(number);
  }
}

function rawOf({ cells }: TableRecord): string {
  return cells.map((cell) => String(cell ?? "")).join("\t");
}
