import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { type FileText, noText, textLimits } from "../file-text.ts";
import { textOfPages } from "../divide-text.ts";
import { isWritten, noteHidden } from "../note-hidden.ts";
import { laidOut } from "./pdf-layout.ts";
import { seenText } from "./seen-pdf.ts";

/** The text of a PDF page by page, in the order of the content. Nothing in it is executed, drawn or fetched. */
export async function readPdf(bytes: Uint8Array): Promise<FileText> {
  let pdf;
  try {
    pdf = await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      disableAutoFetch: true,
      disableStream: true,
      stopAtErrors: false,
      verbosity: 0,
      // Pictures are not looked at: decoding those of a scan takes longer than all its text.
      maxImageSize: 1,
    });
  } catch (error) {
    return noText("failed", needsPassword(error) ? "encrypted" : "unreadable");
  }
  const { numPages } = pdf;
  if (numPages > textLimits.pages) return noText("failed", "too_many_pages", numPages);
  const pages: string[] = [];
  let chars = 0;
  for (let number = 1; number <= numPages; number += 1) {
    // Beyond the cut the rest of a file is not read; its pages are there without text.
    const text = chars > textLimits.chars ? "" : await pageText(pdf, number);
    chars += text.length;
    pages.push(text);
  }
  return textOfPages(pages, numPages);
}

async function pageText(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ("str" in item ? [item] : []));
    const placed = laidOut(pieces, await page.getAnnotations());
    const text = placed.map(({ str, hasEOL }) => `${str}${hasEOL ? "\n" : ""}`).join("");
    if (!isWritten(text)) return text;
    const { OPS } = await getResolvedPDFJS();
    const seen = seenText(placed, await page.getOperatorList(), OPS);
    page.cleanup();
    return seen.isLeftOut ? noteHidden(seen.text) : text;
  } catch {
    // One broken page costs no other.
    return "";
  }
}

/** The library's exceptions are not errors of the language. */
function needsPassword(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "PasswordException";
}
