import { OverloadedError, type Clock, type Coalesced, coalesce } from "@service/runtime";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";
import { createTokenAdvances } from "./token-advances.ts";
import { createTokenBuckets } from "./token-buckets.ts";
import { BackendSlowError, within } from "./within.ts";

export type Budgets = {
  /**
   * Spends from several buckets for one call, in their order. Each bucket pays its whole cost or nothing. The first
   * that refuses ends it: buckets before it stay charged, once (the call was made, so the organization pays for it
   * even when the engine's bucket is empty); buckets after it are not touched and reported as refused.
   *
   * Concurrent calls share one round trip, and a busy process takes tokens of large buckets in advance, for the calls
   * of the next tenth of a second. Never fails and never waits longer than 100 ms: without the backend the same buckets
   * are kept in this process, so a limit then holds per process.
   */
  spend(requests: BudgetRequest[]): Promise<BudgetOutcome>;
};

/** Spends for several calls in one round trip; answers one outcome for each. Throws when the backend is away. */
export type SpendBatch = (calls: BudgetRequest[][]) => Promise<BudgetOutcome[]>;

/** Longest wait for the backend before the buckets of this process decide. */
const backendPatienceMs = 100;
const callsPerBatchMax = 128;
const callsWaitingMax = 10_000;

/** Budgets over a backend, with the buckets of this process behind it. */
export function createBudgets(options: {
  clock: Clock;
  /** Whether the backend is worth asking; a cached answer. */
  isReachable: () => boolean;
  /** Told when the backend has answered. */
  reportAnswer: () => void;
  /** Told when the backend was too slow or failed. */
  reportFailure: (error: unknown) => void;
  reportSlow: () => void;
  spendBatch: SpendBatch;
  /** Multiplies the 100 ms that the backend is given. */
  patience: number;
}): Budgets {
  const { clock, isReachable, reportAnswer, reportFailure, reportSlow, spendBatch, patience } = options;
  const local = createTokenBuckets(clock);
  const advances = createTokenAdvances(() => performance.now());

  async function spendAtBackend(calls: BudgetRequest[][]): Promise<BudgetOutcome[]> {
    const wanted = advances.wantedWith(calls);
    // Behind the calls: what is taken for later must not be missing now.
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
    const asked = unpaid.length === 0 ? [] : await spendAtBackend(unpaid);
    return outcomes.flatMap((outcome) => outcome ?? asked.shift() ?? []);
  }

  const shared: Coalesced<BudgetRequest[], BudgetOutcome> = coalesce({
    name: "budgets",
    run: spendTogether,
    maxBatch: callsPerBatchMax,
    maxInFlight: 1,
    maxWaiting: callsWaitingMax,
    // Repeating could charge a call twice; the buckets of this process decide instead.
    retryItemByItem: false,
  });

  return {
    async spend(requests) {
      if (requests.length === 0) return { allowed: [], retryAfterSeconds: 0 };
      if (!isReachable()) return local.spend(requests);
      if (advances.pay(requests)) return allAllowed(requests);
      try {
        return await within(shared(requests), backendPatienceMs * patience);
      } catch (error) {
        // A tenth of a second is short on a busy machine: a submission must not be refused for it, as it would be were
        // the backend called away. Too many waiting here says nothing about the backend at all.
        if (error instanceof BackendSlowError) reportSlow();
        else if (!(error instanceof OverloadedError)) reportFailure(error);
        return local.spend(requests);
      }
    },
  };
}

function allAllowed(requests: readonly BudgetRequest[]): BudgetOutcome {
  return { allowed: requests.map(() => true), retryAfterSeconds: 0 };
}
