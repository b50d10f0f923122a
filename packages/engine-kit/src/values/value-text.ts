/**
 * A text as the reader of values sees it, prepared once for all rules: its lines, and the scale that a heading sets
 * ("in thousands") for the table below it (VALUE-1).
 */
export type ValueText = {
  readonly text: string;
  /** Lower case, of the same length. */
  readonly folded: string;
  readonly lineStarts: readonly number[];
  /** Line index → factor set by a heading above. */
  readonly scales: ReadonlyMap<number, number>;
  /** The text says that its amounts are in another currency: none of them is read (VALUE-3). */
  readonly isOtherCurrency: boolean;
  /** Offsets of the words that set a scale, with their factor. */
  readonly markers: readonly { readonly at: number; readonly end: number; readonly factor: number }[];
};

/** "All amounts in euros", "figures are stated in CAD". */
const otherCurrencyPattern =
  /\b(?:amounts?|figures?|values?|stated|expressed|reported|shown)\s(?:are\s)?in\s(?:eur|euros?|gbp|pounds sterling|cad|canadian dollars|mxn|mexican pesos|aud|australian dollars|chf|swiss francs|jpy|yen)\b/;
/** Lines that one heading may scale. */
const tableLinesMax = 200;
const markerPattern =
  /\bin\s(?:us\s)?(?:\$\s?|dollars\s)?(thousand|million|billion)s?\b|(?<![\d,.])\(?\$?\s?000['’]?s?(?:\s+(?:omitted|dropped))\)?|\$\s?000['’]?s?\b|\(\s*\$?000['’]?s?\s*\)|(?<![\d,.])000['’]?s\b/g;

export function valueTextOf(text: string, folded = text.toLowerCase()): ValueText {
  const sameLength = folded.length === text.length ? folded : text;
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  const markers = [...sameLength.matchAll(markerPattern)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    factor: match[1] === "million" ? 1e6 : match[1] === "billion" ? 1e9 : 1e3,
  }));
  const isOtherCurrency = otherCurrencyPattern.test(sameLength);
  const lines = { text, folded: sameLength, lineStarts, markers, isOtherCurrency, scales: new Map<number, number>() };
  const headings = [...new Map(markers.map((marker) => [lineAt(lines, marker.at), marker.factor]))];
  for (const [index, [line, factor]] of headings.entries()) scaleTable(lines, line, factor, headings[index + 1]?.[0]);
  return lines;
}

type Lines = Pick<ValueText, "text" | "folded" | "lineStarts">;

/** Index of the line that holds an offset. */
export function lineAt({ lineStarts }: Pick<ValueText, "lineStarts">, offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Offsets of a line, without its end; `undefined` below the last. */
export function lineBounds(
  { text, lineStarts }: Pick<ValueText, "text" | "lineStarts">,
  line: number,
): { readonly start: number; readonly end: number } | undefined {
  const start = lineStarts[line];
  if (start === undefined) return undefined;
  const next = lineStarts[line + 1];
  return { start, end: next === undefined ? text.length : next - 1 };
}

/**
 * The factor of amounts between two offsets of a line: of words among them, or before them with no figure between; else
 * of the heading above.
 */
export function scaleOfSpan(prepared: ValueText, from: number, to: number): number {
  const { text, scales, markers } = prepared;
  const line = lineAt(prepared, from);
  const lineStart = prepared.lineStarts[line] ?? 0;
  const next = firstFrom(markers, from);
  const [before, within] = [markers[next - 1], markers[next]];
  if (within !== undefined && within.at < to) return within.factor;
  const isBeside = before !== undefined && before.at >= lineStart && from - before.end <= nearChars;
  if (isBeside && !/\d/.test(text.slice(before.end, from))) return before.factor;
  return scales.get(line) ?? 1;
}

function firstFrom(markers: ValueText["markers"], offset: number): number {
  let low = 0;
  let high = markers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((markers[middle]?.at ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const nearChars = 300;

/** A heading without figures of its own scales the lines below it up to the next blank line or heading. */
function scaleTable(
  lines: Lines & { readonly scales: Map<number, number> },
  heading: number,
  factor: number,
  next = Number.POSITIVE_INFINITY,
): void {
  if (hasFigures(lines, heading)) return;
  let isStarted = false;
  for (let line = heading + 1; line <= heading + tableLinesMax && line < next; line += 1) {
    const bounds = lineBounds(lines, line);
    if (bounds === undefined) return;
    const isBlank = lines.text.slice(bounds.start, Math.min(bounds.end, bounds.start + nearChars)).trim() === "";
    if (isBlank && isStarted) return;
    if (!isBlank) isStarted = true;
    lines.scales.set(line, factor);
  }
}

/** Whether a line states figures other than years and scales. */
function hasFigures(lines: Lines, line: number): boolean {
  const bounds = lineBounds(lines, line);
  if (bounds === undefined) return false;
  const own = lines.folded
    .slice(bounds.start, Math.min(bounds.end, bounds.start + 2000))
    .replace(markerPattern, " ")
    .replace(/\b(?:19|20)\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b|\b\d{1,2},/g, " ");
  return /\d/.test(own);
}
