import { Client, type ClientSettings, isRefusal, NoAnswer, type OperationId } from "@service/client";
import { fingerprintOf } from "./fingerprint.ts";

/** The id of nothing. */
const nothing = "00000000-0000-4000-8000-000000000000";

/**
 * A call for each capability that changes nothing whatever the key may: it reads, or names what does not exist. The
 * service judges the key before anything else (ACC-3), so a key without the capability is refused by code, and one that has
 * it gets any other answer.
 */
const probes = {
  "engines:read": ["engines.list", {}],
  "runs:read": ["runs.read", { run_id: nothing }],
  "runs:write": ["runs.cancel", { run_id: nothing }],
  "records:read": ["records.planes", {}],
  "actions:read": ["records.tasks.list", { limit: 1 }],
  "actions:write": ["records.actions.append", { body: {} }],
  "catalog:documents:read": ["catalog.documents.list", { limit: 1 }],
  "conversations:use": ["conversationInstances.list", { limit: 1 }],
} as const satisfies Record<string, readonly [OperationId, object]>;

/** What a key may have, as far as a tool needs it. */
export type Capability = keyof typeof probes;

const missing: ReadonlySet<string> = new Set([
  "insufficient_capability",
  "scoped_key_required",
  "engine_binding_forbidden",
]);

/** Finds what a key may do. @throws `Refusal` when it is no key (`unauthorized`); `NoAnswer`. */
export async function findReach(settings: ClientSettings): Promise<ReadonlySet<Capability>> {
  const client = new Client(settings);
  const has = async ([operation, input]: (typeof probes)[Capability]): Promise<boolean> => {
    try {
      await client.call(operation, input, { triesMax: 2, timeoutMs: 10_000 });
      return true;
    } catch (error) {
      if (error instanceof NoAnswer) throw away(settings, error);
      if (!isRefusal(error, operation) || error.status === 401 || error.status >= 429) throw error;
      return !missing.has(error.code);
    }
  };
  const names = capabilities();
  const found = await Promise.all(names.map((name) => has(probes[name])));
  return new Set(names.filter((_name, index) => found[index]));
}

/** Which of the calls was lost first helps nobody. */
function away({ baseUrl }: ClientSettings, cause: NoAnswer): NoAnswer {
  const says = `the service at ${new URL(baseUrl).origin} does not answer (${cause.reason})`;
  return new NoAnswer(`${says}: correct SERVICE_URL, or start the service`, { cause });
}

function capabilities(): Capability[] {
  const names: Capability[] = [];
  for (const name in probes) if (isCapability(name)) names.push(name);
  return names;
}

function isCapability(name: string): name is Capability {
  return Object.hasOwn(probes, name);
}

const keptMs = 60_000;
const keysMax = 1_000;

/** Finds what keys may do, and keeps it for a minute under a hash of the key. */
export function openReaches(find = findReach): (settings: ClientSettings) => Promise<ReadonlySet<Capability>> {
  const kept = new Map<string, { readonly until: number; readonly reach: Promise<ReadonlySet<Capability>> }>();
  return (settings) => {
    const id = fingerprintOf(settings.baseUrl, settings.apiKey);
    const before = kept.get(id);
    if (before !== undefined && before.until > performance.now()) return before.reach;
    const reach = find(settings);
    kept.delete(id);
    kept.set(id, { until: performance.now() + keptMs, reach });
    // What failed is found anew by the next request.
    reach.catch(() => kept.delete(id));
    for (const oldest of kept.keys()) {
      if (kept.size <= keysMax) break;
      kept.delete(oldest);
    }
    return reach;
  };
}
