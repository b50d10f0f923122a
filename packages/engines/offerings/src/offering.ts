import type { Rating } from "@service/engine-kit";
import type { CompiledPath } from "@service/conditions";
import { type JsonObject, byText } from "@service/json";
import { readAppetite, type Appetite } from "./appetite.ts";
import { readOfferedCoverages, type OfferedCoverage } from "./coverages.ts";
import type { Market } from "./codes.ts";
import type { WrittenOffering } from "./offering-schema.ts";
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
  readonly history: WrittenOffering["history"];
  readonly requiredDocuments: readonly string[];
  /** The namespace `offering` of conditions. */
  readonly facts: JsonObject;
  /** Facts of the client and the need that evaluating this offering reads. */
  readonly neededFacts: readonly string[];
};

/** Compiles an offering that has passed its check; offerings of one set share their conditions. */
export function compileOffering(offering: WrittenOffering, conditions: ConditionMemo): Offering {
  const { rules: writtenRules = [], bounds: writtenBounds = [], ...facts } = offering;
  const include = new Set(offering.states.include);
  const exclude = new Set(offering.states.exclude);
  const appetite = readAppetite(offering);
  const bounds = writtenBounds
    .map(readBound)
    .sort((a, b) => byText(a.fact.text, b.fact.text) || (a.min ?? 0) - (b.min ?? 0) || (a.max ?? 0) - (b.max ?? 0));
  const rules = writtenRules.map((rule) => compileRule(rule, conditions)).sort((a, b) => byText(a.key, b.key));
  const pricing = offering.pricing === undefined ? undefined : readPricing(offering.pricing);
  const isEverywhere = include.has("*") && exclude.size === 0;
  const needed = new Set<string>();
  if (!isEverywhere) needed.add("risk.states");
  if (appetite.levels.size > 0) needed.add("risk.naics");
  for (const { fact } of bounds) needed.add(fact.text);
  for (const { paths } of rules) for (const path of paths) needed.add(path.text);
  if (pricing !== undefined) for (const path of [pricing.basis.text, "loss.ratio_3y"]) needed.add(path);
  return {
    key: offering.offering_key,
    carrierKey: offering.carrier_key,
    carrierName: offering.carrier_name,
    product: offering.product,
    lines: new Set(offering.lines),
    isActive: offering.status === "active",
    market: offering.market,
    rating: offering.rating,
    isAppointed: offering.appointed,
    effectiveFrom: offering.effective_from,
    effectiveTo: offering.effective_to,
    states: { isEverywhere, include, exclude },
    appetite,
    bounds,
    rules,
    coverages: readOfferedCoverages(offering),
    pricing,
    commissionRate: offering.commission_rate,
    turnaroundDays: offering.turnaround_days,
    history: offering.history,
    requiredDocuments: [...new Set(offering.required_documents)].sort(),
    facts,
    neededFacts: [...needed].filter((path) => !path.startsWith("offering.")),
  };
}

/** Whether the offering is written in a state. */
export function isWrittenIn({ states }: Offering, state: string): boolean {
  return (states.include.has("*") || states.include.has(state)) && !states.exclude.has(state);
}

function readBound({ fact, min, max, effect }: NonNullable<WrittenOffering["bounds"]>[number]): Bound {
  return { fact: compiledPath(fact), min, max, effect };
}

function readPricing(pricing: NonNullable<WrittenOffering["pricing"]>): Pricing {
  return {
    basis: compiledPath(pricing.basis_fact),
    per: pricing.per,
    rate: pricing.rate,
    minimumPremium: pricing.minimum_premium,
    stateFactors: new Map(Object.entries(pricing.state_factors ?? {})),
  };
}
