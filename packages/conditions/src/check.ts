import {
  pointerToken,
  isDate,
  isInstant,
  type ConfigIssue,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  isOneOf,
} from "@service/json";
import {
  aggregates,
  countOperators,
  operators,
  patternSizes,
  quantifiers,
  ruleLimits,
  type Operator,
} from "./grammar.ts";
import { pathProblem } from "./paths.ts";
import { patternSize } from "./pattern-size.ts";
import { patternProblem } from "./patterns.ts";

/**
 * Allowed beginnings of paths and, for known beginnings, which paths lead to a possible fact; a plain list allows every
 * path.
 */
export type AllowedPaths =
  readonly string[] | { readonly namespaces: readonly string[]; readonly mayExist: (path: string) => boolean };

/** State of one rule's check: its issues, the nodes counted so far and the paths it may name. */
type Check = {
  readonly issues: ConfigIssue[];
  nodes: number;
  patternSize: number;
  tooLarge: boolean;
  readonly namespaces: readonly string[];
  readonly mayExist: (path: string) => boolean;
};

const issuesMax = 50;

/**
 * Problems of a condition as saved in a configuration; `path` is `pointer` extended to the member at fault; empty =
 * valid. `allowed` lists allowed beginnings of paths: `"profile"`, `"records"`, a dotted prefix such as
 * `"finding.target"`, a whole path, `"@"` when the rule is evaluated on an element from the start, or `"*"`. `as_of` is
 * always allowed.
 */
export function checkCondition(c: Json, pointer: string, allowed: AllowedPaths): ConfigIssue[] {
  const check = begin(allowed);
  condition(check, c, pointer, 1, false);
  return check.issues;
}

/** The same for an expression. */
export function checkExpression(e: Json, pointer: string, allowed: AllowedPaths): ConfigIssue[] {
  const check = begin(allowed);
  expression(check, e, pointer, 1, false);
  return check.issues;
}

/** The same for a single path (`over`, `path`, `evidence_paths`). */
export function checkPath(path: Json, pointer: string, allowed: AllowedPaths): ConfigIssue[] {
  const check = begin(allowed);
  factPath(check, path, pointer, false);
  return check.issues;
}

/** The same for a pattern (`document_pattern`); `isFolded`: it is compiled without case. */
export function checkPattern(pattern: Json, pointer: string, isFolded?: true): ConfigIssue[] {
  if (typeof pattern !== "string") return [{ path: pointer, message: "must be a pattern" }];
  const problem = patternProblem(pattern, isFolded);
  return problem === undefined ? [] : [{ path: pointer, message: problem }];
}

function begin(allowed: AllowedPaths): Check {
  const limits = "namespaces" in allowed ? allowed : { namespaces: allowed, mayExist: () => true };
  return { issues: [], nodes: 0, patternSize: 0, tooLarge: false, ...limits };
}

function condition(check: Check, c: Json, at: string, depth: number, inElement: boolean): void {
  if (!enters(check, at, depth)) return;
  if (!isJsonObject(c)) return report(check, at, "must be a condition");
  const form = ["all", "any", "none", "not", "each", "fact"].filter((name) => Object.hasOwn(c, name));
  const [only] = form;
  if (only === undefined || form.length > 1) {
    return report(check, at, "must have exactly one of all, any, none, not, each, fact");
  }
  switch (only) {
    case "all":
    case "any":
    case "none": {
      closed(check, c, at, [only]);
      const parts = c[only];
      if (!isJsonArray(parts)) return report(check, `${at}/${only}`, "must be an array of conditions");
      for (const [index, part] of parts.entries()) {
        if (check.tooLarge) return;
        condition(check, part, `${at}/${only}/${index}`, depth + 1, inElement);
      }
      return;
    }
    case "not":
      closed(check, c, at, ["not"]);
      return condition(check, c.not ?? null, `${at}/not`, depth + 1, inElement);
    case "each":
      return each(check, c, at, depth, inElement);
    default:
      return leaf(check, c, at, inElement);
  }
}

