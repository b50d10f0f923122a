import { sha256Hex } from "@service/json";
import { statement } from "@service/db";
import { findContract } from "@service/contract-registry";
import type { Deps } from "../../deps.ts";

/** The schemas of a run's release, JSON strings as published. */
export interface RunRelease {
  readonly requestSchema: string;
  readonly responseSchema: string;
  readonly requestSchemaSha256: string;
  readonly responseSchemaSha256: string;
}

const readSchemas = statement(
  "engine_releases_read_schemas",
  `select request_schema as "requestSchema", response_schema as "responseSchema",
     request_schema_sha256 as "requestSchemaSha256", response_schema_sha256 as "responseSchemaSha256"
   from engine_releases where engine_id = $1 and major = $2 and minor = $3`,
);

/**
 * The release a run executed, by the run's engine and version; undefined for a draft. Includes withdrawn releases and
 * those of archived engines, because the schemas of an existing run stay valid.
 */
export async function releaseOfRun(
  deps: Pick<Deps, "db">,
  run: { readonly engineId: string; readonly engineVersion: string | null; readonly configHash: string | null },
): Promise<RunRelease | undefined> {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(run.engineVersion ?? "") ?? [];
  if (major === undefined || minor === undefined) return undefined;
  const { rows } = await deps.db.pool.query(readSchemas([run.engineId, Number(major), Number(minor)]));
  if (rows[0]) return rows[0];
  // Releases of the contract registry are files of this build, not rows (REG-6).
  const contract = run.configHash === null ? undefined : findContract(run.configHash);
  if (!contract) return undefined;
  const { requestSchema, responseSchema } = contract;
  return {
    requestSchema,
    responseSchema,
    requestSchemaSha256: sha256Hex(requestSchema),
    responseSchemaSha256: sha256Hex(responseSchema),
  };
}
