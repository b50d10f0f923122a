import { isJsonArray, isJsonObject, type JsonSchema } from "@service/json";
import type { DecimalSign } from "./amounts.ts";
import { compileConvert, type Conventions } from "./convert.ts";
import type { ColumnInspection } from "./inspect-rows.ts";
import { Refused } from "./refused.ts";
import { linesIn, type tradeTable } from "./trade-words.ts";
import type { Shape } from "./value-shapes.ts";

export interface Fit {
  readonly transforms: readonly string[];
  /** Why the values are not those of the field. */
  readonly doubt?: string | undefined;
  /** What whoever confirms the line should look at. */
  readonly remark?: string | undefined;
  /** A lookup that a transform names. */
  readonly lookup?: { readonly name: string; readonly entries: LookupEntries } | undefined;
  /** Values that no entry translates, and the codes that there are. */
  readonly open?: { readonly words: readonly string[]; readonly codes: readonly string[] } | undefined;
}

export type LookupEntries = Readonly<Record<string, string | number | null>>;

interface FitContext {
  readonly isTextList: boolean;
  readonly settledFormats: ReadonlySet<string>;
  /** Of the mapping. */
  readonly decimal: DecimalSign;
  /** What the trade writes for codes of the field. */
  readonly trade: ReturnType<typeof tradeTable>;
}

/** Whether the values of a column look like those of the field, and the transforms that read them. */
export function fitOf(
  schema: JsonSchema,
  column: ColumnInspection,
  { isTextList, settledFormats, decimal, trade }: FitContext,
): Fit {
  const element = isJsonObject(schema["items"]) ? schema["items"] : schema;
  if (column.filled === 0) return { transforms: isDateLike(element) ? ["date"] : [] };
  if (isJsonArray(element["enum"])) {
    const fit = codeFit(element, column, trade);
    return isTextList ? { ...fit, transforms: [...splitOf(column), ...fit.transforms] } : fit;
  }
  if (isDateLike(element)) return dateFit(column, element["format"] === "date-time", settledFormats);
  const has = (...shapes: readonly Shape[]): number =>
    column.shapes.reduce((sum, { shape, share }) => (shapes.includes(shape) ? sum + share : sum), 0);
  switch (element["type"]) {
    case "boolean":
      return has("boolean", "integer") < enough
        ? { transforms: [], doubt: "its values are not yes and no" }
        : { transforms: [] };
    case "integer":
      if (trade !== undefined && has("integer") < enough) return codeFit(element, column, trade);
      return has("integer") < enough
        ? { transforms: [], doubt: "its values are not whole numbers" }
        : { transforms: [] };
    case "number":
      return numberFit(element, column, { has, decimal });
    case "object":
      return { transforms: [], doubt: "its values are not objects" };
    default:
      break;
  }
  if (typeof element["pattern"] === "string" && !isReadable(element, column)) {
    return { transforms: [], doubt: "its values do not have the form of the field's codes" };
  }
  if (isTextList) return { transforms: splitOf(column) };
  return has("date", "time", "long_text", "list") > enough && Number(element["maxLength"] ?? 0) < 300
    ? { transforms: [], doubt: `its values are ${column.shapes[0]?.shape ?? "text"}s` }
    : { transforms: typeof element["pattern"] === "string" ? [] : ["trim"] };
}

const enough = 0.9;

function isDateLike(schema: JsonSchema): boolean {
  return schema["format"] === "date" || schema["format"] === "date-time";
}

function splitOf({ examples }: ColumnInspection): readonly string[] {
  const separator = ["|", ";", ","].find((sign) => examples.some((example) => example.includes(sign)));
  return separator === undefined ? [] : [`split:${separator}`];
}

/** The formats that read all dates of a column; a format of one or two digits only where none of two digits does. */
export function possibleFormats({ dateFormats }: ColumnInspection): readonly string[] {
  const strict = dateFormats.filter((format) => !/(?<!M)M(?!M)|(?<!D)D(?!D)/.test(format));
  return strict.length > 0 ? strict : dateFormats;
}

function dateFit(column: ColumnInspection, isTime: boolean, settled: ReadonlySet<string>): Fit {
  const share = column.shapes.reduce(
    (sum, one) => (one.shape === "date" || one.shape === "time" ? sum + one.share : sum),
    0,
  );
  if (share < enough) return isSerial(column) ? serialFit : { transforms: ["date"], doubt: "its values are not dates" };
  const fit = formatFit(column, isTime, settled);
  const { otherDates: others } = column;
  if (others === undefined || fit.doubt !== undefined) return fit;
  const left = others === 1 ? "one of its dates reads otherwise" : `${others} of its dates read otherwise`;
  return { ...fit, remark: fit.remark === undefined ? left : `${fit.remark}; ${left}` };
}

const serialFit: Fit = {
  transforms: ["date:excel"],
  remark: "its numbers read as the serial dates of a spreadsheet",
};

