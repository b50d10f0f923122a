import { endOfForced, forcesText } from "./csv-records.ts";
import { sourceLimits } from "./source-row.ts";

/** Names of the columns; undefined where the header has an empty cell. */
export type CsvHeader = readonly (string | undefined)[];

/**
 * The value of a cell: its text without the space around it; undefined when it is empty. Spreadsheets are given `="00123"`
 * so that they leave 00123 as it is.
 */
export function valueOfCell(cell: string): string | undefined {
  const text = cell.trim();
  if (text === "") return undefined;
  if (text.startsWith(forcesText) && endOfForced(text, 0) === text.length) {
    return text.slice(2, -1).replaceAll('""', '"').trim() || undefined;
  }
  return text;
}

const delimiterLine = /^"?sep=(.)"?\1*[ \r]*$/i;

/** The character that a line such as `sep=;` names, with which spreadsheets begin a file; undefined for any other line. */
export function namedDelimiter(line: string): string | undefined {
  return delimiterLine.exec(line)?.[1];
}

/** Reads the header of a CSV file. The answer is a message when no row can be read by it. */
export function readCsvHeader(cells: readonly string[]): CsvHeader | string {
  // A file whose lines end in CR alone is one long header, and would otherwise be read as a file without rows.
  if (cells.some((cell) => cell.trim().includes("\r"))) {
    return "has lines that end in a carriage return alone: save it with line feeds";
  }
  if (cells.length > sourceLimits.columns) {
    return `has ${cells.length} columns; at most ${sourceLimits.columns} are read`;
  }
  const header = cells.map(valueOfCell);
  const columnOf = new Map<string, number>();
  for (const [index, name] of header.entries()) {
    if (name === undefined) continue;
    // A member of this name would be lost wherever the row is copied.
    if (name === "__proto__") return `has a column named ${name}, which cannot be read: rename it`;
    const first = columnOf.get(name);
    if (first !== undefined) return `has two columns named "${name}", ${first} and ${index + 1}: rename one of them`;
    columnOf.set(name, index + 1);
  }
  return header;
}
