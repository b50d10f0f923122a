import { cut } from "@service/json";
import { comparedCharsMax } from "./fold-text.ts";

export interface TextChange {
  readonly op: "keep" | "remove" | "add";
  readonly text: string;
}

/** Words by words that are compared: a page of 200 scenarios then takes a second at most. */
const cellsMax = 250_000;

/**
 * The change from one string to another, by words with the spaces behind them; joined without what is added it is the first
 * string, without what is removed the second, both cut at the bound of EVAL-15. Null when they are equal. Where texts
 * differ in more than a few hundred words, the differing part is removed and added as a whole.
 */
export function textDiff(from: string, to: string): TextChange[] | null {
  const [a, b] = [from, to].map((text) => cut(text, comparedCharsMax).match(/\S+\s*|\s+/gu) ?? []);
  if (a === undefined || b === undefined || a.join("") === b.join("")) return null;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const changes: TextChange[] = [];
  append(changes, "keep", a.slice(0, start));
  changesBetween(a.slice(start, a.length - end), b.slice(start, b.length - end), changes);
  append(changes, "keep", a.slice(a.length - end));
  return changes;
}

function changesBetween(a: readonly string[], b: readonly string[], changes: TextChange[]): void {
  if (a.length * b.length > cellsMax) {
    append(changes, "remove", a);
    append(changes, "add", b);
    return;
  }
  // Length of the longest common subsequence of the rests behind each pair of places.
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < a.length || column < b.length) {
    const [word, facing] = [a[row], b[column]];
    if (word !== undefined && word === facing) {
      append(changes, "keep", [word]);
      row += 1;
      column += 1;
    } else if (word !== undefined && (facing === undefined || at(row + 1, column) >= at(row, column + 1))) {
      append(changes, "remove", [word]);
      row += 1;
    } else {
      append(changes, "add", facing === undefined ? [] : [facing]);
      column += 1;
    }
  }
}

/** Joins with the change before it when that is of the same kind. */
function append(changes: TextChange[], op: TextChange["op"], words: readonly string[]): void {
  const text = words.join("");
  if (text === "") return;
  const last = changes.at(-1);
  if (last?.op === op) changes[changes.length - 1] = { op, text: last.text + text };
  else changes.push({ op, text });
}
