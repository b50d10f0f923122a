import type { JsonSchema } from "../json.ts";
import {
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  numberSchema,
  ratioSchema,
  textSchema,
} from "../schemas/index.ts";
import { identifierTypes } from "./identifiers.ts";
import type { CheckKind } from "./settings.ts";

/** Bounds of `adverse_terms`, which searches every supplied document. */
export const adverseTermsMax = 100;
export const nearWordsMax = 200;

/** The closed schema of `params`, by kind of check (domain.md A4). */
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

function listKeys(): JsonSchema {
  return listOf(keySchema(), 20, 1);
}
