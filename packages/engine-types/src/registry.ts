import type { EngineTypeName } from "@service/contract";
import { comparison } from "./comparison/index.ts";
import { diligence } from "./diligence/index.ts";
import type { EngineType } from "./engine-type.ts";
import { entityAnalysis } from "./entity-analysis/index.ts";
import { matching } from "./matching/index.ts";
import { opportunity } from "./opportunity/index.ts";
import { triage } from "./triage/index.ts";

/** Every engine type this service can run. A type is added by its folder and one row here. */
export const engineTypes = {
  comparison,
  diligence,
  entity_analysis: entityAnalysis,
  matching,
  opportunity,
  triage,
} as const satisfies Record<EngineTypeName, EngineType>;

/** The type of this name. A new name does not compile until it has a row above. */
export function findEngineType(name: EngineTypeName): EngineType {
  return engineTypes[name];
}
