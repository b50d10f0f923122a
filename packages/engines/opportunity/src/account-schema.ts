import {
  claimProperties,
  classified,
  coverageProperties,
  freeMapSchema,
  freeValueSchema,
  policyProperties,
  provenanceProperties,
  type RowProperties,
  rowsOf,
} from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  signedMoneySchema,
  stateSchema,
  textSchema,
} from "@service/json";
import { segments } from "./codes.ts";

/** Families whose rows an inline account carries (OPP-2); records bring them as `records:<family>`. */
export const accountFamilies = ["policies", "coverages", "claims", "activities", "invoices"] as const;
export type AccountFamily = (typeof accountFamilies)[number];
export const familyKeys: { readonly [Family in AccountFamily]: string } = {
  policies: "policy_key",
  coverages: "coverage_key",
  claims: "claim_key",
  activities: "activity_key",
  invoices: "invoice_key",
};

/**
 * One inline account: the fields of the family `accounts` and its rows (OPP-2, TYPE-29). Only `client_key` is required:
 * what is missing is a finding of the kind `data_quality`.
 */
export function accountSchema(effective: JsonObject): JsonSchema {
  return closed(
    {
      ...provenanceProperties(),
      client_key: keySchema(),
      name: textSchema(200),
      dba: textSchema(200),
      segment: enumSchema(segments),
      kind: enumSchema(["insured", "prospect", "former"]),
      status: textSchema(60),
      entity_type: textSchema(60),
      fein: classified("fein", textSchema(20)),
      naics: naicsSchema(),
      sic: { type: "string", pattern: "^[0-9]{2,4}$" },
      description: textSchema(2000),
      website: textSchema(300),
      phone: classified("phone", textSchema(40)),
      email: classified("email", textSchema(320)),
      mailing_address: closed({
        line1: textSchema(200),
        line2: textSchema(200),
        city: textSchema(100),
        state: stateSchema(),
        zip: textSchema(12),
      }),
      states: listOf(stateSchema(), 60),
      revenue: classified("revenue", moneySchema()),
      payroll: classified("payroll", moneySchema()),
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
      attributes: freeMapSchema(effective, "accounts.attributes", 200, freeValueSchema()),
      policies: rowsOf(policyProperties()),
      coverages: rowsOf(coverageProperties()),
      claims: rowsOf(claimProperties()),
      activities: rowsOf(activity()),
      invoices: rowsOf(invoice()),
    },
    ["client_key"],
  );
}

function activity(): RowProperties {
  return {
    activity_key: keySchema(),
    policy_key: keySchema(),
    code: textSchema(60),
    subject: textSchema(300),
    body: classified("body", textSchema(4000)),
    channel: textSchema(30),
    direction: textSchema(30),
    occurred_at: instantOrDate(),
    due_on: dateSchema(),
    closed_at: instantOrDate(),
    seat_key: textSchema(128),
  };
}

function invoice(): RowProperties {
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

/** Systems of record often store the day only; an invalid day counts as not stated when it is read. */
function instantOrDate(): JsonSchema {
  return { type: "string", maxLength: 40, pattern: "^\\d{4}-\\d{2}-\\d{2}([Tt ].*)?$" };
}
