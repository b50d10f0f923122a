import { severities, type Severity } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import type { CheckResult } from "./checks/index.ts";
import type { Hit, Screening } from "./screen-party.ts";
import { type Decision, type ListSeverity, listSeverities } from "../codes.ts";
import type { CheckSetting, Settings } from "../settings.ts";
import type { Trigger } from "./triggers.ts";

/** A check with its result; one that was not requested has not run. */
export type CheckOutcome = {
  readonly setting: CheckSetting;
  readonly result: CheckResult;
  readonly isRequested: boolean;
};

/** Points of the gravest result; everything else fills only part of the remainder to 100. */
const strongPoints: { readonly [Severity in ListSeverity]: number } = { block: 95, high: 80, medium: 60 };
const possiblePoints: { readonly [Severity in ListSeverity]: number } = { block: 60, high: 50, medium: 35 };
const failPoints: { readonly [Name in Severity]: number } = { critical: 90, high: 70, medium: 40, low: 15, info: 0 };
const reviewFactor = 0.5;
const restShare = 0.25;

/**
 * DIL-61, risk 0..100 with one decimal: the points of the gravest hit or check, plus a quarter of the remainder to 100
 * times the weighted share of failed checks (review counts half). The gravest result dominates; further ones never
 * lower it.
 */
export function riskScore(screening: Screening | undefined, outcomes: readonly CheckOutcome[]): number {
  let gravest = 0;
  for (const hit of screening?.hits ?? []) gravest = Math.max(gravest, hitPoints(hit));
  let run = 0;
  let failed = 0;
  for (const { setting, result } of outcomes) {
    if (result.status === "not_run") continue;
    const value = result.status === "fail" ? 1 : result.status === "review" ? reviewFactor : 0;
    run += setting.weight;
    failed += setting.weight * value;
    // Hits already count with their own points, by the severity of their list.
    if (result.isCoveredByHits !== true) gravest = Math.max(gravest, failPoints[setting.severity] * value);
  }
  const share = run === 0 ? 0 : failed / run;
  return roundHalfAwayFromZero(gravest + (100 - gravest) * restShare * share, 1);
}

/**
 * DIL-56, the decision: never a rejection (TYPE-6). Configured triggers escalate or ask for review. Regardless of them,
 * a strong hit and a required check that failed or stays open ask for review, and a required check that could not run,
 * or a screening that was asked for and not done in full (`isScreeningOpen`), makes the decision incomplete instead of
 * clear (TYPE-4).
 */
export function decide(
  settings: Settings,
  screening: Screening | undefined,
  outcomes: readonly CheckOutcome[],
  isScreeningOpen: boolean,
): Decision {
  const open = (screening?.hits ?? []).filter(({ suppressedBy }) => suppressedBy === undefined);
  const isSet = (trigger: Trigger): boolean => isTriggered(trigger, open, outcomes);
  if (settings.escalateOn.some(isSet)) return "escalate";
  const isRequiredOpen = outcomes.some(
    ({ setting, result }) => setting.required && (result.status === "fail" || result.status === "review"),
  );
  if (settings.reviewOn.some(isSet) || isRequiredOpen || open.some(({ strength }) => strength === "strong"))
    return "review";
  const isRequiredMissing = outcomes.some(({ setting, result }) => setting.required && result.status === "not_run");
  return isRequiredMissing || isScreeningOpen ? "incomplete" : "clear";
}

function isTriggered(trigger: Trigger, open: readonly Hit[], outcomes: readonly CheckOutcome[]): boolean {
  switch (trigger.on) {
    case "strong_hit":
      return open.some(
        ({ strength, list }) => strength === "strong" && isAtLeast(listSeverities, list.severity, trigger.severity),
      );
    case "possible_hit":
      // Strong hits count as possible ones too.
      return open.some(({ list }) => isAtLeast(listSeverities, list.severity, trigger.severity));
    case "check":
      return outcomes.some(({ setting, result }) => setting.key === trigger.key && result.status === "fail");
    case "check_fail":
      return outcomes.some(
        ({ setting, result }) => result.status === "fail" && isAtLeast(severities, setting.severity, trigger.severity),
      );
    case "check_review":
      return outcomes.some(
        ({ setting, result }) =>
          (result.status === "review" || result.status === "fail") &&
          isAtLeast(severities, setting.severity, trigger.severity),
      );
  }
}

function isAtLeast<Word extends string>(order: readonly Word[], actual: Word, wanted: Word): boolean {
  return order.indexOf(actual) >= order.indexOf(wanted);
}

function hitPoints({ list, strength, score, suppressedBy }: Hit): number {
  if (suppressedBy !== undefined) return 0;
  return strength === "strong" ? strongPoints[list.severity] : possiblePoints[list.severity] * score;
}
