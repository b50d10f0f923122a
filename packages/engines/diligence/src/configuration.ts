import { configurationShape, effectiveOf, severities } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  type Complete,
  defaultsOf,
  enumSchema,
  fillDefaults,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  numberSchema,
  objectSchema,
  part,
  ratioSchema,
  type Shape,
  textSchema,
  withDefault,
} from "@service/json";
import { type CheckKind, checkKinds, identifierTypes, listSeverities } from "./codes.ts";
import { usualChecks, usualDecision, usualLists } from "./preset.ts";
import { readTrigger } from "./stages/triggers.ts";

const documentKind = textSchema(64, 1);
const ageDays = integerSchema(0, 36_500);
const listKeys = listOf(keySchema(), 20, 1);
const triggers = listOf(textSchema(200, 1), 50);

/** Parameters of a check, by its kind (DIL-15). `adverse_terms` searches every supplied document: hence its bounds. */
export const checkParams = {
  name_screen: closed({ lists: listKeys, parties: withDefault(enumSchema(["all", "subject"]), "all") }),
  identifier_format: closed({ type: enumSchema(identifierTypes) }, ["type"]),
  identifier_match: closed({
    type: enumSchema(identifierTypes),
    lists: listKeys,
    against: withDefault(enumSchema(["lists", "documents"]), "lists"),
  }),
  license_status: closed({ document_kind: withDefault(documentKind, "license"), max_age_days: ageDays }),
  document_present: closed({ document_kind: documentKind }, ["document_kind"]),
  document_age: closed({ document_kind: documentKind, max_age_days: ageDays }, ["document_kind", "max_age_days"]),
  field_consistency: closed({ fields: listOf(textSchema(64, 1), 20, 1) }, ["fields"]),
  ownership_known: closed({ min_known: withDefault(ratioSchema(), 0.75) }),
  ownership_blocked: closed({ threshold: withDefault(numberSchema(0.01, 1), 0.5) }),
  adverse_terms: closed(
    {
      terms: listOf(textSchema(80, 1), 100, 1),
      near_words: withDefault(integerSchema(1, 200), 30),
      document_kind: documentKind,
    },
    ["terms"],
  ),
  rule: closed(
    {
      // Conditions have a grammar of their own, checked by `checkCondition`.
      assert: objectSchema(),
      when: objectSchema(),
      on_unknown: withDefault(enumSchema(["review", "not_run", "fail"]), "review"),
      message_fail: textSchema(160, 1),
    },
    ["assert"],
  ),
} as const satisfies { readonly [Kind in CheckKind]: Shape<JsonObject> };

/** The parameters of a check of one kind, defaults filled in. */
export type CheckParams<Kind extends CheckKind> = Complete<(typeof checkParams)[Kind]>;

const lists = withDefault(
  listOf(
    closed(
      {
        list_key: keySchema(),
        dataset_key: keySchema(),
        label: textSchema(160, 1),
        severity: enumSchema(listSeverities),
        required: booleanSchema(),
        max_age_days: ageDays,
      },
      ["list_key", "dataset_key", "label", "severity", "required", "max_age_days"],
    ),
    20,
  ),
  usualLists,
);

/** A diligence configuration: every member with its bounds and its default (TYPE-84, DIL-10). */
export const diligenceConfiguration = configurationShape({
  response_type: withDefault(textSchema(64, 1), "screening_report"),
  lists,
  matching: withDefault(
    closed({
      review: withDefault(numberSchema(0.3, 1), 0.75),
      strong: withDefault(numberSchema(0.3, 1), 0.9),
      weak_alias_cap: withDefault(ratioSchema(), 0.8),
      max_hits_per_list: withDefault(integerSchema(1, 200), 25),
      qualifiers: withDefault(
        closed({
          birth_year: withDefault(numberSchema(-1, 0), -0.15),
          birth_date: withDefault(numberSchema(-1, 0), -0.25),
          birth_date_close: withDefault(numberSchema(-1, 0), -0.05),
          country: withDefault(numberSchema(-1, 0), -0.2),
          gender: withDefault(numberSchema(-1, 0), -0.2),
          place: withDefault(numberSchema(0, 0.2), 0.05),
        }),
        {},
      ),
    }),
    {},
  ),
  checks: withDefault(
    listOf(
      closed(
        {
          key: keySchema(),
          label: textSchema(160, 1),
          kind: enumSchema(checkKinds),
          enabled: withDefault(booleanSchema(), true),
          severity: enumSchema(severities),
          required: booleanSchema(),
          weight: numberSchema(0, 100),
          // Its members depend on `kind`: `checkParams`.
          params: withDefault(objectSchema(), {}),
        },
        ["key", "kind", "severity", "required", "weight"],
      ),
      500,
    ),
    usualChecks,
  ),
  decision: withDefault(
    closed({
      escalate_on: withDefault(triggers, usualDecision.escalate_on),
      review_on: withDefault(triggers, usualDecision.review_on),
    }),
    {},
  ),
});

export type DiligenceConfiguration = Complete<typeof diligenceConfiguration>;
type Check = DiligenceConfiguration["checks"][number];

/** The draft of a new diligence engine (DIL-10, TYPE-92), its checks written out. */
export function diligencePreset(): JsonObject {
  return effectiveDiligence(defaultsOf(diligenceConfiguration));
}

/**
 * Saved configuration and defaults in one document (TYPE-88). Packs carry no diligence checks: an engine's checks are
 * its own list, `enabled: false` removes one. A usual trigger on a check that this configuration does not have is
 * dropped.
 */
export function effectiveDiligence(config: JsonObject): DiligenceConfiguration {
  const effective = effectiveOf(diligenceConfiguration, config, "diligence", ["checks"]);
  const keys = new Set(effective.checks.map(({ key }) => key));
  const written = part(config, "decision");
  const kept = (name: "escalate_on" | "review_on"): readonly string[] =>
    effective.decision[name].filter((token) => {
      const trigger = readTrigger(token);
      return written[name] !== undefined || trigger?.on !== "check" || keys.has(trigger.key);
    });
  return {
    ...effective,
    checks: effective.checks.map(completeCheck),
    decision: { escalate_on: kept("escalate_on"), review_on: kept("review_on") },
  };
}

const listsAlone = closed({ lists });

/** The lists of an effective configuration, read without the rest: a worker asks for them before each run. */
export function listsOf(effective: JsonObject): DiligenceConfiguration["lists"] {
  return fillDefaults(listsAlone, effective).lists;
}

/** Defaults that depend on other members: a label is the key, and the kind says which parameters there are. */
export function completeCheck(check: Check): Check & { readonly label: string } {
  const params: Shape<JsonObject> = checkParams[check.kind];
  return { ...check, label: check.label ?? check.key, params: fillDefaults(params, check.params) };
}
