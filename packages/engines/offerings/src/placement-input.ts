import {
  coverageSchema,
  freeMapSchema,
  inputContractProperties,
  lineSchema,
  lossHistorySchema,
  ratings,
  riskFactsSchema,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  booleanSchema,
  closed,
  currencySchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  numberSchema,
  textSchema,
} from "@service/json";

export const priorities = ["balance", "price", "coverage", "speed"] as const;
export type Priority = (typeof priorities)[number];

export const needsMax = 12;

/** The closed schema of `input`. */
export function inputSchema(effective: JsonObject): JsonSchema {
  const attributes = freeMapSchema(effective, "risk.attributes", 200);
  const risk = riskFactsSchema(attributes);
  // A required field of the contract makes its map required too.
  const isBound = inputContractProperties(effective, "risk.attributes").required.length > 0;
  return closed(
    {
      as_of: instantSchema(),
      currency: currencySchema(),
      client: closed({ key: keySchema(), client_key: keySchema(), label: textSchema(200, 1) }, ["key", "label"]),
      records_ref: closed({ connection_id: textSchema(128, 1), client_key: keySchema() }, ["client_key"]),
      needs: listOf(needSchema(), needsMax, 1),
      risk: isBound ? { ...risk, required: ["attributes"] } : risk,
      loss_history: lossHistorySchema(),
      preferences: closed({
        max_results: integerSchema(1, 100),
        max_per_carrier: integerSchema(1, 20),
        admitted_only: booleanSchema(),
        min_rating: enumSchema(ratings.filter((rating) => rating !== "NR")),
        carriers_excluded: listOf(keySchema(), 200),
        carriers_preferred: listOf(keySchema(), 200),
        priority: enumSchema(priorities),
      }),
      incumbents: listOf(
        closed({ line: lineSchema(), carrier_key: keySchema(), premium: moneySchema(), expires_on: dateSchema() }, [
          "line",
          "carrier_key",
          "premium",
          "expires_on",
        ]),
        100,
      ),
      declined_by: listOf(
        closed({ carrier_key: keySchema(), line: lineSchema(), on: dateSchema(), reason: textSchema(500) }, [
          "carrier_key",
          "line",
          "on",
        ]),
        500,
      ),
      submission_stamp: submissionStampSchema(),
    },
    ["client", "needs", "risk"],
  );
}

/** One line of business to place. */
export function needSchema(): JsonSchema {
  return closed(
    {
      need_key: keySchema(),
      line: lineSchema(),
      effective_on: dateSchema(),
      coverages: listOf(
        closed(
          {
            coverage: coverageSchema(),
            min_limit: moneySchema(),
            max_deductible: moneySchema(),
            must_have: booleanSchema(),
            weight: numberSchema(0, 100),
          },
          ["coverage", "must_have"],
        ),
        60,
      ),
      target_premium: moneySchema(),
    },
    ["need_key", "line", "effective_on", "coverages"],
  );
}
