import { Parser } from "htmlparser2";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isWritten } from "../note-hidden.ts";

/** An office document without what it hides. */
export interface SeenArchive {
  readonly bytes: Buffer;
  /** Names of the parts of which something was left out; sheets of a workbook by their names. */
  readonly hidden: ReadonlySet<string>;
}

type Attributes = { readonly [name: string]: string };

/** A range of a part that is not seen. */
interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const isOn = (value: string | undefined): boolean => value === undefined || /^(?:1|true|on)$/i.test(value);
/** Half points: text of one point is not read by anybody. */
const halfPointsMin = 3;

/** A document without what it hides, and the text that stands outside its body. */
export interface SeenDocument extends SeenArchive {
  /** Each header once. */
  readonly headers: string;
  /** Footnotes, endnotes and each footer once. */
  readonly notes: string;
}

const documentBody = "word/document.xml";
const lineBreak = /<w:(?:br|cr)(?:\s[^<>]*)?\/>/g;

/**
 * A document without runs that are hidden, white on nothing, or too small to be read (STORE-34), with its breaks of lines
 * as text and what stands outside its body (STORE-37).
 */
export function seenDocument(bytes: Buffer): SeenDocument {
  const members = membersOf(bytes, (name) => /^word\/[\w.-]+\.xml$/.test(name));
  const styles = hiddenStyles(members.get("word/styles.xml") ?? "");
  const hidden = new Set<string>();
  const edits = new Map<string, string>();
  const texts: (readonly [name: string, text: string])[] = [];
  const outside = (kind: RegExp): string =>
    [...new Set(texts.flatMap(([name, text]) => (kind.test(name) ? [text] : [])))].join("\n\n");
  for (const [name, xml] of members) {
    if (name === "word/styles.xml") continue;
    const ranges = hiddenRuns(xml, styles);
    if (ranges.length > 0) hidden.add(name);
    const seen = ranges.length > 0 ? without(xml, ranges) : xml;
    const shown = name === documentBody ? seen.replaceAll(lineBreak, '<w:t xml:space="preserve">\n</w:t>') : seen;
    if (shown !== xml) edits.set(name, shown);
    if (/^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/.test(name)) texts.push([name, paragraphsOf(seen)]);
  }
  return {
    bytes: rezipped(bytes, edits).bytes,
    hidden,
    headers: outside(/header/),
    notes: [outside(/notes/), outside(/footer/)].filter((text) => text !== "").join("\n\n"),
  };
}

/** The text of a part, a line for each paragraph: no deleted text, and no code of a field. */
function paragraphsOf(xml: string): string {
  let text = "";
  let isText = false;
  eachTag(xml, {
    open(name) {
      isText = name === "w:t";
      if (name === "w:tab") text += "\t";
      if (name === "w:br" || name === "w:cr") text += "\n";
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "w:t") isText = false;
      if (name === "w:p") text += "\n";
    },
  });
  return text.replaceAll(/\n{2,}/g, "\n").trim();
}

/** Styles whose text is hidden, also by what they are based on. */
function hiddenStyles(xml: string): ReadonlySet<string> {
  const hidden = new Set<string>();
  const basedOn = new Map<string, string>();
  let style = "";
  eachTag(xml, {
    open(name, attributes) {
      if (name === "w:style") style = attributes["w:styleId"] ?? "";
      if (name === "w:vanish" && isOn(attributes["w:val"])) hidden.add(style);
      if (name === "w:basedOn") basedOn.set(style, attributes["w:val"] ?? "");
    },
  });
  // A chain has an end, whatever a file says.
  for (let steps = 0; steps < 10; steps += 1) for (const [own, base] of basedOn) if (hidden.has(base)) hidden.add(own);
  return hidden;
}

interface Run {
  readonly start: number;
  isHidden: boolean;
  isWhite: boolean;
  isShaded: boolean;
  text: string;
}

