import {
  freeMapSchema,
  freeValueSchema,
  inlineRowsSchema,
  lineSchema,
  recordPartsMax,
  submissionStampSchema,
} from "@service/engine-kit";
import { fieldSchemas, provenanceMembers } from "@service/record-families";
import {
  type JsonObject,
  closed,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  shapeOf,
  text,
  textSchema,
  type Written,
} from "@service/json";
import { opportunityKinds, segments } from "./codes.ts";

export const accountsMax = 5000;
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
    // A book of more than 25,000 clients is asked in parts (OPPS-11).
    partition: closed({ index: integerSchema(0, recordPartsMax - 1), of: integerSchema(1, recordPartsMax) }, [
      "index",
      "of",
    ]),
  });
}

/**
 * One inline account: the fields of the family `accounts` and its rows (OPP-2, TYPE-29). Only `client_key` is required:
 * what is missing is a finding of the kind `data_quality`.
 */
export function accountSchema(effective: JsonObject) {
  return closed(
    {
      ...provenanceMembers(),
      ...fieldSchemas("accounts"),
      attributes: freeMapSchema(effective, "accounts.attributes", 200, freeValueSchema()),
      policies: inlineRowsSchema("policies"),
      coverages: inlineRowsSchema("coverages"),
      claims: inlineRowsSchema("claims"),
      activities: inlineRowsSchema("activities"),
      invoices: inlineRowsSchema("invoices"),
    },
    ["client_key"],
  );
}