/** Whole numbers of the years 1954 to 2119. */
function isSerial({ shapes, examples, largest = 0 }: ColumnInspection): boolean {
  const whole = shapes.find(({ shape }) => shape === "integer")?.share ?? 0;
  return whole >= enough && largest < 80_000 && examples.every((example) => Number(example) >= 20_000);
}

function formatFit(column: ColumnInspection, isTime: boolean, settled: ReadonlySet<string>): Fit {
  const possible = possibleFormats(column);
  const [first] = possible;
  if (first === undefined) return { transforms: ["date"], doubt: "its dates are in several formats" };
  if (first === "YYYY-MM-DD") return { transforms: isTime ? [] : ["date"] };
  if (possible.length === 1) return { transforms: [`date:${first}`] };
  const decided = possible.filter((format) => settled.has(format));
  const [only] = decided;
  if (only === undefined || decided.length > 1) {
    return { transforms: [`date:${first}`], doubt: `its days read as ${possible.join(" or ")}` };
  }
  return {
    transforms: [`date:${only}`],
    remark: `its days read as ${possible.join(" or ")}, and other columns decide`,
  };
}

function numberFit(
  schema: JsonSchema,
  column: ColumnInspection,
  { has, decimal }: { readonly has: (...shapes: readonly Shape[]) => number; readonly decimal: DecimalSign },
): Fit {
  if (has("money", "number", "integer", "percent") < enough)
    return { transforms: [], doubt: "its values are not numbers" };
  if (column.decimals === "both")
    return { transforms: ["money"], doubt: "it writes decimals with a point and with a comma" };
  if (column.decimals !== undefined && column.decimals !== decimal) {
    const written = column.decimals === "," ? "a comma" : "a point";
    return {
      transforms: ["money"],
      doubt: `it writes decimals with ${written}, other columns do not, and a mapping has one sign`,
    };
  }
  if (schema["x-decimals"] === 2) return { transforms: ["money"] };
  if (schema["minimum"] !== 0 || schema["maximum"] !== 1) return { transforms: [] };
  if (has("money") > 0) return { transforms: [], doubt: "its values are amounts, not shares" };
  if (has("percent") > 0) return { transforms: ["percent"] };
  return (column.largest ?? 0) > 1
    ? { transforms: ["percent"] }
    : { transforms: [], remark: "no value is above 1, so they are taken as shares" };
}

/** Codes that are not ours in another spelling need a lookup: drafted of the words of the trade, the rest is a person's. */
function codeFit(schema: JsonSchema, { values, distinct }: ColumnInspection, trade: FitContext["trade"]): Fit {
  if (values.length === 0) {
    return { transforms: [], doubt: `it has ${distinct} or more different values, too many for codes` };
  }
  const unknown = values.filter((value) => !isTaken(schema, value));
  if (unknown.length === 0) return { transforms: [] };
  const codes = isJsonArray(schema["enum"]) ? schema["enum"].map(String) : [];
  const open = (words: readonly string[]): Pick<Fit, "open"> => (words.length === 0 ? {} : { open: { words, codes } });
  const code = (value: string): string | number | null | undefined => {
    const ours = trade?.codeOf(value);
    // A cell with several lines names no single one.
    return ours === undefined && trade?.name === "line" && linesIn(value) !== undefined ? null : ours;
  };
  const left = unknown.filter((value) => code(value) === undefined);
  // One letter means what its neighbours say: `A` and `C` are Agency and Company, beside an `X` they may be anything.
  const isOfLetters = left.length > 0 && unknown.every((value) => value.trim().length === 1);
  const drafted = isOfLetters
    ? []
    : unknown.flatMap((value) => {
        const ours = code(value);
        return ours === undefined ? [] : [[value, ours] as const];
      });
  if (trade !== undefined && drafted.length > 0) {
    const means = drafted.slice(0, 5).map(([value, ours]) => `${value} for ${ours ?? "no code"}`);
    const rest = left.length === 0 ? "" : `; it has to say what these are: ${left.slice(0, 5).join(", ")}`;
    return {
      transforms: [`lookup:${trade.name}`],
      lookup: { name: trade.name, entries: Object.fromEntries(drafted) },
      remark: `the lookup takes ${means.join(", ")}${rest}`,
      ...open(left),
    };
  }
  const shown = unknown.slice(0, 5).join(", ");
  return unknown.length === values.length
    ? { transforms: [], doubt: `none of its values is a code of ours: ${shown}`, ...open(unknown) }
    : { transforms: [], remark: `a lookup has to say what these are: ${shown}`, ...open(unknown) };
}

function isReadable(schema: JsonSchema, { examples }: ColumnInspection): boolean {
  return examples.every((value) => isTaken(schema, value));
}

const conventions: Conventions = {
  currency: "USD",
  decimal: ".",
  dateFormats: [],
  instantOf: () => undefined,
  unmapped: "quarantine",
};

function isTaken(schema: JsonSchema, value: string): boolean {
  return !(compileConvert(schema, conventions)(value, () => undefined) instanceof Refused);
}
