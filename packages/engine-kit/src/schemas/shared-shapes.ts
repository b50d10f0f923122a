import type { EngineTypeName } from "@service/contract";
import { lineCodes, severities } from "../codes.ts";
import {
  type JsonObject,
  type JsonSchema,
  type Members,
  type ObjectShape,
  type Shape,
  type Written,
  nullable,
  patternSchema,
  shapeOf,
  anySchema,
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  mapOf,
  moneySchema,
  naicsSchema,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scalarSchema,
  stateSchema,
  textSchema,
} from "@service/json";
import { sensitive } from "@service/privacy";

/** Line codes (TYPE-19). */
export function lineSchema() {
  return enumSchema(lineCodes);
}

/** A coverage code, a vendor's code or a label: an open list, because the pipeline resolves it. */
export function coverageSchema() {
  return textSchema(128, 1);
}

/** Where in what the caller sent a value stands. */
const sourceRefMembers = {
  document_key: textSchema(128),
  source_blob_ref: textSchema(256),
  family: textSchema(64),
  record_key: textSchema(128),
  page: integerSchema(1, 100_000),
  start: countSchema(),
  end: countSchema(),
};

export function sourceRefSchema() {
  return closed(sourceRefMembers);
}

export function coverageLineSchema() {
  return closed(
    {
      line: lineSchema(),
      coverage: coverageSchema(),
      label: textSchema(160),
      included: booleanSchema(),
      limit: moneySchema(),
      limit_basis: enumSchema([
        "per_occurrence",
        "aggregate",
        "per_person",
        "per_accident",
        "per_location",
        "per_project",
        "statutory",
      ]),
      deductible: closed(
        { type: enumSchema(["flat", "percent", "sir", "waiting_hours"]), amount: numberSchema(0, 1e13) },
        ["type", "amount"],
      ),
      valuation: enumSchema(["replacement_cost", "actual_cash_value", "agreed_value"]),
      coinsurance: ratioSchema(),
      retro_date: dateSchema(),
      trigger: enumSchema(["occurrence", "claims_made"]),
      premium: moneySchema(),
      form: textSchema(60),
      notes: textSchema(1000),
      source: sourceRefSchema(),
    },
    ["line", "coverage", "included"],
  );
}

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

/** A document that a caller sends along: its text, or fields that were read from it (TYPE-28). */
export function documentSchema() {
  return closed(
    {
      document_key: keySchema(),
      kind: textSchema(64, 1),
      title: textSchema(300),
      dated_on: dateSchema(),
      text: textSchema(200_000),
      source_blob_ref: textSchema(256, 1),
      fields: mapOf(freeValueSchema(), 300),
    },
    ["document_key", "kind"],
  );
}

export function evidenceSchema() {
  return closed(
    {
      evidence_id: patternSchema("^e[1-9][0-9]{0,3}$"),
      kind: openEnumSchema(["document", "record", "list_entry", "fact", "rule", "peer_stat", "knowledge"]),
      // One object for all kinds of reference: the schema diff would compare the alternatives of a union by position.
      ref: closed({
        ...sourceRefMembers,
        rule_key: textSchema(200),
        dataset_key: textSchema(128),
        row_key: textSchema(200),
        fact: textSchema(200),
      }),
      excerpt: textSchema(300),
      value: anySchema(),
    },
    ["evidence_id", "kind", "ref"],
  );
}

const findingRequired = [
  "finding_key",
  "rule_key",
  "severity",
  "status",
  "title",
  "detail",
  "confidence",
  "evidence_ids",
] as const;

/** The members that the findings of all types have (TYPE-41). */
function findingMembers() {
  return {
    finding_key: textSchema(400, 1),
    rule_key: textSchema(200, 1),
    dimension: textSchema(128),
    severity: enumSchema(severities),
    status: openEnumSchema(["pass", "fail", "review", "gap", "partial", "conflict"]),
    title: textSchema(160),
    detail: textSchema(1000),
    target: closed({
      line: textSchema(128),
      coverage: textSchema(128),
      policy_key: textSchema(128),
      document_key: textSchema(128),
    }),
    recommendation: textSchema(1000),
    confidence: ratioSchema(),
    evidence_ids: evidenceIdsSchema(),
  };
}

type FindingMembers = ReturnType<typeof findingMembers>;

