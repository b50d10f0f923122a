import { type Point, readPoints } from "@service/engine-kit";
import { compileCondition, compilePath, type CompiledPath, type Condition } from "@service/conditions";
import {
  type JsonObject,
  isJsonArray,
  isJsonObject,
  byText,
  flag,
  number,
  objects,
  oneOf,
  part,
  text,
} from "@service/json";

/** The parts of a priority, in the order in which a breakdown lists them (TRI-8). */
export const dimensions = ["value", "urgency", "relationship", "strategic"] as const;
export type Dimension = (typeof dimensions)[number];

/** The suggested action of the desk; none declines anybody (TYPE-6). */
export const actions = [
  "work_now",
  "chase_info",
  "specialist",
  "queue",
  "clearance",
  "hold_duplicate",
  "decline_candidate",
] as const;
export type Action = (typeof actions)[number];

export const submissionKinds = ["new", "renewal", "endorsement", "service"] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

export const documentKinds = [
  "application",
  "supplemental",
  "loss_runs",
  "schedule_of_values",
  "driver_list",
  "vehicle_list",
  "financials",
  "contract",
  "photos",
  "other",
] as const;

export const ruleEffects = ["knockout", "refer", "adjust"] as const;
type RuleEffect = (typeof ruleEffects)[number];

export const utilityNames = ["value", "urgency_days", "response_age", "tier", "bind_rate"] as const;

type RequiredItem = {
  readonly line: string;
  readonly kind: SubmissionKind | undefined;
  readonly documents: readonly {
    readonly kind: string;
    readonly weight: number;
    readonly maxAgeDays: number | undefined;
  }[];
  readonly facts: readonly { readonly path: CompiledPath; readonly weight: number }[];
};

type AppetiteRule = {
  readonly key: string;
  readonly effect: RuleEffect;
  readonly condition: Condition;
  readonly points: number;
  readonly message: string;
};

type StrategicRule = {
  readonly key: string;
  readonly condition: Condition;
  readonly points: number;
  readonly message: string;
};

export type Route = {
  readonly key: string;
  readonly label: string;
  readonly isFallback: boolean;
  readonly condition: Condition;
  readonly to: {
    readonly team: string | undefined;
    readonly seat: string | undefined;
    readonly tag: string | undefined;
  };
  readonly action: Action;
  readonly slaHours: number;
};

export type Settings = {
  readonly requiredItems: readonly RequiredItem[];
  readonly weights: Readonly<Record<Dimension, number>>;
  readonly utilities: {
    readonly value: readonly Point[];
    readonly urgencyDays: readonly Point[];
    readonly responseAge: readonly Point[];
    readonly tier: readonly Point[];
    readonly bindRate: readonly Point[];
  };
  readonly appetiteRules: readonly AppetiteRule[];
  readonly strategicRules: readonly StrategicRule[];
  readonly offeringSource:
    { readonly datasetKey: string; readonly required: boolean; readonly maxAgeDays: number } | undefined;
  readonly clearance: { readonly windowDays: number; readonly duplicate: number; readonly possible: number };
  readonly bands: { readonly high: number; readonly low: number };
  /** In the order in which they are evaluated. */
  readonly routes: readonly Route[];
  readonly fallback: Route;
};

/** Reads and compiles an effective configuration (it passed `validateConfig` and carries every preset default). */
export function readSettings(effective: JsonObject): Settings {
  const weights = part(part(effective, "weights"), "priority");
  const utilities = part(effective, "utilities");
  const source = effective.offering_source;
  const clearance = part(effective, "clearance");
  const bands = part(effective, "bands");
  const routes = [...objects(effective, "routes")]
    .sort(
      (a, b) =>
        (number(a, "precedence") ?? 0) - (number(b, "precedence") ?? 0) ||
        byText(text(a, "key") ?? "", text(b, "key") ?? ""),
    )
    .map(compileRoute);
  const fallback = routes.find((route) => route.isFallback);
  if (fallback === undefined) throw new TypeError("a triage configuration has exactly one fallback route");
  return {
    requiredItems: objects(effective, "required_items").map(readRequiredItem),
    weights: {
      value: number(weights, "value") ?? 0,
      urgency: number(weights, "urgency") ?? 0,
      relationship: number(weights, "relationship") ?? 0,
      strategic: number(weights, "strategic") ?? 0,
    },
    utilities: {
      value: readPoints(utilities.value),
      urgencyDays: readPoints(utilities.urgency_days),
      responseAge: readPoints(utilities.response_age),
      tier: readPoints(utilities.tier),
      bindRate: readPoints(utilities.bind_rate),
    },
    appetiteRules: enabledRules(effective, "appetite_rules").map((rule) => ({
      ...compileStrategic(rule),
      effect: oneOf(ruleEffects, rule.effect) ?? "refer",
    })),
    strategicRules: enabledRules(effective, "strategic_rules").map(compileStrategic),
    offeringSource: isJsonObject(source)
      ? {
          datasetKey: text(source, "dataset_key") ?? "offerings",
          required: flag(source, "required") ?? false,
          maxAgeDays: number(source, "max_age_days") ?? 30,
        }
      : undefined,
    clearance: {
      windowDays: number(clearance, "window_days") ?? 90,
      duplicate: number(clearance, "duplicate") ?? 8,
      possible: number(clearance, "possible") ?? 5,
    },
    bands: { high: number(bands, "high") ?? 65, low: number(bands, "low") ?? 40 },
    routes,
    fallback,
  };
}

/** A route that takes all remaining submissions: its condition is `{"all": []}` and nothing else. */
export function isFallbackRoute(route: JsonObject): boolean {
  const when = route.when;
  if (!isJsonObject(when) || Object.keys(when).length !== 1) return false;
  return isJsonArray(when.all) && when.all.length === 0;
}

export type Band = "high" | "medium" | "low";

/** One pair of thresholds serves priority, readiness and fit: high, low, and medium between them (TRI-17). */
export function bandOf(score: number, bands: Settings["bands"]): Band {
  return score >= bands.high ? "high" : score < bands.low ? "low" : "medium";
}

function enabledRules(effective: JsonObject, field: string): JsonObject[] {
  return objects(effective, field)
    .filter((rule) => rule.enabled !== false)
    .sort((a, b) => byText(text(a, "key") ?? "", text(b, "key") ?? ""));
}

function compileStrategic(rule: JsonObject): StrategicRule {
  return {
    key: text(rule, "key") ?? "",
    condition: compileCondition(rule.when ?? null),
    points: number(rule, "points") ?? 0,
    message: text(rule, "message") ?? "",
  };
}

function compileRoute(route: JsonObject): Route {
  const to = part(route, "to");
  return {
    key: text(route, "key") ?? "",
    label: text(route, "label") ?? "",
    isFallback: isFallbackRoute(route),
    condition: compileCondition(route.when ?? null),
    to: { team: text(to, "team"), seat: text(to, "seat"), tag: text(to, "tag") },
    action: oneOf(actions, route.action) ?? "queue",
    slaHours: number(route, "sla_hours") ?? 72,
  };
}

function readRequiredItem(item: JsonObject): RequiredItem {
  return {
    line: text(item, "line") ?? "*",
    kind: oneOf(submissionKinds, item.kind),
    documents: objects(item, "documents").map((document) => ({
      kind: text(document, "kind") ?? "",
      weight: number(document, "weight") ?? 0,
      maxAgeDays: number(document, "max_age_days"),
    })),
    facts: objects(item, "facts").map((fact) => ({
      path: compilePath(text(fact, "path") ?? "kind"),
      weight: number(fact, "weight") ?? 0,
    })),
  };
}
