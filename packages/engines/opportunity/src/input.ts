import {
  claimProperties,
  classified,
  coverageProperties,
  freeMapSchema,
  freeValueSchema,
  lineSchema,
  policyProperties,
  provenanceProperties,
  type RowProperties,
  rowsOf,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  type JsonObject,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  patternSchema,
  shapeOf,
  signedMoneySchema,
  stateSchema,
  text,
  textSchema,
  type Written,
} from "@service/json";
import { opportunityKinds, segments } from "./codes.ts";

const accountsMax = 5000;
export const horizonDefaultDays = 180;
export const resultsDefault = 500;

/**
 * The closed schema of `input` (OPP-1). Neither `accounts` nor `records_ref` is required: without both the run fails
 * with `no_readable_account`, as it does when everything named is unreadable.
 */
export function inputSchema(effective: JsonObject) {
  return closed({
    as_of: instantSchema(),
    records_ref: recordsReferenceSchema(),
    // Read by name: accounts and their rows also come from the system of record, which no schema has checked.
    accounts: listOf(shapeOf<JsonObject>(accountSchema(effective)), accountsMax),
    kinds: listOf(enumSchema(opportunityKinds), opportunityKinds.length, 1),
    horizon_days: integerSchema(30, 400),
    max_results: integerSchema(1, 2000),
    submission_stamp: submissionStampSchema(),
  });
}

export type OpportunityInput = Written<ReturnType<typeof inputSchema>>;
export type RecordsReference = Written<ReturnType<typeof recordsReferenceSchema>>;

/** The one client a run is about; undefined for a book (OPP-81, TYPE-54). */
export function singleClient({ records_ref: reference, accounts = [] }: OpportunityInput): string | undefined {
  const named = reference?.client_keys ?? [];
  const isWholeBook = reference !== undefined && named.length === 0;
  const keys = new Set([...named, ...accounts.map((account) => text(account, "client_key") ?? "")]);
  const [only] = keys;
  return isWholeBook || keys.size !== 1 || only === "" ? undefined : only;
}

function recordsReferenceSchema() {
  return closed({
    connection_id: textSchema(128, 1),
    client_keys: listOf(keySchema(), 500),
    filter: closed({
      segment: enumSchema(segments),
      office_key: textSchema(128, 1),
      producer_seat: textSchema(128, 1),
      lines: listOf(lineSchema(), 50),
    }),
  });
}

/**
 * One inline account: the fields of the family `accounts` and its rows (OPP-2, TYPE-29). Only `client_key` is required:
 * what is missing is a finding of the kind `data_quality`.
 */
export function accountSchema(effective: JsonObject) {
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
      sic: patternSchema("^[0-9]{2,4}$"),
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
function instantOrDate() {
  return shapeOf<string>({ type: "string", maxLength: 40, pattern: "^\\d{4}-\\d{2}-\\d{2}([Tt ].*)?$" });
}
