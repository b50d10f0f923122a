import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";

/** What paths are read in: the row, and the elements of `each`, the innermost last. */
export interface Scope {
  readonly row: JsonObject;
  readonly elements: readonly Json[];
  readonly faults?: Faults | undefined;
  readonly shared?: Shared | undefined;
}

/** Why columns of a row have no value although their cell is not empty: `holds the error #N/A`. */
export type Faults = Readonly<Record<string, string>>;

/** Columns whose value stands once for several rows, with where: `stands once for rows 5 to 9`. */
export type Shared = Readonly<Record<string, string>>;

/** The column that a path reads: its name as files have it. */
export function columnOf(path: string): string {
  return path.replace(/^row[.]/, "").replaceAll(/\s+/gu, " ");
}

export type ReadPath = (scope: Scope) => Json | undefined;

/** A path of a mapping (IMP-32), parsed. */
export interface Path {
  /** The row, or how many elements outwards from the innermost one: `@` is 0, `@1` is 1. */
  readonly origin: "row" | number;
  /** What follows the origin; empty for the row or element itself. */
  readonly rest: string;
  readonly steps: readonly string[];
}

const stepsMax = 16;

/** Parses a path; the answer is the end of a sentence that begins with the path when it is wrong. */
export function parsePath(text: string): Path | string {
  const element = /^@(\d{0,2})(?:\.([^]*))?$/.exec(text);
  if (element === null && text.startsWith("@")) return "must have a dot or a number after @; write row.@… for a column";
  if (element !== null) return pathOf(Number(element[1] ?? 0), text.includes(".") ? (element[2] ?? "") : undefined);
  if (text === "row") return pathOf("row", undefined);
  return pathOf("row", text.startsWith("row.") ? text.slice(4) : text);
}

function pathOf(origin: Path["origin"], rest: string | undefined): Path | string {
  if (rest === undefined) return { origin, rest: "", steps: [] };
  if (rest === "") return "ends in a dot";
  const steps = rest.split(".");
  if (steps.length > stepsMax) return `has more than ${stepsMax} steps`;
  if (steps.includes("__proto__")) return "names __proto__, which cannot be read";
  if (rest.includes("[]")) return "must lead to one value: [] belongs to each";
  return { origin, rest, steps };
}

/** Compiles a path. A name with dots in it is taken whole where there is one, else as steps. */
export function compilePath({ origin, rest, steps }: Path): ReadPath {
  const from: (scope: Scope) => Json | undefined =
    origin === "row" ? ({ row }) => row : ({ elements }) => elements[elements.length - 1 - origin];
  const [only = ""] = steps;
  if (steps.length === 0) return from;
  if (steps.length === 1) {
    const name = only.replaceAll(/\s+/gu, " ");
    // Names of columns have single blanks; members of documents are as they are.
    if (name !== only) return (scope) => member(from(scope), only) ?? member(from(scope), name);
    return (scope) => member(from(scope), only);
  }
  return (scope) => {
    const start = from(scope);
    if (isJsonObject(start) && Object.hasOwn(start, rest)) return start[rest];
    let value = start;
    for (const step of steps) value = member(value, step);
    return value;
  };
}

function member(value: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  // Only names that every object inherits need the slower own-property lookup.
  return name in Object.prototype && !Object.hasOwn(value, name) ? undefined : value[name];
}

/** Null and text without any character but blanks are no values: an empty cell is absent (IMP-32). */
export function isPresent(value: Json | undefined): value is Json {
  if (value === undefined || value === null) return false;
  return typeof value !== "string" || (value !== "" && (value.charCodeAt(0) > 32 || value.trim() !== ""));
}

/** The first present value of several paths. */
export function firstPresent(paths: readonly ReadPath[]): ReadPath {
  const [only] = paths;
  if (only !== undefined && paths.length === 1) {
    return (scope) => {
      const value = only(scope);
      return isPresent(value) ? value : undefined;
    };
  }
  return (scope) => {
    for (const path of paths) {
      const value = path(scope);
      if (isPresent(value)) return value;
    }
    return undefined;
  };
}

/** The steps to each array of `each`: `clients[].policies[]` is `[["clients"], ["policies"]]`. A string is what is wrong. */
export function parseEach(text: string): readonly (readonly string[])[] | string {
  const groups: string[][] = [];
  let group: string[] = [];
  const path = text.startsWith("row.") ? text.slice(4) : text;
  if (path.startsWith("@")) return "begins at the row: it names every array on the way, as in policies[].coverages[]";
  for (const segment of path.split(".")) {
    const name = segment.endsWith("[]") ? segment.slice(0, -2) : segment;
    if (name === "" || name === "__proto__" || name.includes("[")) return `has the step "${segment}", which is no name`;
    group.push(name);
    if (name === segment) continue;
    groups.push(group);
    group = [];
  }
  if (group.length > 0 || groups.length === 0) return "must end in [], because it gives a row for each element";
  return groups.length > 8 ? "has more than 8 arrays" : groups;
}

/** Calls `visit` for each innermost element. An object where an array is expected counts as its one element. */
export function forEachElement(
  row: JsonObject,
  groups: readonly (readonly string[])[],
  visit: (scope: Scope) => void,
  elements: readonly Json[] = [],
): void {
  const group = groups[elements.length];
  if (group === undefined) return visit({ row, elements });
  let value: Json | undefined = elements.at(-1) ?? row;
  for (const step of group) value = member(value, step);
  const list = isJsonArray(value) ? value : isJsonObject(value) ? [value] : [];
  for (const element of list) forEachElement(row, groups, visit, [...elements, element]);
}
