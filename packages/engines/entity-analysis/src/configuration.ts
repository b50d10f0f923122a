import { findPack } from "@service/packs";
import {
  baseConfigurationPreset,
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  filledIn,
  mergeRules,
} from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import { type ConfigIssue, isJsonObject, type Json, type JsonObject, objectsIn } from "@service/json";
import { checkRules } from "./stages/check-rules.ts";
import { entityAnalysisFields, ruleArrays, type RuleArray, ruleDefaults, sourceDefaults } from "./rule-schemas.ts";

const schema = baseConfigurationSchema({ properties: entityAnalysisFields(), required: ["analysis_dimensions"] });

const usualDimensions = [
  ["coverage_adequacy", "Coverage adequacy"],
  ["exposure_match", "Exposure match"],
  ["contract_compliance", "Contract compliance"],
  ["loss_experience", "Loss experience"],
  ["documentation", "Documentation"],
  ["renewal_readiness", "Renewal readiness"],
] as const;

/** The draft of a new engine: the rule arrays of the pack are shown expanded (TYPE-88, TYPE-92). */
export function preset(): JsonObject {
  const base = baseConfigurationPreset();
  return {
    ...base,
    response_type: "report",
    analysis_instructions: "Review the account against the agency standard.",
    analysis_dimensions: usualDimensions.map(([key, label]) => ({ key, label, enabled: true })),
    ...Object.fromEntries(ruleArrays.map((field) => [field, withDefaults(packRules(base, field), field)])),
  };
}

/** TYPE-84: problems of schema, keys and references, then of conditions and expressions; 50 at most. */
export function validateConfig(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, schema, {
    engineType: "entity_analysis",
    freeMaps: ["profile"],
    manifests,
    checkOwn: (whole, issues) =>
      issues.push(
        ...checkRules(
          whole,
          usualDimensions.map(([key]) => key),
        ),
      ),
  });
}

/** Pack rules, replaced by configuration rules of the same key, minus those switched off (PACK-3). */
export function effectiveConfig(config: JsonObject): JsonObject {
  const base = effectiveBase(config, preset());
  return {
    ...base,
    analysis_dimensions: filledIn(objectsIn(base.analysis_dimensions), { enabled: true }),
    ...Object.fromEntries(
      ruleArrays.map((field) => [
        field,
        withDefaults(mergeRules(packRules(config, field), objectsIn(config[field])), field),
      ]),
    ),
  };
}

function withDefaults(rules: readonly JsonObject[], field: RuleArray): JsonObject[] {
  const filled = filledIn(rules, ruleDefaults[field]);
  if (field !== "profile_extraction_rules") return filled;
  return filled.map((rule) => ({ ...rule, sources: objectsIn(rule.sources).map(sourceWithDefaults) }));
}

function sourceWithDefaults(source: JsonObject): JsonObject {
  const defaults = typeof source.kind === "string" ? sourceDefaults[source.kind] : undefined;
  return isJsonObject(defaults) ? { ...defaults, ...source } : source;
}

function packRules(config: JsonObject, field: RuleArray): readonly JsonObject[] {
  const { pack_key, pack_version } = config;
  if (typeof pack_key !== "string" || typeof pack_version !== "number") return [];
  return findPack(pack_key, pack_version)?.rules.entity_analysis?.[field] ?? [];
}
