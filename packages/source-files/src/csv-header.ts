import { endOfForced, forcesText } from "./csv-records.ts";
import { sourceLimits } from "./source-row.ts";

/** Names of the columns; undefined where the header has an empty cell. */
export type CsvHeader = readonly (string | undefined)[];

/** A cell as it came: of CSV text, of a sheet a number or boolean too. */
export type Cell = string | number | boolean | undefined;

/**
 * The value of a cell: its text without the space around it; undefined when it is empty. Spreadsheets are given `="00123"`
 * so that they leave 00123 as it is.
 */
export function valueOfCell(cell: string): string | undefined;
export function valueOfCell(cell: Cell): Cell;
export function valueOfCell(cell: Cell): Cell {
  if (typeof cell !== "string") return cell;
  const text = cell.trim();
  if (text === "") return undefined;
  if (text.startsWith(forcesText) && endOfForced(text, 0) === text.length) {
    return text.slice(2, -1).replaceAll('""', '"').trim() || undefined;
  }
  return text;
}

/** The name of a column: Excel writes blanks that do not break, several blanks, and line breaks into it (FILE-35). */
export function nameOfColumn(cell: Cell): string | undefined {
  const value = valueOfCell(cell);
  return value === undefined ? undefined : String(value).replaceAll(/\s+/gu, " ");
}

/** Cells of a sheet that are one; lines count from 1, columns from 0. */
export interface MergedCells {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly first: number;
  readonly last: number;
}

interface HeaderRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/**
 * One header of several rows: names that stand above one another are joined by a blank. A name stands above several columns
 * where its cell is merged; a text file leaves the cells beside it empty (FILE-57).
 */
export function joinHeaderRows(rows: readonly HeaderRow[], merged?: readonly MergedCells[]): readonly Cell[] {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) return merged === undefined ? only.cells : numbered(only, merged);
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, column) => {
    const names = rows.flatMap((row, index) => nameAbove(row, column, rows.slice(index + 1), merged) ?? []);
    return names.length === 0 ? undefined : names.join(" ");
  });
}

function nameAbove(
  { line, cells }: HeaderRow,
  column: number,
  below: readonly HeaderRow[],
  merged: readonly MergedCells[] | undefined,
): string | undefined {
  const own = nameOfColumn(cells[column]);
  if (own !== undefined || below.length === 0) return own;
  if (merged !== undefined) {
    const area = areaAt(merged, line, column);
    return area === undefined || area.firstLine !== line ? undefined : nameOfColumn(cells[area.first]);
  }
  const isNamedBelow = (index: number): boolean => below.some((row) => nameOfColumn(row.cells[index]) !== undefined);
  if (!isNamedBelow(column)) return undefined;
  for (let left = column - 1; left >= 0; left -= 1) {
    const name = nameOfColumn(cells[left]);
    if (name !== undefined) return isNamedBelow(left) ? name : undefined;
  }
  return undefined;
}

/** A name over several columns names each of them: `Address`, `Address 2`. */
function numbered({ line, cells }: HeaderRow, merged: readonly MergedCells[]): readonly Cell[] {
  const last = Math.max(
    cells.length - 1,
    ...merged.map((area) => (isIn(area, line) && cells[area.first] !== undefined ? area.last : 0)),
  );
  return Array.from({ length: last + 1 }, (_, column) => {
    const area = areaAt(merged, line, column);
    if (cells[column] !== undefined || area === undefined) return cells[column];
    const name = nameOfColumn(cells[area.first]);
    return name === undefined ? undefined : `${name} ${column - area.first + 1}`;
  });
}

function areaAt(merged: readonly MergedCells[], line: number, column: number): MergedCells | undefined {
  return merged.find((area) => isIn(area, line) && area.first <= column && column <= area.last);
}

function isIn({ firstLine, lastLine }: MergedCells, line: number): boolean {
  return firstLine <= line && line <= lastLine;
}

