import { agencyRuleSchema } from "@service/engine-offerings";
import { configurationShape, effectiveOf, ratings, pointsSchema } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  type Complete,
  defaultsOf,
  eachOf,
  enumSchema,
  integerSchema,
  type JsonObject,
  listOf,
  numberSchema,
  ratioSchema,
  textSchema,
  withDefault,
} from "@service/json";
import { dimensions, unknownPolicies } from "./codes.ts";
import { usualRules, usualUtilities } from "./preset.ts";

const weight = numberSchema(0, 100);

/** The weights that differ from those of the configuration. */
const profile = closed(eachOf(dimensions, weight));

/** Points of a utility, ascending: the value of the subject, its worth in 0..1. */
function utility(usual: readonly (readonly [number, number])[]) {
  return withDefault(pointsSchema(10_000), usual);
}

/** A matching configuration: every member with its bounds and its default (TYPE-84, MATCH-12, MATCH-13). */
export const matchingConfiguration = configurationShape({
  response_type: withDefault(textSchema(64, 1), "market_recommendation"),
  // Not required: a fresh organization has loaded no offerings yet; its runs send their own (TYPE-92).
  offering_source: withDefault(
    closed(
      {
        dataset_key: textSchema(128, 1),
        required: withDefault(booleanSchema(), false),
        max_age_days: withDefault(integerSchema(1, 3650), 30),
      },
      ["dataset_key"],
    ),
    { dataset_key: "offerings" },
  ),
  weights: withDefault(
    closed({
      appetite: withDefault(weight, 30),
      coverage_fit: withDefault(weight, 25),
      price: withDefault(weight, 15),
      likelihood: withDefault(weight, 12),
      strength: withDefault(weight, 8),
      service: withDefault(weight, 5),
      relationship: withDefault(weight, 5),
      // A ranking driven by remuneration is a conflict of interest and must be a visible choice (MATCH-21).
      commission: withDefault(weight, 0),
    }),
    {},
  ),
  priority_profiles: withDefault(
    closed({
      balance: profile,
      price: withDefault(profile, { price: 35, appetite: 22, coverage_fit: 20 }),
      coverage: withDefault(profile, { coverage_fit: 40, price: 5 }),
      speed: withDefault(profile, { service: 25, likelihood: 18, price: 8 }),
    }),
    {},
  ),
  utilities: withDefault(
    closed({
      price: utility(usualUtilities.price),
      service_days: utility(usualUtilities.service_days),
      commission_rate: utility(usualUtilities.commission_rate),
      // As a whole: a rating that a configuration leaves out is worth as much as the lowest listed one.
      rating: withDefault({ ...closed(eachOf(ratings, ratioSchema())), minProperties: 1 }, usualUtilities.rating),
      relationship: withDefault(
        closed({
          appointed_preferred: withDefault(ratioSchema(), 1),
          appointed: withDefault(ratioSchema(), 0.8),
          preferred: withDefault(ratioSchema(), 0.5),
          none: withDefault(ratioSchema(), 0.3),
        }),
        {},
      ),
    }),
    {},
  ),
  knockout_rules: withDefault(listOf(agencyRuleSchema(), 500), usualRules),
  unknown_policy: withDefault(enumSchema(unknownPolicies), "needs_info"),
  likelihood_prior: withDefault(
    closed({ rate: withDefault(ratioSchema(), 0.25), strength: withDefault(numberSchema(0, 1000), 4) }),
    {},
  ),
  program: withDefault(
    closed({
      enabled: withDefault(booleanSchema(), true),
      min_needs: withDefault(integerSchema(2, 12), 2),
      credit_points: withDefault(numberSchema(0, 20), 3),
    }),
    {},
  ),
  reject_reasons_kept: withDefault(integerSchema(1, 20), 3),
  near_misses: withDefault(integerSchema(0, 100), 10),
});

export type MatchingConfiguration = Complete<typeof matchingConfiguration>;

/** The draft of a new matching engine (MATCH-13, TYPE-92). */
export function matchingPreset(): JsonObject {
  return defaultsOf(matchingConfiguration);
}

/** Saved configuration, defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveMatching(config: JsonObject): MatchingConfiguration {
  return effectiveOf(matchingConfiguration, config, "matching", ["knockout_rules"]);
}
