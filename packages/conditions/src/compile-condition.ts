import { shownFact } from "./derived-ratios.ts";
import { type Json, type JsonObject, isJsonArray, isJsonObject, isOneOf, cut } from "@service/json";
import { comparisons, negated, normalizeExpected, type Outcome } from "./comparisons.ts";
import type { Facts, TraceEntry, Truth } from "./facts.ts";
import { countOperators, operators, quantifiers, ruleLimits, type Operator, type Quantifier } from "./grammar.ts";
import { compilePath, type CompiledPath } from "./paths.ts";
import { patternSize } from "./pattern-size.ts";
import { compilePattern } from "./patterns.ts";

/** A compiled condition, for any number of evaluations and runs. */
export type Condition = {
  /** The truth value; allocates nothing and spends one unit of the budget per node. */
  readonly evaluate: (facts: Facts) => Truth;
  /** The truth value with one trace entry per leaf, at most 100, and the rows it rests on; evaluates every branch. */
  readonly explain: (facts: Facts) => {
    readonly truth: Truth;
    readonly trace: TraceEntry[];
    readonly rows: readonly SelectedRows[];
  };
};

/** The elements that an `each` singles out: those its `where` holds for, of `all` those that it fails for. */
export type SelectedRows = {
  readonly path: string;
  readonly elements: readonly Json[];
  /** Members of an element that the `where` reads, in its order. */
  readonly members: readonly string[];
};

type Explanation = { readonly trace: TraceEntry[]; readonly rows: SelectedRows[] };

/** A node inside a condition: like `Condition`, with the element of the nearest `each`. */
export type ConditionNode = {
  readonly evaluate: (facts: Facts, element: Json | undefined) => Truth;
  readonly explain: (facts: Facts, element: Json | undefined, explanation: Explanation) => Truth;
};

/** How much of a fact is read for one evaluation of the budget; in steps of a pattern, some 40 µs (COND-26). */
const costs = { chars: 1_000, elements: 100, steps: 500 } as const;
const traceEntriesMax = 100;
const traceTextChars = 300;

/** Compiles a condition that `checkCondition` has accepted; throws `TypeError` for anything else. */
export function compileCondition(c: Json): Condition {
  const node = compileConditionNode(c, 1);
  return {
    evaluate: (facts) => node.evaluate(facts, facts.element),
    explain: (facts) => {
      const explanation: Explanation = { trace: [], rows: [] };
      return { truth: node.explain(facts, facts.element, explanation), ...explanation };
    },
  };
}

/** Compiles one node; `depth` is its own depth within the rule. */
export function compileConditionNode(c: Json, depth: number): ConditionNode {
  if (!isJsonObject(c) || depth > ruleLimits.depth) throw new TypeError("not a condition");
  if (isJsonArray(c.all)) return conjunction(c.all, depth);
  if (isJsonArray(c.any)) return disjunction(c.any, depth);
  if (isJsonArray(c.none)) return negation(disjunction(c.none, depth));
  if (c.not !== undefined) return negation(compileConditionNode(c.not, depth + 1));
  if (typeof c.each === "string") return quantified(c, c.each, depth);
  if (typeof c.fact === "string") return leaf(c, c.fact);
  throw new TypeError("not a condition");
}

function conjunction(parts: readonly Json[], depth: number): ConditionNode {
  const nodes = parts.map((part) => compileConditionNode(part, depth + 1));
  return {
    evaluate: (facts, element) => {
      facts.budget.spend(1);
      let truth: Truth = "true";
      for (const node of nodes) {
        const part = node.evaluate(facts, element);
        if (part === "false") return "false";
        if (part === "unknown") truth = "unknown";
      }
      return truth;
    },
    explain: (facts, element, explanation) => {
      facts.budget.spend(1);
      let truth: Truth = "true";
      for (const node of nodes) {
        const part = node.explain(facts, element, explanation);
        if (part === "false" || (part === "unknown" && truth === "true")) truth = part;
      }
      return truth;
    },
  };
}

