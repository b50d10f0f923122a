import type { Json, JsonObject } from "@service/json";

export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** In cents, so that amounts add up in any order. */
export function sumOf(rows: readonly JsonObject[], field: string): number {
  return rows.reduce((sum, row) => sum + Math.round((numberOf(row[field]) ?? 0) * 100), 0) / 100;
}

/** By a string of the row; rows without it stand under `other`. */
export function byText(rows: readonly JsonObject[], field: string): ReadonlyMap<string, readonly JsonObject[]> {
  return Map.groupBy(rows, (row) => textOf(row[field]) ?? "other");
}