function each(check: Check, c: JsonObject, at: string, depth: number, inElement: boolean): void {
  closed(check, c, at, ["each", "quantifier", "where", "op", "value"]);
  factPath(check, c.each ?? null, `${at}/each`, inElement);
  const quantifier = c.quantifier;
  if (!isOneOf(quantifiers, quantifier)) report(check, `${at}/quantifier`, `must be one of ${quantifiers.join(", ")}`);
  if (quantifier === "count") {
    if (!isOneOf(countOperators, c.op)) report(check, `${at}/op`, `must be one of ${countOperators.join(", ")}`);
    const isCounted = c.op === "between" ? isNumberPair(c.value) : typeof c.value === "number";
    if (!isCounted) report(check, `${at}/value`, c.op === "between" ? "must be two numbers" : "must be a number");
  } else if (c.op !== undefined || c.value !== undefined)
    report(check, at, "op and value belong to the quantifier count");
  if (c.where === undefined) return report(check, `${at}/where`, "is required");
  condition(check, c.where, `${at}/where`, depth + 1, true);
}

function leaf(check: Check, c: JsonObject, at: string, inElement: boolean): void {
  closed(check, c, at, ["fact", "op", "value", "value_fact"]);
  factPath(check, c.fact ?? null, `${at}/fact`, inElement);
  const op = c.op;
  if (!isOneOf(operators, op)) return report(check, `${at}/op`, `must be one of ${operators.join(", ")}`);
  if (op === "exists" || op === "missing") {
    if (c.value !== undefined && typeof c.value !== "boolean") report(check, `${at}/value`, "must be left out");
    if (c.value_fact !== undefined) report(check, `${at}/value_fact`, "must be left out");
    return;
  }
  if ((c.value === undefined) === (c.value_fact === undefined)) {
    return report(check, at, "must have exactly one of value and value_fact");
  }
  if (c.value_fact !== undefined) {
    if (op === "matches") return report(check, `${at}/value_fact`, "a pattern is a constant");
    return factPath(check, c.value_fact, `${at}/value_fact`, inElement);
  }
  const problem = valueProblem(check, op, c.value ?? null);
  if (problem !== undefined) report(check, `${at}/value`, problem);
}

function valueProblem(check: Check, op: Exclude<Operator, "exists" | "missing">, value: Json): string | undefined {
  if (value === null) return "must not be null; ask with exists or missing";
  if (typeof value === "string" && value.length > ruleLimits.stringChars)
    return `must have at most ${ruleLimits.stringChars} characters`;
  switch (op) {
    case "eq":
    case "ne":
      return isJsonObject(value) ? "must be a scalar or a list" : isJsonArray(value) ? listProblem(value) : undefined;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return typeof value === "number" || typeof value === "string" ? undefined : "must be a number or a string";
    case "between": {
      if (!isJsonArray(value) || value.length !== 2) return "must be two bounds";
      const [low, high] = value;
      const isPair =
        (typeof low === "number" && typeof high === "number") || (typeof low === "string" && typeof high === "string");
      return isPair ? undefined : "must be two numbers or two strings";
    }
    case "in":
    case "not_in":
      return isJsonArray(value) ? listProblem(value) : "must be a list";
    case "contains":
      return typeof value === "object" ? "must be a scalar" : undefined;
    case "starts_with":
      if (typeof value === "string") return undefined;
      if (!isJsonArray(value) || !value.every((prefix) => typeof prefix === "string"))
        return "must be a prefix or a list of prefixes";
      return listProblem(value);
    case "matches":
      if (typeof value !== "string") return "must be a pattern";
      // Compiling is what costs, so that the sum is looked at first.
      check.patternSize += Math.min(patternSize(value), patternSizes.pattern);
      check.tooLarge ||= check.patternSize > patternSizes.rule;
      if (check.tooLarge) return "the patterns of a rule are too large together";
      return patternProblem(value);
    case "within_days":
    case "older_than_days":
      return typeof value === "number" && value >= 0 ? undefined : "must be a number of days, 0 or more";
    case "before":
    case "after":
      return typeof value === "string" && (isDate(value) || isInstant(value)) ? undefined : "must be a date";
  }
}

