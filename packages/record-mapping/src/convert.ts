import {
  clipped,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  parseJson,
  roundHalfAwayFromZero,
  stateCodeOf,
  stateSchema,
  textOfJson,
  withoutBinaryNoise,
} from "@service/json";
import { type DecimalSign, readAmount, readNumber, readPercent } from "./amounts.ts";
import { type Moment, readIsoMoment, type ReadMoment } from "./date-formats.ts";
import { Refused } from "./refused.ts";

/** How values are read where the value alone does not say: the mapping's `defaults` and `unmapped`. */
export interface Conventions {
  readonly currency: string;
  readonly decimal: DecimalSign;
  readonly dateFormats: readonly { readonly format: string; readonly read: ReadMoment }[];
  /** Years of two digits below it are of this century. */
  readonly yearPivot?: number | undefined;
  /** The instant of a local date and time. */
  readonly instantOf: (date: string, time: string) => string | undefined;
  readonly unmapped: "other" | "quarantine";
}

/** Takes note of a part of a value that is dropped, or of a code that became `other`; the value itself goes on. */
type Note = (refused: Refused, value: Json) => void;

/** A value as the field's schema has it, or why not. */
export type Convert = (value: Json, note: Note) => Json | Refused;

const textMax = 400;

/**
 * Compiles the conversion of values to the type of a schema, where that has exactly one reading (IMP-34). Direct checks:
 * a schema validator for every value took five times as long.
 */
export function compileConvert(schema: JsonSchema, conventions: Conventions, isReference = false): Convert {
  if (isReference && schema["type"] === "string") return toId;
  switch (schema["type"]) {
    case "string":
      return textual(schema, conventions);
    case "boolean":
      return toBoolean;
    case "integer":
    case "number":
      return numeric(schema, conventions);
    case "array":
      return list(schema, conventions, isReference);
    case "object":
      return members(schema, conventions);
    default:
      throw new TypeError(`no conversion to ${JSON.stringify(schema["type"])}`);
  }
}

/** A value as one line of text; undefined for an object, a list or a boolean. */
function plainText(value: Json): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

export const sourceIdChars = 256;

/** A source's own id, which the import makes a key of. */
const toId: Convert = (value) => {
  const text = plainText(value)?.trim();
  if (text === undefined) return new Refused("is not an id");
  if (text.length > sourceIdChars) return new Refused(`is longer than ${sourceIdChars} characters`);
  return text.includes("\0") ? new Refused("holds a character that cannot be stored") : text;
};

function textual(schema: JsonSchema, conventions: Conventions): Convert {
  if (isJsonArray(schema["enum"])) return oneOfWords(schema["enum"], conventions);
  if (schema["format"] === "date") return dates(conventions);
  if (schema["format"] === "date-time") return instants(conventions);
  if (schema["pattern"] === statePattern) return stateCode;
  if (typeof schema["pattern"] === "string") return code(new RegExp(schema["pattern"]));
  return freeText(Number(schema["maxLength"] ?? Number.MAX_SAFE_INTEGER));
}

function freeText(maxLength: number): Convert {
  return (value) => {
    const text = plainText(value);
    if (text === undefined) return new Refused(isJsonArray(value) ? "is a list, not text" : "is not text");
    if (text.length > maxLength && [...text].length > maxLength) {
      return new Refused(`is longer than ${maxLength} characters`);
    }
    return text.includes("\0") ? new Refused("holds a character that cannot be stored") : text;
  };
}

/** Codes of letters are taken in either case. */
function code(pattern: RegExp): Convert {
  return (value) => {
    const text = plainText(value)?.trim();
    if (text === undefined) return new Refused("is not text");
    if (pattern.test(text)) return text;
    const upper = text.toUpperCase();
    return pattern.test(upper) ? upper : new Refused("is not in the form of this field's codes");
  };
}

const statePattern = stateSchema()["pattern"];
const twoLetters = code(/^[A-Z]{2}$/);

/** `Ohio` and `oh` are OH; two letters that are no state here, such as a province, stay as they are. */
const stateCode: Convert = (value, note) => stateCodeOf(plainText(value) ?? "") ?? twoLetters(value, note);

const cachedMax = 2_000;

/** `General Liability`, `Workers' Compensation` and `Non-Renewed` are our words in another spelling. */
function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’.]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

