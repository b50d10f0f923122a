import {
  configurationShape,
  effectiveOf,
  lineCodes,
  lineSchema,
  pointsSchema,
  severities,
  workItemKinds,
} from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  type Complete,
  defaultsOf,
  eachOf,
  enumSchema,
  fillDefaults,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  mapOf,
  moneySchema,
  numberSchema,
  objectSchema,
  ratioSchema,
  shapeOf,
  textSchema,
  withDefault,
} from "@service/json";
import { segments } from "./codes.ts";
import {
  usualAddedAmounts,
  usualAddedShares,
  usualCommissions,
  usualCrossSellLines,
  usualLimitFactors,
} from "./preset.ts";

/** Arrays that a pack may fill and a configuration may extend, replace by key or switch off (PACK-3). */
export const ruleArrays = ["gap_rules", "limit_rules", "renewal_risk_points"] as const;
const rulesMax = 500;
/** The greatest share of a policy's premium that a coverage added to it, or a higher limit, may cost (OPP-91). */
export const addedShareMax = 0.9;

const lines = listOf(lineSchema(), lineCodes.length);

const weight = numberSchema(0, 1000);

const ruleMembers = { key: keySchema(), enabled: withDefault(booleanSchema(), true) };
const talkingPoints = withDefault(listOf(textSchema(500), 10), []);

/**
 * The shape of an entity_analysis gap (OPP-7), so that rules can be copied; `dimension` and `work_item` have no effect
 * here. The condition language checks the contents of conditions and expressions.
 */
const gapRule = closed(
  {
    ...ruleMembers,
    label: textSchema(200),
    /** With `{insured}` in the place of the account's name. */
    title: textSchema(160, 1),
    dimension: keySchema(),
    line: lineSchema(),
    coverage: textSchema(128, 1),
    exposure_when: objectSchema(),
    covered_when: objectSchema(),
    partial_when: objectSchema(),
    suppress_when: objectSchema(),
    exposure_amount: objectSchema(),
    severity: enumSchema(severities),
    recommendation: textSchema(1000),
    talking_points: talkingPoints,
    work_item: closed(
      { kind: enumSchema(workItemKinds), title: textSchema(200, 1), due_in_days: integerSchema(0, 3650) },
      ["kind", "title"],
    ),
  },
  ["key", "label", "line", "exposure_when", "covered_when", "severity", "recommendation"],
);

const limitRule = closed(
  {
    ...ruleMembers,
    label: textSchema(200),
    line: lineSchema(),
    coverage: textSchema(128, 1),
    when: objectSchema(),
    minimum: moneySchema(),
    minimum_expr: objectSchema(),
    umbrella_counts: withDefault(booleanSchema(), true),
    severity: enumSchema(severities),
    recommendation: textSchema(1000),
    talking_points: talkingPoints,
  },
  ["key", "label", "line", "coverage", "severity", "recommendation"],
);

const renewalRiskPoint = closed(
  { ...ruleMembers, label: textSchema(200), when: objectSchema(), points: integerSchema(-100, 100) },
  ["key", "when", "points"],
);

/** An opportunity configuration: every member with its bounds and its default (TYPE-84, OPP-7). */
export const opportunityConfiguration = configurationShape({
  response_type: withDefault(enumSchema(["book_opportunities"]), "book_opportunities"),
  gap_rules: withDefault(listOf(gapRule, rulesMax), []),
  limit_rules: withDefault(listOf(limitRule, rulesMax), []),
  renewal_risk_points: withDefault(listOf(renewalRiskPoint, rulesMax), []),
  cross_sell: withDefault(
    closed({
      // A segment that is not named is offered nothing.
      lines_by_segment: withDefault(closed(eachOf(segments, lines)), usualCrossSellLines),
      min_penetration: withDefault(ratioSchema(), 0.25),
      prior_strength: withDefault(numberSchema(0, 10_000), 20),
      lift_cap: withDefault(shapeOf<readonly [number, number]>(listOf(numberSchema(0, 100), 2, 2)), [0.5, 2.5]),
      top_lifts: withDefault(integerSchema(1, 10), 3),
    }),
    {},
  ),
  windows: withDefault(listOf(integerSchema(1, 400), 12, 1), [120, 90, 60, 30]),
  value: withDefault(
    closed({
      default_commission: withDefault(ratioSchema(), 0.12),
      commission_by_line: withDefault(closed(eachOf(lineCodes, ratioSchema())), usualCommissions),
      ev_reference: withDefault(numberSchema(1, 1e9), 5000),
      added_premium: withDefault(
        closed({
          // Below 1: what is added to a policy never costs the whole premium.
          share_by_coverage: withDefault(mapOf(numberSchema(0, addedShareMax), 100), usualAddedShares),
          amount_by_coverage: withDefault(
            mapOf(shapeOf<readonly [number, number]>(listOf(moneySchema(), 2, 2)), 100),
            usualAddedAmounts,
          ),
          limit_factors: withDefault(pointsSchema(1e12), usualLimitFactors),
        }),
        {},
      ),
    }),
    {},
  ),
  weights: withDefault(
    closed({
      value: withDefault(weight, 45),
      propensity: withDefault(weight, 30),
      urgency: withDefault(weight, 25),
    }),
    {},
  ),
  per_account_cap: withDefault(integerSchema(1, 100), 5),
  suppression: withDefault(
    closed({
      open_task_days: withDefault(integerSchema(0, 3650), 30),
      dismissed_days: withDefault(integerSchema(0, 3650), 180),
    }),
    {},
  ),
});

/** The effective form, in which a point without a label is named by its key: a default that depends on the point. */
function withLabels(configuration: Complete<typeof opportunityConfiguration>) {
  const points = configuration.renewal_risk_points.map((point) => ({ label: point.key, ...point }));
  return { ...configuration, renewal_risk_points: points };
}

export type OpportunityConfiguration = ReturnType<typeof withLabels>;

/** The draft of a new engine: the rule arrays of the pack are shown expanded (TYPE-88, TYPE-92). */
export function opportunityPreset(): JsonObject {
  return effectiveOpportunity(defaultsOf(opportunityConfiguration));
}

/** Saved configuration, defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveOpportunity(config: JsonObject): OpportunityConfiguration {
  return withLabels(effectiveOf(opportunityConfiguration, config, "opportunity", ruleArrays));
}

/** The configuration of a release, which lacks the members that were added since it was made. */
export function readConfiguration(effective: JsonObject): OpportunityConfiguration {
  return withLabels(fillDefaults(opportunityConfiguration, effective));
}
