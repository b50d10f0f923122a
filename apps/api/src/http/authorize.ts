import { fail } from "@service/contract";
import { findEngine, recallEngine, type EngineForCall } from "@service/domain/engines";
import type { Deps } from "@service/domain";
import type { Caller } from "@service/domain/keys";
import type { Access } from "./route.ts";

/**
 * The only file that decides who may call what (sections 5.2 to 5.4). Two steps, because the engine's budget is spent
 * between reading the engine and deciding about it.
 */

/** Key kind, capability and live rules. Throws `insufficient_capability` or `scoped_key_required`. */
export function authorizeKey(access: Access, caller: Caller): void {
  if (access.key === "none" || access.key === "source") return;
  if (access.key === "organization") {
    if (caller.kind === "scoped") throw fail("insufficient_capability");
    return;
  }
  if (caller.kind === "organization") {
    if (access.live && !caller.isLive) throw fail("scoped_key_required");
    return;
  }
  for (const capability of access.capabilities) {
    if (!caller.capabilities.has(capability)) throw fail("insufficient_capability");
  }
  // A scoped key bound to no engine cannot call any engine route, whatever the path names (5.4 rule 1).
  if (access.engine && caller.engineIds.size === 0) throw fail("engine_binding_forbidden");
}

/** Whether a route that names its engine will let this caller through: both steps, as a question. */
export function mayCall(access: Access, caller: Caller, engine: EngineForCall | null): boolean {
  try {
    authorizeKey(access, caller);
    authorizeEngine(caller, engine);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads the engine of the path in the caller's organization; `null` when there is none. Shared by concurrent requests.
 * `mayRecall`: the route checks the engine's revision when it acts (`recallsEngine`).
 */
export async function loadEngine(
  deps: Deps,
  caller: Caller,
  { slug, mayRecall }: { readonly slug: string; readonly mayRecall: boolean },
): Promise<EngineForCall | null> {
  // No slug holds it, and PostgreSQL takes no text that does.
  if (slug.includes("\u0000")) return null;
  return (mayRecall ? recallEngine : findEngine)(deps, caller.organizationId, slug);
}

/** Throws `engine_not_found` or `engine_binding_forbidden`. */
export function authorizeEngine(caller: Caller, engine: EngineForCall | null): EngineForCall {
  // The built-in engine of the contract registry serves sandboxes only (decisions.md 13).
  if (!engine || (engine.isBuiltIn && caller.isLive)) throw fail("engine_not_found");
  assertEngineBound(caller, engine.id);
  return engine;
}

/** For routes whose engine is known only after a run was read. Throws `engine_binding_forbidden`. */
export function assertEngineBound(caller: Caller, engineId: string): void {
  if (caller.kind === "scoped" && !caller.engineIds.has(engineId)) throw fail("engine_binding_forbidden");
}
