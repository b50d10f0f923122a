import { download, type Download } from "@service/http";
import { type CsvCell, csvLine } from "@service/source-files";
import * as z from "zod";

/** Rows that one file holds at most (CON-94). */
const rowsMax = 100_000;

/** The answer of a route that sends a list as a file. */
export const csvFile = download({ "text/csv": z.string() });

/** The columns of a file: their heads, and what of a row stands below each. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/**
 * Everything that a filter selects as CSV (CON-94), read page by page while it is sent.
 * @param read a page from a cursor on, from the beginning without one; `next` is null on the last.
 */
export function csvOf<Row, Cursor>(
  fileName: string,
  columns: CsvColumns<Row>,
  read: (cursor: Cursor | undefined) => Promise<{ readonly rows: readonly Row[]; readonly next: Cursor | null }>,
): Download {
  return { mediaType: "text/csv", fileName: `${fileName}.csv`, pieces: pieces(columns, read) };
}

async function* pieces<Row, Cursor>(columns: CsvColumns<Row>, read: Parameters<typeof csvOf<Row, Cursor>>[2]) {
  // A spreadsheet takes a file for UTF-8 by this mark alone.
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  let cursor: Cursor | undefined;
  let sent = 0;
  do {
    const { rows, next } = await read(cursor);
    const shown = rows.slice(0, rowsMax - sent);
    yield shown.map((row) => csvLine(Object.values(columns).map((column) => column(row)))).join("");
    sent += shown.length;
    cursor = next ?? undefined;
  } while (cursor !== undefined && sent < rowsMax);
}
