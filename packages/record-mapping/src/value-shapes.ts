import { type Json, stateCodeOf } from "@service/json";
import { compileDateFormat, readIsoMoment, type ReadMoment } from "./date-formats.ts";

/** What a value looks like (IMP-46). */
export type Shape =
  | "date"
  | "time"
  | "boolean"
  | "percent"
  | "money"
  | "integer"
  | "number"
  | "email"
  | "phone"
  | "tax_id"
  | "zip"
  | "state"
  | "vin"
  | "code"
  | "text"
  | "long_text"
  | "list";

const byPattern: readonly (readonly [Shape, RegExp])[] = [
  ["boolean", /^(?:yes|no|y|n|true|false|t|f|x)$/i],
  ["email", /^[^\s@,;]{1,64}@[^\s@,;]+\.[A-Za-z]{2,}$/],
  ["percent", /^[-+]?\d{1,3}(?:[.,]\d+)?\s?%$/],
  [
    "money",
    /^(?=.*[$€£(]|.*\d[.,]\d{2}\)?-?$|.*,\d{3})\(?[-+]?[$€£]?\s?[-+]?(?:\d{1,3}(?:[.,' ]\d{3})*|\d+)(?:[.,]\d{1,4})?\s?[€£]?\)?-?$/,
  ],
  ["tax_id", /^(?:\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/],
  ["phone", /^(?:\+?1[-. ]?)?(?:\(\d{3}\)\s?|\d{3}[-. ])\d{3}[-. ]\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i],
  ["zip", /^\d{5}-\d{4}$/],
  ["integer", /^[-+]?\d{1,15}$/],
  ["number", /^[-+]?\d{1,15}[.,]\d+$/],
  ["state", /^[A-Z]{2}$/],
  ["vin", /^(?=.*\d)[A-HJ-NPR-Z0-9]{17}$/i],
  ["code", /^(?=.*[\d_-])[A-Za-z0-9._/-]{1,30}$|^[A-Z]{2,8}$/],
];

/** Formats that dates of files are written in; those of two digits before those of one or two, which read the same. */
const dateForms = ["/", "-", "."].flatMap((sign) =>
  [
    ["MM", "DD", "YYYY"],
    ["DD", "MM", "YYYY"],
    ["M", "D", "YYYY"],
    ["D", "M", "YYYY"],
  ].map((tokens) => tokens.join(sign)),
);
/** Where years have two digits, what a suggestion declares (IMP-303). */
export const suggestedPivot = 50;
const shortForms = dateForms.filter((form) => !form.includes("-")).map((form) => form.replace("YYYY", "YY"));
const dateFormats: ReadonlyMap<string, ReadMoment> = new Map(
  ["YYYY/MM/DD", "YYYYMMDD", ...dateForms, ...shortForms].flatMap((form) =>
    [form, `${form} HH:mm`, `${form} HH:mm:ss`].map((format): [string, ReadMoment] => {
      const read = compileDateFormat(format, suggestedPivot);
      if (typeof read === "string") throw new TypeError(`${format} ${read}`);
      return [format, read];
    }),
  ),
);

const looksLikeDate =
  /^(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{1,2}\/\d{1,2}\/\d{2}|\d{1,2}[.]\d{1,2}[.]\d{2}|\d{4}[/-]\d{2}[/-]\d{2}|(?:19|20)\d{6})(?:[T ]\d{2}:\d{2}.{0,20})?$/;
const longText = 100;

/** The shape of a value that is present, and the formats that read it where it is a date; ISO is `YYYY-MM-DD`. */
export function shapeOf(value: Json): { readonly shape: Shape; readonly formats: readonly string[] } {
  if (typeof value === "object") return { shape: "list", formats: [] };
  if (typeof value === "boolean") return { shape: "boolean", formats: [] };
  if (typeof value === "number") return { shape: Number.isInteger(value) ? "integer" : "number", formats: [] };
  const text = value.trim();
  if (looksLikeDate.test(text)) {
    const iso = readIsoMoment(text);
    if (iso !== undefined) return { shape: iso.time === undefined ? "date" : "time", formats: ["YYYY-MM-DD"] };
    const formats = [...dateFormats].flatMap(([format, read]) => (read(text) === undefined ? [] : [format]));
    if (formats.length > 0) return { shape: formats[0]?.includes("HH") === true ? "time" : "date", formats };
  }
  if (text.length > longText) return { shape: "long_text", formats: [] };
  const shape = byPattern.find(([, pattern]) => pattern.test(text))?.[0];
  return { shape: shape ?? (stateCodeOf(text) === undefined ? "text" : "state"), formats: [] };
}
