import { clipped, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";

const depthMax = 4;
const linesMax = 60;
const valueCharsMax = 600;

/**
 * A row or a part of a result as lines `Label: value`, for people and for search. Nulls are left out: what is withheld is
 * null and must not read like a value.
 */
export function fieldsAsText(fields: JsonObject): string {
  const lines: string[] = [];
  addLines(lines, "", fields, 0);
  return lines.join("\n");
}

/** One value under its name. */
export function valueAsText(name: string, value: Json): string {
  const lines: string[] = [];
  addLines(lines, labelOf(name), value, 0);
  return lines.join("\n");
}

function addLines(lines: string[], label: string, value: Json, depth: number): void {
  if (value === null || lines.length >= linesMax || depth > depthMax) return;
  if (isJsonArray(value)) {
    const scalars = value.filter((each) => typeof each !== "object");
    if (scalars.length > 0) lines.push(`${label}: ${clipped(scalars.map(String).join(", "), valueCharsMax)}`);
    for (const each of value) if (typeof each === "object") addLines(lines, label, each, depth + 1);
    return;
  }
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value))
      if (member !== undefined)
        addLines(lines, label === "" ? labelOf(name) : `${label}, ${labelOf(name)}`, member, depth + 1);
    return;
  }
  if (value !== "")
    lines.push(
      `${label}: ${clipped(typeof value === "boolean" ? (value ? "yes" : "no") : String(value), valueCharsMax)}`,
    );
}

/** `expires_on` as `Expires on`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[_.]+/g, " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
