import type { Json, JsonObject } from "@service/json";

/** Members of rows as what they are there; anything else reads as nothing. */

/** A string, or a number as a string. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function objectsAt(fields: JsonObject, name: string): readonly JsonObject[] {
  const value = fields[name];
  return Array.isArray(value) ? value.map(objectOf) : [];
}
