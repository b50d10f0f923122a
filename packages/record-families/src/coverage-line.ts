import {
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  moneySchema,
  numberSchema,
  ratioSchema,
  textSchema,
} from "@service/json";
import { lineSchema } from "./lines.ts";

/** Where in what the caller sent a value stands. */
export const sourceRefMembers = {
  document_key: textSchema(128),
  source_blob_ref: textSchema(256),
  family: textSchema(64),
  record_key: textSchema(128),
  page: integerSchema(1, 100_000),
  start: countSchema(),
  end: countSchema(),
};

export function sourceRefSchema() {
  return closed(sourceRefMembers);
}

/** A coverage code, a vendor's code or a label: an open list, because the pipeline resolves it. */
export function coverageSchema() {
  return textSchema(128, 1);
}

/** What a policy or a quote says about one coverage (TYPE-24). */
export const coverageLineMembers = {
  line: lineSchema(),
  coverage: coverageSchema(),
  label: textSchema(160),
  included: booleanSchema(),
  limit: moneySchema(),
  limit_basis: enumSchema([
    "per_occurrence",
    "aggregate",
    "per_person",
    "per_accident",
    "per_location",
    "per_project",
    "statutory",
  ]),
  deductible: closed({ type: enumSchema(["flat", "percent", "sir", "waiting_hours"]), amount: numberSchema(0, 1e13) }, [
    "type",
    "amount",
  ]),
  valuation: enumSchema(["replacement_cost", "actual_cash_value", "agreed_value"]),
  coinsurance: ratioSchema(),
  retro_date: dateSchema(),
  trigger: enumSchema(["occurrence", "claims_made"]),
  premium: moneySchema(),
  form: textSchema(60),
  notes: textSchema(1000),
  source: sourceRefSchema(),
};

export function coverageLineSchema() {
  return closed(coverageLineMembers, ["line", "coverage", "included"]);
}
