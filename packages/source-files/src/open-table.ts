import { stat } from "node:fs/promises";
import { openSourceFiles } from "./open-source-files.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";

/**
 * One table of one file: a text file, or a sheet of a workbook. `book.xlsx#Policies` names the sheet, `book.xlsx` the only
 * visible one with rows.
 * @throws SourceFileError where that is not one table, with the names of those that there are
 */
export async function openTable(path: string): Promise<SourceFile> {
  const { file, title } = await partsOf(path);
  const tables = await openSourceFiles([file]);
  const [only] = tables;
  if (title !== undefined) {
    const named = tables.find(({ sheet }) => sheet?.title.toLowerCase() === title.toLowerCase());
    if (named !== undefined) return named;
  } else if (only !== undefined && (tables.length === 1 || only.sheet !== undefined)) {
    const meant = only.sheet === undefined ? only : tables.find(({ sheet }) => sheet?.isOnly);
    if (meant !== undefined) return meant;
  }
  const names = tables.map(({ name }) => name).join(", ");
  throw new SourceFileError(path, `it must name one table. There ${tables.length === 1 ? "is" : "are"}: ${names}.`);
}

async function partsOf(path: string): Promise<{ readonly file: string; readonly title: string | undefined }> {
  const at = path.lastIndexOf("#");
  const isFile = await stat(path).then(
    () => true,
    () => false,
  );
  return at < 0 || isFile ? { file: path, title: undefined } : { file: path.slice(0, at), title: path.slice(at + 1) };
}