function hiddenRuns(xml: string, styles: ReadonlySet<string>): readonly Range[] {
  const runs: Run[] = [];
  const ranges: Range[] = [];
  let isParagraphHidden = false;
  let isOfParagraph = false;
  let shades = 0;
  eachTag(xml, {
    open(name, attributes, start) {
      const value = attributes["w:val"];
      const run = runs.at(-1);
      if (name === "w:p") isParagraphHidden = false;
      // What stands in a paragraph's properties is of its mark.
      if (name === "w:pPr") isOfParagraph = true;
      if (name === "w:pStyle" && styles.has(value ?? "")) isParagraphHidden = true;
      if (name === "w:tcPr" || name === "w:shd") shades += name === "w:shd" ? 1 : 0;
      if (name === "w:r") runs.push({ start, isHidden: isParagraphHidden, isWhite: false, isShaded: false, text: "" });
      if (run === undefined || isOfParagraph) return;
      if (name === "w:vanish" || name === "w:specVanish") run.isHidden = isOn(value);
      if (name === "w:rStyle" && styles.has(value ?? "")) run.isHidden = true;
      if (name === "w:sz" && Number(value) < halfPointsMin) run.isHidden = true;
      if (name === "w:color" && /^f{6}$/i.test(value ?? "")) run.isWhite = true;
      if (name === "w:highlight") run.isShaded = true;
    },
    text(text) {
      const run = runs.at(-1);
      if (run !== undefined) run.text += text;
    },
    close(name, end) {
      if (name === "w:pPr") isOfParagraph = false;
      if (name !== "w:r") return;
      const run = runs.pop();
      // White on a shade of the document may be seen.
      const isUnseen = run?.isHidden === true || (run?.isWhite === true && !run.isShaded && shades === 0);
      if (run !== undefined && isUnseen && isWritten(run.text)) ranges.push({ start: run.start, end });
    },
  });
  return ranges;
}

/** A workbook without hidden sheets, rows and columns (STORE-34). */
export function seenWorkbook(bytes: Buffer): SeenArchive & { readonly hiddenSheets: ReadonlySet<string> } {
  const members = membersOf(bytes, (name) => /^xl\/(?:workbook\.xml|worksheets\/[\w.-]+\.xml)$/.test(name));
  const hiddenSheets = new Set<string>();
  eachTag(members.get("xl/workbook.xml") ?? "", {
    open(name, attributes) {
      if (/(?:^|:)sheet$/.test(name) && /^(?:hidden|veryHidden)$/.test(attributes["state"] ?? ""))
        hiddenSheets.add(attributes["name"] ?? "");
    },
  });
  const edits = new Map(
    [...members].flatMap(([name, xml]) => {
      const ranges = name === "xl/workbook.xml" ? [] : hiddenCells(xml);
      return ranges.length === 0 ? [] : [[name, without(xml, ranges)] as const];
    }),
  );
  return { ...rezipped(bytes, edits), hiddenSheets };
}

function hiddenCells(xml: string): readonly Range[] {
  const columns: { readonly min: number; readonly max: number }[] = [];
  const ranges: Range[] = [];
  let isRowHidden = false;
  let cell: { readonly start: number; readonly isHidden: boolean } | undefined;
  eachTag(xml, {
    open(name, attributes, start) {
      const tag = name.replace(/^\w+:/, "");
      const isHidden = "hidden" in attributes && isOn(attributes["hidden"]);
      if (tag === "col" && isHidden) columns.push({ min: Number(attributes["min"]), max: Number(attributes["max"]) });
      if (tag === "row") isRowHidden = isHidden;
      if (tag !== "c") return;
      const column = columnOf(attributes["r"] ?? "");
      cell = { start, isHidden: isRowHidden || columns.some(({ min, max }) => column >= min && column <= max) };
    },
    close(name, end) {
      if (name.replace(/^\w+:/, "") !== "c" || cell === undefined) return;
      if (cell.isHidden && />/.test(xml.slice(cell.start, end - 2))) ranges.push({ start: cell.start, end });
      cell = undefined;
    },
  });
  return ranges;
}

function columnOf(reference: string): number {
  return [...reference.replace(/\d+$/, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function eachTag(
  xml: string,
  on: {
    readonly open?: (name: string, attributes: Attributes, start: number) => void;
    readonly text?: (text: string) => void;
    readonly close?: (name: string, end: number) => void;
  },
): void {
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => on.open?.(name, attributes, parser.startIndex),
      ontext: (text) => on.text?.(text),
      onclosetag: (name) => on.close?.(name, parser.endIndex + 1),
    },
    { xmlMode: true },
  );
  parser.write(xml);
  parser.end();
}

/** Ranges within another one go with it. */
function without(xml: string, ranges: readonly Range[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= at) left += xml.slice(at, start);
    at = Math.max(at, end);
  }
  return left + xml.slice(at);
}

function membersOf(bytes: Buffer, isWanted: (name: string) => boolean): ReadonlyMap<string, string> {
  const members = unzipSync(bytes, { filter: ({ name }) => isWanted(name) });
  return new Map(Object.entries(members).map(([name, content]) => [name, strFromU8(content)]));
}

/** The archive with other parts in the place of its own; the same bytes where there are none. */
function rezipped(bytes: Buffer, edits: ReadonlyMap<string, string>): SeenArchive {
  if (edits.size === 0) return { bytes, hidden: new Set() };
  // Pictures have no text.
  const members = unzipSync(bytes, { filter: ({ name }) => !/\/media\//.test(name) });
  for (const [name, xml] of edits) members[name] = strToU8(xml);
  return { bytes: Buffer.from(zipSync(members, { level: 0 })), hidden: new Set(edits.keys()) };
}
