import {
  claimProperties,
  classified,
  coverageProperties,
  policyProperties,
  type RowProperties,
  rowsOf,
} from "@service/engine-kit";
import {
  type JsonSchema,
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  numberSchema,
  stateSchema,
  textSchema,
} from "@service/json";

/** The closed schema of `input.records` (TYPE-29). No field is required: what is missing is unknown. */
export function inlineRecordsSchema(): JsonSchema {
  return closed({
    policies: rowsOf(policy()),
    coverages: rowsOf(coverageProperties()),
    claims: rowsOf(claimProperties()),
    contracts: rowsOf(contract()),
    locations: rowsOf(location()),
    vehicles: rowsOf(vehicle()),
  });
}

function policy(): RowProperties {
  return { ...policyProperties(), carrier_name: textSchema(200), rating: textSchema(8) };
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
