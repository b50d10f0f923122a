import { constructionOf, entityTypeOf, fromCents, readWhole, stateCodeOf, toCents } from "@service/engine-kit";
import { type Json, isJsonArray } from "@service/json";
import type { Normalization } from "../codes.ts";
import type { ExtractionRule } from "./extraction-rules.ts";

const textCharsMax = 4000;
const listItemsMax = 200;

/** The value of a fact in its rule's type, or `undefined` when it cannot be read that way. */
export function readFact(
  rule: Pick<ExtractionRule, "type" | "normalize" | "enum">,
  raw: Json | undefined,
): Json | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (rule.type === "list") return readList(rule, raw);
  if (typeof raw === "object") return undefined;
  const normalized = rule.normalize === undefined ? raw : normalize(rule.normalize, raw);
  if (normalized === undefined) return undefined;
  switch (rule.type) {
    case "string":
      return readText(normalized);
    case "number":
      return readNumber(normalized);
    case "money":
      return readMoney(normalized);
    case "date":
      return readDate(normalized);
    case "boolean":
      return readFlag(normalized);
    case "enum": {
      const wanted = readText(normalized)?.toLowerCase();
      return rule.enum.find((option) => option.toLowerCase() === wanted);
    }
  }
}

/** Equality of facts; strings compare without case. */
export function isSameFact(a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string") return a.trim().toLowerCase() === b.trim().toLowerCase();
  if (isJsonArray(a) && isJsonArray(b))
    return a.length === b.length && a.every((item, index) => isSameFact(item, b[index] ?? null));
  return a === b;
}

function readList(rule: Pick<ExtractionRule, "normalize">, raw: Json): Json | undefined {
  const items = isJsonArray(raw) ? raw : typeof raw === "string" ? raw.split(/[,;]/) : [raw];
  const values = new Set<string | number | boolean>();
  for (const item of items) {
    if (item === null || typeof item === "object") continue;
    const value = rule.normalize === undefined ? item : normalize(rule.normalize, item);
    const kept = typeof value === "string" ? readText(value) : value;
    if (kept !== undefined && values.size < listItemsMax) values.add(kept);
  }
  // A list of facts is a set: its order must not depend on the order of the source rows (ENT-30, TYPE-3).
  return values.size === 0 ? undefined : [...values].sort(byText);
}

function byText(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

type Scalar = string | number | boolean;

function normalize(how: Normalization, raw: Scalar): Scalar | undefined {
  const text = String(raw).trim();
  switch (how) {
    case "digits":
      return text.replace(/[^0-9]/g, "") || undefined;
    case "upper":
      return text.toUpperCase() || undefined;
    case "state":
      return stateCodeOf(text);
    case "naics": {
      const digits = text.replace(/[^0-9]/g, "");
      return digits.length >= 2 && digits.length <= 6 ? digits : undefined;
    }
    case "phone": {
      const digits = text.replace(/[^0-9]/g, "").replace(/^1(?=[0-9]{10}$)/, "");
      return digits.length === 10 ? digits : undefined;
    }
    case "percent": {
      const value = readNumber(text.replace("%", ""));
      if (value === undefined) return undefined;
      return text.includes("%") || value > 1 ? value / 100 : value;
    }
    case "money":
      return readMoney(raw);
    case "date":
      return readDate(raw);
    case "entity_type":
      return text === "" ? undefined : entityTypeOf(text);
    case "construction":
      return text === "" ? undefined : constructionOf(text);
  }
}

function readText(value: Scalar): string | undefined {
  const text = String(value).toWellFormed().replace(/\s+/g, " ").trim().slice(0, textCharsMax).toWellFormed();
  return text === "" ? undefined : text;
}

/** `1,200` and `1200`; not `12 to 15`. */
function readNumber(value: Scalar): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? numberOf(readWhole(value, "number")) : undefined;
}

/** `$1,200,000`, `1.2M`, "1.2 million"; beyond integer cents unknown (ENT-30, VALUE-1, TYPE-10). */
function readMoney(value: Scalar): number | undefined {
  if (typeof value === "string") return numberOf(readWhole(value, "money"));
  const cents = typeof value === "number" ? toCents(value) : undefined;
  return cents === undefined ? undefined : fromCents(cents);
}

function numberOf(value: number | string | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** ISO dates and instants, month/day/year and months in words (VALUE-9). */
function readDate(value: Scalar): string | undefined {
  const read = typeof value === "string" ? readWhole(value, "date") : undefined;
  return typeof read === "string" ? read : undefined;
}

function readFlag(value: Scalar): boolean | undefined {
  if (typeof value === "boolean") return value;
  switch (String(value).trim().toLowerCase()) {
    case "yes":
    case "y":
    case "true":
      return true;
    case "no":
    case "n":
    case "false":
      return false;
    default:
      return undefined;
  }
}
