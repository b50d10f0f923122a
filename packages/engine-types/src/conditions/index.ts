/**
 * The condition language of every rule array (COND-1): one grammar, one evaluator, three truth values. Conditions and
 * expressions are checked when a configuration is saved and compiled to closures once per release. Evaluating allocates
 * nothing and spends a budget shared by all rules of a run; explaining adds a trace per leaf.
 */
export type { AllowedPaths } from "./check.ts";
export { checkCondition, checkExpression, checkPath, checkPattern } from "./check.ts";
export { compileCondition, type Condition } from "./compile-condition.ts";
export { compileExpression, type Expression } from "./compile-expression.ts";
export { EvaluationBudget, RuleBudgetExceeded } from "./evaluation-budget.ts";
export type { Facts, TraceEntry, Truth } from "./facts.ts";
export { ruleLimits } from "./grammar.ts";
export { compilePath, resolvePath, type CompiledPath } from "./paths.ts";
export { compilePattern, type Pattern, type PatternMatch } from "./patterns.ts";
