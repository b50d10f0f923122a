import {
  clipped,
  isJsonArray,
  isJsonObject,
  type InputIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  parseJson,
} from "@service/json";
import type { CsvShorthand, DatasetKind } from "./dataset-kinds.ts";

/** How a cell's text becomes a value. */
type CellType = "text" | "number" | "boolean" | "list of text" | "list of numbers" | "json";

/** The target of a column's values. */
type Column =
  | { readonly kind: "member"; readonly name: string; readonly path: readonly string[]; readonly type: CellType }
  /** One member of every object of a list: `appetite.prefix`. */
  | {
      readonly kind: "spread";
      readonly name: string;
      readonly path: readonly string[];
      readonly member: readonly string[];
      readonly type: CellType;
    }
  | { readonly kind: "shorthand"; readonly name: string; readonly shorthand: CsvShorthand };

/** Objects under construction, as maps: a name from a file must never reach a prototype. */
type Draft = Map<string, Json | Draft>;

export interface CsvColumns {
  /** Problems of the header; if there are any, no row can be read. */
  readonly problems: readonly InputIssue[];
  /** The row made from the cells of a record, or its problems. */
  readRow(cells: readonly string[]): { readonly row: JsonObject } | { readonly problems: readonly InputIssue[] };
}

const columnsMax = 500;
const separator = "|";
const freeNamePattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const freeTypes: ReadonlyMap<string, CellType> = new Map([
  ["text", "text"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["list", "list of text"],
  ["json", "json"],
]);
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads the header of a CSV file. A column is named by the path of its member (`states.include`); the kind's schema
 * gives the type of its text. A list is split at `|` (`\|` is a literal `|`). A column through a list of objects
 * (`appetite.prefix`) has one value for each object; a single value goes to all of them. Any other nested value is
 * written as JSON. An empty cell leaves the member out. Rows without a schema name their types: `limit:number`.
 */
export function readCsvHeader(header: readonly string[], kind: DatasetKind): CsvColumns {
  const problems: InputIssue[] = [];
  const columns: Column[] = [];
  if (header.length > columnsMax) problems.push({ field: "", message: `has more than ${columnsMax} columns` });
  for (const [index, cell] of header.slice(0, columnsMax).entries()) {
    const name = cell.trim();
    const column = name === "" ? "has no name" : columnOf(name, kind);
    if (typeof column === "string")
      problems.push({ field: name === "" ? `column ${index + 1}` : name, message: column });
    else columns.push(column);
  }
  if (problems.length === 0) problems.push(...collisions(columns));
  return { problems, readRow: (cells) => readRow(columns, cells) };
}

function columnOf(name: string, kind: DatasetKind): Column | string {
  const shorthand = kind.csvShorthands.find(({ column }) => column === name);
  if (shorthand) return { kind: "shorthand", name, shorthand };
  if (kind.schema === undefined) return freeColumn(name);
  const path = name.split(".");
  let schema: JsonSchema = kind.schema;
  for (const [index, segment] of path.entries()) {
    if (isJsonObject(schema["items"])) {
      const member = path.slice(index);
      const leaf = follow(schema["items"], member);
      const type = leaf && typeOf(leaf);
      if (type === undefined) return "is no column of this dataset";
      if (type === "json" || type.startsWith("list")) {
        return `holds lists inside a list: write the whole of ${path.slice(0, index).join(".")} as JSON into one column`;
      }
      return { kind: "spread", name, path: path.slice(0, index), member, type };
    }
    const next = memberSchema(schema, segment);
    if (next === undefined) return "is no column of this dataset";
    schema = next;
  }
  return { kind: "member", name, path, type: typeOf(schema) };
}

function freeColumn(name: string): Column | string {
  const [path = "", type = "text", ...rest] = name.split(":");
  const cellType = freeTypes.get(type);
  if (cellType === undefined || rest.length > 0) {
    return `names no type: after the colon stands one of ${[...freeTypes.keys()].join(", ")}`;
  }
  const segments = path.split(".");
  if (!segments.every((segment) => freeNamePattern.test(segment))) {
    return "is no name: letters, digits, underscores and dashes, levels divided by dots";
  }
  return { kind: "member", name, path: segments, type: cellType };
}

function follow(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let current: JsonSchema | undefined = schema;
  for (const segment of path) current = current && memberSchema(current, segment);
  return current;
}

function memberSchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = schema["properties"];
  const member =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : schema["additionalProperties"];
  return isJsonObject(member) ? member : undefined;
}

function typeOf(schema: JsonSchema): CellType {
  const { type, items } = schema;
  // A member of several types, such as a version, is read as text from a table.
  const types = isJsonArray(type) ? type : [type];
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  if (types.includes("boolean")) return "boolean";
  if (!types.includes("array") || !isJsonObject(items)) return "json";
  const element = typeOf(items);
  return element === "text" ? "list of text" : element === "number" ? "list of numbers" : "json";
}

/** Reports two columns that would write to the same place, or one into the other's value. */
function collisions(columns: readonly Column[]): InputIssue[] {
  const problems: InputIssue[] = [];
  const taken = new Map<string, string>();
  for (const column of columns) {
    const at = targetOf(column);
    const other = taken.get(at);
    if (other !== undefined)
      problems.push({
        field: column.name,
        message: other === column.name ? "stands twice" : `means the same as ${other}`,
      });
    taken.set(at, column.name);
  }
  for (const column of columns) {
    const path = targetOf(column).split(".");
    for (let length = 1; length < path.length; length += 1) {
      const other = taken.get(path.slice(0, length).join("."));
      if (other !== undefined) problems.push({ field: column.name, message: `is already part of the column ${other}` });
    }
  }
  const lists = new Set(columns.flatMap((column) => (column.kind === "shorthand" ? [column.shorthand.list] : [])));
  for (const column of columns) {
    if (column.kind === "shorthand" || !lists.has(column.path.join("."))) continue;
    problems.push({ field: column.name, message: "cannot stand beside the short columns of the same list" });
  }
  return problems;
}

