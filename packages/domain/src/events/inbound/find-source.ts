import type { InboundSourceKind } from "@service/contract";
import { hotStatement, isUnavailable, type Database } from "@service/db";
import { createBatcher, OverloadedError, type Batcher } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import { LRUCache } from "lru-cache";
import { storedMapping } from "./mapping.ts";
import { sourceKeyPattern, type SourceForDelivery } from "./source.ts";
import { checkOf, openSourceSecret } from "./source-secrets.ts";

/**
 * IN-8. A cached source is read again after two seconds, so that an operator's change takes effect quickly; while
 * the database is unavailable the cached source is used longer, so that a delivery is answered 503 and not 404.
 */
const freshForMs = 2_000;
const cachedInOutageMs = 30_000;
const cachedMax = 10_000;

interface SourceRow {
  readonly id: string;
  readonly sourceKey: string;
  readonly kind: InboundSourceKind;
  readonly organizationId: string;
  readonly environment: string;
  readonly mapping: string;
  readonly secrets: readonly { id: string; ciphertext: string; expiresAtMs: number | null }[];
}

/** Inputs: keys. One row for each source that exists and is not disabled, with the secrets that have not expired. */
const readSources = hotStatement(
  "inbound_sources_read",
  `select s.id, s.source_key as "sourceKey", s.kind, s.organization_id as "organizationId", e.slug as environment,
     s.mapping,
     coalesce((select json_agg(json_build_object('id', x.id, 'ciphertext', x.ciphertext,
         'expiresAtMs', extract(epoch from x.expires_at) * 1000))
       from inbound_source_secrets x
       where x.source_id = s.id and (x.expires_at is null or x.expires_at > now())), '[]'::json) as secrets
   from unnest($1::text[]) as asked(source_key)
   join inbound_sources s on s.source_key = asked.source_key and s.disabled_at is null
   join environments e on e.id = s.environment_id`,
).narrowed<Pick<SourceRow, "secrets">>();

interface Remembered {
  readonly source: SourceForDelivery;
  /** When the read was requested. */
  readonly requestedAtMs: number;
}

/** The sources that a process reads, and those it read lately. */
export interface SourceLoader {
  readonly read: Batcher<string, SourceRow | null>;
  /** Misses are not cached, so a new source works immediately. */
  readonly remembered: LRUCache<string, Remembered>;
}

export interface SourceDeps {
  readonly sources: SourceLoader;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openSourceLoader(db: Database): SourceLoader {
  return {
    read: createBatcher({
      name: "inbound sources",
      maxBatch: 256,
      maxInFlight: 1,
      maxWaiting: 10_000,
      run: (keys) => readRows(db, keys),
    }),
    remembered: new LRUCache({ max: cachedMax }),
  };
}

async function readRows(db: Database, keys: readonly string[]): Promise<(SourceRow | null)[]> {
  const { rows } = await db.hot.query(readSources([[...new Set(keys)]]));
  const found = new Map(rows.map((row) => [row.sourceKey, row]));
  return keys.map((key) => found.get(key) ?? null);
}

/** A recently read source from the cache; undefined when it has to be read from the database. */
export function cachedSource(deps: Pick<Deps, "clock"> & SourceDeps, sourceKey: string): SourceForDelivery | undefined {
  const cached = deps.sources.remembered.get(sourceKey);
  return cached && ageOf(deps, cached) < freshForMs ? cached.source : undefined;
}

/**
 * The source with this key; null when it does not exist or is disabled. Concurrent deliveries share one statement.
 * @throws the driver's error when the database is unavailable and the source was not read in the last 30 seconds;
 *   SecretBoxError when a secret was sealed with a key that this process does not have.
 */
export async function readSource(
  deps: Pick<Deps, "clock" | "secrets"> & SourceDeps,
  sourceKey: string,
): Promise<SourceForDelivery | null> {
  if (!sourceKeyPattern.test(sourceKey)) return null;
  const { read, remembered } = deps.sources;
  const requestedAtMs = deps.clock.nowMs();
  let row: SourceRow | null;
  try {
    row = await read(sourceKey);
  } catch (error) {
    const cached = remembered.get(sourceKey);
    const isAway = isUnavailable(error) || error instanceof OverloadedError;
    if (cached && isAway && ageOf(deps, cached) < cachedInOutageMs) return cached.source;
    throw error;
  }
  if (!row) {
    remembered.delete(sourceKey);
    return null;
  }
  const source = sourceOf(deps, row);
  remembered.set(sourceKey, { source, requestedAtMs });
  return source;
}

/** An entry from the future is stale too: a clock that was set back would otherwise extend the bound. */
function ageOf(deps: Pick<Deps, "clock">, { requestedAtMs }: Remembered): number {
  const ageMs = deps.clock.nowMs() - requestedAtMs;
  return ageMs >= 0 ? ageMs : Number.POSITIVE_INFINITY;
}

function sourceOf(deps: Pick<Deps, "secrets">, { mapping, secrets, ...row }: SourceRow): SourceForDelivery {
  return {
    ...row,
    mapping: storedMapping(mapping),
    secrets: secrets.map(({ id, ciphertext, expiresAtMs }) => ({
      check: checkOf(row.kind, openSourceSecret(deps.secrets, row.id, id, ciphertext)),
      expiresAtMs,
    })),
  };
}
