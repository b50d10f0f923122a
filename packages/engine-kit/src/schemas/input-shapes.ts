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
  mapOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  patternSchema,
  ratioSchema,
  scalarSchema,
  type Shape,
  shapeOf,
  stateSchema,
  textSchema,
} from "@service/json";
import { lineSchema } from "@service/record-families";
import { freeMapSchema, requiringMap } from "./free-map.ts";

function claimSchema() {
  return closed(
    {
      claim_key: keySchema(),
      line: lineSchema(),
      occurred_on: dateSchema(),
      status: enumSchema(["open", "closed"]),
      paid: moneySchema(),
      reserved: moneySchema(),
      description: textSchema(1000),
    },
    ["line", "occurred_on", "status", "paid", "reserved"],
  );
}

export function lossHistorySchema() {
  return closed(
    {
      valued_on: dateSchema(),
      years: integerSchema(1, 10),
      claims: listOf(claimSchema(), 500),
      earned_premium: moneySchema(),
      no_losses_statement: booleanSchema(),
    },
    ["years", "claims"],
  );
}

/** The facts of a risk with the attributes that the input contract declares at `risk.attributes`. */
export function boundRiskFactsSchema(effective: JsonObject) {
  const risk = riskFactsSchema(freeMapSchema(effective, "risk.attributes", 200));
  return requiringMap(risk, effective, "risk.attributes");
}

/** `attributes` replaces the free map, e.g. by the one that `freeMapSchema` builds from the input contract. */
export function riskFactsSchema(attributes: Shape<JsonObject> = mapOf(scalarSchema(), 200)) {
  return closed({
    entity_type: textSchema(60),
    naics: naicsSchema(),
    sic: patternSchema("^[0-9]{2,4}$"),
    class_codes: listOf(closed({ scheme: textSchema(30, 1), code: textSchema(30, 1) }, ["scheme", "code"]), 20),
    states: listOf(stateSchema(), 51),
    primary_state: stateSchema(),
    revenue: moneySchema(),
    payroll: moneySchema(),
    employees: countSchema(10_000_000),
    subcontract_cost: moneySchema(),
    years_in_business: numberSchema(0, 1000),
    tiv: moneySchema(),
    locations: countSchema(1_000_000),
    vehicles: countSchema(1_000_000),
    drivers: countSchema(1_000_000),
    square_feet: numberSchema(0, 1e12),
    year_built: integerSchema(1000, 2200),
    construction: textSchema(60),
    sprinklered: booleanSchema(),
    alcohol_receipts_share: ratioSchema(),
    attributes,
  });
}

export function submissionStampSchema() {
  return closed(
    {
      source: keySchema(),
      issued_at: instantSchema(),
      content_sha256: patternSchema("^[0-9a-f]{64}$"),
      signature: textSchema(1024),
    },
    ["source", "issued_at"],
  );
}

/** Numbers of free maps are bounded like money: amounts beyond integer cents are refused (TYPE-10). */
const freeNumberMax = 90_071_992_547_409.91;
const freeScalarTypes = ["string", "number", "boolean", "null"] as const;

/** A member of a free map: a scalar or a list of scalars. */
export function freeValueSchema() {
  const scalar = { maxLength: 4000, minimum: -freeNumberMax, maximum: freeNumberMax };
  return shapeOf<string | number | boolean | null | readonly (string | number | boolean | null)[]>({
    type: [...freeScalarTypes, "array"],
    ...scalar,
    maxItems: 200,
    items: { type: [...freeScalarTypes], ...scalar },
  });
}

/** Bounds of the text of one document, whether it is sent along or loaded (TYPE-28). */
export const documentTextLimits = { pages: 500, chars: 400_000 } as const;

const documentMembers = {
  document_key: keySchema(),
  kind: textSchema(64, 1),
  title: textSchema(300),
  dated_on: dateSchema(),
  text: textSchema(200_000),
  pages: listOf(textSchema(200_000), documentTextLimits.pages, 1),
  source_blob_ref: textSchema(256, 1),
};

/** A document that a caller sends along: its text or pages, or fields that were read from it (TYPE-28). */
export function documentSchema() {
  return closed({ ...documentMembers, fields: mapOf(freeValueSchema(), 300) }, ["document_key", "kind"]);
}

/** A quote, binder or policy to be read: its pages, its text, or a reference to where it is stored (CMP-111). */
export function policyDocumentSchema() {
  return closed(documentMembers, ["document_key"]);
}
