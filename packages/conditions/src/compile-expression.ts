import { daysBetween, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { compileConditionNode, type ConditionNode } from "./compile-condition.ts";
import type { Facts } from "./facts.ts";
import { aggregates, ruleLimits, type Aggregate } from "./grammar.ts";
import { compilePath } from "./paths.ts";

/** A number computed from facts; `undefined` is "unknown": a missing fact, a wrong type, a division by zero. */
export type Expression = { readonly evaluate: (facts: Facts) => number | undefined };

type ExpressionNode = (facts: Facts, element: Json | undefined) => number | undefined;

/** Compiles an expression that `checkExpression` has accepted; throws `TypeError` for anything else. */
export function compileExpression(e: Json): Expression {
  const node = compileExpressionNode(e, 1);
  return { evaluate: (facts) => node(facts, facts.element) };
}

function compileExpressionNode(e: Json, depth: number): ExpressionNode {
  if (!isJsonObject(e) || depth > ruleLimits.depth) throw new TypeError("not an expression");
  if (typeof e.const === "number") return constant(e.const);
  if (typeof e.fact === "string") return numberFact(e.fact);
  for (const aggregate of aggregates) {
    const operand = e[aggregate];
    if (isJsonObject(operand)) return aggregation(aggregate, operand, depth);
  }
  if (isJsonArray(e.add)) return folding(e.add, depth, (a, b) => exact(a + b));
  if (isJsonArray(e.mul)) return folding(e.mul, depth, (a, b) => exact(a * b));
  if (isJsonArray(e.min_of)) return folding(e.min_of, depth, Math.min);
  if (isJsonArray(e.max_of)) return folding(e.max_of, depth, Math.max);
  if (isJsonArray(e.sub)) return folding(e.sub, depth, (a, b) => exact(a - b));
  if (isJsonArray(e.div)) return folding(e.div, depth, (a, b) => (b === 0 ? undefined : a / b));
  if (isJsonArray(e.days_between)) return dayDifference(e.days_between);
  throw new TypeError("not an expression");
}

function constant(value: number): ExpressionNode {
  return (facts) => {
    facts.budget.spend(1);
    return value;
  };
}

function numberFact(pathText: string): ExpressionNode {
  const path = compilePath(pathText);
  return (facts, element) => {
    facts.budget.spend(1);
    const value = path.one(facts, element);
    if (typeof value === "number") return value;
    if (value !== undefined) facts.onMismatch?.(pathText);
    return undefined;
  };
}

function folding(
  operands: readonly Json[],
  depth: number,
  combine: (a: number, b: number) => number | undefined,
): ExpressionNode {
  const [first, ...rest] = operands.map((operand) => compileExpressionNode(operand, depth + 1));
  if (first === undefined) throw new TypeError("an operation needs operands");
  return (facts, element) => {
    facts.budget.spend(1);
    let total = first(facts, element);
    for (const node of rest) {
      if (total === undefined) return undefined;
      const value = node(facts, element);
      total = value === undefined ? undefined : combine(total, value);
    }
    return finite(total);
  };
}

function dayDifference(operands: readonly Json[]): ExpressionNode {
  const [fromText, toText] = operands;
  if (typeof fromText !== "string" || typeof toText !== "string") throw new TypeError("days_between needs two paths");
  const from = compilePath(fromText);
  const to = compilePath(toText);
  return (facts, element) => {
    facts.budget.spend(1);
    const a = from.one(facts, element);
    const b = to.one(facts, element);
    if (a === undefined || b === undefined) return undefined;
    const days = typeof a === "string" && typeof b === "string" ? daysBetween(a, b) : undefined;
    if (days === undefined)
      facts.onMismatch?.(typeof a === "string" && daysBetween(a, a) !== undefined ? toText : fromText);
    return days;
  };
}

/**
 * `{"sum": {"path": "records.policies[].premium", "where": C}}`: `@` in `where` is the element of the last `[]`. An
 * element for which the condition is unknown makes the whole unknown. Selected elements without a value are skipped;
 * when none has a value the answer is unknown, except for the sum and count of an empty selection: zero.
 */
function aggregation(aggregate: Aggregate, operand: JsonObject, depth: number): ExpressionNode {
  if (typeof operand.path !== "string") throw new TypeError("an aggregate needs a path");
  const pathText = operand.path;
  const cut = pathText.lastIndexOf("[]");
  const list = compilePath(cut < 0 ? pathText : pathText.slice(0, cut + 2));
  const tailText = cut < 0 ? "" : pathText.slice(cut + 2).replace(/^\./, "");
  const tail = tailText === "" ? undefined : compilePath(`@.${tailText}`);
  const where: ConditionNode | undefined =
    operand.where === undefined ? undefined : compileConditionNode(operand.where, depth + 1);

  return (facts, element) => {
    facts.budget.spend(1);
    const elements = list.all(facts, element);
    if (elements === undefined) return undefined;
    let selected = 0;
    let present = 0;
    let total = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (let index = 0; index < elements.length; index += 1) {
      const candidate = elements[index];
      facts.budget.spend(1);
      if (candidate === undefined || candidate === null) {
        if (where !== undefined) return undefined;
        continue;
      }
      const truth = where === undefined ? "true" : where.evaluate(facts, candidate);
      if (truth === "unknown") return undefined;
      if (truth === "false") continue;
      selected += 1;
      const value = tail === undefined ? candidate : tail.one(facts, candidate);
      if (value === undefined) continue;
      if (aggregate === "count") {
        present += 1;
        continue;
      }
      if (typeof value !== "number") {
        facts.onMismatch?.(pathText);
        return undefined;
      }
      present += 1;
      total += value;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    if (aggregate === "count") return present;
    if (present === 0) return aggregate === "sum" && selected === 0 ? 0 : undefined;
    switch (aggregate) {
      case "sum":
        return finite(exact(total));
      case "avg":
        return finite(exact(total) / present);
      case "min":
        return least;
      case "max":
        return greatest;
    }
  };
}

/** Decimal sums: 0.1 + 0.2 is 0.3, otherwise a threshold could be missed by binary noise. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

function finite(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
