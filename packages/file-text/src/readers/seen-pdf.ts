import { isWritten } from "../note-hidden.ts";
import type { PdfPiece } from "./pdf-layout.ts";

type PlacedText = Pick<PdfPiece, "str" | "hasEOL" | "transform">;

/** What a page draws, in order: numbers of `codes`, and what each takes. */
export interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Box = readonly [left: number, bottom: number, right: number, top: number];
type Kind = "painted" | "hidden" | "white";

interface State {
  readonly matrix: Matrix;
  readonly mode: number;
  readonly color: string;
  readonly alpha: number;
}

/** Text of less than so many points is read by nobody. */
const pointsMin = 1.5;
const white = "#ffffff";

/**
 * The text of a page without what its readers do not see: text that is not painted, is white on nothing, transparent, or too
 * small (STORE-34). Where nothing else is on the page, unseen text is that of a scan, and stays.
 */
export function seenText(
  items: readonly PlacedText[],
  drawing: Drawing,
  codes: Readonly<Record<string, number>>,
): { readonly text: string; readonly isLeftOut: boolean } {
  const { letters, kinds, boxes } = read(drawing, codes);
  let at = 0;
  const judged = items.map((item) => {
    const own = packed(item.str);
    const found = placeOf(letters, own, at);
    if (found !== undefined) at = found + own.length;
    let index = found ?? 0;
    return [...item.str].map((char) => {
      if (/\s/u.test(char)) return { char, isSeen: true };
      const kind = found === undefined ? "painted" : kinds[index];
      index += char.length;
      return { char, isSeen: isLegible(item) && (kind === "painted" || (kind === "white" && isOver(item, boxes))) };
    });
  });
  const isSeenAtAll = judged.some((chars) => chars.some(({ char, isSeen }) => isSeen && isWritten(char)));
  const isLeftOut = isSeenAtAll && judged.some((chars) => chars.some(({ char, isSeen }) => !isSeen && isWritten(char)));
  const text = items
    .map(({ str, hasEOL }, item) => {
      const kept = (judged[item] ?? []).filter(({ isSeen }) => isSeen).map(({ char }) => char);
      const shown = isLeftOut ? kept.join("") : str;
      return isLeftOut && shown.trim() === "" && str.trim() !== "" ? "" : `${shown}${hasEOL ? "\n" : ""}`;
    })
    .join("");
  return { text, isLeftOut };
}

function packed(text: string): string {
  return text.replaceAll(/\s+/gu, "");
}

/** Where the letters of a piece were drawn; from right to left they may stand the other way round. */
function placeOf(letters: string, own: string, from: number): number | undefined {
  if (own === "") return undefined;
  const turned = [...own].toReversed().join("");
  return [letters.indexOf(own, from), letters.indexOf(turned, from), letters.indexOf(own)].find((place) => place >= 0);
}

function isLegible({ transform: [, , c = 0, d = 0] }: PlacedText): boolean {
  return Math.hypot(c, d) >= pointsMin;
}

function isOver({ transform: [, , , , x = 0, y = 0] }: PlacedText, boxes: readonly Box[]): boolean {
  return boxes.some(([left, bottom, right, top]) => x >= left - 1 && x <= right && y >= bottom - 1 && y <= top);
}

/** The letters that a page draws, how each is drawn, and the boxes that are filled with a color. */
function read(
  { fnArray, argsArray }: Drawing,
  codes: Readonly<Record<string, number>>,
): { readonly letters: string; readonly kinds: readonly Kind[]; readonly boxes: readonly Box[] } {
  const parts: string[] = [];
  const kinds: Kind[] = [];
  const boxes: Box[] = [];
  const kept: State[] = [];
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], mode: 0, color: "#000000", alpha: 1 };
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  for (const [index, code] of fnArray.entries()) {
    const args: readonly unknown[] = asList(argsArray[index]);
    switch (names.get(code)) {
      case "save":
        kept.push(state);
        break;
      case "restore":
      case "paintFormXObjectEnd":
        state = kept.pop() ?? state;
        break;
      case "paintFormXObjectBegin":
        kept.push(state);
        state = { ...state, matrix: times(state.matrix, asList(args[0])) };
        break;
      case "transform":
        state = { ...state, matrix: times(state.matrix, args) };
        break;
      case "setTextRenderingMode":
        state = { ...state, mode: Number(args[0]) };
        break;
      case "setFillRGBColor":
        state = { ...state, color: String(args[0]).toLowerCase() };
        break;
      case "setFillColorN":
        state = { ...state, color: "pattern" };
        break;
      case "setGState":
        for (const entry of asList(args[0])) {
          const [name, value] = asList(entry);
          if (name === "ca") state = { ...state, alpha: Number(value) };
        }
        break;
      case "constructPath":
        if (state.color !== white && state.alpha > 0) boxes.push(...boxOf(state.matrix, args));
        break;
      case "paintImageXObject":
      case "paintInlineImageXObject":
      case "paintImageMaskXObject":
        boxes.push(boxIn(state.matrix, 0, 0, 1, 1));
        break;
      case "shadingFill":
        boxes.push([-Infinity, -Infinity, Infinity, Infinity]);
        break;
      case "showText": {
        const shown = packed(asList(args[0]).map(letterOf).join(""));
        const kind: Kind =
          state.mode === 3 || state.mode === 7 || state.alpha === 0
            ? "hidden"
            : state.color === white && state.mode !== 1 && state.mode !== 2
              ? "white"
              : "painted";
        parts.push(shown);
        for (let letter = 0; letter < shown.length; letter += 1) kinds.push(kind);
        break;
      }
      default:
        break;
    }
  }
  return { letters: parts.join(""), kinds, boxes };
}

function letterOf(glyph: unknown): string {
  return typeof glyph === "object" && glyph !== null && "unicode" in glyph ? String(glyph.unicode) : "";
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  // Numbers in a typed array, whatever realm made it.
  return ArrayBuffer.isView(value) ? Object.values(value) : [];
}

/** A path that was filled; a line fills nothing. Its last argument is the box around it. */
function boxOf(matrix: Matrix, args: readonly unknown[]): readonly Box[] {
  const [left, bottom, right, top] = asList(args.at(-1)).map(Number);
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return [];
  return [boxIn(matrix, left, bottom, right, top)];
}

function boxIn(matrix: Matrix, left: number, bottom: number, right: number, top: number): Box {
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function times([a, b, c, d, e, f]: Matrix, by: readonly unknown[]): Matrix {
  if (by.length < 6) return [a, b, c, d, e, f];
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = by.map(Number);
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
