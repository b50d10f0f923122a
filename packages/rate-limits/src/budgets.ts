import { NoAnswerError, OverloadedError, type Clock, type Batcher, createBatcher, within } from "@service/runtime";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";
import { createTokenAdvances } from "./token-advances.ts";
import { createTokenBuckets } from "./token-buckets.ts";

export type Budgets = {
  /**
   * Spends from several buckets for one call, in their order. Each bucket pays its whole cost or nothing. The first
   * that refuses ends the call: buckets before it stay charged, once (the call was made, so the organization pays for it
   * even when the engine's bucket is empty); buckets after it are untouched and reported as refused.
   *
   * Concurrent calls share one round trip, and a busy process takes tokens of large buckets in advance, for the calls
   * of the next tenth of a second. Never fails and never waits longer than 100 ms: without the backend this process's own
   * buckets decide, so a limit then holds per process.
   */
  spend(requests: BudgetRequest[]): Promise<BudgetOutcome>;
};

/** Spends for several calls in one round trip; returns one outcome for each. @throws when the backend is away. */
export type SpendBatch = (calls: BudgetRequest[][]) => Promise<BudgetOutcome[]>;

/** Longest wait for the backend before the buckets of this process decide. */
const backendPatienceMs = 100;
const callsPerBatchMax = 128;
const callsWaitingMax = 10_000;

/** Budgets over a backend, with the buckets of this process as the fallback. */
export function createBudgets(options: {
  clock: Clock;
  /** Whether to call the backend; cached. */
  isReachable: () => boolean;
  /** Called when the backend has answered. */
  reportAnswer: () => void;
  /** Called when the backend has failed. */
  reportFailure: (error: unknown) => void;
  /** Called when a call hit its deadline, which does not prove that the backend is away. */
  reportSlow: () => void;
  spendBatch: SpendBatch;
  /** Multiplies the backend's deadline of 100 ms. */
  patience: number;
}): Budgets {
  const { clock, isReachable, reportAnswer, reportFailure, reportSlow, spendBatch, patience } = options;
  const local = createTokenBuckets(clock);
  const advances = createTokenAdvances(() => performance.now());

  async function spendAtBackend(calls: BudgetRequest[][]): Promise<BudgetOutcome[]> {
    const wanted = advances.wantedWith(calls);
    // Advances come last: they must not take tokens that the calls need now.
    const outcomes = await spendBatch([...calls, ...wanted.map((advance) => [advance])]);
    reportAnswer();
    for (const [index, advance] of wanted.entries()) {
      if (outcomes[calls.length + index]?.allowed[0]) advances.receive(advance);
    }
    return outcomes.slice(0, calls.length);
  }

  /** Calls that waited while an advance was taken are paid out of it. */
  async function spendTogether(calls: BudgetRequest[][]): Promise<BudgetOutcome[]> {
    const outcomes = calls.map((call) => (advances.pay(call) ? allAllowed(call) : undefined));
    const unpaid = calls.filter((_, index) => !outcomes[index]);
    const fromBackend = unpaid.length === 0 ? [] : await spendAtBackend(unpaid);
    return outcomes.flatMap((outcome) => outcome ?? fromBackend.shift() ?? []);
  }

  const shared: Batcher<BudgetRequest[], BudgetOutcome> = createBatcher({
    name: "budgets",
    run: spendTogether,
    maxBatch: callsPerBatchMax,
    maxInFlight: 1,
    maxWaiting: callsWaitingMax,
    // Never retry: a call could be charged twice. After a failure the buckets of this process decide.
  });

  return {
    async spend(requests) {
      if (requests.length === 0) return { allowed: [], retryAfterSeconds: 0 };
      if (!isReachable()) return local.spend(requests);
      if (advances.pay(requests)) return allAllowed(requests);
      try {
        return await within(shared(requests), backendPatienceMs * patience);
      } catch (error) {
        // Only report it as slow: on a busy machine 100 ms is short, and reporting a failure would refuse submissions.
        // A full batcher does not show that the backend is slow.
        if (error instanceof NoAnswerError) reportSlow();
        else if (!(error instanceof OverloadedError)) reportFailure(error);
        return local.spend(requests);
      }
    },
  };
}

function allAllowed(requests: readonly BudgetRequest[]): BudgetOutcome {
  return { allowed: requests.map(() => true), retryAfterSeconds: 0 };
}
