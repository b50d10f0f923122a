import { compileRule, type Priority, type Rule } from "@service/engine-offerings";
import { type Point, ratings } from "@service/engine-kit";
import { type JsonObject, byText, fillDefaults } from "@service/json";
import type { Dimension, UnknownPolicy } from "./codes.ts";
import { matchingConfiguration, type MatchingConfiguration } from "./configuration.ts";

/** How the agency stands to a carrier. */
export type Relationship = keyof MatchingConfiguration["utilities"]["relationship"];

export type Weights = Readonly<Record<Dimension, number>>;

export type Settings = {
  readonly source: { readonly datasetKey: string; readonly required: boolean; readonly maxAgeDays: number };
  readonly weights: Weights;
  readonly profiles: MatchingConfiguration["priority_profiles"];
  readonly utilities: {
    /** Utility by the ratio of the indication to the target. */
    readonly price: readonly Point[];
    readonly serviceDays: readonly Point[];
    readonly commissionRate: readonly Point[];
    readonly rating: ReadonlyMap<string, number>;
    readonly relationship: Readonly<Record<Relationship, number>>;
  };
  /** Agency-wide rules, by key. */
  readonly rules: readonly Rule[];
  readonly unknownPolicy: UnknownPolicy;
  readonly prior: { readonly rate: number; readonly strength: number };
  readonly program: { readonly enabled: boolean; readonly minNeeds: number; readonly creditPoints: number };
  readonly rejectReasonsKept: number;
  readonly nearMisses: number;
};

/** Compiles an effective configuration. */
export function readSettings(effective: JsonObject): Settings {
  // A release of an older version lacks the members that were added since.
  const configuration = fillDefaults(matchingConfiguration, effective);
  const { offering_source: source, utilities, program } = configuration;
  return {
    source: { datasetKey: source.dataset_key, required: source.required, maxAgeDays: source.max_age_days },
    weights: configuration.weights,
    profiles: configuration.priority_profiles,
    utilities: {
      price: utilities.price,
      serviceDays: utilities.service_days,
      commissionRate: utilities.commission_rate,
      rating: new Map(
        ratings.flatMap((name) => {
          const utility = utilities.rating[name];
          return utility === undefined ? [] : [[name, utility] as const];
        }),
      ),
      relationship: utilities.relationship,
    },
    rules: configuration.knockout_rules
      .filter((rule) => rule.enabled)
      .map((rule) => compileRule(rule))
      .sort((a, b) => byText(a.key, b.key)),
    unknownPolicy: configuration.unknown_policy,
    prior: configuration.likelihood_prior,
    program: { enabled: program.enabled, minNeeds: program.min_needs, creditPoints: program.credit_points },
    rejectReasonsKept: configuration.reject_reasons_kept,
    nearMisses: configuration.near_misses,
  };
}

/** The weights of a run: those of the configuration, overridden by the profile of the stated priority. */
export function weightsFor(settings: Settings, priority: Priority): Weights {
  return { ...settings.weights, ...settings.profiles[priority] };
}
