import {
  coverageSchema,
  lineSchema,
  lossHistorySchema,
  ratings,
  boundRiskFactsSchema,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  type JsonObject,
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
  withDefault,
  type Written,
} from "@service/json";
import { priorities } from "./codes.ts";

export const needsMax = 12;

/** What the client wants of the answer. */
export const preferences = closed({
  max_results: withDefault(integerSchema(1, 100), 20),
  max_per_carrier: withDefault(integerSchema(1, 20), 3),
  admitted_only: withDefault(booleanSchema(), false),
  min_rating: enumSchema(ratings.filter((rating) => rating !== "NR")),
  carriers_excluded: withDefault(listOf(keySchema(), 200), []),
  carriers_preferred: withDefault(listOf(keySchema(), 200), []),
  priority: withDefault(enumSchema(priorities), "balance"),
});

export const wantedCoverages = listOf(
  closed(
    {
      coverage: coverageSchema(),
      min_limit: moneySchema(),
      max_deductible: moneySchema(),
      must_have: booleanSchema(),
      weight: withDefault(numberSchema(0, 100), 1),
    },
    ["coverage", "must_have"],
  ),
  60,
);

/** The closed schema of `input`. */
export function inputSchema(effective: JsonObject) {
  return closed(
    {
      as_of: instantSchema(),
      currency: currencySchema(),
      client: closed({ key: keySchema(), client_key: keySchema(), label: textSchema(200, 1) }, ["key", "label"]),
      records_ref: closed({ connection_id: textSchema(128, 1), client_key: keySchema() }, ["client_key"]),
      needs: listOf(needSchema(), needsMax, 1),
      risk: boundRiskFactsSchema(effective),
      loss_history: lossHistorySchema(),
      preferences,
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
export function needSchema() {
  return closed(
    {
      need_key: keySchema(),
      line: lineSchema(),
      effective_on: dateSchema(),
      coverages: wantedCoverages,
      target_premium: moneySchema(),
    },
    ["need_key", "line", "effective_on", "coverages"],
  );
}

/** The input of a placement as a caller writes it. No input contract changes its type: it adds members of free maps. */
export type PlacementInput = Written<ReturnType<typeof inputSchema>>;
export type WrittenNeed = PlacementInput["needs"][number];
