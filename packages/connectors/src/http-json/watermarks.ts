import { dateOf, isInstant, type Json, valueAt } from "@service/json";
import { lasting } from "../fetch.ts";
import type { HttpJsonConfig } from "./http-json-config.ts";

type FieldWatermark = Extract<HttpJsonConfig["watermark"], { from: "field" }>;

/** A time as other systems write it, perhaps without an offset, which then is UTC. */
const timePattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Milliseconds of a watermark that is a time, or a whole number as it is. */
function placeOf(text: string): { readonly kind: "time" | "number"; readonly at: number } | undefined {
  if (/^\d{1,15}$/.test(text)) return { kind: "number", at: Number(text) };
  if (!timePattern.test(text)) return undefined;
  const at = Date.parse(hasOffset(text) || text.length === 10 ? text : `${text}Z`);
  return Number.isNaN(at) ? undefined : { kind: "time", at };
}

function hasOffset(text: string): boolean {
  return text.length > 10 && /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
}

/**
 * The later of a watermark and those of items (IMP-224).
 * @param what names the page in a sentence.
 * @throws ConnectorError for a value that is neither a time nor a whole number.
 */
export function newestOf(
  previous: string | null,
  items: readonly Json[],
  { path }: FieldWatermark,
  what: string,
): string | null {
  let newest = previous === null ? undefined : { text: previous, place: placeOf(previous) };
  for (const item of items) {
    const value = valueAt(item, path);
    if (value === undefined || value === null) continue;
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    const place = placeOf(text);
    if (place === undefined) throw lasting(`${what} has a ${path} that is neither a time nor a whole number.`);
    if (newest?.place !== undefined && newest.place.kind !== place.kind) {
      throw lasting(`${what} has times and numbers at ${path}.`);
    }
    if (newest?.place === undefined || place.at > newest.place.at) newest = { text, place };
  }
  return newest?.text ?? null;
}

/**
 * What the next fetch asks with: a time goes back by the overlap, because rows may become visible later than rows with a
 * later time; it keeps its form. A number counts changes and has no overlap.
 */
export function withOverlap(text: string, { overlap_s: overlapSeconds }: FieldWatermark): string {
  const place = placeOf(text);
  if (place?.kind !== "time" || overlapSeconds === 0) return text;
  const back = new Date(place.at - overlapSeconds * 1_000).toISOString();
  // A day alone: a whole day earlier than the overlap would need is still right.
  if (text.length === 10) return dateOf(back) ?? text;
  const written = text.includes(".") ? back : back.replace(/\.\d{3}/, "");
  if (isInstant(text)) return written;
  return hasOffset(text) ? written : written.replace("Z", "").replace("T", text.charAt(10));
}
