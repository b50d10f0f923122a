import type { Cell, TextLine } from "../pages/text-lines.ts";
import { termsIn } from "../terms/terms.ts";
import { type Column, columnOf, isRoleOnly } from "../words/roles.ts";
import { lineOf } from "../words/line-words.ts";
import { isLimitWords, statusOf } from "../words/status-words.ts";
import { isAmountAlone, valuesOf } from "./free-rows.ts";
import type { Row, RowValue } from "./row.ts";

/** A column of a table: `from` and `to` in characters of the line. */
type TableColumn = {
  readonly column: Column;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly box: number;
  readonly option?: string | undefined;
  readonly isSecondLabel?: boolean | undefined;
};
export type TableHeader = { readonly columns: readonly TableColumn[]; readonly boxes: number; readonly lines: number };

const valueColumns: ReadonlySet<Column> = new Set([
  "limit",
  "aggregate",
  "deductible",
  "retention",
  "self_insured_retention",
  "waiting",
  "coinsurance",
  "premium",
  "retro_date",
  "valuation",
  "trigger",
  "number",
  "edition",
  "title",
]);
const optionTitle =
  /^"?(?:(?:quote )?(?:option|opt\.?|plan|alternative|alt\.?|choice|proposal|scenario|program))\s*#?\s*([A-Z]|\d{1,2}|[IVX]{1,4}|one|two|three)?\b/i;
const priorTitle = /^(?:expiring|current|prior|existing|present|incumbent|from$)\b/i;
const offeredTitle =
  /^(?:proposed|renewal|quoted|new|offered|to$)\b(?! (?:effective|expiration|policy|term|period|date))/i;
const titleCharsMax = 34;
const headerLinesMax = 3;

/** The header that begins at a line: titles of up to three lines, stacked by their place (READ-14). */
export function headerAt(lines: readonly TextLine[], index: number): TableHeader | undefined {
  const grouped = optionsOverColumns(lines[index], lines[index + 1]);
  if (grouped !== undefined) return grouped;
  const own = scoredHeader(lines, index);
  if (own === undefined) return undefined;
  // A heading above the titles adds nothing to them.
  const below =
    own.header.lines > 1 && (lines[index]?.cells.length ?? 0) < 3 ? scoredHeader(lines, index + 1) : undefined;
  return below !== undefined && below.score >= own.score
    ? undefined
    : gridOf(own.header, lines.slice(index + own.header.lines, index + own.header.lines + gridRowsMax));
}

const gridRowsMax = 16;

/** "COVERAGE | DESCRIPTION | LIMIT": where a first box below names a line of business, the second one is the label. */
function gridOf(header: TableHeader, below: readonly TextLine[]): TableHeader {
  const [first, second] = header.columns;
  if (header.boxes < 3 || first?.column !== "label" || second?.isSecondLabel !== true) return header;
  const isGrid = below.some(({ boxes, cells }) => {
    const [one, two] = cells;
    return (
      boxes === header.boxes &&
      one?.box === first.box &&
      two?.box === second.box &&
      lineOf(one.text) !== undefined &&
      lineOf(two.text) === undefined
    );
  });
  if (!isGrid) return header;
  const columns = header.columns.map((each) =>
    each === first
      ? { ...each, column: "line" as const }
      : each === second
        ? { ...each, column: "label" as const }
        : each,
  );
  return { ...header, columns };
}

function scoredHeader(
  lines: readonly TextLine[],
  index: number,
): { readonly header: TableHeader; readonly score: number } | undefined {
  if (isHeadingOf(lines[index], lines[index + 1])) return undefined;
  let best: { header: TableHeader; score: number } | undefined;
  const taken: TextLine[] = [];
  for (let at = index; at < lines.length && taken.length < headerLinesMax; at += 1) {
    const line = lines[at];
    if (line === undefined || !isTitleLine(line, taken[0])) break;
    taken.push(line);
    const titles = stacked(taken);
    const count = (column: Column) => titles.filter((each) => each.column === column).length;
    // Two lists side by side are read cell by cell.
    if (count("label") > 1 && count("limit") > 1) return undefined;
    const columns = labelledOnce(titles);
    if (columns.length === 0) break;
    const score = scoreOf(columns);
    // A line that only completes titles belongs to them.
    const isCompleting = best !== undefined && score === best.score && columns.length === best.header.columns.length;
    if (score > (best?.score ?? 1) || isCompleting) {
      best = { score, header: { columns, boxes: taken[0]?.boxes ?? 0, lines: at - index + 1 } };
    }
  }
  return best;
}

