import { fail, type InstanceVersion, ReleaseGate } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { parseJson } from "@service/json";
import type * as z from "zod";
import type { Deps } from "../../deps.ts";
import { readConfiguration } from "./configuration.ts";

/** A release of an instance as stored. */
export interface Version {
  readonly version: number;
  readonly configHash: string;
  readonly changelog: string;
  /** JSON text. */
  readonly gate: string;
  readonly restoredFrom: number | null;
  readonly releasedAt: Date;
  readonly releasedBy: string;
}

export const versionColumns = `version, config_hash as "configHash", changelog, gate, restored_from as "restoredFrom",
  released_at as "releasedAt", released_by as "releasedBy"`;

const readVersion = statement(
  "conversation_instance_versions_read",
  `select ${versionColumns} from conversation_instance_versions where instance_id = $1 and version = $2`,
);

/** Versions are stored in four bytes; a larger number names none. */
const versionMax = 2_147_483_647;

/** @throws `conversation_instance_version_not_found`, also for what is no number of a release. */
export async function requireVersion(db: Querying, instanceId: string, version: number): Promise<Version> {
  const isNumber = Number.isInteger(version) && version >= 1 && version <= versionMax;
  const { rows } = isNumber ? await db.query(readVersion([instanceId, version])) : { rows: [] };
  const [found] = rows;
  if (!found) throw fail("conversation_instance_version_not_found");
  return found;
}

/** CONV-30: a release with its configuration. */
export async function presentVersion(
  deps: Pick<Deps, "db">,
  version: Version,
): Promise<z.output<typeof InstanceVersion>> {
  return {
    version: version.version,
    config_hash: version.configHash,
    config: await readConfiguration(deps, version.configHash),
    released_at: version.releasedAt.toISOString(),
    released_by: version.releasedBy,
    changelog: version.changelog,
    gate: ReleaseGate.parse(parseJson(version.gate)),
    restored_from: version.restoredFrom,
  };
}