type FindingShape<P extends Members, Required extends PropertyKey = never> = ObjectShape<
  P,
  (typeof findingRequired)[number] | Required
>;

/** A finding of an output, without the type's own members. */
export type WrittenFinding = Written<FindingShape<FindingMembers>>;

/** `extra` adds the type's own members of findings (gaps have `exposure_amount` and `talking_points`). */
export function findingSchema(): FindingShape<FindingMembers>;
export function findingSchema<P extends Members>(extra: P): FindingShape<FindingMembers & P>;
export function findingSchema<P extends Members, Required extends keyof P>(
  extra: P,
  extraRequired: readonly Required[],
): FindingShape<FindingMembers & P, Required>;
export function findingSchema(extra: Members = {}, extraRequired: readonly string[] = []): JsonSchema {
  return closed({ ...findingMembers(), ...extra }, [...findingRequired, ...extraRequired]);
}

export function evidenceIdsSchema(maxItems = 2000) {
  return listOf(textSchema(8), maxItems);
}

const envelopeFirst = ["schema_version", "engine_type", "as_of", "subject", "headline", "summary"] as const;
const envelopeLast = ["findings", "evidence", "quality", "narrative", "provenance"] as const;

/** The type's own parts of the envelope. */
export type OutputParts<
  Summary extends JsonSchema,
  P extends Members,
  Required extends PropertyKey,
  Finding extends JsonSchema,
> = {
  readonly engineType: EngineTypeName;
  /** The closed schema of `summary`. */
  readonly summary: Summary;
  readonly properties: P;
  readonly required: readonly Required[];
  readonly finding: Finding;
};

/** The members of the `output` of every type around the type's own parts. */
function envelopeMembers<Summary extends JsonSchema, P extends Members, Finding extends JsonSchema>(
  engineType: EngineTypeName,
  summary: Summary,
  properties: P,
  finding: Finding,
) {
  return {
    schema_version: shapeOf<1>({ type: "integer", const: 1 }),
    engine_type: shapeOf<EngineTypeName>({ type: "string", const: engineType }),
    as_of: instantSchema(),
    subject: closed({ kind: textSchema(64), key: nullable(textSchema(200)), label: textSchema(200) }, [
      "kind",
      "key",
      "label",
    ]),
    headline: textSchema(200),
    summary,
    ...properties,
    findings: listOf(finding, 1000),
    evidence: listOf(evidenceSchema(), 2000),
    quality: closed(
      {
        confidence: ratioSchema(),
        facts_known: countSchema(),
        facts_needed: countSchema(),
        missing: listOf(textSchema(200), 1000),
      },
      ["confidence", "facts_known", "facts_needed", "missing"],
    ),
    narrative: closed(
      { source: enumSchema(["template", "model"]), text: textSchema(8000), citations: evidenceIdsSchema() },
      ["source", "text", "citations"],
    ),
    provenance: closed(
      {
        pack: closed({ key: textSchema(128), version: integerSchema(1, 1_000_000), sha256: textSchema(64) }, [
          "key",
          "version",
          "sha256",
        ]),
        datasets: listOf(
          closed({ dataset_key: textSchema(128), version: textSchema(128), sha256: textSchema(64) }, [
            "dataset_key",
            "version",
            "sha256",
          ]),
          200,
        ),
        heads: anySchema(),
        truncated: booleanSchema(),
      },
      ["pack", "datasets", "heads", "truncated"],
    ),
  };
}

/** The `output` of every type (TYPE-39): the common envelope around the type's own parts. */
export function outputEnvelopeSchema<
  Summary extends JsonSchema,
  P extends Members,
  Required extends keyof P & string,
  Finding extends JsonSchema,
>(
  parts: OutputParts<Summary, P, Required, Finding>,
): ObjectShape<
  ReturnType<typeof envelopeMembers<Summary, P, Finding>>,
  (typeof envelopeFirst)[number] | (typeof envelopeLast)[number] | Required
>;
export function outputEnvelopeSchema(parts: OutputParts<JsonSchema, Members, string, JsonSchema>): JsonSchema {
  const { engineType, summary, properties, finding, required } = parts;
  return closed(envelopeMembers(engineType, summary, properties, finding), [
    ...envelopeFirst,
    ...required,
    ...envelopeLast,
  ]);
}

/** A money amount that the commission policy hides. */
export function commissionRateSchema() {
  return sensitive(ratioSchema(), "commission");
}
