import { fail, type ServiceError } from "@service/contract";
import { isUnavailable, type Database } from "@service/db";
import { OverloadedError } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import { LRUCache } from "lru-cache";
import type { Caller, Principal } from "../access/index.ts";
import { readKey } from "./key-shapes.ts";
import { createKeyLoader, type KeyLoader } from "./read-keys.ts";

/**
 * KEY-31: the revocation of an organization key takes effect within 60 seconds. A key is cached for two seconds, so
 * that an operator's change applies quickly; longer only while the database is unreachable, with a margin for the
 * request in progress.
 */
export const keyCachedMs = 2_000;
const cachedInOutageMs = 50_000;
const cachedMax = 10_000;

interface CachedCaller {
  readonly caller: Principal<"organization_key">;
  /** When the statement that read it was sent, not when it answered: the bound counts from the earlier moment. */
  readonly requestedAtMs: number;
}

/** The keys that a process reads, and those it read lately. */
export interface KeyCache extends KeyLoader {
  /** By SHA-256 of the key, base64. Misses are not cached, so a new key works immediately. */
  readonly cached: LRUCache<string, CachedCaller>;
}

export interface KeyDeps {
  readonly keys: KeyCache;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openKeyCache(db: Database): KeyCache {
  return { ...createKeyLoader(db), cached: new LRUCache({ max: cachedMax }) };
}

/**
 * The caller that presents this bearer token (KEY-1). Organization keys are cached for two seconds, and for 50 while
 * the database is unreachable, so they keep working through a short outage; scoped keys are read for every request.
 *
 * @param bearer the token after `Bearer `; undefined when the header is missing or names another scheme.
 * @throws `unauthorized`; `auth_unavailable` when keys cannot be read.
 */
export async function authenticate(deps: Pick<Deps, "clock"> & KeyDeps, bearer: string | undefined): Promise<Caller> {
  const presented = bearer === undefined ? undefined : readKey(bearer);
  if (!presented) throw fail("unauthorized");
  const { cached, organizationKey, scopedKey } = deps.keys;
  try {
    if (presented.kind === "scoped") {
      const caller = await scopedKey(presented);
      if (!caller) throw fail("unauthorized");
      return caller;
    }
    const hashName = presented.hash.toString("base64");
    const requestedAtMs = deps.clock.nowMs();
    const found = cached.get(hashName);
    // Ignore an entry from the future: a clock that was set back would stretch the bound.
    const ageMs =
      found && requestedAtMs >= found.requestedAtMs ? requestedAtMs - found.requestedAtMs : Number.POSITIVE_INFINITY;
    if (found && ageMs < keyCachedMs) return found.caller;
    const caller = await organizationKey(presented.hash).catch((error: unknown) => {
      if (found && ageMs < cachedInOutageMs && unreachable(error)) return found.caller;
      throw error;
    });
    if (caller === found?.caller) return caller;
    if (!caller) {
      cached.delete(hashName);
      throw fail("unauthorized");
    }
    cached.set(hashName, { caller, requestedAtMs });
    return caller;
  } catch (error) {
    throw unreachable(error) ?? error;
  }
}

function unreachable(error: unknown): ServiceError | undefined {
  if (!isUnavailable(error) && !(error instanceof OverloadedError)) return undefined;
  return fail("auth_unavailable", { internal: "keys cannot be read", cause: error });
}
