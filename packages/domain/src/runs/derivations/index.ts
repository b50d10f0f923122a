/**
 * Derivations: what is computed from the book again and again (summaries, chains of terms, queues of renewals), so that
 * reads need not.
 *
 * Guarantees: a derivation never delays the switch of a snapshot; its output is switched whole, in versions; any worker
 * computes what is due, one at a time, and goes on where another died; every execution is in the log for 90 days.
 */
export {
  type Derivation,
  type DerivationExecution,
  type ExecutionStatus,
  listDerivations,
  readDerivation,
} from "./list-derivations.ts";
export { type Performed, performDueDerivation, removeOldDerivationExecutions } from "./perform-derivation.ts";
export { readDerivedSummary } from "./read-derived-summary.ts";
export { registerDerivations } from "./register-derivations.ts";
export { listDerivationsForOperator, runDerivation } from "./run-derivation.ts";
