import { type FileText, noText, textLimits } from "./file-text.ts";

/** As PostgreSQL can store it: without U+0000 and halves of characters. */
function clean(text: string): string {
  return text.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").toWellFormed();
}

/** Divides what has no pages at form feeds and after so many characters, at the end of a line where there is one. */
export function divideText(text: string): string[] {
  const pages: string[] = [];
  for (const part of clean(text).split("\f")) {
    let start = 0;
    while (part.length - start > textLimits.pageChars) {
      // Of the page alone: a search through the whole text would go back to its beginning, page after page.
      const line = part.slice(start, start + textLimits.pageChars + 1).lastIndexOf("\n");
      const end = line > 0 ? start + line + 1 : wholeCharacter(part, start + textLimits.pageChars);
      pages.push(part.slice(start, end));
      start = end;
    }
    pages.push(part.slice(start));
  }
  return pages;
}

/** Not between the halves of a character. */
function wholeCharacter(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end;
}

/**
 * The pages of a file, cut where they are together too long (STORE-33); `none` when no page has a letter or digit.
 * @param options.isTextOnly the file can hold nothing but text, so that one without any has been read (STORE-32).
 */
export function textOfPages(
  pages: readonly string[],
  pageCount: number,
  { isTextOnly = false }: { readonly isTextOnly?: boolean } = {},
): FileText {
  let left: number = textLimits.chars;
  let isCut = false;
  const kept: string[] = [];
  for (const page of pages) {
    const text = clean(page);
    const room = Math.min(left, textLimits.pageCharsMax);
    if (text.length > room) isCut = true;
    const shown = text.length > room ? text.slice(0, wholeCharacter(text, room)) : text;
    kept.push(shown);
    left -= shown.length;
  }
  if (!isTextOnly && !kept.some((page) => /[\p{L}\p{N}]/u.test(page))) return noText("none", "scanned", pageCount);
  return { status: "ready", pageCount, pages: kept, isCut };
}
