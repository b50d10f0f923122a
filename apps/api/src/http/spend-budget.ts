import { fail, ServiceError } from "@service/contract";
import type { Deps } from "@service/domain";
import type { Caller } from "@service/domain/access";
import { findEngine, type EngineForCall } from "@service/domain/engines";

/**
 * Spends one request of the organization's per-minute budget and, where an engine is given, of the engine's: one round
 * trip, shared by concurrent requests (PLAT-56). Buckets refill per second; a burst is a quarter of the budget
 * (PLAT-55). Authentication runs before this: a bad key is 401, never 429.
 * @throws `rate_limited` with the wait.
 */
export async function spendBudget(deps: Deps, caller: Caller, engine: EngineForCall | null): Promise<void> {
  const asked = [bucket(`org:${caller.organizationId}`, caller.organization.requestsPerMinute)];
  // The built-in engine has no budget (PLAT-56).
  if (engine && !engine.isBuiltIn) asked.push(bucket(`engine:${engine.id}`, engine.requestsPerMinute));
  const spent = await deps.queue.budgets.spend(asked);
  if (!spent.allowed.every(Boolean)) throw fail("rate_limited", { retryAfterSeconds: spent.retryAfterSeconds });
}

/**
 * The same for a route that names its engine. When a cached engine's budget refuses, reads the engine again: its budget
 * may just have been raised.
 * @returns the engine whose budget was spent.
 */
export async function spendEngineBudget(
  deps: Deps,
  caller: Caller,
  asked: { readonly engine: EngineForCall | null; readonly slug: string; readonly mayBeCached: boolean },
): Promise<EngineForCall | null> {
  const { engine, slug, mayBeCached } = asked;
  try {
    await spendBudget(deps, caller, engine);
    return engine;
  } catch (refusal) {
    if (!mayBeCached || !engine || !(refusal instanceof ServiceError) || refusal.code !== "rate_limited") throw refusal;
    const now = await findEngine(deps, caller, slug);
    if (!now || now.requestsPerMinute <= engine.requestsPerMinute) throw refusal;
    await spendBudget(deps, caller, now);
    return now;
  }
}

function bucket(key: string, perMinute: number) {
  return { key, perMinute, burst: Math.max(1, Math.floor(perMinute / 4)), cost: 1 };
}
