import { severities, type Severity } from "@service/engine-kit";
import { compileCondition, compileExpression, type Condition, type Expression } from "@service/conditions";
import {
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  number,
  objectsIn,
  part,
  text,
  textsIn,
} from "@service/json";
import { cents } from "./fields.ts";
import { opportunityKinds, type OpportunityKind } from "./kinds.ts";
import type { ScoreWeights } from "./stages/scoring.ts";

/** An effective configuration for the stages: conditions and expressions compiled once per release. */
export type Settings = {
  readonly gaps: readonly GapRule[];
  readonly limits: readonly LimitRule[];
  readonly riskPoints: readonly RiskPoint[];
  readonly crossSell: {
    readonly linesBySegment: ReadonlyMap<string, readonly string[]>;
    readonly minPenetration: number;
    readonly priorStrength: number;
    readonly liftCap: readonly [number, number];
    readonly topLifts: number;
  };
  /** Days before expiration at which a renewal enters its next step, ascending. */
  readonly windows: readonly number[];
  readonly commissionByLine: ReadonlyMap<string, number>;
  readonly defaultCommission: number;
  readonly expectedReference: number;
  readonly weights: ScoreWeights;
  readonly perAccountCap: number;
  readonly openTaskDays: number;
  readonly dismissedDays: number;
};

export type GapRule = {
  readonly key: string;
  readonly label: string;
  readonly line: string;
  readonly coverage: string | undefined;
  readonly exposureWhen: Condition;
  readonly coveredWhen: Condition;
  readonly partialWhen: Condition | undefined;
  readonly suppressWhen: Condition | undefined;
  readonly exposureAmount: Expression | undefined;
  readonly severity: Severity;
  readonly recommendation: string;
  readonly talkingPoints: readonly string[];
};

export type LimitRule = {
  readonly key: string;
  readonly label: string;
  readonly line: string;
  readonly coverage: string;
  readonly when: Condition | undefined;
  readonly minimumCents: number | undefined;
  readonly minimumExpression: Expression | undefined;
  readonly severity: Severity;
  readonly recommendation: string;
  readonly talkingPoints: readonly string[];
};

export type RiskPoint = {
  readonly key: string;
  readonly label: string;
  readonly when: Condition;
  readonly points: number;
  /** Whether the condition names a policy; the others are evaluated once per account. */
  readonly asksPolicy: boolean;
};

/** Compiles an effective configuration. Throws `TypeError` only for one that was never validated. */
export function compileSettings(effective: JsonObject): Settings {
  const crossSell = part(effective, "cross_sell");
  const value = part(effective, "value");
  const weights = part(effective, "weights");
  const suppression = part(effective, "suppression");
  const [liftMin, liftMax] = isJsonArray(crossSell.lift_cap) ? crossSell.lift_cap : [];
  return {
    gaps: objectsIn(effective.gap_rules).map(compileGap),
    limits: objectsIn(effective.limit_rules).map(compileLimit),
    riskPoints: objectsIn(effective.renewal_risk_points).map(compilePoint),
    crossSell: {
      linesBySegment: new Map(
        Object.entries(part(crossSell, "lines_by_segment")).map(([segment, lines]) => [segment, textsIn(lines)]),
      ),
      minPenetration: number(crossSell, "min_penetration") ?? 0.25,
      priorStrength: number(crossSell, "prior_strength") ?? 20,
      liftCap: [typeof liftMin === "number" ? liftMin : 0.5, typeof liftMax === "number" ? liftMax : 2.5],
      topLifts: number(crossSell, "top_lifts") ?? 3,
    },
    windows: (isJsonArray(effective.windows) ? effective.windows : [])
      .filter((days) => typeof days === "number")
      .sort((a, b) => a - b),
    commissionByLine: new Map(
      Object.entries(part(value, "commission_by_line")).flatMap(([line, rate]): [string, number][] =>
        typeof rate === "number" ? [[line, rate]] : [],
      ),
    ),
    defaultCommission: number(value, "default_commission") ?? 0.12,
    expectedReference: number(value, "ev_reference") ?? 5000,
    weights: {
      value: number(weights, "value") ?? 45,
      propensity: number(weights, "propensity") ?? 30,
      urgency: number(weights, "urgency") ?? 25,
    },
    perAccountCap: number(effective, "per_account_cap") ?? 5,
    openTaskDays: number(suppression, "open_task_days") ?? 30,
    dismissedDays: number(suppression, "dismissed_days") ?? 180,
  };
}

/** Kinds that this configuration can find, in their usual order: one without rules is off (OPP-18). */
export function enabledKinds(effective: JsonObject): readonly OpportunityKind[] {
  const lines = part(part(effective, "cross_sell"), "lines_by_segment");
  const isOn = (kind: OpportunityKind): boolean => {
    switch (kind) {
      case "coverage_gap":
        return objectsIn(effective.gap_rules).length > 0;
      case "limit_adequacy":
        return objectsIn(effective.limit_rules).length > 0;
      case "renewal_risk":
        return objectsIn(effective.renewal_risk_points).length > 0;
      case "cross_sell":
        return Object.values(lines).some((list) => textsIn(list).length > 0);
      default:
        return true;
    }
  };
  return opportunityKinds.filter(isOn);
}

function compileGap(rule: JsonObject): GapRule {
  return {
    key: text(rule, "key") ?? "",
    label: text(rule, "label") ?? "",
    line: text(rule, "line") ?? "",
    coverage: text(rule, "coverage"),
    exposureWhen: compileCondition(rule.exposure_when ?? null),
    coveredWhen: compileCondition(rule.covered_when ?? null),
    partialWhen: optionalCondition(rule, "partial_when"),
    suppressWhen: optionalCondition(rule, "suppress_when"),
    exposureAmount: optionalExpression(rule, "exposure_amount"),
    ...wordsOf(rule),
  };
}

function compileLimit(rule: JsonObject): LimitRule {
  return {
    key: text(rule, "key") ?? "",
    label: text(rule, "label") ?? "",
    line: text(rule, "line") ?? "",
    coverage: text(rule, "coverage") ?? "",
    when: optionalCondition(rule, "when"),
    minimumCents: cents(rule, "minimum"),
    minimumExpression: optionalExpression(rule, "minimum_expr"),
    ...wordsOf(rule),
  };
}

function compilePoint(rule: JsonObject): RiskPoint {
  const key = text(rule, "key") ?? "";
  return {
    key,
    label: text(rule, "label") ?? key,
    when: compileCondition(rule.when ?? null),
    points: number(rule, "points") ?? 0,
    asksPolicy: asksPolicy(rule.when ?? null),
  };
}

function wordsOf(rule: JsonObject): Pick<GapRule, "severity" | "recommendation" | "talkingPoints"> {
  return {
    severity: severities.find((severity) => severity === rule.severity) ?? "medium",
    recommendation: text(rule, "recommendation") ?? "",
    talkingPoints: textsIn(rule.talking_points),
  };
}

/** A string that only looks like a policy path costs a second evaluation, nothing else. */
function asksPolicy(condition: Json): boolean {
  if (typeof condition === "string") return condition === "policy" || condition.startsWith("policy");
  if (isJsonArray(condition)) return condition.some(asksPolicy);
  return isJsonObject(condition) && Object.values(condition).some(asksPolicy);
}

function optionalCondition(rule: JsonObject, name: string): Condition | undefined {
  const value = rule[name];
  return value === undefined ? undefined : compileCondition(value);
}

function optionalExpression(rule: JsonObject, name: string): Expression | undefined {
  const value = rule[name];
  return value === undefined ? undefined : compileExpression(value);
}
