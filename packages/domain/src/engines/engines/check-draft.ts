import { checkPatternsTogether } from "@service/conditions";
import type { ConfigIssue, JsonObject } from "@service/json";
import type { EngineType } from "@service/engine-kit";
import { inTurns } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import { manifestsNamedBy } from "./egress-manifests.ts";
import { missingStampSecrets } from "./stamp-secrets.ts";

/** Most problems reported together (TYPE-84). */
const issuesMax = 50;

/**
 * Problems of a configuration for this engine, at most 50: those its type finds, and secrets an operator must still
 * set.
 */
export async function checkDraft(
  deps: Pick<Deps, "db">,
  engineId: string,
  type: EngineType,
  config: JsonObject,
): Promise<ConfigIssue[]> {
  // In turns: as many patterns as a configuration may have take a hundred milliseconds to compile.
  const patterns = await inTurns(checkPatternsTogether(config));
  if (patterns.length > 0) return patterns;
  const issues = type.validateConfig(config, await manifestsNamedBy(deps, config["egress_manifest_version"]));
  return [...issues, ...(await missingStampSecrets(deps, engineId, config))].slice(0, issuesMax);
}
