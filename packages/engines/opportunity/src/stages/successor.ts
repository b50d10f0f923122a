import { linesCovering } from "@service/engine-kit";
import { isNamedBy, type Policy, termGapDays } from "./policy.ts";

/** Days before its end from which a policy that nothing follows counts as lapsing, and after its end for a notice (OPP-85). */
const lapseDays = 30;

export type Lapse = "expired" | "non_renewed" | "expiring";

/**
 * How the cover of a policy ends without anything bound after it (OPP-85): shown active past its expiration, not renewed,
 * or within 30 days of its end.
 */
export function lapseOf(
  policy: Policy,
  hasNotice: boolean,
  policies: readonly Policy[],
  todayDay: number,
): Lapse | undefined {
  if (policy.expiresDay === undefined) return undefined;
  const days = policy.expiresDay - todayDay;
  const lapse = kindOfEnd(policy, hasNotice, days);
  return lapse === undefined || isFollowed(policy, policies) ? undefined : lapse;
}

function kindOfEnd({ status, isInForce }: Policy, hasNotice: boolean, days: number): Lapse | undefined {
  if (status === "active" && days < 0) return "expired";
  if (hasNotice && (isInForce || status === "non_renewed") && days >= -lapseDays) return "non_renewed";
  return isInForce && days >= 0 && days <= lapseDays ? "expiring" : undefined;
}

/**
 * Whether something bound follows a policy: a term that names it, a later term of its number, or a policy that answers
 * for all of its lines, a package included, and begins when it ends.
 */
export function isFollowed(policy: Policy, policies: readonly Policy[]): boolean {
  return policies.some(
    (other) =>
      other !== policy &&
      (other.status === "active" || other.status === "future") &&
      (isNamedBy(other, policy) || isLaterTerm(other, policy) || continues(other, policy)),
  );
}

function isLaterTerm(other: Policy, policy: Policy): boolean {
  return (
    other.number !== undefined &&
    other.number === policy.number &&
    other.expiresDay !== undefined &&
    policy.expiresDay !== undefined &&
    other.expiresDay > policy.expiresDay
  );
}

function continues(other: Policy, policy: Policy): boolean {
  const { lines, effectiveDay, expiresDay } = policy;
  return (
    lines.length > 0 &&
    expiresDay !== undefined &&
    other.effectiveDay !== undefined &&
    Math.abs(other.effectiveDay - expiresDay) <= termGapDays &&
    (effectiveDay === undefined || other.effectiveDay > effectiveDay) &&
    (other.expiresDay ?? Infinity) > expiresDay &&
    lines.every((line) => linesCovering(line).some((covering) => other.lines.includes(covering)))
  );
}
