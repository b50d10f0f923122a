import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";

/** How the words that a model quotes are found in a text, and the figures behind them read (MODEL-16 to MODEL-18). */

/** What a document states in figures. */
export type FigureType = "money" | "number" | "percent" | "date";

/**
 * The reader of values (0 to many between two offsets of a text, each read whole): given, because what a text states
 * must not depend on who asks, and this package stands below it.
 */
export type ReadFigures = (text: string, from: number, to: number, type: FigureType) => readonly (number | string)[];

export const anchorChars = { min: 3, max: 200 } as const;
/** Greatest distance of a value behind its anchor. */
export const anchorReachChars = 80;
/** Of a value inside its anchor, and of one behind it. */
export const valueConfidence = { inside: 0.8, behind: 0.7 } as const;

export type Span = { readonly start: number; readonly end: number };

/** A text without spacing and case, with the offset of each of its characters. */
export type SqueezedText = { readonly haystack: string; readonly offsets: readonly number[] };

export function squeezed(text: string): SqueezedText {
  const offsets: number[] = [];
  let haystack = "";
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (/\s/.test(char)) continue;
    haystack += lowered(char);
    offsets.push(index);
  }
  return { haystack, offsets };
}

/** Where the words stand in the text, case and spacing aside: the first `max` places. */
export function placesOf({ haystack, offsets }: SqueezedText, words: string, max: number): readonly Span[] {
  const needle = [...words.replace(/\s+/g, "")].map(lowered).join("");
  const places: Span[] = [];
  let at = needle === "" ? -1 : haystack.indexOf(needle);
  while (at >= 0 && places.length < max) {
    const [start, last] = [offsets[at], offsets[at + needle.length - 1]];
    if (start !== undefined && last !== undefined) places.push({ start, end: last + 1 });
    at = haystack.indexOf(needle, at + 1);
  }
  return places;
}

/** In lower case where that keeps the length, which offsets rest on. */
function lowered(char: string): string {
  const lower = char.toLowerCase();
  return lower.length === char.length ? lower : char;
}

/** The first place of the words. */
export function locate(text: string, words: string): Span | undefined {
  return placesOf(squeezed(text), words, 1)[0];
}

/** A percentage may be claimed as a ratio or in points, and a number as it is written. */
export function isClaimed(found: number, claimed: Json, type: FigureType): boolean {
  const wanted = typeof claimed === "string" ? Number(claimed.replace(/[$,\s]/g, "")) : claimed;
  if (typeof wanted !== "number" || claimed === "") return false;
  return nearly(found, wanted) || (type === "percent" && nearly(found * 100, wanted));
}

function nearly(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));
}

/** The objects of a list of an answer, at most 200. */
export function listIn(answer: Json, member: string): JsonObject[] {
  const list = isJsonObject(answer) ? answer[member] : undefined;
  return isJsonArray(list) ? list.slice(0, 200).filter(isJsonObject) : [];
}
