import type { Clock } from "@service/runtime";

import type { BudgetOutcome, BudgetRequest } from "./budget.ts";

export type TokenBuckets = { spend(requests: readonly BudgetRequest[]): BudgetOutcome };

type Bucket = { tokens: number; refilledMs: number };

/** Most buckets kept; the least recently used are dropped, and so become full again. */
const bucketsMax = 20_000;

/** Tokens of a bucket now. A new bucket is full. */
function refill(bucket: Bucket | undefined, request: BudgetRequest, nowMs: number): number {
  if (!bucket) return request.burst;
  const elapsedMs = Math.max(0, nowMs - bucket.refilledMs);
  return Math.min(request.burst, bucket.tokens + (elapsedMs * request.perMinute) / 60_000);
}

/** Whole seconds, at least 1, until a bucket with `tokens` can pay `request`. */
export function secondsUntilPayable(tokens: number, request: BudgetRequest): number {
  if (request.perMinute <= 0) return 60;
  return Math.max(1, Math.ceil(((request.cost - tokens) * 60) / request.perMinute));
}

/** The buckets of this process, which decide while the backend is away (`Budgets.spend`). */
export function createTokenBuckets(clock: Clock): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    spend(requests) {
      const nowMs = clock.nowMs();
      const allowed: boolean[] = [];
      let retryAfterSeconds = 0;
      for (const request of requests) {
        if (retryAfterSeconds > 0) {
          allowed.push(false);
          continue;
        }
        const tokens = refill(buckets.get(request.key), request, nowMs);
        const isPaid = tokens >= request.cost;
        // Delete first, so that the map stays in the order of last use.
        buckets.delete(request.key);
        buckets.set(request.key, { tokens: isPaid ? tokens - request.cost : tokens, refilledMs: nowMs });
        allowed.push(isPaid);
        if (!isPaid) retryAfterSeconds = secondsUntilPayable(tokens, request);
      }
      for (const key of buckets.keys()) {
        if (buckets.size <= bucketsMax) break;
        buckets.delete(key);
      }
      return { allowed, retryAfterSeconds };
    },
  };
}
