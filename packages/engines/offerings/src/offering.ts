import { type Rating, ratings } from "@service/engine-kit";
import type { CompiledPath } from "@service/conditions";
import { type JsonObject, byText, flag, number, objects, oneOf, part, text, texts } from "@service/json";
import { readAppetite, type Appetite } from "./appetite.ts";
import { readOfferedCoverages, type OfferedCoverage } from "./coverages.ts";
import { markets, type Market } from "./offering-schema.ts";
import { compiledPath, compileRule, type ConditionMemo, type Rule } from "./rules.ts";

export type Bound = {
  readonly fact: CompiledPath;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly effect: "knockout" | "refer";
};

export type Pricing = {
  readonly basis: CompiledPath;
  readonly per: number;
  readonly rate: number;
  readonly minimumPremium: number | undefined;
  readonly stateFactors: ReadonlyMap<string, number>;
};

/** One carrier program, compiled for many needs and runs. */
export type Offering = {
  readonly key: string;
  readonly carrierKey: string;
  readonly carrierName: string;
  readonly product: string;
  readonly lines: ReadonlySet<string>;
  readonly isActive: boolean;
  readonly market: Market;
  readonly rating: Rating | undefined;
  readonly isAppointed: boolean;
  readonly effectiveFrom: string | undefined;
  readonly effectiveTo: string | undefined;
  readonly states: {
    readonly isEverywhere: boolean;
    readonly include: ReadonlySet<string>;
    readonly exclude: ReadonlySet<string>;
  };
  readonly appetite: Appetite;
  readonly bounds: readonly Bound[];
  readonly rules: readonly Rule[];
  readonly coverages: ReadonlyMap<string, OfferedCoverage>;
  readonly pricing: Pricing | undefined;
  readonly commissionRate: number | undefined;
  readonly turnaroundDays: number | undefined;
  readonly history: { readonly submitted: number; readonly bound: number } | undefined;
  readonly requiredDocuments: readonly string[];
  /** The namespace `offering` of conditions. */
  readonly facts: JsonObject;
  /** Facts of the client and the need that evaluating this offering reads. */
  readonly neededFacts: readonly string[];
};

/** Compiles an offering that has passed its check; offerings of one set share their conditions. */
export function compileOffering(offering: JsonObject, conditions: ConditionMemo): Offering {
  const states = part(offering, "states");
  const include = new Set(texts(states, "include"));
  const exclude = new Set(texts(states, "exclude"));
  const appetite = readAppetite(offering);
  const bounds = objects(offering, "bounds")
    .map(readBound)
    .sort((a, b) => byText(a.fact.text, b.fact.text) || (a.min ?? 0) - (b.min ?? 0) || (a.max ?? 0) - (b.max ?? 0));
  const rules = objects(offering, "rules")
    .map((rule) => compileRule(rule, conditions))
    .sort((a, b) => byText(a.key, b.key));
  const pricing = offering["pricing"] === undefined ? undefined : readPricing(part(offering, "pricing"));
  const isEverywhere = include.has("*") && exclude.size === 0;
  const { rules: _rules, bounds: _bounds, ...facts } = offering;
  const needed = new Set<string>();
  if (!isEverywhere) needed.add("risk.states");
  if (appetite.levels.size > 0) needed.add("risk.naics");
  for (const { fact } of bounds) needed.add(fact.text);
  for (const { paths } of rules) for (const path of paths) needed.add(path.text);
  if (pricing !== undefined) for (const path of [pricing.basis.text, "loss.ratio_3y"]) needed.add(path);
  return {
    key: text(offering, "offering_key") ?? "",
    carrierKey: text(offering, "carrier_key") ?? "",
    carrierName: text(offering, "carrier_name") ?? "",
    product: text(offering, "product") ?? "",
    lines: new Set(texts(offering, "lines")),
    isActive: offering["status"] === "active",
    market: oneOf(markets, offering["market"]) ?? "admitted",
    rating: oneOf(ratings, offering["rating"]),
    isAppointed: flag(offering, "appointed") ?? false,
    effectiveFrom: text(offering, "effective_from"),
    effectiveTo: text(offering, "effective_to"),
    states: { isEverywhere, include, exclude },
    appetite,
    bounds,
    rules,
    coverages: readOfferedCoverages(offering),
    pricing,
    commissionRate: number(offering, "commission_rate"),
    turnaroundDays: number(offering, "turnaround_days"),
    history: offering["history"] === undefined ? undefined : readHistory(part(offering, "history")),
    requiredDocuments: [...new Set(texts(offering, "required_documents"))].sort(),
    facts,
    neededFacts: [...needed].filter((path) => !path.startsWith("offering.")),
  };
}

/** Whether the offering is written in a state. */
export function isWrittenIn({ states }: Offering, state: string): boolean {
  return (states.include.has("*") || states.include.has(state)) && !states.exclude.has(state);
}

function readBound(bound: JsonObject): Bound {
  return {
    fact: compiledPath(text(bound, "fact") ?? ""),
    min: number(bound, "min"),
    max: number(bound, "max"),
    effect: bound["effect"] === "refer" ? "refer" : "knockout",
  };
}

function readPricing(pricing: JsonObject): Pricing {
  const factors = part(pricing, "state_factors");
  return {
    basis: compiledPath(text(pricing, "basis_fact") ?? ""),
    per: number(pricing, "per") ?? 1,
    rate: number(pricing, "rate") ?? 0,
    minimumPremium: number(pricing, "minimum_premium"),
    stateFactors: new Map(Object.keys(factors).map((state) => [state, number(factors, state) ?? 1])),
  };
}

function readHistory(history: JsonObject): { readonly submitted: number; readonly bound: number } {
  return { submitted: number(history, "submitted") ?? 0, bound: number(history, "bound") ?? 0 };
}
