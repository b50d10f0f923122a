import { findPack } from "@service/packs";
import {
  configurationShape,
  coverageSchema,
  effectiveOf,
  lineSchema,
  ratings,
  severities,
  pointsSchema,
} from "@service/engine-kit";
import {
  asWritten,
  booleanSchema,
  closed,
  type Complete,
  defaultsOf,
  eachOf,
  enumSchema,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  numberSchema,
  ratioSchema,
  shapeOf,
  textSchema,
  withDefault,
  type Written,
} from "@service/json";
import { attributes, checkKeys, directions } from "./codes.ts";
import { scenarioSchema } from "./input.ts";
import { labelWords } from "./stages/labels/label-words.ts";
import { usualChecks, usualLineItems, usualUmbrellaSchedule, usualUtilities } from "./preset.ts";

const weight = numberSchema(0, 100);

/** Another wording of a coverage of a line. */
const aliases = listOf(
  closed({ alias: textSchema(160, 1), line: lineSchema(), coverage: coverageSchema() }, ["alias", "line", "coverage"]),
  2000,
);
type Alias = Written<typeof aliases>[number];

/** How much a row of the matrix weighs and from where a difference is material (CMP-14). */
const lineItems = listOf(
  closed(
    {
      key: keySchema(),
      enabled: withDefault(booleanSchema(), true),
      line: lineSchema(),
      coverage: keySchema(),
      attribute: enumSchema(attributes),
      direction: enumSchema(directions),
      weight,
      materiality: closed({ abs: numberSchema(0, 1e12), rel: numberSchema(0, 1000) }),
      critical: booleanSchema(),
      reference: shapeOf<string | number | boolean>({ type: ["string", "number", "boolean"], maxLength: 60 }),
    },
    ["key", "line", "coverage", "attribute", "direction", "weight", "materiality", "critical"],
  ),
  500,
);

/** What exclusions and conditions are about: a phrase applies when all its words stand in a text (CMP-88). */
const exclusionTopics = listOf(
  closed(
    {
      key: keySchema(),
      enabled: withDefault(booleanSchema(), true),
      label: textSchema(120, 1),
      phrases: listOf(textSchema(120, 1), 50, 1),
    },
    ["key", "label", "phrases"],
  ),
  500,
);

/** Points of a utility, ascending: the ratio to the reference, its worth in 0..1. */
const points = pointsSchema(1000);

/** A comparison configuration: every member with its bounds and its default (TYPE-84, CMP-6, CMP-7). */
export const comparisonConfiguration = configurationShape({
  response_type: withDefault(textSchema(64, 1), "proposal_comparison"),
  aliases: withDefault(aliases, []),
  line_items: withDefault(lineItems, asWritten(lineItems, usualLineItems)),
  exclusion_topics: withDefault(exclusionTopics, []),
  // As a whole: a check that a configuration leaves out does not run.
  checks: withDefault(closed(eachOf(checkKeys, enumSchema(severities))), usualChecks),
  check_parameters: withDefault(
    closed({
      umbrella_schedule: withDefault(
        listOf(
          closed({ line: lineSchema(), coverage: coverageSchema(), limit: numberSchema(0, 1e12) }, [
            "line",
            "coverage",
            "limit",
          ]),
          50,
        ),
        usualUmbrellaSchedule,
      ),
      rating_floor: withDefault(enumSchema(ratings.filter((rating) => rating !== "NR")), "A-"),
      minimum_earned_max: withDefault(ratioSchema(), 0.25),
      quote_expiry_days: withDefault(integerSchema(0, 365), 10),
      basis_tolerance: withDefault(ratioSchema(), 0.05),
    }),
    {},
  ),
  ranking: withDefault(
    closed({
      enabled: withDefault(booleanSchema(), true),
      weights: withDefault(
        closed({
          coverage: withDefault(weight, 45),
          price: withDefault(weight, 30),
          terms: withDefault(weight, 15),
          carrier: withDefault(weight, 10),
        }),
        {},
      ),
      utilities: withDefault(
        closed({
          price: withDefault(points, usualUtilities.price),
          // As a whole: a rating that a configuration leaves out is worth as much as the lowest listed one.
          rating: withDefault({ ...closed(eachOf(ratings, ratioSchema())), minProperties: 1 }, usualUtilities.rating),
        }),
        {},
      ),
    }),
    {},
  ),
  scenarios: withDefault(listOf(scenarioSchema(), 20), []),
  max_rows: withDefault(integerSchema(1, 5000), 1500),
});

/** As saved. */
export type SavedComparison = Written<typeof comparisonConfiguration>;

export type ComparisonConfiguration = Complete<typeof comparisonConfiguration>;

/** The draft of a new comparison engine (CMP-7, TYPE-92). */
export function comparisonPreset(): JsonObject {
  return defaultsOf(comparisonConfiguration);
}

/** Saved configuration, defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveComparison(config: JsonObject): ComparisonConfiguration {
  const saved = asWritten(comparisonConfiguration, config);
  const merged = mergeAliases(packRules(saved).aliases, saved.aliases ?? []);
  return effectiveOf(comparisonConfiguration, { ...config, aliases: merged }, "comparison", [
    "line_items",
    "exclusion_topics",
  ]);
}

/** What the pack of a configuration says about comparisons. */
export function packRules({ pack_key, pack_version }: SavedComparison) {
  const rules = findPack(pack_key, pack_version)?.rules.comparison ?? {};
  return {
    aliases: asWritten(aliases, rules["aliases"] ?? []),
    line_items: asWritten(lineItems, rules["line_items"] ?? []),
  };
}

/** An alias of the configuration precedes the pack's same alias of the same line (CMP-21). They have no keys. */
function mergeAliases(packAliases: readonly Alias[], own: readonly Alias[]): readonly Alias[] {
  const overridden = new Set(own.map(aliasKey));
  return [...own, ...packAliases.filter((alias) => !overridden.has(aliasKey(alias)))];
}

export function aliasKey({ alias, line }: Alias): string {
  return `${line}|${labelWords(alias, line).join(" ")}`;
}
