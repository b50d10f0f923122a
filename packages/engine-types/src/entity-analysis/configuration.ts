import {
  baseConfigurationPreset,
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  mergeRules,
} from "../base-configuration.ts";
import type { RegisteredManifests } from "../egress-manifest.ts";
import type { ConfigIssue } from "../engine-type.ts";
import type { Json, JsonObject } from "../json.ts";
import { findPack } from "../packs/index.ts";
import { checkRules } from "./check-rules.ts";
import { objectsIn } from "../checked-fields.ts";
import { entityAnalysisFields, ruleArrays, type RuleArray } from "./rule-schemas.ts";

const schema = baseConfigurationSchema({ properties: entityAnalysisFields(), required: ["analysis_dimensions"] });

const usualDimensions = [
  ["coverage_adequacy", "Coverage adequacy"],
  ["exposure_match", "Exposure match"],
  ["contract_compliance", "Contract compliance"],
  ["loss_experience", "Loss experience"],
  ["documentation", "Documentation"],
  ["renewal_readiness", "Renewal readiness"],
] as const;

/** The draft of a new engine: the rule arrays of the pack are shown expanded (domain.md L). */
export function preset(): JsonObject {
  const base = baseConfigurationPreset();
  return {
    ...base,
    response_type: "report",
    analysis_instructions: "Review the account against the agency standard.",
    analysis_dimensions: usualDimensions.map(([key, label]) => ({ key, label, enabled: true })),
    ...Object.fromEntries(ruleArrays.map((field) => [field, packRules(base, field)])),
  };
}

/** domain.md 0.6: schema, keys, references, then everything that conditions and expressions can get wrong; 50 at most. */
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