function targetOf(column: Column): string {
  switch (column.kind) {
    case "member":
      return column.path.join(".");
    case "spread":
      return [...column.path, ...column.member].join(".");
    case "shorthand":
      return `${column.shorthand.list}[${column.name}]`;
  }
}

function readRow(columns: readonly Column[], cells: readonly string[]): ReturnType<CsvColumns["readRow"]> {
  if (cells.length !== columns.length) {
    return { problems: [{ field: "", message: `has ${cells.length} cells, the header has ${columns.length}` }] };
  }
  const problems: InputIssue[] = [];
  const row: Draft = new Map();
  const lists = new Map<string, JsonObject[]>();
  const spreads = new Map<string, SpreadCell[]>();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? "";
    if (cell === "") continue;
    switch (column.kind) {
      case "member":
        put(row, column.path, valueOf(cell, column.type, column.name, problems));
        break;
      case "spread": {
        const values = split(cell).map((text) =>
          text === "" ? undefined : valueOf(text, column.type, column.name, problems),
        );
        const list = column.path.join(".");
        spreads.set(list, [...(spreads.get(list) ?? []), { column, values }]);
        break;
      }
      case "shorthand": {
        const { list, element } = column.shorthand;
        const named = split(cell).filter((text) => text !== "");
        lists.set(list, [...(lists.get(list) ?? []), ...named.map(element)]);
        break;
      }
    }
  }
  for (const cellsOfList of spreads.values()) spread(row, cellsOfList, problems);
  for (const [list, elements] of lists) put(row, [list], elements);
  return problems.length > 0 ? { problems } : { row: finished(row) };
}

type SpreadCell = {
  readonly column: Extract<Column, { kind: "spread" }>;
  readonly values: readonly (Json | undefined)[];
};

/** Combines the values of parallel columns, object by object. */
function spread(row: Draft, cells: readonly SpreadCell[], problems: InputIssue[]): void {
  const length = Math.max(...cells.map(({ values }) => values.length));
  const elements: Draft[] = Array.from({ length }, () => new Map());
  for (const { column, values } of cells) {
    if (values.length !== length && values.length !== 1) {
      problems.push({ field: column.name, message: `has ${values.length} values where its neighbours have ${length}` });
      continue;
    }
    for (const [index, element] of elements.entries()) {
      const value = values.length === 1 ? values[0] : values[index];
      if (value !== undefined) put(element, column.member, value);
    }
  }
  const [first] = cells;
  if (first) put(row, first.column.path, elements.map(finished));
}

function put(draft: Draft, path: readonly string[], value: Json): void {
  let target = draft;
  for (const segment of path.slice(0, -1)) {
    const inner = target.get(segment);
    // Collisions were refused with the header, so an existing value is an object under construction.
    const next: Draft = inner instanceof Map ? inner : new Map();
    target.set(segment, next);
    target = next;
  }
  target.set(path.at(-1) ?? "", value);
}

function finished(draft: Draft): JsonObject {
  // fromEntries defines members, so that even `__proto__` is not assigned.
  return Object.fromEntries([...draft].map(([name, value]) => [name, value instanceof Map ? finished(value) : value]));
}

/** The value of a non-empty cell; on a mismatch null, with a problem that names the column. */
function valueOf(cell: string, type: CellType, column: string, problems: InputIssue[]): Json {
  switch (type) {
    case "text":
      return cell;
    case "number":
      return numberOf(cell, column, problems);
    case "boolean":
      return booleanOf(cell, column, problems);
    case "list of text":
      return split(cell).filter((text) => text !== "");
    case "list of numbers":
      return split(cell)
        .filter((text) => text !== "")
        .map((text) => numberOf(text, column, problems));
    case "json":
      try {
        return parseJson(cell);
      } catch {
        // Do not pass on the parser's message: it quotes the cell.
        problems.push({ field: column, message: "is not JSON" });
        return null;
      }
  }
}

function numberOf(text: string, column: string, problems: InputIssue[]): Json {
  const value = Number(text);
  if (numberPattern.test(text) && Number.isFinite(value)) return value;
  problems.push({ field: column, message: `"${shown(text)}" is not a number` });
  return null;
}

function booleanOf(text: string, column: string, problems: InputIssue[]): Json {
  switch (text.toLowerCase()) {
    case "true":
    case "yes":
      return true;
    case "false":
    case "no":
      return false;
    default:
      problems.push({ field: column, message: `"${shown(text)}" is neither true nor false` });
      return null;
  }
}

function shown(text: string): string {
  return clipped(text, 40);
}

/** The parts of a list; `\|` and `\\` are a literal `|` and `\`. */
function split(cell: string): string[] {
  if (!cell.includes("\\")) return cell.split(separator).map((part) => part.trim());
  const parts = [""];
  for (let index = 0; index < cell.length; index += 1) {
    const sign = cell.charAt(index);
    const next = cell.charAt(index + 1);
    if (sign === separator) parts.push("");
    else if (sign === "\\" && (next === separator || next === "\\")) {
      parts[parts.length - 1] += next;
      index += 1;
    } else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
