import { triage } from "@service/engine-triage";
import { opportunity } from "@service/engine-opportunity";
import { matching } from "@service/engine-matching";
import { entityAnalysis } from "@service/engine-entity-analysis";
import type { EngineType } from "@service/engine-kit";
import { diligence } from "@service/engine-diligence";
import { comparison } from "@service/engine-comparison";
import type { EngineTypeName } from "@service/contract";

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
