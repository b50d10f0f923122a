import { configurationShape, effectiveOf, lineCodes, pointsSchema } from "@service/engine-kit";
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
  nullable,
  numberSchema,
  objectSchema,
  textSchema,
  withDefault,
} from "@service/json";
import { actions, documentKinds, ruleEffects, submissionKinds } from "./codes.ts";
import { usualRequiredItems, usualRoutes, usualUtilities } from "./preset.ts";

const weight = numberSchema(0, 100);

/** Without this item a submission is sent back for information, however much else is there (TRI-99). */
const blocking = withDefault(booleanSchema(), false);

/** Points of a utility, ascending: the value of the subject, its worth in 0..100. */
function utility(usual: readonly (readonly [number, number])[]) {
  return withDefault(pointsSchema(1e12), usual);
}

/** What all rules of triage have. The condition language has its own check (COND-27). */
const ruleMembers = {
  key: keySchema(),
  enabled: withDefault(booleanSchema(), true),
  when: objectSchema(),
  message: textSchema(200, 1),
};

/** A triage configuration: every member with its bounds and its default (TYPE-84, TRI-7). */
export const triageConfiguration = configurationShape({
  response_type: withDefault(textSchema(64, 1), "work_queue"),
  required_items: withDefault(
    listOf(
      closed(
        {
          line: enumSchema(["*", ...lineCodes]),
          kind: enumSchema(["*", ...submissionKinds]),
          documents: withDefault(
            listOf(
              closed({ kind: enumSchema(documentKinds), weight, max_age_days: integerSchema(1, 3650), blocking }, [
                "kind",
                "weight",
              ]),
              20,
            ),
            [],
          ),
          facts: withDefault(
            listOf(closed({ path: textSchema(200, 1), weight, blocking }, ["path", "weight"]), 50),
            [],
          ),
        },
        ["line", "kind"],
      ),
      500,
    ),
    usualRequiredItems,
  ),
  weights: withDefault(
    closed({
      priority: withDefault(
        closed({
          value: withDefault(weight, 35),
          urgency: withDefault(weight, 30),
          relationship: withDefault(weight, 20),
          strategic: withDefault(weight, 15),
        }),
        {},
      ),
    }),
    {},
  ),
  utilities: withDefault(
    closed({
      value: utility(usualUtilities.value),
      urgency_days: utility(usualUtilities.urgency_days),
      response_age: utility(usualUtilities.response_age),
      tier: utility(usualUtilities.tier),
      bind_rate: utility(usualUtilities.bind_rate),
    }),
    {},
  ),
  appetite_rules: withDefault(
    listOf(
      closed({ ...ruleMembers, effect: enumSchema(ruleEffects), points: withDefault(integerSchema(-30, 30), 0) }, [
        "key",
        "when",
        "message",
        "effect",
      ]),
      500,
    ),
    [],
  ),
  strategic_rules: withDefault(
    listOf(closed({ ...ruleMembers, points: integerSchema(-50, 50) }, ["key", "when", "message", "points"]), 500),
    [],
  ),
  // Not required: triage orders a queue without knowing a market (TRI-15).
  offering_source: withDefault(
    nullable(
      closed(
        {
          dataset_key: keySchema(),
          required: withDefault(booleanSchema(), false),
          max_age_days: withDefault(integerSchema(1, 3650), 30),
        },
        ["dataset_key"],
      ),
    ),
    { dataset_key: "offerings" },
  ),
  clearance: withDefault(
    closed({
      window_days: withDefault(integerSchema(0, 365), 90),
      duplicate: withDefault(numberSchema(1, 24), 8),
      possible: withDefault(numberSchema(1, 24), 5),
    }),
    {},
  ),
  bands: withDefault(
    closed({ high: withDefault(numberSchema(0, 100), 65), low: withDefault(numberSchema(0, 100), 40) }),
    {},
  ),
  routes: withDefault(
    listOf(
      closed(
        {
          key: keySchema(),
          label: textSchema(120, 1),
          precedence: integerSchema(0, 1_000_000),
          when: objectSchema(),
          to: {
            ...closed({ team: textSchema(128, 1), seat: keySchema(), tag: textSchema(64, 1) }),
            minProperties: 1,
          },
          action: enumSchema(actions),
          sla_hours: integerSchema(1, 8760),
        },
        ["key", "label", "precedence", "when", "to", "action", "sla_hours"],
      ),
      500,
      1,
    ),
    usualRoutes,
  ),
});

export type TriageConfiguration = Complete<typeof triageConfiguration>;

/** The draft of a new triage engine (TRI-7, TYPE-92). */
export function triagePreset(): JsonObject {
  return defaultsOf(triageConfiguration);
}

/** Saved configuration, defaults and the rules of its pack in one document (TYPE-88, TYPE-89). */
export function effectiveTriage(config: JsonObject): TriageConfiguration {
  return effectiveOf(triageConfiguration, config, "triage", ["appetite_rules", "strategic_rules"]);
}

/** The configuration of a release, which lacks the members that were added since it was made. */
export function readConfiguration(effective: JsonObject): TriageConfiguration {
  return fillDefaults(triageConfiguration, effective);
}
