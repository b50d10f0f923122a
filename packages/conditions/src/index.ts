/**
 * The condition language of every rule array (COND-1): one grammar, one evaluator, three truth values. Conditions and
 * expressions are checked when a configuration is saved and compiled to closures once per release.
 *
 * Guarantees: evaluating allocates nothing and spends a budget shared by all rules of a run; a pattern runs in linear
 * time; a missing fact is unknown and never false. Explaining adds a trace per leaf. Which facts there are, and what a
 * rule means, is left to the engine types.
 */
export { type AllowedPaths, checkCondition, checkExpression, checkPath, checkPattern } from "./check.ts";
export { comparableText } from "./comparisons.ts";
export { compileCondition, type Condition, type SelectedRows } from "./compile-condition.ts";
export { compileExpression, type Expression } from "./compile-expression.ts";
export { shownFact } from "./derived-ratios.ts";
export { EvaluationBudget, RuleBudgetExceeded } from "./evaluation-budget.ts";
export type { Facts, TraceEntry, Truth } from "./facts.ts";
export { ruleLimits } from "./grammar.ts";
export { type CompiledPath, compilePath, resolvePath } from "./paths.ts";
export { patternSize } from "./pattern-size.ts";
export { checkPatternsTogether } from "./patterns-together.ts";
export { compilePattern, type Pattern, type PatternMatch } from "./patterns.ts";
