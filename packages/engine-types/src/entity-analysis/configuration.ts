import {
  baseConfigurationPreset,
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  mergeRules,
} from "../base-configuration.ts";
import type { ConfigIssue } from "../engine-type.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { findPack } from "../packs/index.ts";
import { issuesMax } from "../schema-validation.ts";
import { checkRules } from "./check-rules.ts";
import { objectsIn } from "../checked-fields.ts";
import { entityAnalysisFields, ruleArrays, type RuleArray } from "./rule-schemas.ts";

const schema = baseConfigurationSchema({ properties: entityAnalysisFields(), required: ["analysis_dimensions"] });

/** The draft of a new engine: the rule arrays of the pack are shown expanded (domain.md L). */
export function preset(): JsonObject {
  const base = baseConfigurationPreset();
  return {
    ...base,
    response_type: "report",
    analysis_instructions: "Review the account against the agency standard.",
    analysis_dimensions: [
      { key: "coverage_adequacy", label: "Coverage adequacy", enabled: true },
      { key: "exposure_match", label: "Exposure match", enabled: true },
      { key: "contract_compliance", label: "Contract compliance", enabled: true },
      { key: "loss_experience", label: "Loss experience", enabled: true },
      { key: "documentation", label: "Documentation", enabled: true },
      { key: "renewal_readiness", label: "Renewal readiness", enabled: true },
    ],
    ...Object.fromEntries(ruleArrays.map((field) => [field, packRules(base, field)])),
  };
}

/** domain.md 0.6: schema, keys, references, then everything that conditions and expressions can get wrong; 50 at most. */
export function validateConfig(config: Json): ConfigIssue[] {
  const issues = checkConfiguration(config, schema, { engineType: "entity_analysis", freeMaps: ["profile"] });
  return (isJsonObject(config) ? [...issues, ...checkRules(config)] : issues).slice(0, issuesMax);
}

/** Pack rules, replaced by configuration rules of the same key, minus those switched off (domain.md 0.6). */
export function effectiveConfig(config: JsonObject): JsonObject {
  return {
    ...effectiveBase(config, preset()),
    ...Object.fromEntries(
      ruleArrays.map((field) => [field, mergeRules(packRules(config, field), objectsIn(config[field]))]),
    ),
  };
}

function packRules(config: JsonObject, field: RuleArray): readonly JsonObject[] {
  const { pack_key, pack_version } = config;
  if (typeof pack_key !== "string" || typeof pack_version !== "number") return [];
  return findPack(pack_key, pack_version)?.rules.entity_analysis?.[field] ?? [];
}
