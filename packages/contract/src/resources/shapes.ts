import * as z from "zod";
import {
  comparisonConfigExample,
  comparisonInputExample,
  comparisonOutputExample,
  configHashExample,
  requestSchemaHashExample,
  responseSchemaHashExample,
  traceIdExample,
} from "./examples.ts";

/** RFC 3339 timestamp, as PLAT-42 reads it: the same strings as `isInstant` of the engines takes. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => isStorable(text),
    "must lie in the years 1 to 9999, with an offset of less than 16 hours and at most nine decimals of a second",
  )
  .meta({ description: "RFC 3339 timestamp." });

/** What PostgreSQL takes and RFC 3339 can show again in UTC. */
function isStorable(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  if (year < 1 || year > 9_999 || /\.\d{10}/.test(text)) return false;
  return Number(/[+-](\d\d):?\d\d$/.exec(text)?.[1] ?? 0) < 16;
}

const notADay = "must be a day, such as 2026-12-31";

/** A calendar day of the years 1 to 9999: PostgreSQL has no year 0. A schema for each field, as `anyUuid`. */
export const day = () =>
  z.iso.date({ error: notADay, abort: true }).refine((given) => !given.startsWith("0000"), notADay);

/**
 * A UUID that a caller sends, of any version and variant: the contract asks for no more, so an id that another system made
 * up is looked for (and not found) instead of being called malformed. A schema for each field: `refusing` marks the very
 * schema.
 */
export const anyUuid = () => z.guid("must be a UUID");

/** Any JSON value whose shape another document (the engine's response schema) decides. */
export const JsonValue = z.unknown();
export const JsonObject = z.record(z.string(), z.unknown());

/** Text bounded in Unicode code points (PLAT-38), without U+0000 (PLAT-37). */
export function text(minChars: number, maxChars: number) {
  return z
    .string()
    .refine((value) => {
      if (value.length > maxChars * 2) return false;
      const chars = [...value].length;
      return chars >= minChars && chars <= maxChars;
    }, `must have ${minChars} to ${maxChars} characters`)
    .refine((value) => !value.includes("\u0000"), nulRefusal)
    .meta({ minLength: minChars, maxLength: maxChars });
}

/** What is wrong with a string that holds U+0000, which PostgreSQL cannot store (PLAT-37). */
export const nulRefusal = "must not hold the character U+0000";

/** A whole number of a query, in decimal digits alone: `1e2`, `+5` and `007` are refused (PLAT-99). */
export function wholeNumber(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^(?:0|[1-9]\d*)$/.test(value) ? Number(value) : value),
    z
      .int({ error: ({ code }) => (code === "invalid_type" ? "must be a whole number, in digits alone" : undefined) })
      .min(min)
      .max(max),
  );
}

// Fields that mean the same in every resource.
export const ReleaseVersion = z.string().meta({ examples: ["1.3"] });
export const ConfigHash = z.string().meta({ examples: [configHashExample] });
export const RequestSchemaHash = z.string().meta({ examples: [requestSchemaHashExample] });
export const ResponseSchemaHash = z.string().meta({ examples: [responseSchemaHashExample] });
export const EnvironmentSlug = z.string().meta({ examples: ["live"] });
export const TraceId = z.string().meta({ examples: [traceIdExample] });
/** Which key did something; not the key itself. */
export const KeyId = z.string().meta({ examples: ["key_8f14e45f"] });
/** What was submitted; its shape is the engine's. */
export const RunInput = JsonObject.meta({ examples: [comparisonInputExample] });
/** What an engine answered; its shape is the engine's. */
export const RunOutput = JsonObject.meta({ examples: [comparisonOutputExample] });
/** The configuration of an engine; its shape is the engine type's. */
export const EngineConfig = JsonObject.meta({ examples: [comparisonConfigExample] });
