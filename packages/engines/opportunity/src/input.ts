import { lineSchema, submissionStampSchema } from "@service/engine-kit";
import {
  type InputIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonObject,
  issuesMax,
  closed,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  textSchema,
  objectsIn,
  text,
  textsIn,
} from "@service/json";
import { accountSchema } from "./account-schema.ts";
import { opportunityKinds, segments } from "./codes.ts";

const accountsMax = 5000;
export const horizonDefaultDays = 180;
export const resultsDefault = 500;

/**
 * The closed schema of `input` (OPP-1). Neither `accounts` nor `records_ref` is required: without both the run fails
 * with `no_readable_account`, as it does when everything named is unreadable.
 */
export function inputSchema(effective: JsonObject): JsonSchema {
  return closed({
    as_of: instantSchema(),
    records_ref: closed({
      connection_id: textSchema(128, 1),
      client_keys: listOf(keySchema(), 500),
      filter: closed({
        segment: enumSchema(segments),
        office_key: textSchema(128, 1),
        producer_seat: textSchema(128, 1),
        lines: listOf(lineSchema(), 50),
      }),
    }),
    accounts: listOf(accountSchema(effective), accountsMax),
    kinds: listOf(enumSchema(opportunityKinds), opportunityKinds.length, 1),
    horizon_days: integerSchema(30, 400),
    max_results: integerSchema(1, 2000),
    submission_stamp: submissionStampSchema(),
  });
}

/** Problems that a schema cannot express: two accounts of one key would give one client two answers. */
export function crossFieldIssues(input: Json): InputIssue[] {
  if (!isJsonObject(input)) return [];
  const issues: InputIssue[] = [];
  const seen = new Set<string>();
  for (const [index, account] of objectsIn(input.accounts).entries()) {
    const key = text(account, "client_key");
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `accounts[${index}].client_key`, message: "duplicate key" });
    if (issues.length >= issuesMax) break;
    seen.add(key);
  }
  return issues;
}

/** The one client a run is about; undefined for a book (OPP-81, TYPE-54). */
export function singleClient(input: JsonObject): string | undefined {
  const reference = isJsonObject(input.records_ref) ? input.records_ref : undefined;
  const named = reference === undefined ? [] : textsIn(reference.client_keys);
  const isWholeBook = reference !== undefined && named.length === 0;
  const keys = new Set([...named, ...objectsIn(input.accounts).map((account) => text(account, "client_key") ?? "")]);
  const [only] = keys;
  return isWholeBook || keys.size !== 1 || only === "" ? undefined : only;
}
