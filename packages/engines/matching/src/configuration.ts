import { checkRuleCondition, ruleSchema, priorities } from "@service/engine-offerings";
import { findPack } from "@service/packs";
import {
  baseConfigurationSchema,
  checkConfiguration,
  effectiveBase,
  filledIn,
  mergeRules,
  ratings,
} from "@service/engine-kit";
import type { RegisteredManifests } from "@service/models";
import {
  type ConfigIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  issuesMax,
  booleanSchema,
  closed,
  enumSchema,
  integerSchema,
  listOf,
  numberSchema,
  ratioSchema,
  textSchema,
  number,
  objects,
  part,
  text,
} from "@service/json";
import { matchingPreset } from "./preset.ts";
import { checkKeys } from "./stages/checks.ts";
import { dimensions, readSettings, relationships, unknownPolicies, weightsFor } from "./settings.ts";

/** Built once: the compiled form is cached per schema object. */
const schema = configurationSchema();

/** The closed schema of a matching configuration as saved (TYPE-84, MATCH-12). */
function configurationSchema(): JsonSchema {
  const ratio = ratioSchema();
  const weights = closed(Object.fromEntries(dimensions.map((name) => [name, numberSchema(0, 100)])));
  const points = listOf({ type: "array", items: numberSchema(0, 10_000), minItems: 2, maxItems: 2 }, 20, 2);
  return baseConfigurationSchema({
    properties: {
      offering_source: closed(
        { dataset_key: textSchema(128, 1), required: booleanSchema(), max_age_days: integerSchema(1, 3650) },
        ["dataset_key"],
      ),
      weights,
      priority_profiles: closed(Object.fromEntries(priorities.map((name) => [name, weights]))),
      utilities: closed({
        price: points,
        service_days: points,
        commission_rate: points,
        rating: closed(Object.fromEntries(ratings.map((rating) => [rating, ratio]))),
        relationship: closed(Object.fromEntries(relationships.map((name) => [name, ratio]))),
      }),
      knockout_rules: listOf(ruleSchema({ enabled: booleanSchema() }), 500),
      unknown_policy: enumSchema(unknownPolicies),
      likelihood_prior: closed({ rate: ratio, strength: numberSchema(0, 1000) }),
      program: closed({
        enabled: booleanSchema(),
        min_needs: integerSchema(2, 12),
        credit_points: numberSchema(0, 20),
      }),
      reject_reasons_kept: integerSchema(1, 20),
      near_misses: integerSchema(0, 100),
    },
    required: [],
  });
}

/** Problems of a configuration as it would be saved, at most 50. */
export function checkMatchingConfiguration(config: Json, manifests: RegisteredManifests | undefined): ConfigIssue[] {
  return checkConfiguration(config, schema, {
    engineType: "matching",
    freeMaps: ["risk.attributes"],
    manifests,
    checkOwn,
  });
}

function checkOwn(config: JsonObject, issues: ConfigIssue[]): void {
  if (issues.length > 0) return;
  checkRules(config, issues);
  checkUtilities(config, issues);
  // Weights come from the effective configuration, which only a valid one has.
  if (issues.length === 0) checkWeights(config, issues);
}

/** Saved configuration, preset defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveMatching(config: JsonObject): JsonObject {
  const preset = matchingPreset();
  const base = effectiveBase(config, preset);
  const merged = (name: string): JsonObject => ({ ...part(preset, name), ...part(config, name) });
  const pack = findPack(text(config, "pack_key") ?? "", number(config, "pack_version") ?? 0);
  const packRules = pack?.rules.matching?.["knockout_rules"] ?? [];
  return {
    ...base,
    offering_source: merged("offering_source"),
    weights: merged("weights"),
    priority_profiles: merged("priority_profiles"),
    utilities: {
      ...merged("utilities"),
      relationship: {
        ...part(part(preset, "utilities"), "relationship"),
        ...part(part(config, "utilities"), "relationship"),
      },
    },
    knockout_rules: filledIn(mergeRules(packRules, objects(base, "knockout_rules")), { enabled: true }),
    likelihood_prior: merged("likelihood_prior"),
    program: merged("program"),
  };
}

function checkRules(config: JsonObject, issues: ConfigIssue[]): void {
  const known = new Map<string, boolean>();
  for (const [index, rule] of objects(config, "knockout_rules").entries()) {
    const at = `/knockout_rules/${index}`;
    if (checkKeys.some((key) => key === rule["key"])) {
      issues.push({ path: `${at}/key`, message: "is the name of a built-in check" });
    }
    if (rule["effect"] === "adjust" && rule["points"] === undefined) {
      issues.push({ path: `${at}/points`, message: "is required for the effect adjust" });
    }
    issues.push(...checkRuleCondition(rule["when"] ?? null, `${at}/when`, known));
    if (issues.length >= issuesMax) return;
  }
}

function checkUtilities(config: JsonObject, issues: ConfigIssue[]): void {
  const utilities = part(config, "utilities");
  for (const name of ["price", "service_days", "commission_rate"]) {
    const points = utilities[name];
    let last = Number.NEGATIVE_INFINITY;
    for (const [index, point] of (isJsonArray(points) ? points : []).entries()) {
      const [x, y] = isJsonArray(point) ? point : [];
      if (typeof x !== "number" || typeof y !== "number") continue;
      const at = `/utilities/${name}/${index}`;
      if (x <= last) issues.push({ path: `${at}/0`, message: "must be greater than the value before it" });
      if (y > 1) issues.push({ path: `${at}/1`, message: "a utility is at most 1" });
      last = x;
    }
  }
}

/** A priority without any weight would divide by zero. */
function checkWeights(config: JsonObject, issues: ConfigIssue[]): void {
  const settings = readSettings(effectiveMatching(config));
  for (const priority of priorities) {
    const weights = weightsFor(settings, priority);
    if (dimensions.some((name) => weights[name] > 0)) continue;
    const isProfile = settings.profiles.has(priority);
    issues.push({
      path: isProfile ? `/priority_profiles/${priority}` : "/weights",
      message: "at least one weight must be above 0",
    });
    if (!isProfile) return;
  }
}
