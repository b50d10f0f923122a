import {
  anySchema,
  closed,
  enumSchema,
  integerSchema,
  type JsonSchema,
  keySchema,
  listOf,
  mapOf,
  numberSchema,
  objectSchema,
  patternSchema,
  ratioSchema,
  shapeOf,
  textSchema,
  withDefault,
} from "@service/json";
import { assertionOps } from "./codes.ts";
import { labelsSchema } from "./gate/labelled-metrics.ts";

/** One case of `evaluation` (GATE-2); input and offerings are checked by the gate, against the release. */
function evaluationCaseSchema() {
  return closed(caseProperties(), ["case_key", "label", "input", "expect"]);
}

/** One row of a labelled set: an input with labels, assertions or both (`labelled-metrics.ts`). */
export function labelledRowSchema(): JsonSchema {
  return closed({ ...caseProperties(), labels: labelsSchema() }, ["case_key", "input"]);
}

function caseProperties() {
  const assertion = closed(
    {
      path: shapeOf<string>({ type: "string", maxLength: 500, pattern: "^(/.*)?$" }),
      op: enumSchema(assertionOps),
      value: anySchema(),
    },
    ["path", "op"],
  );
  return {
    case_key: keySchema(),
    label: textSchema(200),
    tags: listOf(textSchema(64), 20),
    input: objectSchema(),
    offerings: listOf(objectSchema(), 10_000),
    expect: listOf(assertion, 30),
  };
}

/** The shape of `evaluation` (GATE-1). Absent, the built-in cases are run. */
export function evaluationSchema() {
  return closed({
    min_cases: withDefault(integerSchema(3, 50), 3),
    pass_rate: withDefault(numberSchema(0.8, 1), 1),
    metric_tolerance: withDefault(numberSchema(0, 1), 0.02),
    metric_thresholds: mapOf(ratioSchema(), 20),
    cases: listOf(evaluationCaseSchema(), 50),
    labelled_sets: {
      ...listOf(patternSchema("^labelled:[A-Za-z0-9._:-]{1,119}$"), 20),
      uniqueItems: true,
    },
  });
}
