import { commissionRateSchema, coverageSchema, lineSchema, ratings } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  mapOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  objectSchema,
  patternSchema,
  shapeOf,
  stateSchema,
  textSchema,
  withDefault,
  type Written,
} from "@service/json";
import { appetiteLevels, effects, markets } from "./codes.ts";

/** Offerings of one run (MATCH-6). */
export const offeringsMax = 10_000;
/** Offerings of one dataset (DATA-16). */
export const datasetOfferingsMax = 50_000;

/** One carrier program, as a caller sends it and as the dataset `offerings` holds it (MATCH-8). */
export function offeringSchema() {
  return closed(
    {
      offering_key: keySchema(),
      carrier_key: keySchema(),
      carrier_name: textSchema(120, 1),
      product: textSchema(120, 1),
      lines: { ...listOf(lineSchema(), 5, 1), uniqueItems: true },
      status: enumSchema(["active", "paused"]),
      market: enumSchema(markets),
      rating: enumSchema(ratings),
      appointed: booleanSchema(),
      effective_from: dateSchema(),
      effective_to: dateSchema(),
      states: statesSchema(),
      appetite: listOf(closed({ prefix: naicsSchema(), level: enumSchema(appetiteLevels) }, ["prefix", "level"]), 500),
      default_appetite: enumSchema(["standard", "limited", "prohibited"]),
      bounds: listOf(boundSchema(), 40),
      rules: listOf(ruleSchema(), 60),
      coverages: listOf(offeredCoverageSchema(), 80),
      pricing: pricingSchema(),
      commission_rate: commissionRateSchema(),
      turnaround_days: numberSchema(0, 3650),
      history: closed(
        {
          submitted: countSchema(1_000_000_000),
          quoted: countSchema(1_000_000_000),
          bound: countSchema(1_000_000_000),
        },
        ["submitted", "quoted", "bound"],
      ),
      required_documents: listOf(textSchema(120, 1), 20),
      notes: textSchema(1000),
    },
    [
      "offering_key",
      "carrier_key",
      "carrier_name",
      "product",
      "lines",
      "status",
      "market",
      "appointed",
      "states",
      "appetite",
      "default_appetite",
      "coverages",
    ],
  );
}

/** Where the program is written; `*` is every state. */
function statesSchema() {
  return closed({ include: listOf(patternSchema("^(\\*|[A-Z]{2})$"), 60, 1), exclude: listOf(stateSchema(), 60) }, [
    "include",
  ]);
}

/** A fact of the client that the program takes within limits. */
function boundSchema() {
  return closed(
    {
      fact: textSchema(200, 1),
      min: numberSchema(),
      max: numberSchema(),
      effect: enumSchema(["knockout", "refer"]),
    },
    ["fact", "effect"],
  );
}

function offeredCoverageSchema() {
  return closed(
    {
      coverage: coverageSchema(),
      included: booleanSchema(),
      max_limit: moneySchema(),
      limit_options: listOf(moneySchema(), 20),
      min_deductible: moneySchema(),
    },
    ["coverage", "included"],
  );
}

function pricingSchema() {
  return closed(
    {
      basis_fact: textSchema(200, 1),
      per: shapeOf<number>({ type: "number", enum: [1, 100, 1000] }),
      rate: numberSchema(0, 1_000_000),
      minimum_premium: moneySchema(),
      state_factors: mapOf(numberSchema(0, 100), 60),
    },
    ["basis_fact", "per", "rate"],
  );
}

const ruleRequired = ["key", "effect", "when", "message"] as const;

function ruleMembers() {
  return {
    key: keySchema(),
    effect: enumSchema(effects),
    // The condition language has its own check (COND-27), which a schema cannot express.
    when: objectSchema(),
    points: integerSchema(-30, 30),
    message: textSchema(200, 1),
  };
}

/** A rule of an offering. */
function ruleSchema() {
  return closed(ruleMembers(), ruleRequired);
}

/** A rule of the configuration, for all offerings; it may be switched off. */
export function agencyRuleSchema() {
  return closed({ ...ruleMembers(), enabled: withDefault(booleanSchema(), true) }, ruleRequired);
}

export type WrittenOffering = Written<ReturnType<typeof offeringSchema>>;
export type WrittenRule = Written<ReturnType<typeof ruleSchema>>;
