import type { Cell, MergedCells } from "../csv-header.ts";
import type { TableRecord } from "../table-rows.ts";
import { columnOf } from "./sheet-records.ts";
import { XmlRefused } from "./xml-reader.ts";

const mark = Buffer.from("<mergeCells");
/** Of the list of areas; more than anyone merges by hand. */
const listBytes = 4 * 1024 * 1024;
const areasMax = 100_000;

/**
 * The merged cells of a sheet, which its XML lists behind the rows. The rows are not parsed.
 * @throws XmlRefused for more areas than are kept
 */
export async function readMergedCells(sheet: AsyncIterable<Uint8Array>): Promise<readonly MergedCells[]> {
  const list: Buffer[] = [];
  let bytes = 0;
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of sheet) {
    if (list.length > 0) {
      // Copied: a stream may reuse its chunk's memory.
      list.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > listBytes) break;
      continue;
    }
    const joined = Buffer.concat([before, chunk]);
    const at = joined.indexOf(mark);
    if (at >= 0) list.push(joined.subarray(at));
    before = Buffer.from(joined.subarray(-mark.length));
  }
  const areas: MergedCells[] = [];
  const pattern = /mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;
  for (const [, first = "", firstLine, last = "", lastLine] of Buffer.concat(list)
    .toString("latin1")
    .matchAll(pattern)) {
    if (areas.length === areasMax) throw new XmlRefused(`has more than ${areasMax} merged cells`);
    areas.push({
      firstLine: Number(firstLine),
      lastLine: Number(lastLine),
      first: columnOf(`${first}1`),
      last: columnOf(`${last}1`),
    });
  }
  return areas;
}

/** What merged cells mean for the rows below the header (FILE-61, FILE-62). */
export class MergedRows {
  /** By their first line. */
  readonly #areas: readonly MergedCells[];
  #next = 0;
  /** By their column: two areas never share a cell. */
  readonly #open = new Map<number, { readonly area: MergedCells; readonly value: Cell }>();
  readonly #filled = new Map<number, { rows: number; readonly first: MergedCells }>();

  constructor(areas: readonly MergedCells[]) {
    this.#areas = areas.toSorted((a, b) => a.firstLine - b.firstLine);
  }

  /** The record with the values of the cells that it shares with rows above; a record without a value of its own stays empty. */
  complete(record: TableRecord, columns: number): TableRecord {
    const { line } = record;
    if (this.#open.size === 0 && (this.#areas[this.#next]?.firstLine ?? Number.POSITIVE_INFINITY) > line) return record;
    for (const [column, { area }] of this.#open) if (area.lastLine < line) this.#open.delete(column);
    const own = record.cells.flatMap((cell, index) => (cell === undefined || cell === "" ? [] : [index]));
    const shared =
      own.length === 0 ? [] : [...this.#open.values()].filter(({ area }) => record.cells[area.first] === undefined);
    const only = own.length === 1 ? own[0] : undefined;
    let isTitle = false;
    for (
      let area = this.#areas[this.#next];
      area !== undefined && area.firstLine <= line;
      area = this.#areas[this.#next]
    ) {
      this.#next += 1;
      if (area.firstLine < line || area.first === -1) continue;
      if (area.first === only && 2 * (area.last - area.first + 1) > columns) isTitle = true;
      const value = record.cells[area.first];
      if (area.lastLine > line && value !== undefined) this.#open.set(area.first, { area, value });
    }
    if (isTitle && shared.length === 0) return { ...record, isTitle };
    if (shared.length === 0) return record;
    const cells = [...record.cells];
    const places = new Map<number, string>();
    for (const { area, value } of shared) {
      while (cells.length <= area.first) cells.push(undefined);
      cells[area.first] = value;
      places.set(area.first, `stands once for rows ${area.firstLine} to ${area.lastLine}`);
      const filled = this.#filled.get(area.first);
      if (filled === undefined) this.#filled.set(area.first, { rows: 1, first: area });
      else filled.rows += 1;
    }
    return { ...record, cells, shared: places };
  }

  /** Which columns had values that stand once for several rows, a sentence each. */
  notes(columns: readonly (string | undefined)[]): readonly string[] {
    return [...this.#filled].flatMap(([index, { rows, first }]) => {
      const name = columns[index];
      if (name === undefined) return [];
      const where = `the first over rows ${first.firstLine} to ${first.lastLine}`;
      const what = rows === 1 ? "1 further row" : `${rows} further rows`;
      return [`Merged cells of ${name} (${where}) count for all of their rows, ${what}; an amount counts once.`];
    });
  }
}
