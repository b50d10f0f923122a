import mammoth from "mammoth";
import readSheets from "read-excel-file/node";
import { divideText, textOfPages } from "../divide-text.ts";
import { type FileText, noText, textLimits } from "../file-text.ts";
import { noteHidden } from "../note-hidden.ts";
import { refuseBombs, UnsafeArchiveError } from "../refuse-bombs.ts";
import { seenDocument, seenWorkbook } from "./without-hidden.ts";

/** The paragraphs of a DOCX between its headers and its notes, without its pictures and what it hides. */
export async function readDocx(bytes: Buffer): Promise<FileText> {
  return unlessUnsafe(bytes, async () => {
    const seen = seenDocument(bytes);
    const { value } = await mammoth.extractRawText({ buffer: seen.bytes });
    const whole = [seen.headers, value, seen.notes].filter((text) => text.trim() !== "").join("\n\n");
    const pages = divideText(seen.hidden.size > 0 ? noteHidden(whole) : whole);
    return textOfPages(pages, pages.length);
  });
}

/** The rows of an XLSX as text, cells with tabs between them; each sheet begins a page with its name. */
export async function readXlsx(bytes: Buffer): Promise<FileText> {
  return unlessUnsafe(bytes, async () => {
    const seen = seenWorkbook(bytes);
    const sheets = await readSheets(seen.bytes);
    if (sheets.length > textLimits.pages) return noText("failed", "too_many_pages", sheets.length);
    const shown = sheets.filter(({ sheet }) => !seen.hiddenSheets.has(sheet));
    const pages = shown.flatMap(({ sheet, data }) =>
      divideText(`${sheet}\n${data.map((row) => row.map(cellText).join("\t")).join("\n")}`),
    );
    // A note of its own: which sheet lacks something is no answer either.
    const last = pages.pop() ?? "";
    pages.push(seen.hidden.size + seen.hiddenSheets.size > 0 ? noteHidden(last) : last);
    return textOfPages(pages, pages.length);
  });
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

async function unlessUnsafe(bytes: Buffer, read: () => Promise<FileText>): Promise<FileText> {
  try {
    await refuseBombs(bytes);
    return await read();
  } catch (error) {
    return noText("failed", error instanceof UnsafeArchiveError ? error.reason : "unreadable");
  }
}