function listProblem(list: readonly Json[]): string | undefined {
  if (list.length > ruleLimits.listItems) return `must have at most ${ruleLimits.listItems} items`;
  return list.every((item) => item !== null && typeof item !== "object") ? undefined : "must be a list of scalars";
}

function expression(check: Check, e: Json, at: string, depth: number, inElement: boolean): void {
  if (!enters(check, at, depth)) return;
  if (!isJsonObject(e)) return report(check, at, "must be an expression");
  const members = Object.keys(e);
  const [only] = members;
  if (only === undefined || members.length > 1) return report(check, at, "must have exactly one operation");
  const operand = e[only] ?? null;
  const inside = `${at}/${only}`;
  if (isOneOf(aggregates, only)) return aggregate(check, operand, inside, depth, inElement);
  switch (only) {
    case "const":
      return typeof operand === "number" ? undefined : report(check, inside, "must be a number");
    case "fact":
      return factPath(check, operand, inside, inElement);
    case "add":
    case "mul":
    case "min_of":
    case "max_of":
    case "sub":
    case "div": {
      const isPair = only === "sub" || only === "div";
      if (!isJsonArray(operand) || operand.length === 0 || (isPair && operand.length !== 2)) {
        return report(check, inside, isPair ? "must be two expressions" : "must be a list of expressions");
      }
      for (const [index, part] of operand.entries()) {
        if (check.tooLarge) return;
        expression(check, part, `${inside}/${index}`, depth + 1, inElement);
      }
      return;
    }
    case "days_between":
      if (!isJsonArray(operand) || operand.length !== 2) return report(check, inside, "must be two paths");
      for (const [index, path] of operand.entries()) factPath(check, path, `${inside}/${index}`, inElement);
      return;
    default:
      return report(check, inside, "is not an operation");
  }
}

function aggregate(check: Check, operand: Json, at: string, depth: number, inElement: boolean): void {
  if (!isJsonObject(operand)) return report(check, at, "must be {path, where?}");
  closed(check, operand, at, ["path", "where"]);
  factPath(check, operand.path ?? null, `${at}/path`, inElement);
  if (operand.where !== undefined) condition(check, operand.where, `${at}/where`, depth + 1, true);
}

/** Counts the node; a rule beyond its limits is reported once and not read further. */
function enters(check: Check, at: string, depth: number): boolean {
  check.nodes += 1;
  if (check.tooLarge) return false;
  const problem =
    depth > ruleLimits.depth
      ? `a rule is at most ${ruleLimits.depth} deep`
      : check.nodes > ruleLimits.nodes
        ? `a rule has at most ${ruleLimits.nodes} nodes`
        : undefined;
  if (problem === undefined) return true;
  check.tooLarge = true;
  report(check, at, problem);
  return false;
}

function factPath(check: Check, path: Json, at: string, inElement: boolean): void {
  if (typeof path !== "string") return report(check, at, "must be a path");
  const problem = pathProblem(path);
  if (problem !== undefined) return report(check, at, problem);
  if (path === "as_of") return;
  const isElementPath = /^@(?:\.|\[|$)/.test(path);
  if (inElement && isElementPath) return;
  const isAllowed = check.namespaces.some(
    (namespace) =>
      namespace === "*" || path === namespace || path.startsWith(`${namespace}.`) || path.startsWith(`${namespace}[`),
  );
  if (!isAllowed || !(isElementPath || check.mayExist(path))) report(check, at, `unknown fact path "${path}"`);
}

function closed(check: Check, object: JsonObject, at: string, members: readonly string[]): void {
  for (const name of Object.keys(object)) {
    if (!members.includes(name)) report(check, `${at}/${pointerToken(name)}`, "unknown field");
  }
}

function isNumberPair(value: Json | undefined): boolean {
  return isJsonArray(value) && value.length === 2 && value.every((bound) => typeof bound === "number");
}

function report(check: Check, path: string, message: string): void {
  if (check.issues.length < issuesMax) check.issues.push({ path, message });
}
