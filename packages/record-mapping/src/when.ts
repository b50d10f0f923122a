import { checkCondition, compileCondition, EvaluationBudget } from "@service/conditions";
import { type ConfigIssue, isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { isPresent, type Scope } from "./paths.ts";

/** Whether a condition is true of a row; what is unknown is not. */
export type IsTrue = (scope: Scope) => boolean;

export interface CompiledWhen {
  readonly isTrue: IsTrue;
  /** Columns that the condition names, as it names them. */
  readonly names: readonly string[];
}

/** Compiles a condition over `row` and, with `each`, `@` (IMP-39). */
export function compileWhen(
  condition: Json,
  pointer: string,
  { hasElements, asOf }: { readonly hasElements: boolean; readonly asOf: string | undefined },
): CompiledWhen | ConfigIssue[] {
  const issues = checkCondition(condition, pointer, hasElements ? ["row", "@"] : ["row"]);
  if (issues.length > 0) return issues;
  const compiled = compileCondition(condition);
  const names = [...new Set(columnsIn(condition))];
  const viewOf = viewBy(names);
  const isTrue: IsTrue = ({ row, elements }) => {
    const facts = { root: { row: viewOf(row) }, asOf: asOf ?? "", budget: new EvaluationBudget() };
    const element = elements.at(-1);
    return compiled.evaluate(element === undefined ? facts : { ...facts, element }) === "true";
  };
  return { isTrue, names };
}

/** The columns that a condition's paths begin with. */
function* columnsIn(condition: Json): Generator<string> {
  if (isJsonArray(condition)) for (const part of condition) yield* columnsIn(part);
  if (!isJsonObject(condition)) return;
  for (const [name, value] of Object.entries(condition)) {
    if (typeof value !== "string") yield* columnsIn(value);
    else if (["fact", "value_fact", "each"].includes(name)) {
      const column = /^row\.([^.[]+)/.exec(value)?.[1];
      if (column !== undefined) yield column;
    }
  }
}

/**
 * Columns are named in conditions with `_` for what a path cannot hold: `Policy Number` is `row.Policy_Number`. Of two
 * columns of one such name the first that is present counts.
 */
function viewBy(names: readonly string[]): (row: JsonObject) => JsonObject {
  const wanted = new Set(names);
  const aliases = new Map<string, string>();
  const aliasOf = (column: string): string => {
    let alias = aliases.get(column);
    if (alias === undefined) {
      alias = column.replaceAll(/[^A-Za-z0-9_:-]+/g, "_");
      if (aliases.size < columnsMax) aliases.set(column, alias);
    }
    return alias;
  };
  return (row) => {
    if (names.every((name) => Object.hasOwn(row, name))) return row;
    const view: { [name: string]: Json } = {};
    for (const column in row) {
      const name = aliasOf(column);
      const value = row[column];
      // A cell of blanks is absent here too.
      if (wanted.has(name) && isPresent(value) && !Object.hasOwn(view, name)) view[name] = value;
    }
    return view;
  };
}

const columnsMax = 2_000;
