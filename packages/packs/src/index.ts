/**
 * Rule packs: versioned, content-addressed bundles of rule arrays that a configuration names by key and version. A
 * released pack version never changes; publishing copies the effective rules into the release, so a release does not
 * depend on a pack later (PACK-8, TYPE-89).
 */
import { sealPack, type Pack } from "./pack.ts";
import { usCommercialCore } from "./us-commercial-core/index.ts";

export type { Pack, PackContent, PackRules } from "./pack.ts";
export { comparisonRules } from "./us-commercial-core/comparison.ts";
export { gapRules } from "./us-commercial-core/entity-analysis-gaps.ts";
export { entityAnalysisRules } from "./us-commercial-core/entity-analysis.ts";
export { opportunityRules } from "./us-commercial-core/opportunity.ts";

const packs: readonly Pack[] = [sealPack(usCommercialCore)];

/** The registered pack of this key and version. */
export function findPack(key: string, version: number): Pack | undefined {
  return packs.find((pack) => pack.key === key && pack.version === version);
}

export function listPacks(): readonly Pack[] {
  return packs;
}
