import { compileRule, type Rule } from "@service/engine-offerings";
import { type Point, ratings, readPoints } from "@service/engine-kit";
import { type JsonObject, byText, flag, number, objects, part, text } from "@service/json";

/** The dimensions of a score, in the order in which a breakdown lists them (MATCH-13). */
export const dimensions = [
  "appetite",
  "coverage_fit",
  "price",
  "likelihood",
  "strength",
  "service",
  "relationship",
  "commission",
] as const;
export type Dimension = (typeof dimensions)[number];
export type Weights = Readonly<Record<Dimension, number>>;

export const relationships = ["appointed_preferred", "appointed", "preferred", "none"] as const;
export type Relationship = (typeof relationships)[number];

export const unknownPolicies = ["needs_info", "refer"] as const;

export type Settings = {
  readonly source: { readonly datasetKey: string; readonly required: boolean; readonly maxAgeDays: number };
  readonly weights: Weights;
  readonly profiles: ReadonlyMap<string, JsonObject>;
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
  readonly unknownPolicy: (typeof unknownPolicies)[number];
  readonly prior: { readonly rate: number; readonly strength: number };
  readonly program: { readonly enabled: boolean; readonly minNeeds: number; readonly creditPoints: number };
  readonly rejectReasonsKept: number;
  readonly nearMisses: number;
};

/** Reads an effective configuration (it passed `validateConfig` and carries every preset default). */
export function readSettings(effective: JsonObject): Settings {
  const source = part(effective, "offering_source");
  const utilities = part(effective, "utilities");
  const rating = part(utilities, "rating");
  const relationship = part(utilities, "relationship");
  const prior = part(effective, "likelihood_prior");
  const program = part(effective, "program");
  return {
    source: {
      datasetKey: text(source, "dataset_key") ?? "offerings",
      required: flag(source, "required") ?? false,
      maxAgeDays: number(source, "max_age_days") ?? 30,
    },
    weights: readWeights(part(effective, "weights")),
    profiles: new Map(
      Object.keys(part(effective, "priority_profiles")).map((name) => [
        name,
        part(part(effective, "priority_profiles"), name),
      ]),
    ),
    utilities: {
      price: readPoints(utilities["price"]),
      serviceDays: readPoints(utilities["service_days"]),
      commissionRate: readPoints(utilities["commission_rate"]),
      rating: new Map(
        ratings.flatMap((name) => {
          const utility = number(rating, name);
          return utility === undefined ? [] : [[name, utility] as const];
        }),
      ),
      relationship: {
        appointed_preferred: number(relationship, "appointed_preferred") ?? 1,
        appointed: number(relationship, "appointed") ?? 0.8,
        preferred: number(relationship, "preferred") ?? 0.5,
        none: number(relationship, "none") ?? 0.3,
      },
    },
    rules: objects(effective, "knockout_rules")
      .filter((rule) => rule["enabled"] !== false)
      .map((rule) => compileRule(rule))
      .sort((a, b) => byText(a.key, b.key)),
    unknownPolicy: text(effective, "unknown_policy") === "refer" ? "refer" : "needs_info",
    prior: { rate: number(prior, "rate") ?? 0.25, strength: number(prior, "strength") ?? 4 },
    program: {
      enabled: flag(program, "enabled") ?? true,
      minNeeds: number(program, "min_needs") ?? 2,
      creditPoints: number(program, "credit_points") ?? 3,
    },
    rejectReasonsKept: number(effective, "reject_reasons_kept") ?? 3,
    nearMisses: number(effective, "near_misses") ?? 10,
  };
}

/** The weights of a run: those of the configuration, overridden by the profile of the stated priority. */
export function weightsFor(settings: Settings, priority: string): Weights {
  return readWeights({ ...settings.weights, ...settings.profiles.get(priority) });
}

function readWeights(weights: JsonObject): Weights {
  return {
    appetite: number(weights, "appetite") ?? 0,
    coverage_fit: number(weights, "coverage_fit") ?? 0,
    price: number(weights, "price") ?? 0,
    likelihood: number(weights, "likelihood") ?? 0,
    strength: number(weights, "strength") ?? 0,
    service: number(weights, "service") ?? 0,
    relationship: number(weights, "relationship") ?? 0,
    commission: number(weights, "commission") ?? 0,
  };
}
