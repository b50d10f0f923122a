import { fail, ServiceError } from "@service/contract";
import type { Deps } from "@service/domain";
import { findEngine, type EngineForCall } from "@service/domain/engines";
import type { Caller } from "@service/domain/keys";

/**
 * Spends one request of the organization's per-minute budget and, where an engine is given, of the engine's: one round
 * trip, shared by the requests that wait (runs.md 5.4). Buckets refill per second; a burst is a quarter of the budget
 * (domain.md I). Authentication runs before this: a bad key is 401, never 429.
 * @throws `rate_limited` with the wait.
 */
export async function spendBudget(deps: Deps, caller: Caller, engine: EngineForCall | null): Promise<void> {
  const asked = [bucket(`org:${caller.organizationId}`, caller.organization.requestsPerMinute)];
  // The built-in engine counts against nothing (decisions.md 13).
  if (engine && !engine.isBuiltIn) asked.push(bucket(`engine:${engine.id}`, engine.requestsPerMinute));
  const spent = await deps.queue.budgets.spend(asked);
  if (!spent.allowed.every(Boolean)) throw fail("rate_limited", { retryAfterSeconds: spent.retryAfterSeconds });
}

/**
 * The same for a route that names its engine. What a recalled engine refuses, the engine as it is now decides: its
 * budget may just have been raised.
 * @returns the engine that paid.
 */
export async function spendEngineBudget(
  deps: Deps,
  caller: Caller,
  asked: { readonly engine: EngineForCall | null; readonly slug: string; readonly mayRecall: boolean },
): Promise<EngineForCall | null> {
  const { engine, slug, mayRecall } = asked;
  try {
    await spendBudget(deps, caller, engine);
    return engine;
  } catch (refusal) {
    if (!mayRecall || !engine || !(refusal instanceof ServiceError) || refusal.code !== "rate_limited") throw refusal;
    const now = await findEngine(deps, caller.organizationId, slug);
    if (!now || now.requestsPerMinute <= engine.requestsPerMinute) throw refusal;
    await spendBudget(deps, caller, now);
    return now;
  }
}

function bucket(key: string, perMinute: number) {
  return { key, perMinute, burst: Math.max(1, Math.floor(perMinute / 4)), cost: 1 };
}
