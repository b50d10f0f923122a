import { fail, type EngineTypeName } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import {
  findEngineType,
  sha256Hex,
  type CompiledEngine,
  type EngineType,
  type JsonObject,
  type JsonSchema,
} from "@service/engine-types";
import { coalesce, type Coalesced } from "@service/runtime";
import { findContract } from "../contract-registry/index.ts";
import type { Deps } from "../deps.ts";
import { readJsonObject } from "../json-text.ts";
import { RecentlyUsed } from "../recently-used.ts";

/** A configuration ready to be run. Immutable like the hash it is known by, so it may be kept for ever. */
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
  /** Canonical JSON text. */
  readonly effective: string;
}

const readConfigurations = hotStatement(
  "engines_read_configurations",
  `select hash, engine_type as "engineType", effective from engine_configurations where hash = any($1::text[])`,
);

/** Compiled configurations are a few hundred kilobytes each at most; a process serves far fewer than this at a time. */
const compiledMax = 256;

interface Configurations {
  readonly read: Coalesced<string, StoredConfiguration | null>;
  /** Promises, so that requests that need the same configuration at once compile it once. */
  readonly compiled: RecentlyUsed<string, Promise<RunnableConfiguration>>;
}

const configurationsOf = new WeakMap<Database, Configurations>();

function configurationsOn(db: Database): Configurations {
  const existing = configurationsOf.get(db);
  if (existing) return existing;
  const opened: Configurations = {
    read: coalesce({
      name: "engine configurations",
      maxBatch: 16,
      maxInFlight: 2,
      maxWaiting: 10_000,
      run: async (hashes) => {
        // Releases of the contract registry are files of this build, in no database.
        const { rows } = await db.hot.query<StoredConfiguration>(readConfigurations([[...new Set(hashes)]]));
        const byHash = new Map(rows.map((row) => [row.hash, row]));
        return hashes.map((hash) => byHash.get(hash) ?? published(hash));
      },
    }),
    compiled: new RecentlyUsed(compiledMax),
  };
  configurationsOf.set(db, opened);
  return opened;
}

function published(hash: string): StoredConfiguration | null {
  const contract = findContract(hash);
  return contract ? { hash, engineType: contract.engineType, effective: contract.effective } : null;
}

/**
 * The configuration of this hash, compiled; kept in the process by its hash.
 * @throws `engine_config_hash_unavailable` when it is not stored, `engine_config_hash_inconsistent` when the stored
 *   bytes do not have this hash.
 */
export function compiledEngine(deps: Deps, configHash: string): Promise<RunnableConfiguration> {
  const { compiled } = configurationsOn(deps.db);
  const known = compiled.get(configHash);
  if (known) return known;
  const compiling = compileStored(deps, configHash);
  compiled.set(configHash, compiling);
  // A failure is not remembered: the row may arrive, the database may come back.
  compiling.catch(() => compiled.delete(configHash));
  return compiling;
}

async function compileStored(deps: Deps, configHash: string): Promise<RunnableConfiguration> {
  const stored = await storedConfiguration(deps, configHash);
  const type = findEngineType(stored.engineType);
  const effective = readJsonObject(stored.effective);
  return {
    type,
    effective,
    compiled: type.compile(effective),
    requestSchema: type.requestSchema(effective),
    responseSchema: type.responseSchema(effective),
  };
}

/**
 * What is stored under a hash, after its bytes were checked against it.
 * @throws `engine_config_hash_unavailable`, `engine_config_hash_inconsistent`
 */
export async function storedConfiguration(deps: Deps, configHash: string): Promise<StoredConfiguration> {
  const stored = await configurationsOn(deps.db).read(configHash);
  if (!stored) throw fail("engine_config_hash_unavailable", { internal: `no configuration ${configHash} is stored` });
  if (sha256Hex(stored.effective) !== configHash) {
    throw fail("engine_config_hash_inconsistent", {
      internal: `the stored configuration ${configHash} has another hash`,
    });
  }
  return stored;
}

/** Canonical JSON text of an effective configuration, for processes that compile it elsewhere; null when not stored. @throws `engine_config_hash_inconsistent` */
export async function readEffectiveConfiguration(deps: Deps, configHash: string): Promise<string | null> {
  const stored = await configurationsOn(deps.db).read(configHash);
  if (!stored) return null;
  return (await storedConfiguration(deps, configHash)).effective;
}
