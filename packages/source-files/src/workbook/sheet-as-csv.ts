import { SourceFileError } from "../source-file.ts";
import { recordOf, type SheetSource } from "./read-sheet-rows.ts";
import { SheetRecords } from "./sheet-records.ts";

/**
 * A sheet as CSV with commas, each row on the line of its number, for readers that take CSV. Line breaks in cells are blanks.
 * @throws SourceFileError for a cell with an error, and a sheet that cannot be read to its end
 */
export async function* sheetAsCsv(file: SheetSource): AsyncGenerator<Uint8Array> {
  const strings = await file.sheet.strings();
  const records = new SheetRecords();
  let line = 1;
  /** Of the header: a record has as many cells. */
  let width = 0;
  for await (const chunk of file.open()) {
    let text = "";
    for (const row of records.push(chunk)) {
      const { cells, faults } = recordOf(row, file.sheet, strings);
      const [fault = row.fault] = faults?.values() ?? [];
      if (fault !== undefined)
        throw new SourceFileError(file.name, `row ${row.line} ${fault}. Mend it in the workbook.`);
      if (width === 0) width = cells.length;
      const padded = [...cells, ...Array<undefined>(Math.max(0, cells.length === 0 ? 0 : width - cells.length))];
      text += "\n".repeat(row.line - line) + padded.map((cell) => quoted(String(cell ?? ""))).join(",");
      line = row.line;
    }
    if (text !== "") yield Buffer.from(text);
    if (records.refused !== undefined) break;
  }
  if (records.refused === undefined) records.end();
  if (records.refused !== undefined) {
    throw new SourceFileError(file.name, `the sheet ${records.refused}. Save the workbook as .xlsx again.`);
  }
}

function quoted(text: string): string {
  const single = text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
  return /[",]/.test(single) ? `"${single.replaceAll('"', '""')}"` : single;
}
