import type { Json } from "@service/json";

/** A string, or a number written as a string: versions of entries come as either. */
export function scalarText(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
