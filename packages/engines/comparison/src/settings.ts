import { type Point, type Rating, ratings, type Severity } from "@service/engine-kit";
import { byText, fillDefaults, type JsonObject } from "@service/json";
import { checkKeys, type CheckKey, type Dimension } from "./codes.ts";
import { comparisonConfiguration, type ComparisonConfiguration } from "./configuration.ts";
import { readScenario } from "./stages/read-input.ts";
import type { Scenario } from "./stages/item.ts";

export type LineItem = ComparisonConfiguration["line_items"][number];

export type ExclusionTopic = ComparisonConfiguration["exclusion_topics"][number];

export type CheckParameters = {
  readonly umbrellaSchedule: ComparisonConfiguration["check_parameters"]["umbrella_schedule"];
  readonly ratingFloor: Rating;
  readonly minimumEarnedMax: number;
  readonly quoteExpiryDays: number;
  readonly basisTolerance: number;
};

export type Settings = {
  readonly aliases: ComparisonConfiguration["aliases"];
  /** By key. */
  readonly lineItems: readonly LineItem[];
  /** By key. */
  readonly exclusionTopics: readonly ExclusionTopic[];
  readonly checks: ReadonlyMap<CheckKey, Severity>;
  readonly checkParameters: CheckParameters;
  readonly ranking: {
    readonly enabled: boolean;
    readonly weights: Readonly<Record<Dimension, number>>;
    readonly priceUtility: readonly Point[];
    readonly ratingUtility: ReadonlyMap<Rating, number>;
  };
  readonly scenarios: readonly Scenario[];
  readonly maxRows: number;
};

/** Compiles an effective configuration. */
export function readSettings(effective: JsonObject): Settings {
  // A release of an older version lacks the members that were added since.
  const configuration = fillDefaults(comparisonConfiguration, effective);
  const { checks, check_parameters: parameters, ranking } = configuration;
  return {
    aliases: configuration.aliases,
    lineItems: [...configuration.line_items].sort((a, b) => byText(a.key, b.key)),
    exclusionTopics: [...configuration.exclusion_topics].sort((a, b) => byText(a.key, b.key)),
    checks: statedOf(checkKeys, checks),
    checkParameters: {
      umbrellaSchedule: parameters.umbrella_schedule,
      ratingFloor: parameters.rating_floor,
      minimumEarnedMax: parameters.minimum_earned_max,
      quoteExpiryDays: parameters.quote_expiry_days,
      basisTolerance: parameters.basis_tolerance,
    },
    ranking: {
      enabled: ranking.enabled,
      weights: ranking.weights,
      priceUtility: ranking.utilities.price,
      ratingUtility: statedOf(ratings, ranking.utilities.rating),
    },
    scenarios: configuration.scenarios.map(readScenario),
    maxRows: configuration.max_rows,
  };
}

/** The names that have a value, in the order of their list. */
function statedOf<Name extends string, Value>(
  names: readonly Name[],
  values: { readonly [Each in Name]?: Value },
): ReadonlyMap<Name, Value> {
  return new Map(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
