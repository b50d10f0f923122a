import type { PolicyDocument, Unread } from "../document-reading.ts";
import { withOwnSigns } from "../terms/currency.ts";
import { maskPage } from "./masks.ts";
import { isScannedText, repairSlips } from "./repair-slips.ts";

/** A piece of a line between separators; offsets are those of the page. */
export type Cell = { readonly text: string; readonly start: number; readonly end: number; readonly box: number };

/** A line as it is read: repaired, masked, control characters as blanks; `start` is its offset on the page. */
export type TextLine = {
  readonly page: number;
  readonly start: number;
  readonly text: string;
  readonly cells: readonly Cell[];
  readonly indent: number;
  /** How many | part it; 0 for a line without boxes. */
  readonly boxes: number;
  /** `footer`: form number and page of the document itself. */
  readonly kind: "text" | "blank" | "rule" | "footer";
};

export type TextPage = { readonly page: number; readonly text: string; readonly lines: readonly TextLine[] };

/** A longer line is cut at a blank: nothing that is laid out in columns is as long, and every line is read in bounded time. */
const lineCharsMax = 600;
/** Pages of a document that are read. */
export const pagesMax = 2000;

/** Pages as lines and cells, and what was masked (READ-2, READ-3). Linear in the text. */
export function textPages(document: PolicyDocument): {
  readonly pages: readonly TextPage[];
  readonly unread: readonly Unread[];
} {
  const isScanned = isScannedText(document.pages);
  const unread: Unread[] = [];
  const pages = document.pages.slice(0, pagesMax).map((original, index) => {
    const masked = maskPage(withOwnSigns(plain(original), document.currency ?? "USD"), index + 1);
    for (const each of masked.unread) unread.push(each);
    // Boxes of which none is ticked are a list of what to do.
    const isToDo = !/[[(]\s?[xX\u2713\u2714\u2611]\s?[\])]/.test(masked.text);
    const listed = isToDo ? masked.text.replaceAll(/^(\s*)\[ \](?=\s\S)/gm, "$1-  ") : masked.text;
    const text = repairSlips(listed, isScanned);
    return { page: index + 1, text, lines: linesOf(text, index + 1) };
  });
  return { pages, unread };
}

/**
 * Control characters, odd blanks and drawn boxes as their plain forms, one for one. Marks that turn the direction of
 * writing show another figure than is stored: within one they damage it.
 */
function plain(text: string): string {
  return text
    .replaceAll(/(?<=[\d$.,])[\u202a-\u202e\u2066-\u2069](?=[\d$.,])/g, "~")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/[\u00a0\u2000-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/g, " ")
    .replaceAll(/[\u2502\u2503\u2551\u00a6]/g, "|")
    .replaceAll(/[\u2500\u2501\u2550\u250c-\u254b]/g, "-")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"');
}

function linesOf(text: string, page: number): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    for (let from = start; from < Math.max(end, start + 1);) {
      const to = end - from <= lineCharsMax ? end : cutAt(text, from);
      lines.push(textLine(text.slice(from, to), from, page));
      from = to > from ? to : from + 1;
    }
    start = end + 1;
  }
  return lines;
}

function cutAt(text: string, from: number): number {
  const blank = text.lastIndexOf(" ", from + lineCharsMax);
  return blank > from ? blank : from + lineCharsMax;
}

/** Boxes to tick: the ticked mark is blanked, an unticked one with its words. */
function ticked(text: string): string {
  if (!/[[(]\s{0,2}[xX\u2713\u2714\u2611]?\s{0,2}[\])]/.test(text)) return text;
  return text
    .replaceAll(/(?:\[\s{0,2}\]|\(\s{1,2}\))\s?[^[(|\s](?:\s?[^[(|\s]){0,40}/g, (words) => " ".repeat(words.length))
    .replaceAll(/[[(]\s{0,2}[xX\u2713\u2714\u2611]?\s{0,2}[\])]/g, (mark) => " ".repeat(mark.length));
}

function textLine(original: string, start: number, page: number): TextLine {
  // "o  Tenant Improvements": a bullet of a word processor.
  const text = ticked(original).replace(/^(\s*)o(?=\s+\S)/, "$1*");
  const indent = text.length - text.trimStart().length;
  const boxes = text.match(/\|/g)?.length ?? 0;
  const isRule = text.trim() !== "" && /^[\s|+:=_*~-]*$/.test(text) && /[-=_*]{3}|\|/.test(text);
  const isTitled = /\b(?:declarations?|coverage part|quot(?:e|ation)|proposal|binder|policy)\b.*\s{3,}page\b/i.test(
    text,
  );
  const isFooter =
    (!isTitled && /\bpage\s*:?\s*\d+\s*(?:of|\/)\s*\d+\s*$/i.test(text)) || /^\s*-?\s*\d+\s*-?\s*$/.test(text);
  const kind = text.trim() === "" ? "blank" : isRule && !/^\s*-\s*$/.test(text) ? "rule" : isFooter ? "footer" : "text";
  return { page, start, text, indent, boxes, kind, cells: kind === "text" ? cellsOf(text, start) : [] };
}

const separators = /\||\t+|(?<![$\s]|\bUSD)\s{2,}|\.{3,}|\s\.{2}(?=\s)|(?:\s\.){3,}|_{3,}|\u2026+/g;

function cellsOf(text: string, start: number): readonly Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  let box = 0;
  const take = (to: number) => {
    const piece = text.slice(from, to);
    // "Insurer          : Ironbark": the colon belongs to the label.
    const lead = /^\s*(?:[:=](?:\s+|$))?/.exec(piece)?.[0].length ?? 0;
    const words = piece.slice(lead).trimEnd();
    if (words !== "" && !/^page\s+\d+(?:\s*(?:of|\/)\s*\d+)?$/i.test(words))
      cells.push({ text: words, start: start + from + lead, end: start + from + lead + words.length, box });
  };
  for (const match of text.matchAll(separators)) {
    take(match.index);
    if (match[0] === "|") box += 1;
    from = match.index + match[0].length;
  }
  take(text.length);
  return cells;
}