/** Whether a record is the header: it has all these names, in any order and case. */
export function isHeaderWith(cells: readonly Cell[], names: readonly string[]): boolean {
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
export function probableHeader(records: readonly (readonly Cell[])[]): number {
  const filled = records.map((cells) => cells.filter((cell) => valueOfCell(cell) !== undefined).length);
  const usual = filled.toSorted((left, right) => left - right)[Math.floor(filled.length / 2)] ?? 0;
  if (usual < 3) return 0;
  const at = filled.slice(0, titleLinesMax).findIndex((count, index) => {
    const isFull = count >= headerShare * usual;
    // `As of`, `11/27/2026` stands above a header of three columns.
    return isFull && (index === 0 || count >= usual || isOfNames(records[index] ?? []));
  });
  return at > 0 && isOfNames(records[at] ?? []) ? at : 0;
}

function isOfNames(cells: readonly Cell[]): boolean {
  return cells.every((cell) => !/^[-+$(]?[\d.,/]+[)%]?$|^\d{4}-\d{2}-\d{2}/.test(String(valueOfCell(cell) ?? "")));
}

/** Whether names of groups stand right above the header: two or more, in fewer cells than it has. */
export function hasGroupsAbove(above: readonly Cell[], header: readonly Cell[]): boolean {
  const groups = above.flatMap((cell, index) => (nameOfColumn(cell) === undefined ? [] : [index]));
  const isLabel = above.some((cell) => /[:]\s*$/.test(String(cell ?? "")));
  return groups.length >= 2 && groups.every((index) => index < header.length) && isOfNames(above) && !isLabel;
}

const sumWords =
  /^(?:(?:grand|sub|page|report|book|agency|office|overall)[- ]?)?totals?\b(?: (?:of|for|number|premium|premiums|policies|clients|accounts|records|rows|claims|count|amount|all)\b[^,]{0,40})?[\s:]*[\d.,$() -]*$|^(?:(?:record|row|policy|client|account) count|(?:number|count) of (?:records|rows|policies|clients|accounts|claims)|end of report|page \d+(?: of \d+)?)\b[\s:]*[\d.,]*$/iu;

/** `Total for Sable Creek, LLC`, `Grand Total: 6 policies`: a client may be called so, but has more than amounts beside it. */
const sumOfSomething = /^(?:(?:grand|sub|page|report|book|agency|office|overall)[- ]?)?totals?\b/iu;

function hasOnlyNumbers(cells: readonly Cell[]): boolean {
  const isNumber = (cell: Cell): boolean => /^[-+$€£(]*[\d.,]+[)%-]*$/u.test(String(valueOfCell(cell) ?? ""));
  return cells.length > 0 && cells.every(isNumber);
}

const mayBeSum = /^(?:[gt]|su|page|rep|book|agen|offi|over|rec|row|pol|cli|acc|num|cou|end)/i;

/**
 * Why a record below the header is no row of the book: it adds up the rows above, or repeats the header (FILE-36). Only a record
 * that leaves more than half of its cells empty is taken for a sum.
 */
export function asideOf(cells: readonly Cell[], header: CsvHeader): "totals" | "header" | undefined {
  const cell = cells.find((each) => valueOfCell(each) !== undefined);
  if (typeof cell !== "string") return undefined;
  const first = cell.trim();
  // Before what costs more: nearly all rows begin with something else.
  if (mayBeSum.test(first)) {
    const filled = cells.filter((cell) => valueOfCell(cell) !== undefined);
    const isSum = sumWords.test(first) || (sumOfSomething.test(first) && hasOnlyNumbers(filled.slice(1)));
    if (isSum && 2 * filled.length < header.length) return "totals";
  }
  const isRepeated =
    nameOfColumn(first) === (header.find((name) => name !== undefined) ?? "") &&
    header.every((name, index) => nameOfColumn(cells[index]) === name);
  return isRepeated ? "header" : undefined;
}

const delimiterLine = /^"?sep=(.)"?\1*[ \r]*$/i;

/** The character that a line such as `sep=;` names, with which spreadsheets begin a file; undefined for any other line. */
export function namedDelimiter(line: string): string | undefined {
  return delimiterLine.exec(line)?.[1];
}

/** Reads the header of a CSV file. The answer is a message when no row can be read by it. */
export function readCsvHeader(cells: readonly Cell[]): CsvHeader | string {
  // A file whose lines end in CR alone is one long header, and would otherwise be read as a file without rows.
  if (cells.some((cell) => typeof cell === "string" && cell.trim().includes("\r"))) {
    return "has lines that end in a carriage return alone: save it with line feeds";
  }
  if (cells.length > sourceLimits.columns) {
    return `has ${cells.length} columns; at most ${sourceLimits.columns} are read`;
  }
  const header = cells.map((cell) => nameOfColumn(cell));
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
