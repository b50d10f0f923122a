import {
  documentSchema,
  freeMapSchema,
  freeValueSchema,
  inputContractProperties,
  lossHistorySchema,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  type InputIssue,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
  issuesMax,
  closed,
  enumSchema,
  instantSchema,
  keySchema,
  listOf,
  textSchema,
  text,
} from "@service/json";
import { recordFamilies } from "./codes.ts";
import { enabledDimensions } from "./configuration.ts";
import { inlineRecordsSchema } from "./record-families.ts";

/** The closed schema of `input` (ENT-1). */
export function inputSchema(effective: JsonObject): JsonSchema {
  const dimensions = enabledDimensions(effective).map(({ key }) => key);
  return closed(
    {
      as_of: instantSchema(),
      subject: closed(
        {
          key: keySchema(),
          client_key: keySchema(),
          kind: enumSchema(["account", "vendor", "location", "person", "property"]),
          label: textSchema(200, 1),
        },
        ["key", "kind", "label"],
      ),
      records_ref: closed(
        {
          connection_id: textSchema(128, 1),
          client_key: keySchema(),
          families: listOf(enumSchema(recordFamilies), recordFamilies.length),
        },
        ["client_key"],
      ),
      profile: freeMapSchema(effective, "profile", 300, freeValueSchema()),
      documents: listOf(documentSchema(), 50),
      records: inlineRecordsSchema(),
      loss_history: lossHistorySchema(),
      focus: dimensions.length === 0 ? listOf(textSchema(128), 0) : listOf(enumSchema(dimensions), 50),
      submission_stamp: submissionStampSchema(),
    },
    // A required field of the contract makes its map required too.
    inputContractProperties(effective, "profile").required.length > 0 ? ["subject", "profile"] : ["subject"],
  );
}

/** Problems that a schema cannot express: nothing to analyze, and documents of one key (ENT-2). */
export function crossFieldIssues(input: Json): InputIssue[] {
  if (!isJsonObject(input)) return [];
  const issues: InputIssue[] = [];
  const sources = [input.records_ref, input.profile, input.documents, input.records];
  if (!sources.some(isNonEmpty)) {
    issues.push({
      field: "input",
      message: "at least one of records_ref, profile, documents, records must be non-empty",
    });
  }
  const seen = new Set<string>();
  for (const [index, document] of (isJsonArray(input.documents) ? input.documents : []).entries()) {
    const key = isJsonObject(document) ? text(document, "document_key") : undefined;
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `documents[${index}].document_key`, message: "duplicate key" });
    seen.add(key);
  }
  return issues.slice(0, issuesMax);
}

function isNonEmpty(value: Json | undefined): boolean {
  if (isJsonArray(value)) return value.length > 0;
  if (!isJsonObject(value)) return false;
  return Object.values(value).some((member) => !isJsonArray(member) || member.length > 0);
}
