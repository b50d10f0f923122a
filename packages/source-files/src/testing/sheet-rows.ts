import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSourceFiles } from "../open-source-files.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourceReading } from "../source-reading.ts";
import { rowsOf } from "./file-kit.ts";
import { type KitBook, type KitSheet, workbookOf } from "./workbook-kit.ts";

/** The files of one file on disk, opened for as long as `use` runs. */
export async function withFile<T>(
  name: string,
  bytes: Uint8Array,
  use: (files: readonly SourceFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "workbook-"));
  try {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return await use(await openSourceFiles([path]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The rows of the first sheet of a workbook: its values, and for all else its sentence. */
export async function sheetRows(
  sheet: Partial<KitSheet> | NonNullable<KitSheet["rows"]>,
  { reading, ...book }: Partial<KitBook> & { readonly reading?: SourceReading } = {},
): Promise<unknown[]> {
  const only: KitSheet = { title: "Policies", ...("length" in sheet ? { rows: sheet } : sheet) };
  const bytes = workbookOf({ ...book, sheets: [only, ...(book.sheets ?? [])] });
  return withFile("book.xlsx", bytes, async ([file]) => {
    if (file === undefined) throw new Error("the workbook has no sheet");
    const rows = await rowsOf(file, reading);
    return rows.map((row) => {
      switch (row.kind) {
        case "row":
          return row.faults === undefined ? row.value : { ...row.value, faults: row.faults };
        case "aside":
          return row.what;
        case "note":
          return row.message;
        case "malformed":
          return `${row.line} ${row.message}${row.endsFile === true ? " (end)" : ""}`;
      }
    });
  });
}
