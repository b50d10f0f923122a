import { v5 } from "uuid";

/** Namespace of every id this service derives from other ids. Fixed for ever: ids of events and work items depend on it. */
export const serviceNamespace = "6f1c2a54-9f0e-5d0b-8b0e-3f6d7c1a2e90";

/**
 * Name-based UUID (RFC 9562, version 5): the same namespace and name give the same id on every machine.
 * Used where the contract wants an id that survives retries (HOOK-16) or runs (work items).
 */
export function uuidV5(namespace: string, name: string): string {
  return v5(name, namespace);
}
