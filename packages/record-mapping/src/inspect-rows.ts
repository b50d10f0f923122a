import { byText, clipped, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { type DecimalSign, decimalSignOf } from "./amounts.ts";
import { isPresent } from "./paths.ts";
import { type Shape, shapeOf } from "./value-shapes.ts";

/** What the rows of a file hold, column by column (IMP-46). */
export interface Inspection {
  readonly rows: number;
  readonly columns: readonly ColumnInspection[];
  /** Columns beyond the first `columnsMax` are not looked at. */
  readonly hasMoreColumns: boolean;
}

export interface ColumnInspection {
  /** The column's name; in documents the path to it, with [] behind every array: `policies[].number`. */
  readonly path: string;
  /** Rows, or elements of the innermost array, that have a value. */
  readonly filled: number;
  readonly of: number;
  /** Different values; of more than `distinctMax` there are at least so many. */
  readonly distinct: number;
  readonly isDistinctExact: boolean;
  /** The most frequent first. */
  readonly shapes: readonly { readonly shape: Shape; readonly share: number }[];
  /** Formats that read every date of the column, else most of them; two of them when no day is above 12. */
  readonly dateFormats: readonly string[];
  /** Dates that these do not read. */
  readonly otherDates?: number;
  /** Of numbers. */
  readonly largest?: number;
  /** How amounts of the column write decimals; absent where none shows it. */
  readonly decimals?: "." | "," | "both";
  /** The currency whose sign its amounts have, where that is not the dollar. */
  readonly currency?: string;
  /** The most frequent values that were seen first, cut. */
  readonly examples: readonly string[];
  /** All different values, where they are few enough to be codes. */
  readonly values: readonly string[];
}

const currencies: ReadonlyMap<string, string> = new Map([
  ["£", "GBP"],
  ["€", "EUR"],
]);
const columnsMax = 2_000;
const distinctMax = 500;
/** Over all columns, so that memory does not grow with the file. */
const distinctOfAllMax = 100_000;
const shownChars = 60;
const examplesMax = 3;
const codesMax = 60;
const depthMax = 6;

interface Column {
  filled: number;
  readonly shapes: Map<Shape, number>;
  /** Readable values by format, of dates. */
  readonly formats: Map<string, number>;
  dates: number;
  readonly values: Map<string, number>;
  isDistinctExact: boolean;
  largest: number | undefined;
  /** Amounts that only one decimal sign reads. */
  readonly signs: Set<DecimalSign>;
  currency: string | undefined;
}

/** Looks at rows one after another; memory does not grow with their number. */
export class RowInspector {
  #rows = 0;
  #distinct = 0;
  #hasMoreColumns = false;
  readonly #columns = new Map<string, Column>();
  /** Elements seen of each array. */
  readonly #elements = new Map<string, number>();

  add(row: JsonObject): void {
    this.#rows += 1;
    this.#addMembers(row, "", 1);
  }

  result(): Inspection {
    const columns = [...this.#columns].map(([path, column]) => {
      const end = path.lastIndexOf("[]");
      const of = end === -1 ? this.#rows : (this.#elements.get(path.slice(0, end + 2)) ?? 0);
      return inspected(path, column, of);
    });
    return { rows: this.#rows, columns, hasMoreColumns: this.#hasMoreColumns };
  }

  #addMembers(object: JsonObject, prefix: string, depth: number): void {
    for (const [name, value] of Object.entries(object)) {
      const path = prefix + name;
      if (isJsonObject(value) && depth < depthMax) this.#addMembers(value, `${path}.`, depth + 1);
      else if (isJsonArray(value) && depth < depthMax) this.#addElements(value, `${path}[]`, depth);
      else this.#addValue(path, value);
    }
  }

  #addElements(list: readonly Json[], path: string, depth: number): void {
    this.#elements.set(path, (this.#elements.get(path) ?? 0) + list.length);
    for (const element of list) {
      if (isJsonObject(element)) this.#addMembers(element, `${path}.`, depth + 1);
      else this.#addValue(path, element);
    }
  }

  #addValue(path: string, value: Json): void {
    let column = this.#columns.get(path);
    if (column === undefined) {
      if (this.#columns.size >= columnsMax) {
        this.#hasMoreColumns = true;
        return;
      }
      column = {
        filled: 0,
        shapes: new Map(),
        formats: new Map(),
        dates: 0,
        values: new Map(),
        isDistinctExact: true,
        largest: undefined,
        signs: new Set(),
        currency: undefined,
      };
      this.#columns.set(path, column);
    }
    if (!isPresent(value)) return;
    column.filled += 1;
    const { shape, formats } = shapeOf(value);
    column.shapes.set(shape, (column.shapes.get(shape) ?? 0) + 1);
    if (formats.length > 0) column.dates += 1;
    for (const format of formats) column.formats.set(format, (column.formats.get(format) ?? 0) + 1);
    if (typeof value === "string" && (shape === "money" || shape === "number")) {
      const sign = decimalSignOf(value);
      if (sign !== undefined) column.signs.add(sign);
      column.currency ??= currencies.get(/[£€]/.exec(value)?.[0] ?? "");
    }
    const number = shape === "integer" || shape === "number" ? Number(value) : Number.NaN;
    if (!Number.isNaN(number)) column.largest = Math.max(column.largest ?? number, number);
    this.#count(
      column,
      clipped(
        String(typeof value === "object" ? JSON.stringify(value) : value)
          .slice(0, 200)
          .trim(),
        shownChars,
      ),
    );
  }

  #count(column: Column, text: string): void {
    const times = column.values.get(text);
    if (times === undefined && (column.values.size >= distinctMax || this.#distinct >= distinctOfAllMax)) {
      column.isDistinctExact = false;
      return;
    }
    if (times === undefined) this.#distinct += 1;
    column.values.set(text, (times ?? 0) + 1);
  }
}

