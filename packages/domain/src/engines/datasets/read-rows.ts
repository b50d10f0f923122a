import { isJsonObject, type JsonObject, parseJson } from "@service/json";
import { CsvRecords, LineSplitter, type CsvRecord } from "@service/source-files";
import { readCsvHeader, type CsvColumns } from "./csv-columns.ts";
import { datasetLimits, type DatasetFormat, type FileProblem } from "./dataset.ts";
import type { DatasetKind } from "./dataset-kinds.ts";

/** A line of a file without its end, or why reading cannot go on. */
type ReadLine =
  | { readonly kind: "line"; readonly line: number; readonly text: string; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly line: number; readonly message: string };

/** A row and the line it begins on, or the problems of a line. */
export type ReadRow =
  | { readonly kind: "row"; readonly line: number; readonly row: JsonObject }
  | { readonly kind: "problems"; readonly problems: readonly FileProblem[] };

/** Streams the rows of a file, one in memory at a time. Stops early when the rest cannot be read. */
export function readRows(
  source: AsyncIterable<Uint8Array>,
  { format, kind }: { readonly format: DatasetFormat; readonly kind: DatasetKind },
): AsyncGenerator<ReadRow> {
  const lines = readLines(source);
  switch (format) {
    case "csv":
      return readCsv(lines, kind);
    case "ndjson":
      return readNdjson(lines);
  }
}

/** The lines of a file. Ends with the first that is too long or not UTF-8. */
async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadLine> {
  const splitter = new LineSplitter({ lineBytesMax: datasetLimits.rowBytes });
  for await (const chunk of source) {
    for (const line of splitter.push(chunk)) {
      if (line.kind !== "line") {
        yield unreadable(line);
        return;
      }
      yield line;
    }
  }
  const last = splitter.end();
  if (last) yield last.kind === "line" ? last : unreadable(last);
}

function unreadable({ kind, line }: { readonly kind: "invalid" | "long"; readonly line: number }): ReadLine {
  const message = kind === "invalid" ? "is not UTF-8" : `is longer than ${datasetLimits.rowBytes / 1024 / 1024} MiB`;
  return { kind: "unreadable", line, message };
}

async function* readNdjson(lines: AsyncIterable<ReadLine>): AsyncGenerator<ReadRow> {
  for await (const read of lines) {
    if (read.kind === "unreadable") {
      yield problem(read.line, read.message);
      return;
    }
    // Skip blank lines: editors leave one at the end.
    if (read.text.trim() !== "") yield rowOfJson(read.line, read.text);
  }
}

function rowOfJson(line: number, text: string): ReadRow {
  try {
    const row = parseJson(text);
    return isJsonObject(row) ? { kind: "row", line, row } : problem(line, "is not a JSON object");
  } catch {
    // Do not pass on the parser's message: it quotes the row.
    return problem(line, "is not JSON");
  }
}

async function* readCsv(lines: AsyncIterable<ReadLine>, kind: DatasetKind): AsyncGenerator<ReadRow> {
  const records = new CsvRecords({ delimiter: ",", recordBytesMax: datasetLimits.rowBytes });
  let columns: CsvColumns | undefined;
  for await (const read of lines) {
    if (read.kind === "unreadable") {
      yield problem(read.line, read.message);
      return;
    }
    const record = records.push(read);
    if (record === undefined) continue;
    if (columns !== undefined) {
      yield rowOfRecord(record, columns);
      continue;
    }
    if (record.kind === "malformed") {
      yield problem(record.line, record.message);
      return;
    }
    columns = readCsvHeader(record.cells, kind);
    if (columns.problems.length > 0) {
      yield { kind: "problems", problems: columns.problems.map((found) => ({ line: record.line, ...found })) };
      return;
    }
  }
  const last = records.end();
  if (last) yield problem(last.line, last.message);
}

function rowOfRecord(record: CsvRecord, columns: CsvColumns): ReadRow {
  if (record.kind === "malformed") return problem(record.line, record.message);
  const read = columns.readRow(record.cells);
  if ("row" in read) return { kind: "row", line: record.line, row: read.row };
  return { kind: "problems", problems: read.problems.map((found) => ({ line: record.line, ...found })) };
}

function problem(line: number, message: string): ReadRow {
  return { kind: "problems", problems: [{ line, field: "", message }] };
}
