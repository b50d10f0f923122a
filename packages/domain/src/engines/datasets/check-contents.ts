import { createHash } from "node:crypto";
import { canonicalJson, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { datasetLimits, type FileProblem } from "./dataset.ts";
import type { DatasetKind } from "./dataset-kinds.ts";
import type { ReadRow } from "./read-rows.ts";

/** A row as stored: canonical JSON text. */
export interface ContentRow {
  readonly key: string;
  readonly body: string;
}

/** The contents of a file: its rows in key order and their hash, or its first problems. */
export type Contents =
  | { readonly kind: "sound"; readonly rows: readonly ContentRow[]; readonly sha256: string }
  | { readonly kind: "broken"; readonly problems: readonly FileProblem[] };

/**
 * Checks every row before the first is stored, keeping their canonical JSON in memory, at most `datasetLimits.bytes`: a
 * broken or unchanged file then costs the database nothing. Stops at 50 problems.
 */
export async function checkContents(
  rows: AsyncIterable<ReadRow>,
  kind: DatasetKind,
  onRow: (rows: number) => void = () => undefined,
): Promise<Contents> {
  const problems: FileProblem[] = [];
  const kept: ContentRow[] = [];
  const lineOfKey = new Map<string, number>();
  const check = kind.newCheck();
  let bytes = 0;
  let count = 0;

  /** Whether reading may go on. */
  function take(line: number, row: JsonObject): boolean {
    count += 1;
    onRow(count);
    if (count > kind.rowsMax)
      return refuse(line, "", `is row ${count}; this dataset holds at most ${kind.rowsMax} rows`);
    const excess = excessOf(row);
    if (excess !== undefined) return note(line, "", excess);
    const { key, field, problem } = keyOf(row, kind);
    // Before the kind's check, which remembers keys without their lines.
    const first = lineOfKey.get(key);
    if (first !== undefined) return note(line, field, `"${key}" stands already on line ${first}`);
    const issues = check(row);
    for (const issue of issues) note(line, issue.field, issue.message);
    if (issues.length > 0) return problems.length < datasetLimits.problems;
    if (problem !== undefined) return note(line, field, problem);
    lineOfKey.set(key, line);
    const body = canonical(row);
    if (body === undefined) return note(line, "", "holds a number or a string that JSON cannot carry");
    bytes += Buffer.byteLength(body, "utf8") + 1;
    if (bytes > datasetLimits.bytes) {
      return refuse(line, "", `goes beyond the ${datasetLimits.bytes / 1024 / 1024} MiB that a dataset holds`);
    }
    // After the first problem nothing will be stored: only look for further problems.
    if (problems.length === 0) kept.push({ key, body });
    return true;
  }

  function note(line: number, field: string, message: string): boolean {
    problems.push({ line, field, message });
    return problems.length < datasetLimits.problems;
  }

  function refuse(line: number, field: string, message: string): false {
    note(line, field, message);
    return false;
  }

  function noteAll(found: readonly FileProblem[]): boolean {
    problems.push(...found);
    return problems.length < datasetLimits.problems;
  }

  for await (const read of rows) {
    if (read.kind === "row" ? !take(read.line, read.row) : !noteAll(read.problems)) break;
  }

  if (problems.length === 0 && kept.length === 0) {
    // An empty file is a failed export: screening against an empty list is never intended.
    problems.push({ line: 1, field: "", message: "the file holds no row" });
  }
  if (problems.length > 0) return { kind: "broken", problems: problems.slice(0, datasetLimits.problems) };
  sortByKey(kept);
  const hash = createHash("sha256");
  for (const { body } of kept) hash.update(body, "utf8").update("\n");
  return { kind: "sound", rows: kept, sha256: hash.digest("hex") };
}

function keyOf(
  row: JsonObject,
  { keyFields }: DatasetKind,
): { readonly key: string; readonly field: string; readonly problem?: string } {
  const field = keyFields.find((name) => row[name] !== undefined) ?? keyFields[0] ?? "key";
  const key = row[field];
  if (key === undefined) return { key: "", field, problem: "is required" };
  if (typeof key !== "string") return { key: "", field, problem: "must be string" };
  // A key with control characters could not be requested or logged.
  if (key === "" || [...key].length > datasetLimits.rowKeyChars || !key.isWellFormed() || /\p{Cc}/u.test(key)) {
    return {
      key,
      field,
      problem: `must have 1 to ${datasetLimits.rowKeyChars} characters, none of them a control character`,
    };
  }
  return { key, field };
}

/** Bounds of a row, checked before any other check walks it. */
function excessOf(row: JsonObject): string | undefined {
  let values = 0;
  let isTooDeep = false;
  const walk = (value: Json, depth: number): void => {
    values += 1;
    if (depth > datasetLimits.rowDepth) isTooDeep = true;
    if (isTooDeep || values > datasetLimits.rowValues) return;
    if (isJsonArray(value)) for (const element of value) walk(element, depth + 1);
    else if (isJsonObject(value)) for (const member of Object.values(value)) walk(member, depth + 1);
  };
  walk(row, 1);
  if (isTooDeep) return `is nested deeper than ${datasetLimits.rowDepth} levels`;
  if (values > datasetLimits.rowValues) return `has more than ${datasetLimits.rowValues} members`;
  return undefined;
}

/** Undefined for half a surrogate pair, which has no UTF-8 form, and for 1e999, which is read as Infinity. */
function canonical(row: JsonObject): string | undefined {
  try {
    return canonicalJson(row);
  } catch {
    // The caller reports the row by its line.
    return undefined;
  }
}

/**
 * Sorts by the keys' UTF-8 bytes, as Postgres does in collation "C", so that rows read back sorted have the same hash.
 * It differs from the order of JavaScript strings only where there are surrogates.
 */
function sortByKey(rows: ContentRow[]): void {
  const hasSurrogates = rows.some(({ key }) => /[\uD800-\uDFFF]/.test(key));
  if (hasSurrogates) rows.sort((a, b) => Buffer.compare(Buffer.from(a.key, "utf8"), Buffer.from(b.key, "utf8")));
  else rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
