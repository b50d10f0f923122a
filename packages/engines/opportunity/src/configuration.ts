import { findPack } from "@service/packs";
import { baseConfigurationPreset, checkConfiguration, effectiveBase, filledIn, mergeRules } from "@service/engine-kit";
import { checkCondition, checkExpression, type AllowedPaths } from "@service/conditions";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  number,
  objectsIn,
} from "@service/json";
import { configurationSchema } from "./configuration-schema.ts";
import { accountFacts, policyFacts } from "./fact-paths.ts";

/** Arrays that a pack may fill and a configuration may extend, replace by key or switch off (PACK-3). */
export const ruleArrays = ["gap_rules", "limit_rules", "renewal_risk_points"] as const;
type RuleArray = (typeof ruleArrays)[number];

/** Defaults of an element. */
const ruleDefaults: { readonly [Field in RuleArray]: JsonObject } = {
  gap_rules: { enabled: true, talking_points: [] },
  limit_rules: { enabled: true, talking_points: [] },
  renewal_risk_points: { enabled: true },
};

/** Objects of settings: a saved one takes each absent member from the preset. */
const settingObjects = ["cross_sell", "value", "weights", "suppression"] as const;

const schema = configurationSchema();

/** The draft of a new engine: the rule arrays of the pack are shown expanded (TYPE-88, TYPE-92). */
export function preset(): JsonObject {
  const base = baseConfigurationPreset();
  return {
    ...base,
    response_type: "book_opportunities",
    ...Object.fromEntries(ruleArrays.map((field) => [field, withDefaults(packRules(base, field), field)])),
    cross_sell: {
      lines_by_segment: {
        commercial: [
          "umbrella",
          "cyber",
          "employment_practices",
          "workers_compensation",
          "commercial_auto",
          "professional_liability",
          "crime",
        ],
        personal: ["personal_umbrella", "homeowners", "personal_auto", "flood", "renters"],
      },
      min_penetration: 0.25,
      prior_strength: 20,
      lift_cap: [0.5, 2.5],
      top_lifts: 3,
    },
    windows: [120, 90, 60, 30],
    value: {
      default_commission: 0.12,
      commission_by_line: { workers_compensation: 0.08, personal_auto: 0.1 },
      ev_reference: 5000,
    },
    weights: { value: 45, propensity: 30, urgency: 25 },
    per_account_cap: 5,
    suppression: { open_task_days: 30, dismissed_days: 180 },
  };
}

/** TYPE-84: problems of schema, keys and references, then of conditions, expressions and bounds; 50 at most. */
export function validateConfig(config: Json, manifests?: RegisteredManifests): ConfigIssue[] {
  return checkConfiguration(config, schema, {
    engineType: "opportunity",
    freeMaps: ["accounts.attributes"],
    manifests,
    checkOwn: (whole, issues) => issues.push(...checkRules(whole), ...checkBounds(whole)),
  });
}

/** Pack rules, replaced by configuration rules of the same key, minus those switched off (PACK-3). */
export function effectiveConfig(config: JsonObject): JsonObject {
  const usual = preset();
  const effective: { [name: string]: Json } = { ...effectiveBase(config, usual) };
  for (const name of settingObjects) {
    const [saved, whole] = [config[name], usual[name]];
    if (isJsonObject(saved) && isJsonObject(whole)) effective[name] = { ...whole, ...saved };
  }
  for (const field of ruleArrays)
    effective[field] = withDefaults(mergeRules(packRules(config, field), objectsIn(config[field])), field);
  return effective;
}

function withDefaults(rules: readonly JsonObject[], field: RuleArray): JsonObject[] {
  // A point without a label is named by its key.
  const named = field === "renewal_risk_points" ? rules.map((rule) => ({ label: rule.key ?? "", ...rule })) : rules;
  return filledIn(named, ruleDefaults[field]);
}

function packRules(config: JsonObject, field: RuleArray): readonly JsonObject[] {
  const { pack_key, pack_version } = config;
  if (typeof pack_key !== "string" || typeof pack_version !== "number") return [];
  return findPack(pack_key, pack_version)?.rules.opportunity?.[field] ?? [];
}

function checkRules(config: JsonObject): ConfigIssue[] {
  return [
    ...each(config, "gap_rules", (rule, at) => [
      ...["exposure_when", "covered_when", "partial_when", "suppress_when"].flatMap((name) =>
        checked(rule, name, at, accountFacts),
      ),
      ...expression(rule, "exposure_amount", at),
    ]),
    ...each(config, "limit_rules", (rule, at) => [
      ...checked(rule, "when", at, accountFacts),
      ...expression(rule, "minimum_expr", at),
      ...((rule.minimum === undefined) === (rule.minimum_expr === undefined)
        ? [{ path: at, message: "must have exactly one of minimum and minimum_expr" }]
        : []),
    ]),
    ...each(config, "renewal_risk_points", (rule, at) => checked(rule, "when", at, policyFacts)),
  ];
}

function checkBounds(config: JsonObject): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const { cross_sell: crossSell, weights } = config;
  const [low, high] = isJsonObject(crossSell) && isJsonArray(crossSell.lift_cap) ? crossSell.lift_cap : [];
  if (typeof low === "number" && typeof high === "number" && low > high)
    issues.push({ path: "/cross_sell/lift_cap", message: "the lower bound comes first" });
  if (isJsonObject(weights)) {
    const whole = { ...part(preset().weights), ...weights };
    if (["value", "propensity", "urgency"].every((name) => number(whole, name) === 0))
      issues.push({ path: "/weights", message: "at least one weight must be above 0" });
  }
  return issues;
}

function part(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function each(
  config: JsonObject,
  field: RuleArray,
  check: (rule: JsonObject, at: string) => ConfigIssue[],
): ConfigIssue[] {
  const rules = config[field];
  if (!isJsonArray(rules)) return [];
  return rules.flatMap((rule, index) => (isJsonObject(rule) ? check(rule, `/${field}/${index}`) : []));
}

function checked(rule: JsonObject, name: string, at: string, facts: AllowedPaths): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkCondition(value, `${at}/${name}`, facts);
}

function expression(rule: JsonObject, name: string, at: string): ConfigIssue[] {
  const value = rule[name];
  return value === undefined ? [] : checkExpression(value, `${at}/${name}`, accountFacts);
}