function disjunction(parts: readonly Json[], depth: number): ConditionNode {
  const nodes = parts.map((part) => compileConditionNode(part, depth + 1));
  return {
    evaluate: (facts, element) => {
      facts.budget.spend(1);
      let truth: Truth = "false";
      for (const node of nodes) {
        const part = node.evaluate(facts, element);
        if (part === "true") return "true";
        if (part === "unknown") truth = "unknown";
      }
      return truth;
    },
    explain: (facts, element, explanation) => {
      facts.budget.spend(1);
      let truth: Truth = "false";
      for (const node of nodes) {
        const part = node.explain(facts, element, explanation);
        if (part === "true" || (part === "unknown" && truth === "false")) truth = part;
      }
      return truth;
    },
  };
}

function negation(node: ConditionNode): ConditionNode {
  return {
    evaluate: (facts, element) => {
      facts.budget.spend(1);
      return negated(node.evaluate(facts, element));
    },
    explain: (facts, element, explanation) => {
      facts.budget.spend(1);
      return negated(node.explain(facts, element, explanation));
    },
  };
}

function quantified(c: JsonObject, pathText: string, depth: number): ConditionNode {
  const path = compilePath(pathText);
  const quantifier = c.quantifier;
  if (!isOneOf(quantifiers, quantifier) || c.where === undefined) throw new TypeError("not a quantified condition");
  const where = compileConditionNode(c.where, depth + 1);
  const members = membersRead(c.where);
  const decideCount = quantifier === "count" ? countDecision(c.op, c.value) : undefined;
  const expected: Json = decideCount === undefined ? null : (c.value ?? null);

  const elementsOf = (facts: Facts, element: Json | undefined): readonly (Json | undefined)[] | undefined => {
    facts.budget.spend(1);
    const elements = path.all(facts, element);
    if (elements === undefined && path.one(facts, element) !== undefined) facts.onMismatch?.(pathText);
    return elements;
  };

  return {
    evaluate: (facts, element) => {
      const elements = elementsOf(facts, element);
      if (elements === undefined) return "unknown";
      let trueCount = 0;
      let unknownCount = 0;
      for (let index = 0; index < elements.length; index += 1) {
        const truth = whereOf(where, facts, elements[index]);
        if (truth === "true") {
          if (quantifier === "any") return "true";
          if (quantifier === "none") return "false";
          trueCount += 1;
        } else if (truth === "unknown") unknownCount += 1;
        else if (quantifier === "all") return "false";
      }
      return decideCount === undefined
        ? decideQuantifier(quantifier, elements.length, trueCount, unknownCount)
        : decideCount(trueCount, trueCount + unknownCount);
    },
    explain: (facts, element, explanation) => {
      const elements = elementsOf(facts, element);
      let trueCount = 0;
      let unknownCount = 0;
      const selected: Json[] = [];
      for (const value of elements ?? []) {
        const truth = whereOf(where, facts, value);
        if (truth === (quantifier === "all" ? "false" : "true")) selected.push(value ?? null);
        if (truth === "true") trueCount += 1;
        else if (truth === "unknown") unknownCount += 1;
      }
      explanation.rows.push({ path: pathText, elements: selected, members });
      const total = elements?.length ?? 0;
      const result =
        elements === undefined
          ? "unknown"
          : decideCount === undefined
            ? decideQuantifier(quantifier, total, trueCount, unknownCount)
            : decideCount(trueCount, trueCount + unknownCount);
      const actual: Json = elements === undefined ? null : { elements: total, true: trueCount, unknown: unknownCount };
      const op = typeof c.op === "string" ? `count_${c.op}` : quantifier;
      record(explanation, { path: pathText, op, expected, actual, result });
      return result;
    },
  };
}

/** `limit` of `@.limit`, `amount` of `@.deductible.amount`. */
function membersRead(c: Json): string[] {
  if (isJsonArray(c)) return [...new Set(c.flatMap(membersRead))];
  if (!isJsonObject(c)) return [];
  const own = typeof c.fact === "string" && c.fact.startsWith("@.") ? [c.fact.slice(2)] : [];
  return [...new Set([...own, ...Object.values(c).filter(isStructured).flatMap(membersRead)])];
}

