import type { Json } from "../json.ts";

/** A text, or a number written as text: versions of entries come as either. */
export function scalarText(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