/** "Option 1 | Option 2" above "Coverage | Limit | Retention | Limit | Retention": each option has the same columns. */
function optionsOverColumns(above: TextLine | undefined, below: TextLine | undefined): TableHeader | undefined {
  if (above === undefined || below === undefined || !isTitleLine(above, undefined) || !isTitleLine(below, undefined))
    return undefined;
  const groups = above.cells.map(({ text }) => optionOf(text)).filter((option) => option !== undefined);
  if (groups.length < 2 || groups.length < above.cells.length - 1) return undefined;
  const titles = stacked([below]);
  const firstValue = titles.findIndex(({ column }) => valueColumns.has(column));
  const values = titles.slice(firstValue);
  const each = values.length / groups.length;
  const isRepeated = values.every(({ column }, at) => valueColumns.has(column) && column === values[at % each]?.column);
  if (firstValue < 0 || each < 2 || !Number.isInteger(each) || !isRepeated) return undefined;
  const columns = values.map((value, at) => ({ ...value, option: groups[Math.floor(at / each)] }));
  return { columns: [...titles.slice(0, firstValue), ...columns], boxes: below.boxes, lines: 2 };
}

/** One cell above the first title is a heading. */
function isHeadingOf(line: TextLine | undefined, below: TextLine | undefined): boolean {
  const [[cell, second], [first]] = [line?.cells ?? [], below?.cells ?? []];
  if (line === undefined || below === undefined || cell === undefined || second !== undefined || first === undefined)
    return false;
  return cell.start - line.start <= first.end - below.start;
}

function isTitleLine(line: TextLine, first: TextLine | undefined): boolean {
  if (line.kind !== "text") return false;
  if (first !== undefined && first.boxes !== line.boxes) return false;
  // "7   MEDICAL PAYMENTS" is a row: no title begins with a number of its own.
  if (first !== undefined && line.cells.length > 1 && /^(?:\d{1,3}|-)$/.test(line.cells[0]?.text ?? "")) return false;
  // "Defense outside the limit | No | Yes" is a row.
  if (line.cells.slice(1).some(({ text }) => ["included", "excluded"].includes(statusOf(text) ?? ""))) return false;
  return line.cells.every(({ text }) => {
    const title = withoutRules(text);
    if (title.length > titleCharsMax || (first !== undefined && statusOf(text) !== undefined)) return false;
    if (optionTitle.test(title)) return true;
    return !/:\s?\S/.test(text) && termsIn(text, 0).every((term) => term.kind === "money" && !term.isSure);
  });
}

function stacked(lines: readonly TextLine[]): readonly TableColumn[] {
  const columns: { title: string; from: number; to: number; box: number }[] = [];
  for (const line of lines) {
    const used = new Set<unknown>();
    for (const cell of line.cells) {
      const [from, to] = [cell.start - line.start, cell.end - line.start];
      const own = columns.find((other) =>
        line.boxes > 1 ? other.box === cell.box : from <= other.to && to >= other.from,
      );
      // Two titles of one line under one title of another are no stack.
      if (own !== undefined && used.has(own)) return [];
      if (own === undefined) columns.push({ title: cell.text, from, to, box: cell.box });
      else {
        used.add(own);
        own.title = own.title.endsWith("-") ? `${own.title.slice(0, -1)}${cell.text}` : `${own.title} ${cell.text}`;
        own.from = Math.min(own.from, from);
        own.to = Math.max(own.to, to);
      }
    }
  }
  return columns
    .sort((a, b) => a.from - b.from)
    .map(({ title, from, to, box }, index) => {
      const option = optionOf(title);
      // "Prem" is short for the premises in front and for the premium behind.
      const isPremium = index > 0 && /^prem\.?$/i.test(title);
      const own = isPremium ? "premium" : (columnOf(title) ?? "unknown");
      return { title, from, to, box, option, column: option === undefined ? own : "limit" };
    });
}

