import { comparisonRules } from "./comparison.ts";
import { entityAnalysisRules } from "./entity-analysis.ts";
import { opportunityRules } from "./opportunity.ts";
import type { PackContent } from "../pack.ts";

/** The pack that every preset names: US commercial lines, agency guidance in our own words (PACK-7). */
export const usCommercialCore: PackContent = {
  key: "us_commercial_core",
  version: 1,
  rules: { comparison: comparisonRules, entity_analysis: entityAnalysisRules, opportunity: opportunityRules },
};
