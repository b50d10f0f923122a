/**
 * Files of other systems, read as rows: CSV, NDJSON, JSON documents and sheets of workbooks, plain, in gzip or in zip archives, in the
 * encodings that spreadsheets and agency systems write.
 *
 * Guarantees: memory does not grow with the file, the archive or a row; a row that cannot be read is reported with its line
 * and costs no other row; where the rest of a file cannot be read, that is reported too; nothing is written to disk. What
 * the rows mean is left to those who read them.
 */
export { type CsvCell, csvLine } from "./csv-line.ts";
export { CsvRecords, type CsvRecord } from "./csv-records.ts";
export { LineSplitter } from "./split-lines.ts";
export { detectSource } from "./detect-source.ts";
export { openSourceFiles } from "./open-source-files.ts";
export { openTable } from "./open-table.ts";
export { sheetAsCsv } from "./workbook/sheet-as-csv.ts";
export { shownMoment } from "./workbook/number-format.ts";
export { isSheet } from "./workbook/read-sheet-rows.ts";
export { readSourceRows } from "./read-source-rows.ts";
export { type SourceFile, SourceFileError } from "./source-file.ts";
export {
  type DetectedSource,
  type SourceDelimiter,
  sourceDelimiters,
  type SourceEncoding,
  sourceEncodings,
  type SourceFormat,
  sourceFormats,
  type SourceReading,
} from "./source-reading.ts";
export { type MalformedRow, sourceLimits, type SourceRow } from "./source-row.ts";
