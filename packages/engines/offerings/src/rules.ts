import {
  compileCondition,
  compilePath,
  ruleLimits,
  type CompiledPath,
  type Condition,
  type Facts,
} from "@service/conditions";
import { type Json, isJsonArray, isJsonObject } from "@service/json";
import type { Effect } from "./codes.ts";
import type { WrittenRule } from "./offering-schema.ts";

/** A rule of the agency or of an offering: its effect applies when its condition is true (MATCH-10). */
export type Rule = {
  readonly key: string;
  readonly effect: Effect;
  readonly points: number;
  readonly message: string;
  readonly condition: Condition;
  /** The facts it needs: every path it compares, without those it only tests for presence. */
  readonly paths: readonly CompiledPath[];
};

/** Cached conditions by their text: offerings of one carrier repeat the same few, and a compiled one holds no state. */
export type ConditionMemo = Map<string, Pick<Rule, "condition" | "paths">>;

/** Compiles a checked rule. Pass one cache for rules that are compiled together. */
export function compileRule(rule: WrittenRule, memo: ConditionMemo = new Map()): Rule {
  const { key, effect, when, message } = rule;
  const written = JSON.stringify(when);
  const cached = memo.get(written) ?? compileWhen(when);
  memo.set(written, cached);
  // Only `adjust` has points, and must have them.
  return { ...cached, key, effect, points: rule.points ?? 0, message };
}

function compileWhen(when: Json): Pick<Rule, "condition" | "paths"> {
  const paths = new Set<string>();
  for (const { path, isPresenceOnly } of conditionPaths(when)) if (!isPresenceOnly) paths.add(path);
  return { condition: compileCondition(when), paths: [...paths].sort().map(compiledPath) };
}

/** The facts that an undecided rule waits for; all facts it compares when none of them is plainly absent. */
export function missingPaths(paths: readonly CompiledPath[], facts: Facts): readonly string[] {
  const absent: string[] = [];
  for (const path of paths) if (path.one(facts, undefined) === undefined) absent.push(path.text);
  return absent.length > 0 ? absent : paths.map((path) => path.text);
}

export type NamedPath = { readonly path: string; readonly pointer: string; readonly isPresenceOnly: boolean };

/** The paths a condition names, with their JSON Pointers; paths of `each` elements (`@`) are left out. */
export function conditionPaths(condition: Json): NamedPath[] {
  const found: NamedPath[] = [];
  collect(condition, "", 1, found);
  return found;
}

function collect(condition: Json, at: string, depth: number, found: NamedPath[]): void {
  if (!isJsonObject(condition) || depth > ruleLimits.depth) return;
  for (const name of ["all", "any", "none"]) {
    const parts = condition[name];
    if (!isJsonArray(parts)) continue;
    for (const [index, inner] of parts.entries()) collect(inner, `${at}/${name}/${index}`, depth + 1, found);
  }
  for (const name of ["not", "where"]) {
    const inner = condition[name];
    if (inner !== undefined) collect(inner, `${at}/${name}`, depth + 1, found);
  }
  const isPresenceOnly = condition["op"] === "exists" || condition["op"] === "missing";
  for (const name of ["fact", "value_fact", "each"]) {
    const path = condition[name];
    if (typeof path !== "string" || path.startsWith("@")) continue;
    found.push({ path, pointer: `${at}/${name}`, isPresenceOnly: isPresenceOnly && name === "fact" });
  }
}

// Cached per process: ten thousand offerings name the same few facts.
const compiledPaths = new Map<string, CompiledPath>();
const compiledPathsMax = 1000;

/** `compilePath`, called once per path. */
export function compiledPath(path: string): CompiledPath {
  const cached = compiledPaths.get(path);
  if (cached !== undefined) return cached;
  const compiled = compilePath(path);
  if (compiledPaths.size < compiledPathsMax) compiledPaths.set(path, compiled);
  return compiled;
}
