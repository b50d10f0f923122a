import type { TextLine, TextPage } from "../pages/text-lines.ts";

/** Lines of running text, joined with blanks: offsets are those of the page. */
export type Paragraph = { readonly text: string; readonly start: number; readonly page: number };
export type Sentence = { readonly text: string; readonly start: number; readonly page: number };

const lineMin = 50;
const bullet = /^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)]|[-*\u2022\u00b7#])\s/;

/** Lines that are running text: two or more of one cell, most of them long, few with a label and a colon. */
export function proseLines(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const prose = new Set<TextLine>();
  let block: TextLine[] = [];
  const close = () => {
    if (isProse(block)) for (const line of block) prose.add(line);
    block = [];
  };
  for (const line of lines) {
    const isItem = bullet.test(line.text) && !goesOn(block.at(-1));
    const isOne = line.kind === "text" && line.boxes === 0 && line.cells.length === 1 && !isItem;
    if (!isOne) close();
    else block.push(line);
  }
  close();
  return prose;
}

/** "(a) a serial list and": the next line goes on with "(b)". */
function goesOn(line: TextLine | undefined): boolean {
  return line !== undefined && /\S\s+\((?:a|1|i)\)\s.*(?:,|;|\band)\s*$/i.test(line.text);
}

function isProse(block: readonly TextLine[]): boolean {
  if (block.length < 2) return false;
  const long = block.slice(0, -1).filter(({ text }) => text.trim().length >= lineMin && /\p{Ll}{3}/u.test(text)).length;
  const labelled = block.filter(({ text }) => /^\s*[^:.]{2,45}:\s/.test(text)).length;
  return long * 10 >= (block.length - 1) * 6 && labelled * 2 < block.length;
}

/** Paragraphs of a page: its running text, and single lines that are sentences. */
export function paragraphsOf({ text, lines, page }: TextPage): readonly Paragraph[] {
  const prose = proseLines(lines);
  const paragraphs: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isSentence =
      line.kind === "text" &&
      line.boxes === 0 &&
      line.cells.length === 1 &&
      /^\s*\p{Lu}.{14,}\s\S+\s\S.*[.!?]\s*$/u.test(line.text);
    if (!prose.has(line) && !isSentence) isOpen = false;
    else {
      const last = paragraphs.at(-1);
      if (isOpen && last !== undefined) last.end = line.start + line.text.length;
      else paragraphs.push({ start: line.start, end: line.start + line.text.length });
      isOpen = true;
    }
  }
  return paragraphs.map(({ start, end }) => ({ text: text.slice(start, end).replaceAll("\n", " "), start, page }));
}

const abbreviations =
  /\b(?:inc|co|corp|ltd|st|dr|mr|ms|mrs|approx|incl|ded|vs|etc|ave|rd|p\.c|l\.l\.c|u\.s|e\.g|i\.e|est)$/i;

/** Sentences of a paragraph, without the blanks around them. */
export function sentencesOf({ text, start, page }: Paragraph): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const take = (to: number) => {
    const piece = text.slice(from, to);
    const words = piece.trim();
    if (words !== "") sentences.push({ text: words, start: start + from + piece.indexOf(words[0] ?? ""), page });
    from = to;
  };
  for (const match of text.matchAll(/[.!?](?=\s+["(]?[\p{Lu}\d])/gu)) {
    const before = text.slice(Math.max(from, match.index - 12), match.index);
    const isNumber = /\bno$/i.test(before) && /^\.\s+\d/.test(text.slice(match.index, match.index + 4));
    if (match[0] !== "." || !(abbreviations.test(before) || isNumber)) take(match.index + 1);
  }
  take(text.length);
  return sentences;
}
