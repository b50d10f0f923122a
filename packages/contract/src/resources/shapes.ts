import * as z from "zod";

/** RFC 3339 timestamp in UTC with milliseconds. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => isStorable(text), "must lie in the years 1 to 9999, with an offset of less than 16 hours")
  .meta({ description: "RFC 3339 timestamp." });

/** What PostgreSQL takes and RFC 3339 can show again in UTC. */
function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9_999 && Number(/[+-](\d\d):?\d\d$/.exec(text)?.[1] ?? 0) < 16;
}

/**
 * A UUID that a caller sends, of any version and variant: the contract asks for no more, so an id that another system made
 * up is looked for (and not found) instead of being called malformed. A schema for each field: `refusing` marks the very
 * schema.
 */
export const anyUuid = () => z.guid("must be a UUID");

/** Any JSON value whose shape another document (the engine's response schema) decides. */
export const JsonValue = z.unknown();
export const JsonObject = z.record(z.string(), z.unknown());

/** Text bounded in Unicode code points (PLAT-38). */
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