function oneOfWords(words: readonly Json[], { unmapped }: Conventions): Convert {
  const byWord = new Map<string, string>(words.filter((word) => typeof word === "string").map((word) => [word, word]));
  const read = new Map<string, string | undefined>(byWord);
  const hasOther = byWord.has("other") && unmapped === "other";
  return (value, note) => {
    const text = plainText(value);
    if (text === undefined) return new Refused("is not a code");
    let word = read.get(text);
    if (word === undefined && !read.has(text)) {
      word = byWord.get(wordOf(text));
      if (read.size < cachedMax && text.length <= textMax) read.set(text, word);
    }
    if (word !== undefined) return word;
    const refused = new Refused("is not one of this field's codes, and no lookup translates it", true);
    if (!hasOther) return refused;
    note(refused, value);
    return "other";
  };
}

const yes: ReadonlySet<string> = new Set(["yes", "y", "true", "t", "1", "x"]);
const no: ReadonlySet<string> = new Set(["no", "n", "false", "f", "0"]);

export const toBoolean: Convert = (value) => {
  if (typeof value === "boolean") return value;
  const word = plainText(value)?.trim().toLowerCase() ?? "";
  if (yes.has(word)) return true;
  return no.has(word) ? false : new Refused("is neither yes nor no");
};

/** A time that adds nothing to a day, as spreadsheets and report servers write it. */
const midnight = /[ T](?:0?0:00(?::00)?|12:00(?::00)? ?AM)$/i;

/** Reads a day or a time by the mapping's formats; a date that two formats read differently has no single reading. */
export function readMoment(value: Json, formats: Conventions["dateFormats"]): Moment | Refused {
  const text = plainText(value)?.trim();
  if (text === undefined || text.length > textMax) return new Refused("is not a date");
  const iso = readIsoMoment(text);
  if (iso !== undefined) return iso;
  const short = text.replace(midnight, "");
  let found: Moment | undefined;
  for (const { read } of formats) {
    const moment = read(text) ?? read(short);
    if (moment === undefined) continue;
    if (found !== undefined && found.date !== moment.date) return new Refused("has two readings as a date");
    found ??= moment;
  }
  return found ?? new Refused(whyNoDate(text, formats));
}

function whyNoDate(text: string, formats: Conventions["dateFormats"]): string {
  const written = ["YYYY-MM-DD", ...formats.map(({ format }) => format)].join(", ");
  const why = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text)
    ? "has a year of two digits, which YY reads with defaults.year_pivot"
    : "is not a date that exists";
  return `${why}: dates are written ${written}`;
}

/** Values of a book repeat: dates above all. */
function cached(read: (text: string) => Json | Refused): (value: Json) => Json | Refused {
  const converted = new Map<string, Json | Refused>();
  return (value) => {
    const text = plainText(value);
    if (text === undefined) return new Refused("is not a date");
    const before = converted.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (converted.size >= cachedMax) converted.clear();
    if (text.length <= textMax) converted.set(text, result);
    return result;
  };
}

function dates({ dateFormats }: Conventions): Convert {
  return cached((text) => {
    const moment = readMoment(text, dateFormats);
    return moment instanceof Refused ? moment : moment.date;
  });
}

/** A day without a time is its beginning in the mapping's time zone. */
function instants({ dateFormats, instantOf }: Conventions): Convert {
  return cached((text) => {
    const moment = readMoment(text, dateFormats);
    return moment instanceof Refused ? moment : writeInstant(moment, instantOf);
  });
}

export function writeInstant(moment: Moment, instantOf: Conventions["instantOf"]): string | Refused {
  const { date, time = "00:00:00", zone } = moment;
  const instant = zone === undefined ? instantOf(date, time) : utcOf(`${date}T${time}${zone}`);
  return instant ?? new Refused("is not a time that exists");
}

function utcOf(text: string): string | undefined {
  if (text.endsWith("Z")) return text;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().replace(".000Z", "Z");
}

