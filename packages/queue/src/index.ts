/**
 * The doorbells between the processes, and the request budgets. A bell says "there is work", never which: the rows
 * in Postgres are the truth, so losing a bell costs latency and no run (runs.md 5.1, 5.3).
 *
 * Guarantees: ringing never takes longer than its deadline and microseconds while the backend is known to be away;
 * a ring that comes while a handler works leads to one more call of the handler; everything recovers by itself.
 * This is the only package that imports bullmq. It leaves to others: what to do when a bell rings.
 */
export { type BellName, bellNames, bells, isRunsBell, runsBell } from "./bells.ts";
export type { BudgetOutcome, BudgetRequest } from "./budget.ts";
export type { Budgets } from "./budgets.ts";
export { type BellHandler, type BellListener, type Queue, type QueueOptions, openQueue } from "./queue.ts";
