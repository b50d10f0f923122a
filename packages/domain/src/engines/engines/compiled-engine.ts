import { fail, type EngineTypeName } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import type { CompiledEngine, EngineType } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { sha256Hex, type JsonObject, type JsonSchema, parseJsonObject } from "@service/json";
import { createBatcher, type Batcher } from "@service/runtime";
import { findContract } from "@service/contract-registry";
import { LRUCache } from "lru-cache";

/** A configuration ready to run. Immutable like its hash, so it may be cached without expiry. */
export interface RunnableConfiguration {
  readonly type: EngineType;
  /** Effective configuration without the operational keys. */
  readonly effective: JsonObject;
  readonly compiled: CompiledEngine;
  /** JSON Schema of `{input, offerings?}`. */
  readonly requestSchema: JsonSchema;
  /** JSON Schema of `{output, solutions?}`. */
  readonly responseSchema: JsonSchema;
}

interface StoredConfiguration {
  readonly hash: string;
  readonly engineType: EngineTypeName;
  /** Canonical JSON. */
  readonly effective: string;
}

const readConfigurations = hotStatement(
  "engines_read_configurations",
  `select hash, engine_type as "engineType", effective from engine_configurations where hash = any($1::text[])`,
);

/** Compiled configurations are a few hundred kilobytes each at most; a process serves far fewer than this at a time. */
const compiledMax = 256;

/** The configurations that a process reads, and those it has compiled. */
export interface ConfigurationLoader {
  readonly read: Batcher<string, StoredConfiguration | null>;
  /** Promises, so that concurrent requests for one configuration compile it once. */
  readonly compiled: LRUCache<string, Promise<RunnableConfiguration>>;
}

export interface ConfigurationDeps {
  readonly configurations: ConfigurationLoader;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openConfigurationLoader(db: Database): ConfigurationLoader {
  return {
    read: createBatcher({
      name: "engine configurations",
      maxBatch: 16,
      maxInFlight: 2,
      maxWaiting: 10_000,
      run: async (hashes) => {
        // Releases of the contract registry are files of this build, not rows.
        const { rows } = await db.hot.query(readConfigurations([[...new Set(hashes)]]));
        const byHash = new Map(rows.map((row) => [row.hash, row]));
        return hashes.map((hash) => byHash.get(hash) ?? published(hash));
      },
    }),
    compiled: new LRUCache({ max: compiledMax }),
  };
}

function published(hash: string): StoredConfiguration | null {
  const contract = findContract(hash);
  return contract ? { hash, engineType: contract.engineType, effective: contract.effective } : null;
}

/**
 * The configuration of this hash, compiled; cached in the process by its hash.
 * @throws `engine_config_hash_unavailable` when it is not stored, `engine_config_hash_inconsistent` when the stored
 *   bytes have another hash.
 */
export function compiledEngine(deps: ConfigurationDeps, configHash: string): Promise<RunnableConfiguration> {
  const { compiled } = deps.configurations;
  const cached = compiled.get(configHash);
  if (cached) return cached;
  const compiling = compileStored(deps, configHash);
  compiled.set(configHash, compiling);
  // Failures are not cached: the row may be stored later, the database may come back.
  compiling.catch(() => compiled.delete(configHash));
  return compiling;
}

async function compileStored(deps: ConfigurationDeps, configHash: string): Promise<RunnableConfiguration> {
  const stored = await storedConfiguration(deps, configHash);
  const type = findEngineType(stored.engineType);
  const effective = parseJsonObject(stored.effective);
  return {
    type,
    effective,
    compiled: type.compile(effective),
    requestSchema: type.requestSchema(effective),
    responseSchema: type.responseSchema(effective),
  };
}

/**
 * The configuration stored under a hash, its bytes verified against it.
 * @throws `engine_config_hash_unavailable`, `engine_config_hash_inconsistent`
 */
export async function storedConfiguration(deps: ConfigurationDeps, configHash: string): Promise<StoredConfiguration> {
  const stored = await deps.configurations.read(configHash);
  if (!stored) throw fail("engine_config_hash_unavailable", { internal: `no configuration ${configHash} is stored` });
  if (sha256Hex(stored.effective) !== configHash) {
    throw fail("engine_config_hash_inconsistent", {
      internal: `the stored configuration ${configHash} has another hash`,
    });
  }
  return stored;
}

/**
 * Canonical JSON of an effective configuration, for processes that compile it elsewhere; null when not stored.
 * @throws `engine_config_hash_inconsistent`
 */
export async function readEffectiveConfiguration(deps: ConfigurationDeps, configHash: string): Promise<string | null> {
  const stored = await deps.configurations.read(configHash);
  if (!stored) return null;
  return (await storedConfiguration(deps, configHash)).effective;
}