/** Before the number of a location whose values have a column of their own. */
export const locationColumn = "(loc) ";

/** "--- OPTION 2: HIGHER RETENTION ---" without what is drawn around it. */
function withoutRules(title: string): string {
  return title.replaceAll(/[*"]|^[\s=_-]+|[\s=_-]+$/g, "").trim();
}

/** The name of an option that a title gives; "Expiring" is withdrawn, whatever it says. */
function optionOf(title: string): string | undefined {
  const plain = withoutRules(title);
  const match = optionTitle.exec(plain);
  if (match !== null && (match[1] !== undefined || plain.length < 30)) return match[1] ?? plain;
  const location = /^(?:loc(?:ation)?|prem(?:ises)?)\.?\s*(?:no\.?|#)?\s*(\d{1,4})\b/i.exec(plain);
  if (location?.[1] !== undefined) return `${locationColumn}${location[1]}`;
  if (priorTitle.test(plain)) return "(prior)";
  return offeredTitle.test(plain) && plain.length < 24 ? "(offered)" : undefined;
}

/** One column names the coverage; "Type of insurance" before it names the line. */
function labelledOnce(columns: readonly TableColumn[]): readonly TableColumn[] {
  const options = columns.filter(({ option }) => option !== undefined);
  const isOneOption = options.length < 2;
  const labels = columns.filter(({ column }) => column === "label");
  const lineColumn = labels.length === 0 ? columns.find(({ column }) => column === "line") : undefined;
  if (lineColumn !== undefined)
    return labelledOnce(columns.map((each) => (each === lineColumn ? { ...each, column: "label" } : each)));
  // "Limit | Deductible | …": where values come first, the last column, whatever its title, names the coverage.
  const last = columns.at(-1);
  const isValuesFirst = columns[0]?.column === "limit" || columns[0]?.column === "premium";
  if (labels.length === 0 && isOneOption && isValuesFirst && columns.length > 2 && last?.column === "unknown")
    return columns.map((each) => (each === last ? { ...each, column: "label" as const } : each));
  // "PREMIUM | Option 1 | Option 2": the word above the labels says what the options state.
  if (labels.length === 0 && !isOneOption && columns[0]?.column === "premium" && columns[0].option === undefined)
    return columns.map((each, at) => ({ ...each, column: at === 0 ? "label" : "premium" }));
  const [first, second] = labels;
  return columns.map((each) => {
    if (isOneOption && each.option !== undefined)
      return { ...each, option: undefined, column: columnOf(each.title) ?? "unknown" };
    if (second !== undefined && each === first && /^(?:type|line|part|section)/i.test(each.title))
      return { ...each, column: "line" as const };
    return second !== undefined &&
      each !== first &&
      each.column === "label" &&
      !/^(?:type|line|part|section)/i.test(first?.title ?? "")
      ? { ...each, column: "other" as const, isSecondLabel: true }
      : each;
  });
}

function scoreOf(columns: readonly TableColumn[]): number {
  const options = columns.filter(({ option }) => option !== undefined).length;
  if (options >= 2) return 10 + options;
  const values = columns.filter(({ column }) => valueColumns.has(column)).length;
  const named = columns.filter(({ column }) => column !== "unknown").length;
  const isPremises =
    columns.some(({ column }) => column === "loc") && columns.some(({ column }) => column === "address");
  const isTable = columns.length >= 2 && (values >= 1 || isPremises) && named >= 2 && named * 2 >= columns.length;
  return isTable ? 2 * named + values - (columns.length - named) : 0;
}

/**
 * A row under a header; `undefined` where no cell stands under a column of values. `isBelow`: its label may be that of
 * the line above.
 */
export function tableRow(line: TextLine, header: TableHeader, isBelow = false): Row | undefined {
  if (header.boxes > 1 && line.boxes !== header.boxes) return undefined;
  if (header.boxes === 0 && hasLabelBesideLimit(line, header)) return undefined;
  // A line of several labels with colons is no row.
  if (line.cells.filter(({ text }) => /^[^:]{2,40}:\s+\S/.test(text)).length > 1) return undefined;
  if (line.boxes < 2 && line.cells.filter(({ text }) => /^\p{L}{3}[^$]*\$\s?\d/u.test(text)).length > 1)
    return undefined;
  if (line.boxes > 1 && labelsInBox(line, header)) return undefined;
  const labelColumn = header.columns.find(({ column }) => column === "label");
  const firstValue = header.columns.find(({ column, option }) => option !== undefined || valueColumns.has(column));
  const values: RowValue[] = [];
  const cells = new Map<Column, { text: string; start: number; end: number }>();
  const label: Cell[] = [];
  let isAligned = false;
  for (const cell of line.cells) {
    const under = columnUnder(cell, line, header);
    // Beside the first column of values, and not below it, stands a label.
    const isBeside =
      labelColumn === undefined &&
      under !== undefined &&
      under === firstValue &&
      line.boxes < 2 &&
      cell.end - line.start <= under.from;
    const column = isBeside ? undefined : under;
    const isLeft = firstValue !== undefined && cell.start - line.start < firstValue.from - 2 && column !== firstValue;
    const isLabel =
      column === undefined
        ? isLeft
        : column === labelColumn || (labelColumn === undefined && isLeft && !isOwnColumn(column.column));
    if (isLabel && isBelow && (isLimitWords(cell.text) || statusOf(cell.text) === "excluded")) {
      values.push(...cellValues(cell, undefined));
      isAligned = true;
      continue;
    }
    const terms = termsIn(cell.text, cell.start).filter((term) => term.kind !== "money" || term.isSure);
    const [term] = terms;
    if (isLabel && line.boxes < 2 && (values.length === 0 || (label.length === 0 && term?.start === cell.start))) {
      const lead = cell.text.slice(0, term === undefined ? undefined : term.start - cell.start).trimEnd();
      // "Physical Damage (TIV $477,400)": what brackets hold belongs to the label.
      const isInLabel = /\([^)]*$/.test(lead) || (lead !== "" && hasLimit(line, cell, header));
      if (isInLabel) {
        label.push(cell);
        continue;
      }
      if (lead !== "") label.push({ ...cell, text: lead, end: cell.start + lead.length });
      if (term !== undefined) {
        values.push(...valuesOf(cell, terms, "").map((value) => underTerm(value, line, header)));
        isAligned = true;
      }
      continue;
    }
    if (isLabel) label.push(cell);
    else if (column === undefined) values.push(...cellValues(cell, undefined));
    else if (isOwnColumn(column.column)) cells.set(column.column, cell);
    else {
      isAligned ||= valueColumns.has(column.column);
      if (column.column !== "other" && column.column !== "unknown") {
        values.push(...cellValues(cell, column).map((value) => underTerm(value, line, header)));
      }
    }
  }
  const [first] = label;
  const start = first?.start ?? line.cells[0]?.start ?? line.start;
  const end = Math.max(start, ...line.cells.map((cell) => cell.end));
  const hasForm = cells.has("number") && cells.has("title");
  const named = first === undefined && cells.has("option") ? optionLabel(header) : undefined;
  const isValueBelow = isBelow && isAligned && cells.size === 0 && line.boxes < 2;
  if (first === undefined && named === undefined && !hasForm && !cells.has("loc") && !isValueBelow) return undefined;
  if (!isAligned && !hasForm && !(cells.has("loc") && cells.has("address"))) return undefined;
  return {
    // "HIRED AUTO LIABILITY     cost of hire: if any": what begins small only describes.
    label:
      named ??
      label
        .filter(({ text }, index) => index === 0 || line.boxes > 1 || !/^\p{Ll}/u.test(text))
        .map(({ text }) => text)
        .join(" "),
    labelAt: { page: line.page, start, end: label.at(-1)?.end ?? start },
    at: { page: line.page, start, end },
    values,
    indent: line.indent,
    box: first?.box ?? 0,
    cells,
    isTable: true,
    indentOf: start - line.start,
    rest: line.text.slice((label.at(-1)?.end ?? start) - line.start).trim(),
  };
}

/** "SM-GL-20981   01/01/2027   EACH OCCURRENCE   $ 1,000,000" under "LIMITS": the label stands in the column of the value. */
function hasLabelBesideLimit(line: TextLine, header: TableHeader): boolean {
  const last = header.columns.at(-1);
  const [label, value] = line.cells.slice(-2);
  if (last?.column !== "limit" || label === undefined || value === undefined) return false;
  return (
    /^\p{Lu}{2}/u.test(label.text) &&
    termsIn(label.text, 0).length === 0 &&
    statusOf(label.text) === undefined &&
    !isLimitWords(label.text) &&
    columnUnder(label, line, header) === last &&
    value.start - line.start >= last.from &&
    isAmountAlone(value)
  );
}

/** "Small tools - any one item $1,500   $25,000": the limit has a column of its own. */
function hasLimit(line: TextLine, label: Cell, header: TableHeader): boolean {
  return line.cells.some(
    (cell) => cell.start > label.end && columnUnder(cell, line, header)?.column === "limit" && isAmountAlone(cell),
  );
}

/** "EACH OCCURRENCE   $ 1,000,000" in the box of limits: the label of the value stands beside it. */
function labelsInBox(line: TextLine, header: TableHeader): boolean {
  const limit = header.columns.find(({ column }) => column === "limit");
  const [first, second] = line.cells.filter(({ box }) => box === limit?.box);
  if (first === undefined || second === undefined) return false;
  return termsIn(first.text, 0).length === 0 && statusOf(first.text) === undefined && !isLimitWords(first.text);
}

/** Rows of options have no label of their own: the title of their limits names them. */
function optionLabel(header: TableHeader): string | undefined {
  const title = header.columns.find(({ column }) => column === "limit" || column === "aggregate")?.title;
  return title?.replace(/\s+(?:per|each|any)\b.*$/i, "");
}

function isOwnColumn(column: Column): boolean {
  return [
    "loc",
    "bldg",
    "address",
    "carrier",
    "number",
    "edition",
    "title",
    "line",
    "item",
    "status",
    "option",
  ].includes(column);
}

/** The column that a cell stands under: its box, the greatest overlap, or the nearest within six characters. */
function columnUnder(cell: Cell, line: TextLine, header: TableHeader): TableColumn | undefined {
  if (header.boxes > 1 && line.boxes === header.boxes) return header.columns.find(({ box }) => box === cell.box);
  const [from, to] = [cell.start - line.start, cell.end - line.start];
  const near = header.columns
    .map((column) => ({ column, shared: Math.min(to, column.to) - Math.max(from, column.from) }))
    .sort((a, b) => b.shared - a.shared)[0];
  return near !== undefined && near.shared >= -nearChars ? near.column : undefined;
}

const nearChars = 6;

function underTerm(value: RowValue, line: TextLine, header: TableHeader): RowValue {
  const { start, end } = value.term;
  const column = columnUnder({ text: "", start, end, box: 0 }, line, header);
  const isValue = column !== undefined && valueColumns.has(column.column);
  const isMoved =
    isValue && (value.term.kind === "words" ? value.column === "other" || end - start < value.qualifier.length : true);
  return isMoved ? { ...value, column: column.column, option: column.option } : value;
}

function cellValues(cell: Cell, column: TableColumn | undefined): readonly RowValue[] {
  const words: RowValue = {
    term: { kind: "words", text: cell.text, start: cell.start, end: cell.end },
    qualifier: cell.text,
    column: column?.column,
    option: column?.option,
  };
  // A bare number among words counts something else.
  const isBare = /\p{L}{2}/u.test(cell.text);
  const terms = termsIn(cell.text, cell.start).filter(
    (term) => term.kind !== "money" || term.isSure || term.cents >= 100_00 || !isBare,
  );
  const [first] = terms;
  const lead = first === undefined ? "" : cell.text.slice(0, first.start - cell.start);
  const isWords =
    lead.trim() !== "" && !isRoleOnly(lead) && (statusOf(cell.text) !== undefined || isLimitWords(cell.text));
  if (first === undefined) return [words];
  if (isWords) {
    // "ACV less deductible, see Item Three $ 1,905": the amount may stand under the next column.
    const term = {
      kind: "words" as const,
      text: lead.trim(),
      start: cell.start,
      end: cell.start + lead.trimEnd().length,
    };
    return [{ ...words, term }, ...valuesOf(cell, terms, "").map((value) => ({ ...value, column: "other" as const }))];
  }
  return valuesOf(cell, terms, lead).map((value) => ({ ...value, column: column?.column, option: column?.option }));
}
