import type { Cell, TextLine } from "../pages/text-lines.ts";
import { termsIn } from "../terms/terms.ts";
import { labelKind } from "../words/label-kinds.ts";
import { lineOf } from "../words/line-words.ts";
import { columnOf, isRoleOnly } from "../words/roles.ts";
import { isAmountAlone, valuesOf } from "./free-rows.ts";
import type { Row } from "./row.ts";

const labelCharsMax = 34;
const alignedChars = 14;
const ofTables: ReadonlySet<string> = new Set(["limit", "deductible", "retention", "label", "loc", "coinsurance"]);

/**
 * "D&O   EPL   Total" above "$18,240   $14,975   $33,215": rows whose labels stand side by side and whose amounts stand
 * below them. `undefined` for any other two lines.
 */
export function stackedRows(above: TextLine, below: TextLine | undefined): readonly Row[] | undefined {
  const { cells } = above;
  if (below?.kind !== "text" || cells.length < 2 || below.cells.length !== cells.length) return undefined;
  if (above.boxes !== below.boxes || !cells.every(isTitle) || !below.cells.every(isAmountFirst)) return undefined;
  const isNamed =
    cells.filter(({ text }) => lineOf(text) !== undefined || labelKind(text) !== "coverage").length > 1 ||
    below.cells.every(({ text }) => text.startsWith("$"));
  const pairs = cells.map((cell, index) => ({ cell, value: below.cells[index] ?? cell }));
  const isAligned = pairs.every(({ cell, value }) => {
    const [from, to] = [cell.start - above.start, cell.end - above.start];
    const middle = (value.start + value.end) / 2 - below.start;
    return middle > from - alignedChars && middle < to + alignedChars;
  });
  return isNamed && isAligned ? pairs.map(({ cell, value }) => rowOf(above, cell, value)) : undefined;
}

/** "$500,000" or "$500,000 each accident" */
function isAmountFirst(cell: Cell): boolean {
  const [term, second] = termsIn(cell.text, cell.start);
  const rest = term === undefined ? "" : cell.text.slice(term.end - cell.start).trim();
  return (
    isAmountAlone(cell) ||
    (second === undefined && term?.kind === "money" && term.isSure && term.start === cell.start && isRoleOnly(rest))
  );
}

function isTitle({ text }: Cell): boolean {
  return (
    /^\p{Lu}/u.test(text) &&
    text.length <= labelCharsMax &&
    !text.includes(":") &&
    termsIn(text, 0).length === 0 &&
    !ofTables.has(columnOf(text) ?? "")
  );
}

function rowOf({ page, start, indent }: TextLine, cell: Cell, value: Cell): Row {
  return {
    label: cell.text,
    labelAt: { page, start: cell.start, end: cell.end },
    at: { page, start: value.start, end: value.end },
    values: valuesOf(value, termsIn(value.text, value.start), ""),
    indent,
    box: cell.box,
    cells: new Map(),
    isTable: false,
    indentOf: cell.start - start,
    rest: value.text,
  };
}
