import { type Point, type Severity, toCents } from "@service/engine-kit";
import {
  compileCondition,
  compileExpression,
  type Condition,
  EvaluationBudget,
  type Expression,
  type Facts,
} from "@service/conditions";
import { type Json, isJsonArray, isJsonObject } from "@service/json";
import { opportunityKinds, type OpportunityKind } from "./codes.ts";
import type { OpportunityConfiguration } from "./configuration.ts";
import type { ScoreWeights } from "./stages/scoring.ts";

/** An effective configuration for the stages: conditions and expressions compiled once per release. */
export type Settings = {
  /** What this configuration can find (OPP-18). */
  readonly kinds: readonly OpportunityKind[];
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
  readonly addedPremium: AddedPremiumSettings;
  readonly expectedReference: number;
  readonly weights: ScoreWeights;
  readonly perAccountCap: number;
  readonly openTaskDays: number;
  readonly dismissedDays: number;
};

/** What a coverage or a higher limit adds to the premium of a policy (OPP-91). */
export type AddedPremiumSettings = {
  readonly shareByCoverage: ReadonlyMap<string, number>;
  /** From and to, dollars a year. */
  readonly amountByCoverage: ReadonlyMap<string, readonly [number, number]>;
  readonly limitFactors: readonly Point[];
};

export type GapRule = {
  readonly key: string;
  readonly label: string;
  /** A sentence without its stop, with `{insured}` in the place of the account's name. */
  readonly title: string | undefined;
  readonly line: string;
  readonly coverage: string | undefined;
  readonly exposureWhen: Condition;
  readonly coveredWhen: Condition;
  /** Any policy of the line closes the gap; a rule that asks more of it, as those of state funds do, says false. */
  readonly isClosedByLine: boolean;
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
  readonly umbrellaCounts: boolean;
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

/** Compiles a configuration. Throws `TypeError` only for one that was never validated. */
export function readSettings(configuration: OpportunityConfiguration): Settings {
  const { cross_sell: crossSell, value, suppression } = configuration;
  return {
    kinds: kindsOf(configuration),
    gaps: configuration.gap_rules.map(compileGap),
    limits: configuration.limit_rules.map(compileLimit),
    riskPoints: configuration.renewal_risk_points.map(compilePoint),
    crossSell: {
      linesBySegment: new Map(Object.entries(crossSell.lines_by_segment)),
      minPenetration: crossSell.min_penetration,
      priorStrength: crossSell.prior_strength,
      liftCap: crossSell.lift_cap,
      topLifts: crossSell.top_lifts,
    },
    windows: [...configuration.windows].sort((a, b) => a - b),
    commissionByLine: new Map(Object.entries(value.commission_by_line)),
    defaultCommission: value.default_commission,
    addedPremium: {
      shareByCoverage: new Map(Object.entries(value.added_premium.share_by_coverage)),
      amountByCoverage: new Map(Object.entries(value.added_premium.amount_by_coverage)),
      limitFactors: value.added_premium.limit_factors,
    },
    expectedReference: value.ev_reference,
    weights: configuration.weights,
    perAccountCap: configuration.per_account_cap,
    openTaskDays: suppression.open_task_days,
    dismissedDays: suppression.dismissed_days,
  };
}

/** Kinds that this configuration can find, in their usual order: one without rules is off (OPP-18). A lapse needs none. */
export function kindsOf(configuration: OpportunityConfiguration): readonly OpportunityKind[] {
  const isOn = (kind: OpportunityKind): boolean => {
    switch (kind) {
      case "coverage_gap":
        return configuration.gap_rules.length > 0;
      case "limit_adequacy":
        return configuration.limit_rules.length > 0;
      case "cross_sell":
        return Object.values(configuration.cross_sell.lines_by_segment).some((lines) => lines.length > 0);
      default:
        return true;
    }
  };
  return opportunityKinds.filter(isOn);
}

function compileGap(rule: OpportunityConfiguration["gap_rules"][number]): GapRule {
  const { key, label, line, coverage, severity, recommendation } = rule;
  const coveredWhen = compileCondition(rule.covered_when);
  return {
    key,
    label,
    title: rule.title,
    line,
    coverage,
    exposureWhen: compileCondition(rule.exposure_when),
    coveredWhen,
    isClosedByLine: coveredWhen.evaluate(holderOf(line)) === "true",
    partialWhen: optionalCondition(rule.partial_when),
    suppressWhen: optionalCondition(rule.suppress_when),
    exposureAmount: optionalExpression(rule.exposure_amount),
    severity,
    recommendation,
    talkingPoints: rule.talking_points,
  };
}

/** An account that holds one policy of a line, of which nothing else is known. */
function holderOf(line: string): Facts {
  const policy = { status: "active", line, lines: [line] };
  return {
    root: { account: { lines_held: [line], coverages_held: [], policies: [policy], coverages: [] } },
    asOf: "1970-01-01",
    budget: new EvaluationBudget(),
  };
}

function compileLimit(rule: OpportunityConfiguration["limit_rules"][number]): LimitRule {
  const { key, label, line, coverage, minimum, severity, recommendation } = rule;
  return {
    key,
    label,
    line,
    coverage,
    when: optionalCondition(rule.when),
    minimumCents: minimum === undefined ? undefined : toCents(minimum),
    minimumExpression: optionalExpression(rule.minimum_expr),
    umbrellaCounts: rule.umbrella_counts,
    severity,
    recommendation,
    talkingPoints: rule.talking_points,
  };
}

function compilePoint(point: OpportunityConfiguration["renewal_risk_points"][number]): RiskPoint {
  const { key, label, when, points } = point;
  return { key, label, when: compileCondition(when), points, asksPolicy: asksPolicy(when) };
}

/** A string that only looks like a policy path costs a second evaluation, nothing else. */
function asksPolicy(condition: Json): boolean {
  if (typeof condition === "string") return condition === "policy" || condition.startsWith("policy");
  if (isJsonArray(condition)) return condition.some(asksPolicy);
  return isJsonObject(condition) && Object.values(condition).some(asksPolicy);
}

function optionalCondition(condition: Json | undefined): Condition | undefined {
  return condition === undefined ? undefined : compileCondition(condition);
}

function optionalExpression(expression: Json | undefined): Expression | undefined {
  return expression === undefined ? undefined : compileExpression(expression);
}
