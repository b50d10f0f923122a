import { type Point, type Rating, ratings, readPoints, severities, type Severity } from "@service/engine-kit";
import { type Json, type JsonObject, flag, number, objects, oneOf, part, text } from "@service/json";
import type { Attribute, Scenario } from "./stages/item.ts";
import { attributes, byText } from "./stages/item.ts";
import type { CoverageAlias } from "./stages/label-index.ts";
import { readScenario } from "./read-input.ts";

/** The built-in structural checks of CMP-8; a check without a severity in the configuration does not run. */
export const checkKeys = [
  "term_gap",
  "umbrella_schedule",
  "retro_date",
  "trigger_change",
  "valuation_drop",
  "coinsurance_up",
  "wind_hail_percent",
  "aggregate_shared",
  "one_sided_exclusion",
  "open_subjectivity",
  "quote_expiry",
  "rating_floor",
  "minimum_earned",
  "basis_mismatch",
] as const;
export type CheckKey = (typeof checkKeys)[number];

export const dimensions = ["coverage", "price", "terms", "carrier"] as const;
export type Dimension = (typeof dimensions)[number];

export const directions = ["higher_better", "lower_better", "match_baseline", "presence"] as const;
export type Direction = (typeof directions)[number];

export type LineItem = {
  readonly key: string;
  readonly line: string;
  readonly coverage: string;
  readonly attribute: Attribute;
  readonly direction: Direction;
  readonly weight: number;
  readonly materiality: { readonly abs: number | undefined; readonly rel: number | undefined };
  readonly critical: boolean;
  /** Reference when neither a requirement nor the baseline gives one. */
  readonly reference: Json | undefined;
};

type UnderlyingLimit = { readonly line: string; readonly coverage: string; readonly limit: number };

export type CheckParameters = {
  readonly umbrellaSchedule: readonly UnderlyingLimit[];
  readonly ratingFloor: Rating;
  readonly minimumEarnedMax: number;
  readonly quoteExpiryDays: number;
  readonly basisTolerance: number;
};

export type Settings = {
  readonly aliases: readonly CoverageAlias[];
  readonly lineItems: readonly LineItem[];
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

/** Reads an effective configuration (it passed `validateConfig` and carries every preset default). */
export function readSettings(effective: JsonObject): Settings {
  const checks = part(effective, "checks");
  const parameters = part(effective, "check_parameters");
  const ranking = part(effective, "ranking");
  const weights = part(ranking, "weights");
  const utilities = part(ranking, "utilities");
  const rating = part(utilities, "rating");
  return {
    aliases: objects(effective, "aliases").map((alias) => ({
      alias: text(alias, "alias") ?? "",
      line: text(alias, "line") ?? "",
      coverage: text(alias, "coverage") ?? "",
    })),
    lineItems: objects(effective, "line_items")
      .map(readLineItem)
      .sort((a, b) => byText(a.key, b.key)),
    checks: new Map(
      checkKeys.flatMap((key) => {
        const severity = oneOf(severities, checks[key]);
        return severity === undefined ? [] : [[key, severity] as const];
      }),
    ),
    checkParameters: {
      umbrellaSchedule: objects(parameters, "umbrella_schedule").map((entry) => ({
        line: text(entry, "line") ?? "",
        coverage: text(entry, "coverage") ?? "",
        limit: number(entry, "limit") ?? 0,
      })),
      ratingFloor: oneOf(ratings, parameters["rating_floor"]) ?? "A-",
      minimumEarnedMax: number(parameters, "minimum_earned_max") ?? 0.25,
      quoteExpiryDays: number(parameters, "quote_expiry_days") ?? 10,
      basisTolerance: number(parameters, "basis_tolerance") ?? 0.05,
    },
    ranking: {
      enabled: flag(ranking, "enabled") ?? true,
      weights: {
        coverage: number(weights, "coverage") ?? 0,
        price: number(weights, "price") ?? 0,
        terms: number(weights, "terms") ?? 0,
        carrier: number(weights, "carrier") ?? 0,
      },
      priceUtility: readPoints(utilities["price"]),
      ratingUtility: new Map(
        ratings.flatMap((name) => {
          const utility = number(rating, name);
          return utility === undefined ? [] : [[name, utility] as const];
        }),
      ),
    },
    scenarios: objects(effective, "scenarios").map(readScenario),
    maxRows: number(effective, "max_rows") ?? 1500,
  };
}

function readLineItem(item: JsonObject): LineItem {
  const materiality = part(item, "materiality");
  return {
    key: text(item, "key") ?? "",
    line: text(item, "line") ?? "",
    coverage: text(item, "coverage") ?? "",
    attribute: oneOf(attributes, item["attribute"]) ?? "included",
    direction: oneOf(directions, item["direction"]) ?? "match_baseline",
    weight: number(item, "weight") ?? 0,
    materiality: { abs: number(materiality, "abs"), rel: number(materiality, "rel") },
    critical: flag(item, "critical") ?? false,
    reference: item["reference"],
  };
}
