import { clipped } from "@service/json";

/** Result of a command: printed as JSON with `--json`, as tables otherwise. */
export type Answer = { readonly [name: string]: unknown };

class Verbatim {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Marks a value that is already in wire form, so that keys chosen by customers are not renamed. */
export function verbatim(value: unknown): unknown {
  return new Verbatim(value);
}

/**
 * Converts values of the domain to wire form: names in snake_case, times as RFC 3339 strings. Names already in snake_case
 * stay as they are.
 */
export function onTheWire(value: unknown): unknown {
  if (value instanceof Verbatim) return value.value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((element: unknown) => onTheWire(element));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCased(name), onTheWire(member)]));
}

function snakeCased(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Renders lists as tables, everything else as aligned lines of name and value. */
export function renderText(answer: Answer): string {
  const members = flattened(answer);
  const lists = members.filter(([, value]) => isListOfObjects(value));
  const plain = members.filter(([, value]) => !isListOfObjects(value));
  const parts: string[] = [];
  if (plain.length > 0) parts.push(aligned(plain.map(([name, value]) => [titled(name), cell(value)])));
  for (const [name, value] of lists) {
    const rows = Array.isArray(value) ? value.filter(isObject) : [];
    const heading = plain.length > 0 || lists.length > 1 ? `${titled(name)}\n` : "";
    parts.push(heading + (rows.length === 0 ? `No ${titled(name).toLowerCase()}.` : tableOf(rows)));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Members of objects under the names that lead to them: a cell has no room for an object. */
function flattened(answer: Answer, path = ""): [string, unknown][] {
  return Object.entries(answer).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) && Object.keys(value).length > 0
      ? flattened(value, `${path}${name} `)
      : [[`${path}${name}`, value]],
  );
}

function tableOf(rows: readonly Answer[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return aligned([names.map((name) => name.toUpperCase()), ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

const cellCharsMax = 80;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value) && value.every((element) => typeof element === "string")) return value.join(", ") || "-";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // A line break in a value must not look like another row.
  const line = text.replaceAll(/\p{Cc}/gu, " ");
  return line.length > cellCharsMax && typeof value === "object" ? clipped(line, cellCharsMax) : line;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, text] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, [...text].length);
  return rows
    .map((row) =>
      row
        .map((text, index) => text + " ".repeat((widths[index] ?? 0) - [...text].length))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function titled(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}
