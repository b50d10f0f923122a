import type { EngineTypeName } from "@service/contract";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
  closed,
  keySchema,
  listOf,
  textSchema,
} from "@service/json";
import { lineSchema } from "@service/record-families";

/**
 * How often something was right, of how many times it could have been; a metric is the quotient of the sums over rows.
 */
export type Tally = { readonly good: number; readonly of: number };
type Tallies = { readonly [metric: string]: Tally };
/** Which way a metric is better. */
export type Direction = "higher" | "lower";

/** Result of a run of a labelled row; null where the row was refused or the run failed. */
export type RowAnswer = { readonly output: JsonObject; readonly solutions: readonly JsonObject[] } | null;

type LabelledType = {
  /** The member of `labels` that this type reads. */
  readonly label: keyof typeof labelSchemas;
  readonly metrics: { readonly [metric: string]: Direction };
  /** Contribution of one row; a refused row found nothing. */
  tally(label: Json, answer: RowAnswer): Tallies;
};

/** Members of `labels`, one per engine type: the right answer of a row as an expert gives it. */
const labelSchemas = {
  /** diligence: the entries that are this subject or one of its parties; an empty list means that nobody is listed. */
  hits: listOf(closed({ list_key: keySchema(), entry_id: textSchema(200, 1) }, ["list_key", "entry_id"]), 100),
  /** matching: markets a desk would approach; any of them among the first three is right. */
  offering_keys: listOf(keySchema(), 50, 1),
  /** triage: submissions in the order in which they ought to be worked. */
  order: listOf(keySchema(), 500, 2),
  /** comparison: the item a person would recommend. */
  best_key: keySchema(),
  /**
   * entity_analysis: rules whose findings a reviewer would raise; an empty list means that there is nothing to raise.
   */
  finding_rules: listOf(textSchema(200, 1), 500),
  /** opportunity: what a producer would act on; an empty list means that there is nothing. */
  opportunities: listOf(
    closed({ client_key: textSchema(128, 1), kind: textSchema(64, 1), line: lineSchema() }, ["client_key", "kind"]),
    500,
  ),
} as const satisfies { readonly [name: string]: JsonSchema };

/** `labels` of a labelled row: closed, every member optional. */
export function labelsSchema(): JsonSchema {
  return closed(labelSchemas);
}

/** Rank up to which a market counts as recommended (GATE-30: top-3 rate). */
const topRank = 3;

/**
 * What is measured on labelled rows, per engine type (GATE-29 to GATE-34). A new engine type does not compile until its
 * labels are defined.
 */
const labelledTypes: { readonly [Name in EngineTypeName]: LabelledType } = {
  diligence: {
    label: "hits",
    metrics: { recall: "higher", false_hit_rate: "lower" },
    tally(label, answer) {
      const wanted = new Set(objectsIn(label).map(hitName));
      const found = new Set(objectsIn(answer?.output["hits"]).map(hitName));
      // The rate of GATE-29: share of names that nobody listed and that have a hit.
      if (wanted.size === 0) return { false_hit_rate: { good: found.size > 0 ? 1 : 0, of: 1 } };
      return { recall: share([...wanted], (name) => found.has(name)) };
    },
  },
  matching: {
    label: "offering_keys",
    metrics: { top3_rate: "higher" },
    tally(label, answer) {
      const right = new Set(textsIn(label));
      const isFound = (answer?.solutions ?? [])
        .filter(({ rank }) => typeof rank === "number" && rank <= topRank)
        .some(({ offerings }) => objectsIn(offerings).some((offering) => right.has(textAt(offering, "offering_key"))));
      return { top3_rate: { good: isFound ? 1 : 0, of: 1 } };
    },
  },
  triage: {
    label: "order",
    metrics: { order_agreement: "higher" },
    tally(label, answer) {
      const position = new Map(
        objectsIn(answer?.output["queue"]).map((entry) => [textAt(entry, "submission_key"), Number(entry["position"])]),
      );
      const order = textsIn(label);
      const pairs = order.flatMap((first, index) => order.slice(index + 1).map((second) => [first, second] as const));
      return {
        // A submission that is not in the queue counts as last; a pair of two such submissions agrees with no order.
        order_agreement: share(
          pairs,
          ([first, second]) => (position.get(first) ?? Infinity) < (position.get(second) ?? Infinity),
        ),
      };
    },
  },
  comparison: {
    label: "best_key",
    metrics: { best_rate: "higher" },
    tally(label, answer) {
      const summary = answer?.output["summary"];
      const isBest = isJsonObject(summary) && summary["best_key"] === label;
      return { best_rate: { good: isBest ? 1 : 0, of: 1 } };
    },
  },
  entity_analysis: {
    label: "finding_rules",
    metrics: { finding_recall: "higher", false_finding_rate: "lower" },
    tally(label, answer) {
      const raised = [...objectsIn(answer?.output["findings"]), ...objectsIn(answer?.output["gaps"])]
        .filter(({ status }) => status !== "pass")
        .map((finding) => textAt(finding, "rule_key"));
      return agreement(textsIn(label), raised, "finding_recall", "false_finding_rate");
    },
  },
  opportunity: {
    label: "opportunities",
    metrics: { opportunity_recall: "higher", false_opportunity_rate: "lower" },
    tally(label, answer) {
      const found = objectsIn(answer?.output["opportunities"]).filter(({ change }) => change !== "resolved");
      const wanted = objectsIn(label);
      const matches = (one: JsonObject, other: JsonObject): boolean =>
        one["client_key"] === other["client_key"] &&
        one["kind"] === other["kind"] &&
        (one["line"] === undefined || one["line"] === other["line"]);
      return {
        opportunity_recall: share(wanted, (one) => found.some((other) => matches(one, other))),
        false_opportunity_rate: share(found, (other) => !wanted.some((one) => matches(one, other))),
      };
    },
  },
};

/** Measured on rows with assertions, for every type: share of rows whose assertions all hold. */
export const assertionMetric = "assertion_rate";

/** Labels and metrics of this engine type. */
export function labelledType(engineType: EngineTypeName): LabelledType {
  return labelledTypes[engineType];
}

/** Metrics that a configuration of this type may set a threshold for. */
export function metricNames(engineType: EngineTypeName): readonly string[] {
  return [...Object.keys(labelledTypes[engineType].metrics), assertionMetric];
}

/** Direction of a metric, by its name alone or with the key of its set. Unknown metrics are better when higher. */
export function directionOf(metric: string): Direction {
  const name = metric.slice(metric.lastIndexOf(".") + 1);
  return Object.values(labelledTypes).some(({ metrics }) => metrics[name] === "lower") ? "lower" : "higher";
}

/** Recall of what was wanted, and the share of findings that nobody wanted; each thing counts once. */
function agreement(wanted: readonly string[], found: readonly string[], recall: string, falseRate: string): Tallies {
  const [wantedOnce, foundOnce] = [new Set(wanted), new Set(found)];
  return {
    [recall]: share([...wantedOnce], (one) => foundOnce.has(one)),
    [falseRate]: share([...foundOnce], (one) => !wantedOnce.has(one)),
  };
}

function share<T>(of: readonly T[], isGood: (one: T) => boolean): Tally {
  return { good: of.filter(isGood).length, of: of.length };
}

function hitName(hit: JsonObject): string {
  return JSON.stringify([textAt(hit, "list_key"), textAt(hit, "entry_id")]);
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function textsIn(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function textAt(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}
