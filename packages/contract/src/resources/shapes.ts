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
