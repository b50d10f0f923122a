import { fail, ServiceError } from "@service/contract";
import type { Deps } from "@service/domain";
import { type ActionName, allow, assertAllowed, type Caller, decide } from "@service/domain/access";
import { cachedEngine, type EngineDeps, type EngineForCall, findEngine } from "@service/domain/engines";

type SpendingDeps = Pick<Deps, "queue" | "clock"> & EngineDeps;

/** A request with a valid key, on its way to the route of `action`. */
interface Arrival {
  readonly deps: SpendingDeps;
  readonly caller: Caller;
  readonly action: ActionName;
  /** `{engine_slug}` of the path; empty when the path has none. */
  readonly slug: string;
  /** Called when key and budget are accepted, before the rights of the key are judged. */
  readonly accepted: () => void;
  /** Spends no budget. */
  readonly isFree?: boolean;
}

/**
 * Spends the budgets of a request and authorizes it. A route declares which one it uses.
 * @returns the engine of the path, for an action `on` an engine.
 * @throws `rate_limited` with the wait, and the refusals of `decide`.
 */
export type Admission = (arrival: Arrival) => Promise<EngineForCall | undefined>;
/** An admission that returns the engine of the path. */
export type EngineAdmission = (arrival: Arrival) => Promise<EngineForCall>;

/** Spends the organization's budget. */
export const onOrganization = async ({ deps, caller, action, accepted, isFree }: Arrival): Promise<undefined> => {
  if (isFree !== true) await spendBudget(deps, caller, null);
  accepted();
  assertAllowed(caller, action);
};

/** Spends the organization's budget, then reads the engine. */
export const onEngine: EngineAdmission = async ({ deps, caller, action, slug, accepted, isFree }) => {
  if (isFree !== true) await spendBudget(deps, caller, null);
  accepted();
  assertAllowed(caller, action);
  return allow(caller, action, await engineNamed(findEngine, deps, caller, slug));
};

/** Also spends the engine's budget, in the same round trip as the organization's. */
export const spendingEngine: EngineAdmission = (arrival) => admitSpending(findEngine, arrival);

/** As `spendingEngine`, with an engine up to two seconds old: the handler must check its revision when it acts. */
export const spendingCachedEngine: EngineAdmission = (arrival) => admitSpending(cachedEngine, arrival);

type ReadEngine = typeof findEngine;

async function admitSpending(
  read: ReadEngine,
  { deps, caller, action, slug, accepted, isFree }: Arrival,
): Promise<EngineForCall> {
  // Read the engine before spending, so that its budget and the organization's take one round trip. A key that may not
  // call the engine must not use up the budget of those that may.
  let engine = await engineNamed(read, deps, caller, slug);
  if (isFree === true) return allow(caller, action, engine);
  if (engine && decide(caller, action, engine).kind === "allowed") {
    engine = await spendEngineBudget(read, { deps, caller, engine });
  } else await spendBudget(deps, caller, null);
  accepted();
  assertAllowed(caller, action);
  return allow(caller, action, engine);
}

/** The engine in the caller's organization, else `null`. Concurrent requests share one read. */
async function engineNamed(
  read: ReadEngine,
  deps: SpendingDeps,
  caller: Caller,
  slug: string,
): Promise<EngineForCall | null> {
  // Never let U+0000 reach a query: PostgreSQL refuses such a string. No slug contains it.
  return slug.includes("\u0000") ? null : read(deps, caller, slug);
}

/**
 * Spends one request of the organization's per-minute budget and, where an engine is given, of the engine's: one round
 * trip, shared by concurrent requests (PLAT-56). Buckets refill per second; a burst is a quarter of the budget
 * (PLAT-55). Authentication runs before this: a bad key is 401, never 429.
 * @throws `rate_limited` with the wait.
 */
async function spendBudget(deps: Pick<Deps, "queue">, caller: Caller, engine: EngineForCall | null): Promise<void> {
  const organization = bucket(`org:${caller.organizationId}`, caller.organization.requestsPerMinute);
  await spend(deps, [organization, ...bucketsOf(engine)]);
}

/**
 * Spends the budget of an engine that no path names, on a route that has spent the organization's.
 * @throws `rate_limited` with the wait.
 */
export async function spendBudgetOf(deps: Pick<Deps, "queue">, engine: EngineForCall): Promise<void> {
  const buckets = bucketsOf(engine);
  if (buckets.length > 0) await spend(deps, buckets);
}

/** The built-in engine has no budget (PLAT-56). */
function bucketsOf(engine: EngineForCall | null): Bucket[] {
  return engine && !engine.isBuiltIn ? [bucket(`engine:${engine.id}`, engine.requestsPerMinute)] : [];
}

type Bucket = ReturnType<typeof bucket>;

async function spend(deps: Pick<Deps, "queue">, buckets: Bucket[]): Promise<void> {
  const spent = await deps.queue.budgets.spend(buckets);
  if (!spent.allowed.every(Boolean)) throw fail("rate_limited", { retryAfterSeconds: spent.retryAfterSeconds });
}

/**
 * Spends both budgets. When a cached engine's budget refuses, reads the engine again: its budget may just have been raised.
 * @returns the engine whose budget was spent.
 */
async function spendEngineBudget(
  read: ReadEngine,
  { deps, caller, engine }: { readonly deps: SpendingDeps; readonly caller: Caller; readonly engine: EngineForCall },
): Promise<EngineForCall> {
  try {
    await spendBudget(deps, caller, engine);
    return engine;
  } catch (refusal) {
    if (read === findEngine || !(refusal instanceof ServiceError) || refusal.code !== "rate_limited") throw refusal;
    const now = await findEngine(deps, caller, engine.slug);
    if (!now || now.requestsPerMinute <= engine.requestsPerMinute) throw refusal;
    await spendBudget(deps, caller, now);
    return now;
  }
}

function bucket(key: string, perMinute: number) {
  return { key, perMinute, burst: Math.max(1, Math.floor(perMinute / 4)), cost: 1 };
}
