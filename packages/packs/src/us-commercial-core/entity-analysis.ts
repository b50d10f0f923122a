import type { JsonObject } from "@service/json";
import { checkRules } from "./entity-analysis-checks.ts";
import { extractionRules } from "./entity-analysis-extraction.ts";
import { gapRules } from "./entity-analysis-gaps.ts";
import { knowledgeNotes } from "./entity-analysis-knowledge.ts";
import { requirementRules } from "./entity-analysis-requirements.ts";
import { counterRules, overlayCategories, sectionRules } from "./entity-analysis-views.ts";

/**
 * Rules of `us_commercial_core` for the engine type entity_analysis: one array of the configuration each (ENT-66). Codes and
 * wording are our own and neutral; advice to a licensed person, never a decision (TYPE-6, PACK-6).
 */
export const entityAnalysisRules: Record<string, JsonObject[]> = {
  profile_extraction_rules: extractionRules,
  summary_counter_rules: counterRules,
  extra_result_sections: sectionRules,
  deterministic_checks: checkRules,
  overlay_categories: overlayCategories,
  requirement_rules: requirementRules,
  deterministic_gap_rules: gapRules,
  knowledge_overlay: knowledgeNotes,
};
