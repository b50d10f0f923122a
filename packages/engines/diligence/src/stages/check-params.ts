import {
  type JsonObject,
  type JsonSchema,
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  numberSchema,
  ratioSchema,
  textSchema,
  oneOf,
  part,
  text,
} from "@service/json";
import { identifierTypes } from "./identifiers.ts";
import { type CheckKind, checkKinds } from "../settings.ts";

/** Bounds of `adverse_terms`, which searches every supplied document. */
const adverseTermsMax = 100;
const nearWordsMax = 200;

/** The closed schema of `params`, by kind of check (DIL-15). */
export const paramsSchemas: { readonly [Kind in CheckKind]: JsonSchema } = {
  name_screen: closed({ lists: listKeys(), parties: enumSchema(["all", "subject"]) }),
  identifier_format: closed({ type: enumSchema(identifierTypes) }, ["type"]),
  identifier_match: closed({
    type: enumSchema(identifierTypes),
    lists: listKeys(),
    against: enumSchema(["lists", "documents"]),
  }),
  license_status: closed({ document_kind: textSchema(64, 1), max_age_days: integerSchema(0, 36_500) }),
  document_present: closed({ document_kind: textSchema(64, 1) }, ["document_kind"]),
  document_age: closed({ document_kind: textSchema(64, 1), max_age_days: integerSchema(0, 36_500) }, [
    "document_kind",
    "max_age_days",
  ]),
  field_consistency: closed({ fields: listOf(textSchema(64, 1), 20, 1) }, ["fields"]),
  ownership_known: closed({ min_known: ratioSchema() }),
  ownership_blocked: closed({ threshold: numberSchema(0.01, 1) }),
  adverse_terms: closed(
    {
      terms: listOf(textSchema(80, 1), adverseTermsMax, 1),
      near_words: integerSchema(1, nearWordsMax),
      document_kind: textSchema(64, 1),
    },
    ["terms"],
  ),
  rule: closed(
    {
      // Conditions have a grammar of their own, checked by `checkCondition`.
      assert: { type: "object" },
      when: { type: "object" },
      on_unknown: enumSchema(["review", "not_run", "fail"]),
      message_fail: textSchema(160, 1),
    },
    ["assert"],
  ),
};

/** Defaults of `params`, by kind of check. */
const paramsDefaults: { readonly [Kind in CheckKind]: JsonObject } = {
  name_screen: { parties: "all" },
  identifier_format: {},
  identifier_match: { against: "lists" },
  license_status: { document_kind: "license" },
  document_present: {},
  document_age: {},
  field_consistency: {},
  ownership_known: { min_known: 0.75 },
  ownership_blocked: { threshold: 0.5 },
  adverse_terms: { near_words: 30 },
  rule: { on_unknown: "review" },
};

/** Checks with defaults for the members they leave out. */
export function filledInChecks(checks: readonly JsonObject[]): JsonObject[] {
  return checks.map((check) => {
    const kind = oneOf(checkKinds, check["kind"]);
    const params = { ...(kind && paramsDefaults[kind]), ...part(check, "params") };
    return { enabled: true, label: text(check, "key") ?? "", ...check, params };
  });
}

function listKeys(): JsonSchema {
  return listOf(keySchema(), 20, 1);
}
