import { InstanceConfig } from "@service/contract";
import { hotStatement, type Querying, statement, type Transaction } from "@service/db";
import { asJsonObject, canonicalHash, canonicalJson, type JsonObject, parseJson, sha256Hex } from "@service/json";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../deps.ts";

/** SHA-256, in hex, of the canonical JSON of a whole configuration: equal configurations have one hash (CONV-11). */
export function configHash(config: InstanceConfig): string {
  return canonicalHash(jsonOf(config));
}

/** A whole configuration as the JSON that is stored, hashed and shown. */
function jsonOf(config: InstanceConfig): JsonObject {
  // Members that are absent are `undefined` in the parsed form, which JSON does not have.
  return asJsonObject(JSON.parse(JSON.stringify(config)));
}

/** The default of every member: what a new instance begins with (CONV-3). */
export function presetConfig(): InstanceConfig {
  return InstanceConfig.parse({});
}

const insertConfiguration = statement(
  "conversation_configurations_insert",
  `insert into conversation_configurations (hash, config) values ($1, $2)
   on conflict (hash) do update set created_at = now()`,
);

/** Stores a configuration under its hash and returns the hash; idempotent. One that is there is not removed for a day. */
export async function storeConfiguration(tx: Transaction, config: InstanceConfig): Promise<string> {
  const hash = configHash(config);
  await tx.query(insertConfiguration([hash, canonicalJson(jsonOf(config))]));
  return hash;
}

const readOne = hotStatement(
  "conversation_configurations_read",
  "select config from conversation_configurations where hash = $1",
);

/** A configuration is at most 256 KiB of JSON. */
const cachedMax = 200;
/** By hash alone: a hash names one configuration wherever it is stored. */
const cache = new LRUCache<string, InstanceConfig>({ max: cachedMax });

/**
 * The configuration under a hash, which a draft, a release or a turn names. Never changed under its hash, so the process
 * keeps the last ones. A configuration that was stored by an earlier release of the service has the defaults of members
 * that came later.
 * @throws an internal error when nothing is stored under the hash, or something that has another hash.
 */
export async function readConfiguration(deps: Pick<Deps, "db">, hash: string): Promise<InstanceConfig> {
  const cached = cache.get(hash);
  if (cached) return cached;
  const config = await readStored(deps.db.hot, hash);
  cache.set(hash, config);
  return config;
}

/** As `readConfiguration`, on a connection that is already held, past the cache. */
export async function readStored(db: Querying, hash: string): Promise<InstanceConfig> {
  const { rows } = await db.query(readOne([hash]));
  const [row] = rows;
  if (!row) throw new Error(`no configuration of a conversation instance has the hash ${hash}`);
  if (sha256Hex(row.config) !== hash) throw new Error(`the stored configuration ${hash} has another hash`);
  return InstanceConfig.parse(parseJson(row.config));
}
