import { isJsonArray, isJsonObject, type Json, type JsonObject, number, part, parseJson } from "@service/json";
import type { DocumentReading, Place, PolicyDocument } from "../document-reading.ts";
import { repairSlips } from "../pages/repair-slips.ts";
import { squeezed } from "./tally.ts";

type Found = { readonly path: string; readonly value: Json; readonly at: Place };

/** How many values of a reading have words in their place that state them, and those that have not, by name. */
export function heldValues(
  document: PolicyDocument,
  reading: DocumentReading,
): { readonly held: number; readonly missed: readonly string[] } {
  const found: Found[] = [];
  collect("", parseJson(JSON.stringify({ ...reading, unread: [], conflicts: [] })), found);
  const missed = found.filter(
    ({ value, at }) => !holds(document.pages[at.page - 1]?.slice(at.start, at.end) ?? "", value),
  );
  return {
    held: found.length - missed.length,
    missed: missed.map(({ path, value }) => `${path}: ${JSON.stringify(value)}`),
  };
}

function collect(path: string, node: Json, found: Found[]): void {
  if (isJsonArray(node)) for (const [index, each] of node.entries()) collect(`${path}/${index}`, each, found);
  else if (isJsonObject(node)) {
    const { value, at } = node;
    if (value !== undefined && at !== undefined) found.push({ path, value, at: placeIn(node) });
    else
      for (const [name, each] of Object.entries(node)) if (each !== undefined) collect(`${path}/${name}`, each, found);
  }
}

function placeIn(node: JsonObject): Place {
  const at = part(node, "at");
  return { page: number(at, "page") ?? 0, start: number(at, "start") ?? 0, end: number(at, "end") ?? 0 };
}

/** As it is printed, or with the slips of a scanner repaired. */
function holds(original: string, value: Json): boolean {
  return states(original, value) || states(repairSlips(repairSlips(original, false), true), value);
}

/** Amounts by a figure or the sum of all, dates and words by their signs; what is read by its words alone holds it. */
function states(words: string, value: Json): boolean {
  if (words.trim() === "") return value === "";
  if (typeof value === "number") return statesNumber(words, value);
  if (isJsonArray(value)) return value.every((each) => typeof each === "number" && statesNumber(words, each));
  if (typeof value === "string") return statesText(words, value);
  if (!isJsonObject(value)) return false;
  return Object.values(part(value, "amount")).every((each) => typeof each === "number" && statesNumber(words, each));
}

function statesNumber(words: string, value: number): boolean {
  const figures = [...words.matchAll(/(\d[\d,]*(?:\.\d+)?|\.\d+)\s?(k|m|mm|mil|million|thousand)?\b/gi)].map(
    (match) => {
      const scale = { k: 1e3, thousand: 1e3 }[match[2]?.toLowerCase() ?? ""] ?? (match[2] === undefined ? 1 : 1e6);
      return Number((match[1] ?? "").replaceAll(",", "")) * scale;
    },
  );
  const cents = figures.map((figure) => Math.round(figure * 100));
  const sum = cents.reduce((all, each) => all + each, 0);
  const isNone = value === 0 && /\b(?:none|nil|no)\b/i.test(words);
  const isInWords = /\b(?:hundred|thousand)\b/i.test(words);
  // Auto prints limits in thousands.
  const isThousands = figures.some((figure) => figure * 100_000 === value);
  const isDays = figures.some((figure) => figure * 24 === value || figure === value);
  const isRatio = figures.some((figure) => Math.abs(figure / 100 - value) < 1e-6);
  return (
    isNone ||
    isInWords ||
    isThousands ||
    isDays ||
    isRatio ||
    cents.includes(value) ||
    isPartOf(cents, value) ||
    sum === value
  );
}

/** A sum of some of the figures: rates stand between the amounts. */
function isPartOf(cents: readonly number[], value: number): boolean {
  let sums = new Set([0]);
  for (const each of cents.slice(0, 14)) sums = new Set([...sums, ...[...sums].map((sum) => sum + each)]);
  return sums.has(value);
}

function statesText(words: string, value: string): boolean {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (iso !== null) {
    const isSerial = /^\d{5}$/.test(words.trim());
    const numbers = words.match(/\d+/g)?.map(Number) ?? [];
    const isDay = numbers.includes(Number(iso[3]));
    return isSerial || isDay || /\byear\b|\bdays\b/i.test(words) || words.includes(iso[1]?.slice(2) ?? "");
  }
  const plain = squeezed(value);
  const codes = ["rc", "acv", "agreed", "statedamount", "claimsmade", "claimsmadeandreported", "occurrence"];
  return codes.includes(plain) || squeezed(words).includes(plain.slice(0, 12));
}
