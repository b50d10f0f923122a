import { isJsonObject, parseJson } from "@service/json";
import {
  hasGroupsAbove,
  isHeaderWith,
  joinHeaderRows,
  namedDelimiter,
  nameOfColumn,
  probableHeader,
  valueOfCell,
} from "./csv-header.ts";
import { CsvRecords, type CsvRecord } from "./csv-records.ts";
import { encodingOf, markedEncoding, utf8Bytes } from "./encodings.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";
import {
  type DetectedSource,
  type SourceDelimiter,
  sourceDelimiters,
  type SourceEncoding,
  type SourceFormat,
  type SourceReading,
} from "./source-reading.ts";
import { sourceLimits } from "./source-row.ts";
import { type FileLine, LineSplitter } from "./split-lines.ts";
import type { TableRecord } from "./table-rows.ts";
import { firstRecords, isSheet } from "./workbook/read-sheet-rows.ts";

const sampleBytes = 1024 * 1024;
/** More than the records of a sample have, unless most lines are blank. */
const sampleLines = 10_000;
/** Records after the header by which a delimiter is chosen. */
const sampleRecords = 50;

/**
 * How a file is read: what is declared, and what its name and its first MiB show for the rest. A byte order mark counts
 * more than a declared encoding, which it proves wrong.
 * @throws SourceFileError
 */
export async function detectSource(file: SourceFile, declared: SourceReading = {}): Promise<DetectedSource> {
  if (isSheet(file)) {
    const records = await firstRecords(file, declared.skip_lines);
    return { format: "xlsx", ...headerOf(records, declared) };
  }
  const { bytes, isWhole } = await beginningOf(file);
  const encoding = markedEncoding(bytes) ?? declared.encoding ?? encodingOf(bytes, isWhole);
  const lines = await linesOf(bytes, encoding, isWhole);
  const format = declared.format ?? formatOf(file.name, lines, declared);
  if (format !== "csv") return { format, encoding };
  const first = lines.findIndex(({ text }) => text.trim() !== "");
  const named = namedDelimiter(lines[first]?.text ?? "");
  const below = (named === undefined ? lines : lines.slice(first + 1)).filter(
    ({ line }) => line > (declared.skip_lines ?? 0),
  );
  const delimiter = recognized(file.name, named) ?? declared.delimiter ?? delimiterOf(below);
  const records = recordsOf(below, delimiter);
  return { format, encoding, delimiter, ...headerOf(records, declared) };
}

/** The header among the first records of a table: as declared, else where it probably is. */
function headerOf(
  records: readonly TableRecord[],
  { header: names, skip_lines: skipLines, header_rows: headerRows }: SourceReading,
): Pick<DetectedSource, "columns" | "probableSkipLines" | "probableHeaderRows"> {
  const isDeclared = names !== undefined || skipLines !== undefined || headerRows !== undefined;
  const probable = isDeclared ? 0 : probableHeader(records.map(({ cells }) => cells));
  const found = names === undefined ? probable : records.findIndex(({ cells }) => isHeaderWith(cells, names));
  const at = Math.max(0, found);
  const header = records[at];
  if (header === undefined) return { columns: [] };
  const above = records[probable - 1];
  const hasGroups = above !== undefined && above.line === header.line - 1 && hasGroupsAbove(above.cells, header.cells);
  const first = hasGroups ? above : header;
  const rows = hasGroups ? [above, header] : records.slice(at, at + (headerRows ?? 1));
  const columns = joinHeaderRows(rows).flatMap((cell) => nameOfColumn(cell) ?? []);
  return {
    columns,
    ...(probable === 0 || first.line === 1 ? {} : { probableSkipLines: first.line - 1 }),
    ...(hasGroups ? { probableHeaderRows: 2 } : {}),
  };
}

/** A delimiter that the file itself names. */
function recognized(name: string, named: string | undefined): SourceDelimiter | undefined {
  const delimiter = sourceDelimiters.find((each) => each === named);
  if (named === undefined || delimiter !== undefined) return delimiter;
  throw new SourceFileError(name, `its first line names the delimiter "${named}". Export it with ; or , instead.`);
}

async function beginningOf(file: SourceFile): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file.open()) {
    // Copied: a stream may reuse its chunk's memory.
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > sampleBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, sampleBytes), isWhole: bytes <= sampleBytes };
}

/** The lines of the beginning; the last only when it is not cut. */
async function linesOf(bytes: Uint8Array, encoding: SourceEncoding, isWhole: boolean): Promise<readonly FileLine[]> {
  const splitter = new LineSplitter({ lineBytesMax: sourceLimits.rowBytes });
  const lines: FileLine[] = [];
  for await (const chunk of utf8Bytes(only(bytes), encoding)) {
    for (const line of splitter.push(chunk)) {
      lines.push(line);
      if (lines.length === sampleLines) return lines;
    }
  }
  const last = splitter.end();
  return last && (isWhole || lines.length === 0) ? [...lines, last] : lines;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const formatByExtension: ReadonlyMap<string, SourceFormat> = new Map([
  ["csv", "csv"],
  ["tsv", "csv"],
  ["tab", "csv"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
]);

/** By the name; where that leaves it open (`.json`, `.txt`), by the first two lines. */
function formatOf(name: string, lines: readonly FileLine[], { items }: SourceReading): SourceFormat {
  const byName = formatByExtension.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
  if (byName !== undefined) return byName;
  if (items !== undefined) return "json";
  const [first, second] = lines.filter(({ text }) => text.trim() !== "");
  const beginning = first?.text.trim() ?? "";
  if (beginning.startsWith("{")) {
    const isRow = first?.kind !== "long" && isObject(beginning);
    return isRow && (second === undefined || second.text.trim().startsWith("{")) ? "ndjson" : "json";
  }
  // `[Policy Number],[Client]` is how some databases write a header.
  const isArray = beginning.startsWith("[") && /^\[\s*(?:[\]{["\d-]|$)/.test(beginning);
  return isArray || name.toLowerCase().endsWith(".json") ? "json" : "csv";
}

function isObject(text: string): boolean {
  try {
    return isJsonObject(parseJson(text));
  } catch {
    return false;
  }
}

/** The delimiter that divides the header into the most cells which the records repeat; a comma when none divides it. */
function delimiterOf(lines: readonly FileLine[]): SourceDelimiter {
  let best: { readonly delimiter: SourceDelimiter; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of sourceDelimiters) {
    const found = cellsOf(recordsOf(lines, delimiter));
    const [header = [], ...records] = found.slice(probableHeader(found));
    const fitting = records.filter((cells) => cells.length === header.length).length;
    const share = records.length === 0 ? 1 : fitting / records.length;
    const score = share * (header.length - 1);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

type FoundRecord = Extract<CsvRecord, { kind: "record" }>;

const cellsOf = (records: readonly FoundRecord[]): readonly (readonly string[])[] => records.map(({ cells }) => cells);

/** The header and the records after it, and what stands above. */
function recordsOf(lines: readonly FileLine[], delimiter: SourceDelimiter): readonly FoundRecord[] {
  const records = new CsvRecords({ delimiter, recordBytesMax: sourceLimits.rowBytes, mayForceText: true });
  const found: FoundRecord[] = [];
  for (const line of lines) {
    const record: CsvRecord | undefined = line.kind === "long" ? records.end() : records.push(line);
    if (record?.kind !== "record" || record.cells.every((cell) => valueOfCell(cell) === undefined)) continue;
    found.push(record);
    if (found.length > sampleRecords) break;
  }
  return found;
}
