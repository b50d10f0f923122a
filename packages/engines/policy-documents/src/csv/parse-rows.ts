import type { TextPage } from "../pages/text-lines.ts";

export type Field = { readonly text: string; readonly page: number; readonly start: number; readonly end: number };
export type CsvRow = {
  readonly fields: readonly Field[];
  readonly page: number;
  readonly start: number;
  readonly end: number;
};

const rowCharsMax = 20_000;
const fieldsMax = 200;
const probeRows = 200;

/** Rows of a spreadsheet saved as text, `undefined` for pages that are none: most lines part into as many fields. */
export function csvRows(pages: readonly TextPage[]): readonly CsvRow[] | undefined {
  const lines = pages.flatMap(({ page, text }) => linesOf(text, page));
  const probe = lines.slice(0, probeRows).filter(({ text }) => text.trim() !== "");
  const delimiter = [",", ";", "\t"].find((mark) => isCsv(probe.map(({ text }) => fieldCount(text, mark))));
  return delimiter === undefined ? undefined : lines.map((line) => rowOf(line, delimiter));
}

type Line = { readonly text: string; readonly page: number; readonly start: number };

function linesOf(text: string, page: number): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const piece of text.split("\n")) {
    lines.push({ text: piece.slice(0, rowCharsMax).replace(/\r$/, ""), page, start });
    start += piece.length + 1;
  }
  return lines;
}

/** At least three rows, and two of three lines, have the greatest number of fields, which is four or more. */
function isCsv(counts: readonly number[]): boolean {
  const most = Math.max(0, ...counts);
  const alike = counts.filter((count) => Math.abs(count - most) <= 1).length;
  return most >= 4 && alike >= 3 && alike * 3 >= counts.length * 2;
}

function fieldCount(text: string, mark: string): number {
  return rowOf({ text: text.slice(0, 2000), page: 0, start: 0 }, mark).fields.length;
}

function rowOf({ text, page, start }: Line, mark: string): CsvRow {
  const fields: Field[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length && fields.length < fieldsMax; at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    if (char !== undefined && (char !== mark || isQuoted)) continue;
    const raw = text.slice(from, at);
    const lead = /^\s*"?\s*/.exec(raw)?.[0].length ?? 0;
    const words = raw.slice(lead).replace(/\s*"?\s*$/, "");
    fields.push({
      text: words.replaceAll('""', '"'),
      page,
      start: start + from + lead,
      end: start + from + lead + words.length,
    });
    from = at + 1;
  }
  return { fields, page, start, end: start + text.length };
}
