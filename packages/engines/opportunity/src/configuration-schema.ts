import { baseConfigurationSchema, lineCodes, lineSchema, severities, workItemKinds } from "@service/engine-kit";
import {
  type JsonSchema,
  booleanSchema,
  closed,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  numberSchema,
  ratioSchema,
  textSchema,
} from "@service/json";
import { segments } from "./account-schema.ts";

const rulesMax = 500;

/** The closed shape of an opportunity configuration as saved (TYPE-84, OPP-7). */
export function configurationSchema(): JsonSchema {
  const lines = listOf(lineSchema(), lineCodes.length);
  return baseConfigurationSchema({
    properties: {
      response_type: enumSchema(["book_opportunities"]),
      gap_rules: listOf(gap(), rulesMax),
      limit_rules: listOf(limit(), rulesMax),
      renewal_risk_points: listOf(riskPoint(), rulesMax),
      cross_sell: closed({
        lines_by_segment: closed(Object.fromEntries(segments.map((segment) => [segment, lines]))),
        min_penetration: ratioSchema(),
        prior_strength: numberSchema(0, 10_000),
        lift_cap: { ...listOf(numberSchema(0, 100), 2, 2) },
        top_lifts: integerSchema(1, 10),
      }),
      windows: listOf(integerSchema(1, 400), 12, 1),
      value: closed({
        default_commission: ratioSchema(),
        commission_by_line: closed(Object.fromEntries(lineCodes.map((line) => [line, ratioSchema()]))),
        ev_reference: numberSchema(1, 1e9),
      }),
      weights: closed({
        value: numberSchema(0, 1000),
        propensity: numberSchema(0, 1000),
        urgency: numberSchema(0, 1000),
      }),
      per_account_cap: integerSchema(1, 100),
      suppression: closed({ open_task_days: integerSchema(0, 3650), dismissed_days: integerSchema(0, 3650) }),
    },
    required: [],
  });
}

/** The condition language checks its contents. */
function condition(): JsonSchema {
  return { type: "object" };
}

function element(properties: { readonly [name: string]: JsonSchema }, required: readonly string[]): JsonSchema {
  return closed({ key: keySchema(), enabled: booleanSchema(), ...properties }, ["key", ...required]);
}

/**
 * The shape of an entity_analysis gap (OPP-7), so that rules can be copied; `dimension` and `work_item` have no effect
 * here.
 */
function gap(): JsonSchema {
  const workItem = closed(
    { kind: enumSchema(workItemKinds), title: textSchema(200, 1), due_in_days: integerSchema(0, 3650) },
    ["kind", "title"],
  );
  return element(
    {
      label: textSchema(200),
      dimension: keySchema(),
      line: lineSchema(),
      coverage: textSchema(128, 1),
      exposure_when: condition(),
      covered_when: condition(),
      partial_when: condition(),
      suppress_when: condition(),
      exposure_amount: condition(),
      severity: enumSchema(severities),
      recommendation: textSchema(1000),
      talking_points: listOf(textSchema(500), 10),
      work_item: workItem,
    },
    ["label", "line", "exposure_when", "covered_when", "severity", "recommendation"],
  );
}

function limit(): JsonSchema {
  return element(
    {
      label: textSchema(200),
      line: lineSchema(),
      coverage: textSchema(128, 1),
      when: condition(),
      minimum: moneySchema(),
      minimum_expr: condition(),
      severity: enumSchema(severities),
      recommendation: textSchema(1000),
      talking_points: listOf(textSchema(500), 10),
    },
    ["label", "line", "coverage", "severity", "recommendation"],
  );
}

function riskPoint(): JsonSchema {
  return element({ label: textSchema(200), when: condition(), points: integerSchema(-100, 100) }, ["when", "points"]);
}
