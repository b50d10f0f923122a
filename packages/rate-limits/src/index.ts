/**
 * Request budgets: token buckets that all processes share, on Redis or on PostgreSQL.
 *
 * Guarantees: one round trip for all buckets of all waiting calls, and none for most calls of a busy process; all
 * processes together never spend more than a bucket has; no call waits longer than 100 ms, and while the backend is
 * away the buckets of each process decide. `packages/queue` opens the backend and watches whether it is reachable; the
 * caller answers a refused request.
 */
export type { BudgetOutcome, BudgetRequest } from "./budget.ts";
export { type Budgets, type SpendBatch, createBudgets } from "./budgets.ts";
export { createPostgresBudgets } from "./postgres-budgets.ts";
export { createRedisBudgets } from "./redis-budgets.ts";