function numeric(schema: JsonSchema, { decimal, currency }: Conventions): Convert {
  const minimum = Number(schema["minimum"] ?? -Number.MAX_VALUE);
  const maximum = Number(schema["maximum"] ?? Number.MAX_VALUE);
  const isMoney = schema["x-decimals"] === 2;
  const isRatio = schema["type"] === "number" && minimum === 0 && maximum === 1;
  const isWhole = schema["type"] === "integer";
  return (value) => {
    let number: number | Refused;
    if (typeof value === "number") number = value;
    else if (typeof value !== "string") return new Refused("is not a number");
    else if (isMoney) number = readAmount(value, decimal, currency);
    else if (isRatio && value.trimEnd().endsWith("%")) number = withoutNoise(readPercent(value, decimal));
    else number = readNumber(value, decimal);
    if (number instanceof Refused) return number;
    if (isMoney) number = roundHalfAwayFromZero(number, 2);
    if (!Number.isFinite(number)) return new Refused("is not a number");
    if (isWhole && !Number.isInteger(number)) return new Refused("is not a whole number");
    if (number < minimum) return new Refused(`is less than ${minimum}`);
    return number > maximum ? new Refused(`is more than ${maximum}`) : number;
  };
}

function withoutNoise(value: number | Refused): number | Refused {
  return value instanceof Refused ? value : withoutBinaryNoise(value);
}

/** `money` and `percent` as transforms: a number, whatever type the field has. */
export function toMoney({ decimal, currency }: Conventions): (value: Json) => Json | Refused {
  return (value) => {
    const number = typeof value === "string" ? readAmount(value, decimal, currency) : value;
    if (number instanceof Refused) return number;
    return typeof number === "number" ? roundHalfAwayFromZero(number, 2) : new Refused("is not an amount");
  };
}

export function toShare({ decimal }: Conventions): (value: Json) => Json | Refused {
  return (value) => {
    if (typeof value === "number") return withoutBinaryNoise(value / 100);
    return typeof value === "string" ? withoutNoise(readPercent(value, decimal)) : new Refused("is not a percentage");
  };
}

function objectSchema(value: Json | undefined): JsonSchema {
  if (isJsonObject(value)) return value;
  throw new TypeError("a schema is an object");
}

/** A single value is a list of one. Elements that cannot be taken are dropped alone. */
function list(schema: JsonSchema, conventions: Conventions, isReference: boolean): Convert {
  const maxItems = Number(schema["maxItems"] ?? Number.MAX_SAFE_INTEGER);
  const items = objectSchema(schema["items"]);
  const convert = compileConvert(items, conventions, isReference);
  return (given, note) => {
    const value = items["type"] === "object" ? parsed(given) : given;
    const elements: readonly Json[] = isJsonArray(value) ? value : [value];
    if (elements.length > maxItems) return new Refused(`has more than ${maxItems} elements`);
    const taken: Json[] = [];
    for (const element of elements) {
      if (element === null || element === "") continue;
      const converted = convert(element, note);
      if (!(converted instanceof Refused)) taken.push(converted);
      else if (elements.length === 1 || (converted.isUnmapped && conventions.unmapped === "quarantine"))
        return converted;
      else note(converted, element);
    }
    return taken;
  };
}

/** A member that cannot be taken is dropped alone, unless the object cannot be without it. */
function members(schema: JsonSchema, conventions: Conventions): Convert {
  const properties = Object.entries(objectSchema(schema["properties"]));
  const required = isJsonArray(schema["required"]) ? schema["required"] : [];
  const converts = new Map(properties.map(([name, one]) => [name, compileConvert(objectSchema(one), conventions)]));
  return (given, note) => {
    const value = parsed(given);
    if (!isJsonObject(value)) return new Refused("is not an object");
    const taken: { [name: string]: Json } = {};
    for (const [name, one] of Object.entries(value)) {
      if (one === null || one === "") continue;
      const convert = converts.get(name);
      const converted = convert === undefined ? new Refused("is not a member of this field") : convert(one, note);
      if (converted instanceof Refused) note(new Refused(`${clipped(name, 60)} ${converted.message}`), one);
      else taken[name] = converted;
    }
    const missing = required.find((name) => typeof name === "string" && !Object.hasOwn(taken, name));
    return missing === undefined ? taken : new Refused(`has no ${textOfJson(missing)}`);
  };
}

/** Objects stand in cells as JSON. */
function parsed(value: Json): Json {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

const attributeChars = 4_000;

/** A value of `attributes`: a scalar as it came. */
export const toAttribute: Convert = (value) => {
  if (typeof value === "object") return new Refused("is not a single value");
  return typeof value === "string" ? freeText(attributeChars)(value, () => undefined) : value;
};

export function isObjectWithMembers(schema: JsonSchema): schema is JsonObject & { readonly properties: JsonObject } {
  return schema["type"] === "object" && isJsonObject(schema["properties"]);
}
