import { type Json, parseJson } from "@service/json";
import { parse as parseArray } from "postgres-array";

type Convert = (text: string) => Json;

/** Type numbers of PostgreSQL's catalogue; fixed for built-in types. */
const oid = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

const asText: Convert = (text) => text;
const boolean: Convert = (text) => text === "t";

/** The number where a double has exactly these digits, else the text; `NaN` and `Infinity` are text too. */
const number: Convert = (text) => {
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text) ? value : text;
};

/** A double printed by PostgreSQL reads back as itself. */
const double: Convert = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);

/** A decimal without the noughts that say nothing: `10.50` and `10.5` are one number. */
function plain(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** `2026-01-31 09:30:00.5+00`, as the session's settings make PostgreSQL write it. */
const instant: Convert = (text) => text.replace(" ", "T").replace(/\+00$/, "Z");

const scalars: ReadonlyMap<number, Convert> = new Map([
  [oid.bool, boolean],
  [oid.int2, number],
  [oid.int4, number],
  [oid.int8, number],
  [oid.numeric, number],
  [oid.float4, double],
  [oid.float8, double],
  [oid.json, parseJson],
  [oid.jsonb, parseJson],
  [oid.timestamp, instant],
  [oid.timestamptz, instant],
]);

/** Types of arrays, each with the type of its elements. */
const arrays: ReadonlyMap<number, number> = new Map([
  [1000, oid.bool],
  [1005, oid.int2],
  [1007, oid.int4],
  [1016, oid.int8],
  [1231, oid.numeric],
  [1021, oid.float4],
  [1022, oid.float8],
  [199, oid.json],
  [3807, oid.jsonb],
  [1115, oid.timestamp],
  [1185, oid.timestamptz],
  // Texts, names, dates, uuids: as they are.
  [1009, 25],
  [1015, 1043],
  [1014, 1042],
  [1003, 19],
  [1182, oid.date],
  [2951, 2950],
]);

/** How values of a column become JSON (IMP-232): what has no form of its own there is PostgreSQL's text. */
export function converterOf(type: number): Convert {
  const element = arrays.get(type);
  if (element === undefined) return scalars.get(type) ?? asText;
  const convert = scalars.get(element) ?? asText;
  return (text) => parseArray(text, convert);
}

/** What a watermark may be, and how two of its values compare as PostgreSQL writes them; undefined for other types. */
export function watermarkOrderOf(type: number): ((a: string, b: string) => number) | undefined {
  switch (type) {
    case oid.int2:
    case oid.int4:
    case oid.int8:
      return (a, b) => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0);
    case oid.date:
    case oid.timestamp:
    case oid.timestamptz:
      // As PostgreSQL writes them, in one time zone, they sort as text: a fraction follows where the shorter one ends.
      return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    default:
      return undefined;
  }
}
