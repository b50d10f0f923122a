import { fail, type ServiceError } from "@service/contract";
import { isUnavailable, type Database } from "@service/db";
import { OverloadedError } from "@service/runtime";
import type { Deps } from "../deps.ts";
import { RecentlyUsed } from "../recently-used.ts";
import type { Caller, OrganizationCaller } from "./caller.ts";
import { readKey } from "./key-shapes.ts";
import { createKeyReader, type KeyReader } from "./read-keys.ts";

/**
 * Section 5.2: the revocation of an organization key takes effect within 60 seconds. A key is read again after two, so
 * that an operator's change is seen at once; only while the database is away is it believed longer, with a margin for
 * the request that is under way.
 */
export const keyBelievedMs = 2_000;
const believedForMs = 50_000;
const rememberedMax = 10_000;

interface Remembered {
  readonly caller: OrganizationCaller;
  /** When the statement that read it was asked for, not when it answered: the bound counts from the older moment. */
  readonly askedAtMs: number;
}

interface Authentication {
  readonly keys: KeyReader;
  /** By SHA-256 of the key, base64. Unknown keys are not remembered: one that is created now works at once. */
  readonly remembered: RecentlyUsed<string, Remembered>;
}

// One cache for each database a process opens: the cache belongs to what it was read from.
const authentications = new WeakMap<Database, Authentication>();

function authenticationOn(db: Database): Authentication {
  const existing = authentications.get(db);
  if (existing) return existing;
  const opened: Authentication = { keys: createKeyReader(db), remembered: new RecentlyUsed(rememberedMax) };
  authentications.set(db, opened);
  return opened;
}

/**
 * Who presents this bearer token (section 5.1). Organization keys are believed for two seconds after they were read, and
 * for 50 while the database is away, so they keep working through a short outage; scoped keys are read for every request.
 *
 * @param bearer the token after `Bearer `; undefined when the header is missing or names another scheme.
 * @throws `unauthorized`; `auth_unavailable` when keys cannot be read.
 */
export async function authenticate(deps: Deps, bearer: string | undefined): Promise<Caller> {
  const presented = bearer === undefined ? undefined : readKey(bearer);
  if (!presented) throw fail("unauthorized");
  const { keys, remembered } = authenticationOn(deps.db);
  try {
    if (presented.kind === "scoped") {
      const caller = await keys.scopedKey(presented);
      if (!caller) throw fail("unauthorized");
      return caller;
    }
    const hashName = presented.hash.toString("base64");
    const askedAtMs = deps.clock.nowMs();
    const known = remembered.get(hashName);
    // A clock that was set back would stretch the bound: an entry from the future is not believed.
    const ageMs = known && askedAtMs >= known.askedAtMs ? askedAtMs - known.askedAtMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < keyBelievedMs) return known.caller;
    const caller = await keys.organizationKey(presented.hash).catch((error: unknown) => {
      if (known && ageMs < believedForMs && unreachable(error)) return known.caller;
      throw error;
    });
    if (caller === known?.caller) return caller;
    if (!caller) {
      remembered.delete(hashName);
      throw fail("unauthorized");
    }
    remembered.set(hashName, { caller, askedAtMs });
    return caller;
  } catch (error) {
    throw unreachable(error) ?? error;
  }
}

function unreachable(error: unknown): ServiceError | undefined {
  if (!isUnavailable(error) && !(error instanceof OverloadedError)) return undefined;
  return fail("auth_unavailable", { internal: "keys cannot be read", cause: error });
}
