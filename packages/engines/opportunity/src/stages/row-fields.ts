import { toCents } from "@service/engine-kit";
import {
  byText,
  text,
  dayNumber,
  isInstant,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
} from "@service/json";

/** Integer cents; an invalid amount, or one beyond 2^53 cents, counts as not stated. */
export function cents(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === "number" ? toCents(value) : undefined;
}

/** A sum capped at exact cents: many amounts of the largest size must still be an amount. */
export function sumOfCents(a: number, b: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, a + b);
}

/** Days since 1970-01-01 of a date or an instant. */
export function day(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === "string" ? dayNumber(value) : undefined;
}

/** An instant (RFC 3339); anything else counts as not stated. */
export function instantOf(row: JsonObject, name: string): string | undefined {
  const value = text(row, name);
  return value !== undefined && isInstant(value) ? value : undefined;
}

/** A code in normal form: trimmed, lower case. */
export function code(object: JsonObject, name: string): string | undefined {
  return text(object, name)?.trim().toLowerCase();
}

/** Rows in a fixed order (TYPE-3): by key, then by content. */
export function inKeyOrder(rows: readonly JsonObject[], keyName: string): readonly JsonObject[] {
  if (rows.length < 2) return rows;
  const keyed = rows.map((row): { row: JsonObject; key: string; content?: string } => ({
    row,
    key: text(row, keyName) ?? "",
  }));
  return keyed
    .sort((a, b) => {
      const order = byText(a.key, b.key);
      if (order !== 0) return order;
      a.content ??= contentOf(a.row);
      b.content ??= contentOf(b.row);
      return byText(a.content, b.content);
    })
    .map((entry) => entry.row);
}

/**
 * JSON text with ordered members that, unlike canonical JSON, accepts lone surrogates: for ordering only, never stored.
 */
function contentOf(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(contentOf).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${contentOf(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}
