import { fail, ServiceError } from "@service/contract";
import type { RunSchemas } from "@service/privacy";
import { compiledEngine, type ConfigurationDeps } from "./compiled-engine.ts";

/**
 * The schemas of the configuration that wrote a result; undefined for one that is not stored: which values are sensitive is
 * then not known (PRIV-18).
 * @throws `load_run_failed`.
 */
export async function readRunSchemas(
  deps: ConfigurationDeps,
  configHash: string | null,
): Promise<RunSchemas | undefined> {
  if (configHash === null) return undefined;
  try {
    const { requestSchema: request, responseSchema: response } = await compiledEngine(deps, configHash);
    return { request, response };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "engine_config_hash_unavailable") return undefined;
    throw fail("load_run_failed", { cause: error });
  }
}
