import type { JsonObject, JsonSchema } from "../json.ts";
import {
  closed,
  countSchema,
  coverageLineSchema,
  dateSchema,
  enumSchema,
  freeMapSchema,
  instantSchema,
  integerSchema,
  keySchema,
  lineSchema,
  listOf,
  mapOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  ratioSchema,
  scalarSchema,
  sensitive,
  signedMoneySchema,
  stateSchema,
  textSchema,
} from "../schemas/index.ts";

/** Segments of accounts (domain.md C.1). */
export const segments = ["commercial", "personal", "benefits"] as const;
/** Families whose rows an inline account carries (domain.md A6); records bring them as `records:<family>`. */
export const accountFamilies = ["policies", "coverages", "claims", "activities", "invoices"] as const;
export type AccountFamily = (typeof accountFamilies)[number];
export const familyKeys: { readonly [Family in AccountFamily]: string } = {
  policies: "policy_key",
  coverages: "coverage_key",
  claims: "claim_key",
  activities: "activity_key",
  invoices: "invoice_key",
};

const rowsMax = 2000;
/** Numbers of free maps are bounded like money: what no integer of cents holds is refused (domain.md N.5). */
const numberMax = 90_071_992_547_409.91;
const scalarTypes = ["string", "number", "boolean", "null"];

/**
 * One inline account: the fields of the family `accounts` and its rows (domain.md C.1, decisions.md 25). Only `client_key` is
 * required: what is missing is found by the kind `data_quality`, not refused.
 */
export function accountSchema(effective: JsonObject): JsonSchema {
  return closed(
    {
      ...provenance(),
      client_key: keySchema(),
      name: textSchema(200),
      dba: textSchema(200),
      segment: enumSchema(segments),
      kind: enumSchema(["insured", "prospect", "former"]),
      status: textSchema(60),
      entity_type: textSchema(60),
      fein: sensitive(textSchema(20), "pii_identity"),
      naics: naicsSchema(),
      sic: { type: "string", pattern: "^[0-9]{2,4}$" },
      description: textSchema(2000),
      website: textSchema(300),
      phone: sensitive(textSchema(40), "pii_contact"),
      email: sensitive(textSchema(320), "pii_contact"),
      mailing_address: closed({
        line1: textSchema(200),
        line2: textSchema(200),
        city: textSchema(100),
        state: stateSchema(),
        zip: textSchema(12),
      }),
      states: listOf(stateSchema(), 60),
      revenue: sensitive(moneySchema(), "financial"),
      payroll: sensitive(moneySchema(), "financial"),
      employees: countSchema(10_000_000),
      years_in_business: numberSchema(0, 1000),
      since: dateSchema(),
      office_key: keySchema(),
      producer_seat: textSchema(128),
      servicer_seats: listOf(textSchema(128), 20),
      tags: listOf(textSchema(64), 50),
      total_premium: signedMoneySchema(),
      policy_count: countSchema(),
      next_expiration: dateSchema(),
      attributes: freeMapSchema(effective, "accounts.attributes", 200, freeValue()),
      policies: rows(policy()),
      coverages: rows(coverage()),
      claims: rows(claim()),
      activities: rows(activity()),
      invoices: rows(invoice()),
    },
    ["client_key"],
  );
}

/** A scalar or a list of scalars. */
function freeValue(): JsonSchema {
  return {
    type: [...scalarTypes, "array"],
    maxLength: 4000,
    minimum: -numberMax,
    maximum: numberMax,
    maxItems: 200,
    items: { type: scalarTypes, maxLength: 4000, minimum: -numberMax, maximum: numberMax },
  };
}

const provenance = (): { readonly [name: string]: JsonSchema } => ({
  connection_id: textSchema(128),
  source_id: textSchema(256),
  change_seq: countSchema(),
  source_updated_at: instantSchema(),
});

const rows = (properties: { readonly [name: string]: JsonSchema }): JsonSchema =>
  listOf(
    closed({
      ...provenance(),
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
    commission_rate: sensitive(ratioSchema(), "commission"),
    commission_amount: sensitive(signedMoneySchema(), "commission"),
    producer_seat: textSchema(128),
    servicer_seat: textSchema(128),
    prior_policy_key: keySchema(),
    market: textSchema(60),
  };
}

function coverage(): { readonly [name: string]: JsonSchema } {
  const { properties } = coverageLineSchema();
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

function activity(): { readonly [name: string]: JsonSchema } {
  return {
    activity_key: keySchema(),
    policy_key: keySchema(),
    code: textSchema(60),
    subject: textSchema(300),
    body: sensitive(textSchema(4000), "internal"),
    channel: textSchema(30),
    direction: textSchema(30),
    occurred_at: instantOrDate(),
    due_on: dateSchema(),
    closed_at: instantOrDate(),
    seat_key: textSchema(128),
  };
}

function invoice(): { readonly [name: string]: JsonSchema } {
  return {
    invoice_key: keySchema(),
    policy_key: keySchema(),
    number: textSchema(60),
    amount: signedMoneySchema(),
    balance: signedMoneySchema(),
    due_on: dateSchema(),
    status: textSchema(30),
    paid_on: dateSchema(),
    days_late: integerSchema(-36_500, 36_500),
  };
}

/** Systems of record often keep the day only; what is no day is found out when it is read. */
function instantOrDate(): JsonSchema {
  return { type: "string", maxLength: 40, pattern: "^\\d{4}-\\d{2}-\\d{2}([Tt ].*)?$" };
}

function isSchemaMap(value: unknown): value is { readonly [name: string]: JsonSchema } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
