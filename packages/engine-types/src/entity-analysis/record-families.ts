import type { JsonObject, JsonSchema } from "../json.ts";
import {
  booleanSchema,
  closed,
  countSchema,
  coverageLineSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  lineSchema,
  listOf,
  mapOf,
  moneySchema,
  numberSchema,
  ratioSchema,
  scalarSchema,
  sensitive,
  signedMoneySchema,
  stateSchema,
  textSchema,
} from "../schemas/index.ts";

/** Families that a caller may send inline (domain.md A3); a seat's records bring the same rows and `accounts` besides. */
export const inlineFamilies = ["policies", "coverages", "claims", "contracts", "locations", "vehicles"] as const;
export const recordFamilies = ["accounts", ...inlineFamilies] as const;
export type RecordFamily = (typeof recordFamilies)[number];

/** Member that names a row; rows are ordered by it, because the order in which they arrive means nothing (domain.md N.1). */
export const familyKeys: { readonly [Family in RecordFamily]: string } = {
  accounts: "client_key",
  policies: "policy_key",
  coverages: "coverage_key",
  claims: "claim_key",
  contracts: "contract_key",
  locations: "location_key",
  vehicles: "vehicle_key",
};

const rowsMax = 2000;

/** The closed schema of `input.records` (domain.md C.1, decisions.md 25). Nothing is required: unknown is a fact of life here. */
export function inlineRecordsSchema(): JsonSchema {
  return closed({
    policies: rows(policy()),
    coverages: rows(coverage()),
    claims: rows(claim()),
    contracts: rows(contract()),
    locations: rows(location()),
    vehicles: rows(vehicle()),
  });
}

const rows = (properties: { readonly [name: string]: JsonSchema }): JsonSchema =>
  listOf(
    closed({
      connection_id: textSchema(128),
      source_id: textSchema(256),
      change_seq: countSchema(),
      source_updated_at: instantSchema(),
      client_key: keySchema(),
      ...properties,
      attributes: mapOf(scalarSchema(), 100),
    }),
    rowsMax,
  );

function policy(): { readonly [name: string]: JsonSchema } {
  return {
    policy_key: keySchema(),
    policy_number: textSchema(60),
    line: lineSchema(),
    lines: listOf(lineSchema(), 20),
    carrier_key: keySchema(),
    carrier_name: textSchema(200),
    writing_company: textSchema(200),
    rating: textSchema(8),
    status: enumSchema(["active", "future", "expired", "cancelled", "non_renewed", "quoted"]),
    kind: enumSchema(["new", "renewal", "rewrite"]),
    effective_on: dateSchema(),
    expires_on: dateSchema(),
    cancelled_on: dateSchema(),
    term_months: integerSchema(1, 120),
    premium: signedMoneySchema(),
    annualized_premium: signedMoneySchema(),
    billing: enumSchema(["direct", "agency"]),
    commission_rate: sensitive(ratioSchema(), "commission"),
    commission_amount: sensitive(signedMoneySchema(), "commission"),
    producer_seat: textSchema(128),
    servicer_seat: textSchema(128),
    prior_policy_key: keySchema(),
    market: textSchema(60),
  };
}

function coverage(): { readonly [name: string]: JsonSchema } {
  const line: JsonObject = coverageLineSchema();
  const properties = line.properties;
  return {
    coverage_key: keySchema(),
    policy_key: keySchema(),
    risk_ref: textSchema(128),
    ...(isSchemaMap(properties) ? properties : {}),
  };
}

function claim(): { readonly [name: string]: JsonSchema } {
  return {
    claim_key: keySchema(),
    policy_key: keySchema(),
    claim_number: textSchema(60),
    line: lineSchema(),
    occurred_on: dateSchema(),
    reported_on: dateSchema(),
    status: textSchema(30),
    cause: textSchema(200),
    description: textSchema(2000),
    paid: signedMoneySchema(),
    reserved: signedMoneySchema(),
    incurred: signedMoneySchema(),
    adjuster: textSchema(200),
    valued_on: dateSchema(),
  };
}

function contract(): { readonly [name: string]: JsonSchema } {
  return {
    contract_key: keySchema(),
    party: textSchema(200),
    kind: textSchema(60),
    gl_occurrence_required: moneySchema(),
    gl_aggregate_required: moneySchema(),
    auto_required: moneySchema(),
    umbrella_required: moneySchema(),
    additional_insured: booleanSchema(),
    waiver: booleanSchema(),
    primary_wording: booleanSchema(),
    notice_days: countSchema(3650),
    dated_on: dateSchema(),
  };
}

function location(): { readonly [name: string]: JsonSchema } {
  return {
    location_key: keySchema(),
    policy_keys: listOf(keySchema(), 50),
    name: textSchema(200),
    address: closed({
      line1: textSchema(200),
      line2: textSchema(200),
      city: textSchema(100),
      state: stateSchema(),
      zip: textSchema(12),
    }),
    interest: enumSchema(["owner", "tenant"]),
    construction: textSchema(60),
    year_built: integerSchema(1000, 2200),
    square_feet: numberSchema(0, 1e12),
    occupancy: textSchema(200),
    sprinklered: booleanSchema(),
    flood_zone: textSchema(10),
    values: closed({
      building: moneySchema(),
      contents: moneySchema(),
      business_income: moneySchema(),
      tenant_improvements: moneySchema(),
    }),
  };
}

function vehicle(): { readonly [name: string]: JsonSchema } {
  return {
    vehicle_key: keySchema(),
    policy_keys: listOf(keySchema(), 50),
    vin: sensitive(textSchema(17), "pii_identity"),
    year: integerSchema(1900, 2200),
    make: textSchema(60),
    model: textSchema(60),
    use: textSchema(60),
    garaging_zip: textSchema(12),
    status: textSchema(30),
    name: textSchema(200),
  };
}

function isSchemaMap(value: unknown): value is { readonly [name: string]: JsonSchema } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
