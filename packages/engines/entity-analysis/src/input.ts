import {
  documentSchema,
  freeMapSchema,
  freeValueSchema,
  inlineRowsSchema,
  requiringMap,
  lossHistorySchema,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  closed,
  enumSchema,
  instantSchema,
  type JsonObject,
  keySchema,
  listOf,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { recordFamilies } from "./codes.ts";
import { enabledDimensions } from "./configuration.ts";

/** The closed schema of `input` (ENT-1). */
export function inputSchema(effective: JsonObject) {
  const dimensions = enabledDimensions(effective).map(({ key }) => key);
  const schema = closed(
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
    ["subject"],
  );
  return requiringMap(schema, effective, "profile");
}

export type InputShape = ReturnType<typeof inputSchema>;
export type EntityAnalysisInput = Written<InputShape>;

/**
 * The closed schema of `input.records` (TYPE-29). No field is required: what is missing is unknown. Rows are
 * read by the paths of rules, and stay open for the compiler.
 */
export function inlineRecordsSchema() {
  return closed({
    policies: shapeOf<readonly JsonObject[]>(inlineRowsSchema("policies")),
    coverages: shapeOf<readonly JsonObject[]>(inlineRowsSchema("coverages")),
    claims: shapeOf<readonly JsonObject[]>(inlineRowsSchema("claims")),
    contracts: shapeOf<readonly JsonObject[]>(inlineRowsSchema("contracts")),
    locations: shapeOf<readonly JsonObject[]>(inlineRowsSchema("locations")),
    vehicles: shapeOf<readonly JsonObject[]>(inlineRowsSchema("vehicles")),
  });
}
