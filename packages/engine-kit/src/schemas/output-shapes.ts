import type { EngineTypeName } from "@service/contract";
import {
  anySchema,
  booleanSchema,
  closed,
  countSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  type Members,
  nullable,
  type ObjectShape,
  openEnumSchema,
  patternSchema,
  ratioSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { severities } from "../codes.ts";
import { sourceRefMembers } from "@service/record-families";

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
