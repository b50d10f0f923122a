import type { Point } from "@service/engine-kit";
import { compileCondition, compilePath, type CompiledPath, type Condition } from "@service/conditions";
import { byText, isJsonArray, isJsonObject, type JsonObject } from "@service/json";
import type { Action, Dimension, RuleEffect, SubmissionKind } from "./codes.ts";
import type { TriageConfiguration } from "./configuration.ts";

type RequiredItem = {
  readonly line: string;
  readonly kind: SubmissionKind | undefined;
  readonly documents: readonly {
    readonly kind: string;
    readonly weight: number;
    readonly maxAgeDays: number | undefined;
    readonly isBlocking: boolean;
  }[];
  readonly facts: readonly { readonly path: CompiledPath; readonly weight: number; readonly isBlocking: boolean }[];
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

/** Compiles a configuration. */
export function readSettings(configuration: TriageConfiguration): Settings {
  const { utilities, clearance, offering_source: source } = configuration;
  const routes = [...configuration.routes]
    .sort((a, b) => a.precedence - b.precedence || byText(a.key, b.key))
    .map(compileRoute);
  const fallback = routes.find((route) => route.isFallback);
  if (fallback === undefined) throw new TypeError("a triage configuration has exactly one fallback route");
  return {
    requiredItems: configuration.required_items.map(readRequiredItem),
    weights: configuration.weights.priority,
    utilities: {
      value: utilities.value,
      urgencyDays: utilities.urgency_days,
      responseAge: utilities.response_age,
      tier: utilities.tier,
      bindRate: utilities.bind_rate,
    },
    appetiteRules: enabled(configuration.appetite_rules).map((rule) => ({
      ...compileRule(rule),
      effect: rule.effect,
    })),
    strategicRules: enabled(configuration.strategic_rules).map(compileRule),
    offeringSource:
      source === null
        ? undefined
        : { datasetKey: source.dataset_key, required: source.required, maxAgeDays: source.max_age_days },
    clearance: {
      windowDays: clearance.window_days,
      duplicate: clearance.duplicate,
      possible: clearance.possible,
    },
    bands: configuration.bands,
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

function enabled<Rule extends { readonly key: string; readonly enabled: boolean }>(rules: readonly Rule[]): Rule[] {
  return rules.filter((rule) => rule.enabled).sort((a, b) => byText(a.key, b.key));
}

function compileRule(rule: TriageConfiguration["strategic_rules"][number]): StrategicRule {
  const { key, when, points, message } = rule;
  return { key, condition: compileCondition(when), points, message };
}

function compileRoute(route: TriageConfiguration["routes"][number]): Route {
  const { key, label, when, to, action } = route;
  return {
    key,
    label,
    isFallback: isFallbackRoute(route),
    condition: compileCondition(when),
    to: { team: to.team, seat: to.seat, tag: to.tag },
    action,
    slaHours: route.sla_hours,
  };
}

function readRequiredItem(item: TriageConfiguration["required_items"][number]): RequiredItem {
  return {
    line: item.line,
    kind: item.kind === "*" ? undefined : item.kind,
    documents: item.documents.map(({ kind, weight, max_age_days: maxAgeDays, blocking: isBlocking }) => ({
      kind,
      weight,
      maxAgeDays,
      isBlocking,
    })),
    facts: item.facts.map(({ path, weight, blocking: isBlocking }) => ({
      path: compilePath(path),
      weight,
      isBlocking,
    })),
  };
}
