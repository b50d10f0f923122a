import { hotStatement, type Database, statement } from "@service/db";
import { findManifest } from "@service/models";
import { sha256Hex, parseJsonObject } from "@service/json";
import { findContract } from "@service/contract-registry";

/** What a run executes, as strings that can be passed to the computing thread. */
export type ConfigurationForRun = {
  /** Canonical JSON of the effective configuration; its SHA-256 is the hash. */
  readonly effective: string;
  /** JSON of the egress manifest the configuration names, when an operator registered it; null for built-in ones. */
  readonly registeredManifest: string | null;
};

const readConfiguration = hotStatement(
  "runs_read_configuration",
  "select effective from engine_configurations where hash = $1",
);

const readManifest = statement("runs_read_manifest", "select body from egress_manifests where sha256 = $1");

/**
 * The configuration a run names. Immutable, so callers may cache it.
 * @returns `missing` when nothing is stored under the hash, `inconsistent` when the stored bytes have another hash.
 */
export async function loadConfigurationForRun(
  db: Database,
  configHash: string,
): Promise<ConfigurationForRun | "missing" | "inconsistent"> {
  const { rows } = await db.hot.query(readConfiguration([configHash]));
  // Releases of the contract registry are files of this build, not rows.
  const effective = rows[0]?.effective ?? findContract(configHash)?.effective;
  if (effective === undefined) return "missing";
  if (sha256Hex(effective) !== configHash) return "inconsistent";
  const manifestHash = parseJsonObject(effective)["egress_manifest_version"];
  if (typeof manifestHash !== "string" || findManifest(manifestHash)) return { effective, registeredManifest: null };
  const manifests = await db.pool.query(readManifest([manifestHash]));
  return { effective, registeredManifest: manifests.rows[0]?.body ?? null };
}
