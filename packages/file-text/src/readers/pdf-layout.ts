/** A piece of text as the library places it; a gap between two pieces of a line is a piece of blanks. */
export interface PdfPiece {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly width: number;
  readonly height: number;
  /** Into the space of the page. */
  readonly transform: readonly number[];
}

/** What is filled in over a page: a field of a form, or text that somebody typed on it. */
export type PdfAnnotation = Readonly<Record<string, unknown>>;

/** A gap of so many heights of a line parts cells. */
const cellGap = 1.5;
const gapCharsMax = 80;
const hiddenFlags = 2 | 32;

/**
 * The pieces of a page as its readers see them (STORE-36): what is drawn twice for bold once, filled fields and typed text
 * behind what stands left of them, and gaps between cells as wide as they are.
 */
export function laidOut(pieces: readonly PdfPiece[], annotations: readonly PdfAnnotation[]): readonly PdfPiece[] {
  const filled = annotations.reduce<readonly PdfPiece[]>(withAnnotation, withoutTwins(pieces));
  return withColumns(withAnswers(filled));
}

/**
 * A template may be drawn before its values: a line that stands to the right of a label of the same height is the label's.
 * Other lines of one height stay in the order of the content, which knows the columns of prose.
 */
function withAnswers(pieces: readonly PdfPiece[]): readonly PdfPiece[] {
  const lines: PdfPiece[][] = [];
  const open = new Map<number, PdfPiece[]>();
  let line: PdfPiece[] = [];
  for (const piece of pieces) {
    line.push(piece);
    if (!piece.hasEOL && piece !== pieces.at(-1)) continue;
    const [first] = line;
    const height = Math.round(yOf(piece));
    const label = open.get(height);
    const end = label?.at(-1);
    if (label !== undefined && end !== undefined && first !== undefined && xOf(first) > xOf(end) + end.width) {
      label[label.length - 1] = { ...end, hasEOL: false };
      label.push({ ...end, str: " ", hasEOL: false, width: 0 }, ...line);
      label[label.length - 1] = { ...piece, hasEOL: true };
      open.delete(height);
    } else {
      lines.push(line);
      if (isLabel(line)) open.set(height, line);
    }
    line = [];
  }
  return lines.flat();
}

function isLabel(line: readonly PdfPiece[]): boolean {
  return line
    .map(({ str }) => str)
    .join("")
    .trimEnd()
    .endsWith(":");
}

function withoutTwins(pieces: readonly PdfPiece[]): readonly PdfPiece[] {
  const kept: PdfPiece[] = [];
  for (const piece of pieces) {
    const before = kept.at(-1);
    if (before !== undefined && isTwin(before, piece))
      kept[kept.length - 1] = { ...before, hasEOL: before.hasEOL || piece.hasEOL };
    else kept.push(piece);
  }
  return kept;
}

function isTwin(one: PdfPiece, other: PdfPiece): boolean {
  if (one.str !== other.str || one.str.trim() === "") return false;
  const [dx, dy] = [xOf(one) - xOf(other), yOf(one) - yOf(other)];
  return Math.abs(dx) < one.height * 0.15 && Math.abs(dy) < one.height * 0.15;
}

function withAnnotation(pieces: readonly PdfPiece[], annotation: PdfAnnotation): readonly PdfPiece[] {
  const text = textOf(annotation);
  const [left, bottom, , top] = numbersIn(annotation["rect"]);
  if (text === "" || left === undefined || bottom === undefined || top === undefined) return pieces;
  const isLeft = (piece: PdfPiece): boolean =>
    yOf(piece) >= bottom - 1 && yOf(piece) <= top + 1 && xOf(piece) < left + 1 && piece.height + piece.width > 0;
  const at = pieces.findLastIndex(isLeft);
  const beside = pieces[at];
  const height = top - bottom;
  if (beside === undefined)
    return [...pieces, { str: text, hasEOL: true, width: 0, height, transform: [height, 0, 0, height, left, bottom] }];
  const isLast = beside.hasEOL || at === pieces.length - 1;
  const value = { ...beside, str: `${beside.str.trim() === "" ? "" : " "}${text}${isLast ? "" : " "}`, width: 0 };
  return [...pieces.slice(0, at), { ...beside, hasEOL: false }, value, ...pieces.slice(at + 1)];
}

/** `[x]` and `[ ]` for boxes; empty for what is hidden or not filled in. */
function textOf({ subtype, fieldType, annotationFlags, ...field }: PdfAnnotation): string {
  if ((Number(annotationFlags ?? 0) & hiddenFlags) !== 0) return "";
  if (subtype === "FreeText") return stringsIn(field["textContent"]).join(" ").trim();
  if (subtype !== "Widget") return "";
  if (fieldType === "Tx" || fieldType === "Ch")
    return stringsIn(field["fieldValue"]).join(", ").replaceAll(/\s+/g, " ").trim();
  if (field["checkBox"] === true) return field["fieldValue"] === field["exportValue"] ? "[x]" : "[ ]";
  if (field["radioButton"] === true) return field["fieldValue"] === field["buttonValue"] ? "[x]" : "[ ]";
  return "";
}

/** Gaps between cells become blanks, so that a cell of the next row stands below its head. */
function withColumns(pieces: readonly PdfPiece[]): readonly PdfPiece[] {
  const written = pieces.filter(({ str, height }) => str.trim() !== "" && height > 0);
  const charWidth = 0.5 * medianOf(written.map(({ height }) => height));
  const pageLeft = Math.min(...written.map(xOf));
  let column = 0;
  return pieces.map((piece, at) => {
    const next = pieces[at + 1];
    const isGap = piece.str !== "" && piece.str.trim() === "" && !piece.hasEOL && next !== undefined;
    const isWide = isGap && piece.width > cellGap * 2 * charWidth && charWidth > 0;
    const target = isWide ? Math.round((xOf(next) - pageLeft) / charWidth) : 0;
    const str = isWide ? " ".repeat(Math.min(Math.max(2, target - column), gapCharsMax)) : piece.str;
    column = piece.hasEOL ? 0 : column + str.length;
    return str === piece.str ? piece : { ...piece, str };
  });
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function xOf({ transform: [, , , , x = 0] }: PdfPiece): number {
  return x;
}

function yOf({ transform: [, , , , , y = 0] }: PdfPiece): number {
  return y;
}

function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

function stringsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((each: unknown) => typeof each === "string");
  return typeof value === "string" ? [value] : [];
}
