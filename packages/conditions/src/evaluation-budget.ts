/** Node evaluations of one run (COND-26). */
const nodeEvaluationsMax = 2_000_000;

/** Thrown when a run spends its budget; the stage fails with `code`. */
export class RuleBudgetExceeded extends Error {
  readonly code = "rule_budget_exceeded";

  constructor(maxNodes: number) {
    super(`the rules of this run need more than ${maxNodes} evaluations`);
    this.name = "RuleBudgetExceeded";
  }
}

/** Counts node evaluations of one run over all of its rules. */
export class EvaluationBudget {
  readonly #maxNodes: number;
  #spent = 0;

  constructor(maxNodes = nodeEvaluationsMax) {
    this.#maxNodes = maxNodes;
  }

  /** Node evaluations so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Spends `n` evaluations; throws `RuleBudgetExceeded` once the budget is gone. */
  spend(n: number): void {
    this.#spent += n;
    if (this.#spent > this.#maxNodes) throw new RuleBudgetExceeded(this.#maxNodes);
  }
}
