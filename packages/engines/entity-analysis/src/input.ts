import {
  claimProperties,
  classified,
  coverageProperties,
  documentSchema,
  freeMapSchema,
  freeValueSchema,
  lineSchema,
  requiringMap,
  lossHistorySchema,
  policyProperties,
  type RowProperties,
  rowsOf,
  submissionStampSchema,
} from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  moneySchema,
  numberSchema,
  shapeOf,
  stateSchema,
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
    policies: shapeOf<readonly JsonObject[]>(rowsOf(policy())),
    coverages: shapeOf<readonly JsonObject[]>(rowsOf(coverageProperties())),
    claims: shapeOf<readonly JsonObject[]>(rowsOf(claimProperties())),
    contracts: shapeOf<readonly JsonObject[]>(rowsOf(contract())),
    locations: shapeOf<readonly JsonObject[]>(rowsOf(location())),
    vehicles: shapeOf<readonly JsonObject[]>(rowsOf(vehicle())),
  });
}

function policy(): RowProperties {
  return {
    ...policyProperties(),
    carrier_name: textSchema(200),
    rating: textSchema(8),
    /** Lines that an umbrella's schedule of underlying insurance names (COVER-8). */
    underlying_lines: listOf(lineSchema(), 20),
  };
}

function contract(): RowProperties {
  return {
    contract_key: keySchema(),
    party: textSchema(200),
    kind: textSchema(60),
    gl_occurrence_required: moneySchema(),
    gl_aggregate_required: moneySchema(),
    auto_required: moneySchema(),
    umbrella_required: moneySchema(),
    umbrella_counts: booleanSchema(),
    additional_insured: booleanSchema(),
    waiver: booleanSchema(),
    primary_wording: booleanSchema(),
    notice_days: countSchema(3650),
    dated_on: dateSchema(),
  };
}

function location(): RowProperties {
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

function vehicle(): RowProperties {
  return {
    vehicle_key: keySchema(),
    policy_keys: listOf(keySchema(), 50),
    vin: classified("vin", textSchema(17)),
    year: integerSchema(1900, 2200),
    make: textSchema(60),
    model: textSchema(60),
    use: textSchema(60),
    garaging_zip: textSchema(12),
    status: textSchema(30),
    name: textSchema(200),
  };
}
