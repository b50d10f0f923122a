import * as z from "zod";

/** RFC 3339 timestamp in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ offset: true }).meta({ description: "RFC 3339 timestamp." });

/** Any JSON value whose shape another document (the engine's response schema) decides. */
export const JsonValue = z.unknown();
export const JsonObject = z.record(z.string(), z.unknown());

/** Text bounded in Unicode code points (decisions.md 14). */
export function text(minChars: number, maxChars: number) {
  return z
    .string()
    .refine((value) => {
      if (value.length > maxChars * 2) return false;
      const chars = [...value].length;
      return chars >= minChars && chars <= maxChars && !value.includes("\u0000");
    }, `must have ${minChars} to ${maxChars} characters`)
    .meta({ minLength: minChars, maxLength: maxChars });
}
