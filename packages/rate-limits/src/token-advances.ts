import type { BudgetRequest } from "./budget.ts";

/**
 * Tokens that a busy process has taken from the shared buckets in advance, so that most of its calls need no round trip.
 * They leave the bucket when taken, so all processes together never spend more than it has; a bucket may refuse a little
 * early, while another process still holds tokens of it.
 */
export type TokenAdvances = {
  /** Pays one call when each of its buckets has enough tokens taken in advance; otherwise changes nothing. */
  pay(call: readonly BudgetRequest[]): boolean;
  /** Returns the advances to take together with these calls, which the backend is about to pay. */
  wantedWith(calls: readonly (readonly BudgetRequest[])[]): BudgetRequest[];
  /** Adds an advance that the backend has paid. */
  receive(advance: BudgetRequest): void;
};

type Account = {
  /** The bucket's rate when the tokens were taken: after a change they are not spent. */
  perMinute: number;
  burst: number;
  tokens: number;
  /** Tokens expire: an idle process must hold none back. */
  expiresAtMs: number;
  requestedAtMs: number;
  /** Tokens that this process has spent since its last call of the backend. */
  spentSince: number;
};

/** An advance lasts about this long. */
const advanceMs = 50;
const expiryMs = 100;
/** Share of a full bucket that one process takes at most: small buckets are always spent one by one. */
const burstShare = 1 / 256;
/** Most buckets with an account; the least recently used are dropped with their tokens. */
const accountsMax = 5_000;

/** @param nowMs a monotonic clock. */
export function createTokenAdvances(nowMs: () => number): TokenAdvances {
  const accounts = new Map<string, Account>();

  function usable(request: BudgetRequest, now: number): Account | undefined {
    const account = accounts.get(request.key);
    if (!account || account.expiresAtMs <= now) return undefined;
    return account.perMinute === request.perMinute && account.burst === request.burst ? account : undefined;
  }

  /** Grows with what is spent, at most twofold at a time, so that a single burst takes nothing for later. */
  function wanted(request: BudgetRequest, now: number): number {
    const { key, perMinute, burst, cost } = request;
    const held = usable(request, now)?.tokens ?? 0;
    const last = accounts.get(key);
    accounts.delete(key);
    accounts.set(key, {
      perMinute,
      burst,
      tokens: held,
      expiresAtMs: held > 0 && last ? last.expiresAtMs : 0,
      requestedAtMs: now,
      spentSince: 0,
    });
    if (!last) return 0;
    const spent = last.spentSince + cost;
    const perMs = spent / Math.max(1, now - last.requestedAtMs);
    return Math.floor(Math.min(burst * burstShare, spent * 2, perMs * advanceMs)) - held;
  }

  return {
    pay(call) {
      const now = nowMs();
      for (const request of call) {
        const account = usable(request, now);
        if (!account || account.tokens < request.cost) return false;
      }
      for (const { key, cost } of call) {
        const account = accounts.get(key);
        if (!account) continue;
        account.tokens -= cost;
        account.spentSince += cost;
      }
      return true;
    },
    wantedWith(calls) {
      const now = nowMs();
      const together = new Map<string, BudgetRequest>();
      for (const request of calls.flat()) {
        if (request.burst * burstShare < 1) continue;
        const existing = together.get(request.key);
        together.set(request.key, { ...request, cost: request.cost + (existing?.cost ?? 0) });
      }
      const advances = [...together.values()]
        .map((request) => ({ ...request, cost: wanted(request, now) }))
        .filter(({ cost }) => cost >= 1);
      for (const key of accounts.keys()) {
        if (accounts.size <= accountsMax) break;
        accounts.delete(key);
      }
      return advances;
    },
    receive({ key, cost }) {
      const account = accounts.get(key);
      if (!account) return;
      account.tokens += cost;
      account.expiresAtMs = nowMs() + expiryMs;
    },
  };
}
