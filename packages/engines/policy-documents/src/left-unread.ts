import type { Place } from "./document-reading.ts";
import { pagesMax } from "./pages/text-lines.ts";
import type { ReadDocument } from "./stated-fields.ts";

const black = "\u2588";

const priorTitle = /^(?:expiring|current|prior(?! acts)|existing|present|incumbent|from$)\b/i;
const newTitle = /^(?:renewal|proposed|quoted?|new|offered|to$)\b/i;
/** A longer row is no row of titles. */
const titleChars = 600;
/** Marks that turn the direction of writing, and amounts of another dollar ("C$ 5,000"). */
const doubtful = /^.*[\u202a-\u202e\u2066-\u2069].*$|(?<![A-Za-z])(?!US\$)[A-Z]{1,3}\$\s?[\d.,]+/gm;

/**
 * What rules left of a document for somebody else to read (READ-22): its pages one below the other, with everything that is
 * never a value and every figure that was read blacked out, of the same length. Undefined where nothing is left: no place
 * without a reading, and no row with an amount of which nothing was read. Nor is anything left of a document that offers
 * options, because an amount of one is not that of another.
 */
export function leftUnread({ document, reading }: Pick<ReadDocument, "document" | "reading">): string | undefined {
  if (reading.options.length > 0 || reading.lines.some(({ option }) => option !== undefined)) return undefined;
  const pages = document.pages.slice(0, pagesMax).map((page) => page.split(""));
  const blacken = ({ page, start, end }: Place, pattern: RegExp): void => {
    const chars = pages[page - 1] ?? [];
    for (let at = start; at < Math.min(end, chars.length); at += 1)
      chars[at] = chars[at]?.replace(pattern, black) ?? "";
  };
  for (const { reason, at } of reading.unread)
    if (reason === "withdrawn" || reason === "instruction") blacken(at, /[^\n]/);
  for (const at of placesOfValues(reading)) blacken(at, /\d/);
  const text = pages
    .map((chars) => chars.join(""))
    .join("\n")
    .replace(doubtful, blackened);
  const rows = text.split("\n");
  const prior = rows.findIndex(isPriorTitle);
  const left = (prior < 0 ? rows : rows.map((row, at) => (at < prior ? row : blackened(row)))).join("\n");
  const isLeft =
    reading.unread.some(({ reason }) => reason === "not_understood" || reason === "ambiguous") ||
    left.split("\n").some((row) => /\$\s?\d|\b\d{1,3}(?:,\d{3})+\b/.test(row) && !row.includes(black));
  return isLeft ? left : undefined;
}

/** Titles of which one names a column of the expiring policy. */
function isPriorTitle(row: string): boolean {
  if (row.length > titleChars || /\$|\d,\d{3}/.test(row)) return false;
  const cells = row
    .split(/\s{2,}|[|\t]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  return cells.some((cell, at) => priorTitle.test(cell) && (at > 0 || cells.some((other) => newTitle.test(other))));
}

/** The place of two offsets of such a text; undefined where they stand on two pages. */
export function placeInPages(pages: readonly string[], start: number, end: number): Place | undefined {
  let from = 0;
  for (const [index, page] of pages.entries()) {
    const to = from + page.length;
    if (start <= to) return end > to ? undefined : { page: index + 1, start: start - from, end: end - from };
    from = to + 1;
  }
  return undefined;
}

function blackened(text: string): string {
  return text.replaceAll(/[^\n]/g, black);
}

/** Of every value of a reading, those of its conflicts included. */
function placesOfValues(part: unknown): readonly Place[] {
  if (typeof part !== "object" || part === null) return [];
  const members: readonly unknown[] = Object.values(part);
  const own = "value" in part && "at" in part && isPlace(part.at) ? [part.at] : [];
  return [...own, ...members.flatMap(placesOfValues)];
}

function isPlace(part: unknown): part is Place {
  return typeof part === "object" && part !== null && "page" in part && "start" in part && "end" in part;
}
