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

/** The name of a column: Excel writes blanks that do not break, several blanks, and line breaks into it (FILE-35). */
export function nameOfColumn(cell: string): string | undefined {
  return valueOfCell(cell)?.replaceAll(/\s+/gu, " ");
}

/** Whether a record is the header: it has all these names, in any order and case. */
export function isHeaderWith(cells: readonly string[], names: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => nameOfColumn(cell)?.toLowerCase()));
  return names.every((name) => found.has(nameOfColumn(name)?.toLowerCase()));
}

const titleLinesMax = 30;
/** A header has a name above at least this share of the columns that a usual record fills. */
const headerShare = 0.6;

/**
 * The record that is probably the header: of a report its title, its date and whoever made it stand above, in fewer cells than
 * the rows have. 0 where nothing does.
 */
export function probableHeader(records: readonly (readonly string[])[]): number {
  const filled = records.map((cells) => cells.filter((cell) => valueOfCell(cell) !== undefined).length);
  const usual = filled.toSorted((left, right) => left - right)[Math.floor(filled.length / 2)] ?? 0;
  if (usual < 3) return 0;
  const at = filled.slice(0, titleLinesMax).findIndex((count) => count >= headerShare * usual);
  const isOfNames = (records[at] ?? []).every((cell) => !/^[-+$(]?[\d.,/]+[)%]?$/.test(cell.trim()));
  return at > 0 && isOfNames ? at : 0;
}

const sumWords =
  /^(?:(?:grand|sub|page|report|book|agency|office|overall)[- ]?)?totals?\b(?: (?:of|for|number|premium|premiums|policies|clients|accounts|records|rows|claims|count|amount|all)\b[^,]{0,40})?[\s:]*[\d.,$() -]*$|^(?:(?:record|row|policy|client|account) count|(?:number|count) of (?:records|rows|policies|clients|accounts|claims)|end of report|page \d+(?: of \d+)?)\b[\s:]*[\d.,]*$/iu;

const mayBeSum = /^(?:[gt]|su|page|rep|book|agen|offi|over|rec|row|pol|cli|acc|num|cou|end)/i;

/**
 * Why a record below the header is no row of the book: it adds up the rows above, or repeats the header (FILE-36). Only a record
 * that leaves more than half of its cells empty is taken for a sum.
 */
export function asideOf(cells: readonly string[], header: CsvHeader): "totals" | "header" | undefined {
  const first = cells.find((cell) => valueOfCell(cell) !== undefined)?.trim() ?? "";
  // Before what costs more: nearly all rows begin with something else.
  if (mayBeSum.test(first) && sumWords.test(first)) {
    const filled = cells.filter((cell) => valueOfCell(cell) !== undefined).length;
    if (2 * filled < header.length) return "totals";
  }
  const isRepeated =
    nameOfColumn(first) === (header.find((name) => name !== undefined) ?? "") &&
    header.every((name, index) => nameOfColumn(cells[index] ?? "") === name);
  return isRepeated ? "header" : undefined;
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
  const header = cells.map(nameOfColumn);
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
