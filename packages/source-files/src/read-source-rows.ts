import { detectSource } from "./detect-source.ts";
import { utf8Bytes } from "./encodings.ts";
import { readCsvRows } from "./read-csv-rows.ts";
import { readJsonRows } from "./read-json-rows.ts";
import { readNdjsonRows } from "./read-ndjson-rows.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";
import type { SourceReading } from "./source-reading.ts";
import type { SourceRow } from "./source-row.ts";
import { isSheet, readSheetRows } from "./workbook/read-sheet-rows.ts";

/**
 * Streams the rows of a file in batches, in the order of the file. What `reading` does not declare is detected
 * (`detectSource`). A malformed row with `endsFile` is the last.
 * @throws SourceFileError where the file cannot be read or decompressed, which may be after its first rows
 */
export async function* readSourceRows(
  file: SourceFile,
  reading: SourceReading = {},
): AsyncGenerator<readonly SourceRow[]> {
  if (isSheet(file)) {
    yield* readSheetRows(file, reading);
    return;
  }
  const { format, encoding = "utf-8", delimiter = "," } = await detectSource(file, reading);
  const source = utf8Bytes(file.open(), encoding);
  switch (format) {
    case "csv":
      yield* readCsvRows(source, {
        delimiter,
        skipLines: reading.skip_lines,
        header: reading.header,
        headerRows: reading.header_rows,
      });
      break;
    case "ndjson":
      yield* readNdjsonRows(source);
      break;
    case "json":
      yield* readJsonRows(source, reading.items ?? "");
      break;
    case "xlsx":
      throw new SourceFileError(file.name, "it is no workbook. Save it as .xlsx again.");
  }
}