/** An absent element (an inner array that its parent lacks) cannot be evaluated. */
function whereOf(where: ConditionNode, facts: Facts, element: Json | undefined): Truth {
  if (element === undefined || element === null) {
    facts.budget.spend(1);
    return "unknown";
  }
  return where.evaluate(facts, element);
}

function decideQuantifier(quantifier: Quantifier, total: number, trueCount: number, unknownCount: number): Truth {
  switch (quantifier) {
    case "any":
      return trueCount > 0 ? "true" : unknownCount > 0 ? "unknown" : "false";
    case "none":
      return trueCount > 0 ? "false" : unknownCount > 0 ? "unknown" : "true";
    case "all":
      return trueCount === total ? "true" : trueCount + unknownCount === total ? "unknown" : "false";
    case "count":
      throw new TypeError("a count is decided by its operator");
  }
}

/** The true count is between `low` and `high` (unknown elements); the answer is definite when both ends agree. */
function countDecision(op: Json | undefined, value: Json | undefined): (low: number, high: number) => Truth {
  if (!isOneOf(countOperators, op)) throw new TypeError("a count needs an operator");
  if (op === "between") {
    const [from, to] = isJsonArray(value) ? value : [];
    if (typeof from !== "number" || typeof to !== "number") throw new TypeError("between needs two numbers");
    return (low, high) => (low >= from && high <= to ? "true" : high < from || low > to ? "false" : "unknown");
  }
  if (typeof value !== "number") throw new TypeError("a count compares with a number");
  switch (op) {
    case "gt":
      return (low, high) => (low > value ? "true" : high > value ? "unknown" : "false");
    case "gte":
      return (low, high) => (low >= value ? "true" : high >= value ? "unknown" : "false");
    case "lt":
      return (low, high) => (high < value ? "true" : low < value ? "unknown" : "false");
    case "lte":
      return (low, high) => (high <= value ? "true" : low <= value ? "unknown" : "false");
    case "eq":
      return (low, high) => equalsWithin(low, high, value);
    case "ne":
      return (low, high) => negated(equalsWithin(low, high, value));
  }
}

function equalsWithin(low: number, high: number, value: number): Truth {
  if (value < low || value > high) return "false";
  return low === high ? "true" : "unknown";
}

function leaf(c: JsonObject, pathText: string): ConditionNode {
  const path = compilePath(pathText);
  const op = c.op;
  if (!isOneOf(operators, op)) throw new TypeError("not an operator");
  if (op === "exists" || op === "missing")
    return presence(path, op === "exists" ? c.value !== false : c.value === false, op);
  const expectedPath = typeof c.value_fact === "string" ? compilePath(c.value_fact) : undefined;
  const test = leafTest(op, c.value, expectedPath);
  // `ne` and `not_in` over many values mean "none of them is", as authors expect.
  const isNegatedMany = path.isMany && (op === "ne" || op === "not_in");
  const manyTest = isNegatedMany ? leafTest(op === "ne" ? "eq" : "in", c.value, expectedPath) : test;
  const takesList = op === "contains";

  const answer = (facts: Facts, element: Json | undefined): Truth => {
    facts.budget.spend(1);
    if (path.isMany && !takesList) {
      const values = path.all(facts, element);
      if (values === undefined) return "unknown";
      const truth = anyOf(values, manyTest, facts, element, pathText);
      return isNegatedMany ? negated(truth) : truth;
    }
    const actual = path.one(facts, element);
    return actual === undefined ? "unknown" : settle(test(actual, facts, element), facts, pathText);
  };
  return {
    evaluate: answer,
    explain: (facts, element, explanation) => {
      const result = answer(facts, element);
      const expected = expectedPath === undefined ? (c.value ?? null) : (expectedPath.one(facts, element) ?? null);
      record(explanation, { path: pathText, op, expected, actual: path.one(facts, element) ?? null, result });
      return result;
    },
  };
}