/** What rows hold. For a file that is read piece by piece, use `RowInspector`. */
export function inspectRows(rows: Iterable<JsonObject>): Inspection {
  const inspector = new RowInspector();
  for (const row of rows) inspector.add(row);
  return inspector.result();
}

const isoFormat = "YYYY-MM-DD";
/** Less than this share of the dates is no majority. */
const majority = 0.8;

/** The formats that read most dates; one of ISO 8601 is read beside every format. */
function formatsOf(
  formats: ReadonlyMap<string, number>,
  dates: number,
): { readonly best: readonly string[]; readonly others: number } {
  const iso = formats.get(isoFormat) ?? 0;
  const readBy = (format: string): number => (formats.get(format) ?? 0) + (format === isoFormat ? 0 : iso);
  const most = Math.max(0, ...[...formats.keys()].map(readBy));
  if (most === 0 || most < majority * dates) return { best: [], others: 0 };
  return { best: [...formats.keys()].filter((format) => readBy(format) === most), others: dates - most };
}

function inspected(path: string, column: Column, of: number): ColumnInspection {
  const { filled, shapes, formats, dates, values, isDistinctExact, largest, signs, currency } = column;
  const [sign] = signs;
  const { best, others } = formatsOf(formats, dates);
  const frequent = [...values].toSorted(([, a], [, b]) => b - a).map(([value]) => value);
  return {
    path,
    filled,
    of,
    distinct: values.size,
    isDistinctExact,
    shapes: [...shapes]
      .map(([shape, count]) => ({ shape, share: Math.round((count / filled) * 1_000) / 1_000 }))
      .toSorted((a, b) => b.share - a.share || byText(a.shape, b.shape)),
    dateFormats: best,
    ...(others === 0 ? {} : { otherDates: others }),
    ...(largest === undefined ? {} : { largest }),
    ...(sign === undefined ? {} : { decimals: signs.size > 1 ? "both" : sign }),
    ...(currency === undefined ? {} : { currency }),
    examples: frequent.slice(0, examplesMax),
    values: isDistinctExact && values.size <= codesMax ? frequent : [],
  };
}
