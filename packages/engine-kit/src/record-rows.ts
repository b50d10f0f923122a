import { type Sensitivity, sensitive } from "@service/privacy";
import {
  type JsonObject,
  type JsonSchema,
  isJsonObject,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  mapOf,
  ratioSchema,
  scalarSchema,
  signedMoneySchema,
  textSchema,
} from "@service/json";
import { coverageLineSchema, lineSchema } from "./schemas/index.ts";

/**
 * Rows of the system of record as callers send them inline (TYPE-29). Shared by all engine types: a policy has the same
 * fields in each, and a sensitive field is sensitive in each.
 */
export type RowProperties = { readonly [name: string]: JsonSchema };

/** Fields of rows whose values a reader may not see (TYPE-30). What an engine copies from one has its class. */
const fieldClasses = {
  body: "internal",
  commission_amount: "commission",
  commission_rate: "commission",
  email: "pii_contact",
  fein: "pii_identity",
  payroll: "financial",
  phone: "pii_contact",
  revenue: "financial",
  vin: "pii_identity",
} as const satisfies { readonly [field: string]: Sensitivity };

/** The schema of a field that has a class, tagged with it. */
export function classified(field: keyof typeof fieldClasses, schema: JsonSchema): JsonSchema {
  return sensitive(schema, fieldClasses[field]);
}

/** The class of the field that a rule's path ends in: `@.commission_amount`, `records.vehicles[].vin`, `revenue`. */
export function classOfPath(path: string): Sensitivity | undefined {
  const field = path.slice(path.lastIndexOf(".") + 1);
  return Object.entries(fieldClasses).find(([name]) => name === field)?.[1];
}

const rowsMax = 2000;

/** Where a row came from. */
export function provenanceProperties(): RowProperties {
  return {
    connection_id: textSchema(128),
    source_id: textSchema(256),
    change_seq: countSchema(),
    source_updated_at: instantSchema(),
  };
}

/** A family's rows. No field is required: what is missing is unknown. */
export function rowsOf(properties: RowProperties): JsonSchema {
  return listOf(
    closed({
      ...provenanceProperties(),
      client_key: keySchema(),
      ...properties,
      attributes: mapOf(scalarSchema(), 100),
    }),
    rowsMax,
  );
}

export function policyProperties(): RowProperties {
  return {
    policy_key: keySchema(),
    policy_number: textSchema(60),
    line: lineSchema(),
    lines: listOf(lineSchema(), 20),
    carrier_key: keySchema(),
    writing_company: textSchema(200),
    status: enumSchema(["active", "future", "expired", "cancelled", "non_renewed", "quoted"]),
    kind: enumSchema(["new", "renewal", "rewrite"]),
    effective_on: dateSchema(),
    expires_on: dateSchema(),
    cancelled_on: dateSchema(),
    term_months: integerSchema(1, 120),
    premium: signedMoneySchema(),
    annualized_premium: signedMoneySchema(),
    billing: enumSchema(["direct", "agency"]),
    commission_rate: classified("commission_rate", ratioSchema()),
    commission_amount: classified("commission_amount", signedMoneySchema()),
    producer_seat: textSchema(128),
    servicer_seat: textSchema(128),
    prior_policy_key: keySchema(),
    market: textSchema(60),
  };
}

export function coverageProperties(): RowProperties {
  const { properties }: JsonObject = coverageLineSchema();
  return {
    coverage_key: keySchema(),
    policy_key: keySchema(),
    risk_ref: textSchema(128),
    ...(isJsonObject(properties) ? schemasIn(properties) : {}),
  };
}

export function claimProperties(): RowProperties {
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

function schemasIn(properties: JsonObject): RowProperties {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => (isJsonObject(schema) ? [[name, schema] as const] : [])),
  );
}