type LeafTest = (actual: Json, facts: Facts, element: Json | undefined) => Outcome;

function leafTest(
  op: Exclude<Operator, "exists" | "missing">,
  value: Json | undefined,
  expectedPath: CompiledPath | undefined,
): LeafTest {
  if (op === "matches") {
    if (typeof value !== "string") throw new TypeError("matches needs a pattern");
    const pattern = compilePattern(value);
    const size = patternSize(value);
    return (actual, facts) => {
      if (typeof actual !== "string") return "mismatch";
      facts.budget.spend(Math.floor((actual.length * size) / costs.steps));
      return pattern.isFoundIn(actual) ? "true" : "false";
    };
  }
  const compare = comparisons[op];
  if (expectedPath !== undefined) {
    return (actual, facts, element) => {
      const expected = expectedPath.one(facts, element);
      if (expected === undefined) return "unknown";
      facts.budget.spend(costOf(actual) + costOf(expected));
      return compare(actual, normalizeExpected(expected), facts);
    };
  }
  if (value === undefined) throw new TypeError("an operator needs a value");
  const expected = normalizeExpected(value);
  return (actual, facts) => {
    facts.budget.spend(costOf(actual));
    return compare(actual, expected, facts);
  };
}

/** What a fact costs to compare, in evaluations: a string is folded, a list walked. */
function costOf(fact: Json): number {
  if (typeof fact === "string") return Math.floor(fact.length / costs.chars);
  if (!isJsonArray(fact)) return 0;
  let cost = Math.floor(fact.length / costs.elements);
  for (const element of fact) if (typeof element === "string") cost += Math.floor(element.length / costs.chars);
  return cost;
}

function anyOf(
  values: readonly (Json | undefined)[],
  test: LeafTest,
  facts: Facts,
  element: Json | undefined,
  pathText: string,
): Truth {
  let truth: Truth = "false";
  for (let index = 0; index < values.length; index += 1) {
    facts.budget.spend(1);
    const value = values[index];
    const part =
      value === undefined || value === null ? "unknown" : settle(test(value, facts, element), facts, pathText);
    if (part === "true") return "true";
    if (part === "unknown") truth = "unknown";
  }
  return truth;
}

function presence(path: CompiledPath, wantsPresent: boolean, op: string): ConditionNode {
  const isPresent = (facts: Facts, element: Json | undefined): boolean => {
    facts.budget.spend(1);
    if (!path.isMany) return path.one(facts, element) !== undefined;
    const values = path.all(facts, element);
    return values !== undefined && values.some((value) => value !== undefined && value !== null);
  };
  return {
    evaluate: (facts, element) => (isPresent(facts, element) === wantsPresent ? "true" : "false"),
    explain: (facts, element, explanation) => {
      const result = isPresent(facts, element) === wantsPresent ? "true" : "false";
      record(explanation, {
        path: path.text,
        op,
        expected: wantsPresent,
        actual: path.one(facts, element) ?? null,
        result,
      });
      return result;
    },
  };
}

function settle(outcome: Outcome, facts: Facts, pathText: string): Truth {
  if (outcome !== "mismatch") return outcome;
  facts.onMismatch?.(pathText);
  return "unknown";
}

function record({ trace }: Explanation, entry: TraceEntry): void {
  if (trace.length >= traceEntriesMax) return;
  trace.push({
    ...entry,
    expected: shortened(entry.expected),
    actual: shortened(shownFact(entry.path, entry.actual)),
  });
}

/** A trace contains no documents and no whole record lists. */
function shortened(value: Json): Json {
  if (typeof value === "string") return value.length > traceTextChars ? `${cut(value, traceTextChars - 1)}…` : value;
  if (isJsonArray(value))
    return value.length > 20 || value.some(isStructured) ? { elements: value.length } : value.map(shortened);
  if (isJsonObject(value))
    return Object.values(value).some(isStructured) ? { members: Object.keys(value).length } : value;
  return value;
}

function isStructured(value: Json): boolean {
  return typeof value === "object" && value !== null;
}
