/** The arithmetic of OPP-25, OPP-55, OPP-56, OPP-57, without rounding: outputs are rounded where they are written. */

/**
 * Penetration of a line along a chain of groups from the widest to the most specific, each shrunk towards its parent:
 * `p = (k + m * p_parent) / (n + m)`. `start` is the penetration of the whole book.
 */
export function shrunkPenetration(
  start: number,
  chain: readonly { readonly holders: number; readonly size: number }[],
  priorStrength: number,
): number {
  let penetration = start;
  for (const { holders, size } of chain) penetration = shrunkShare(holders, size, penetration, priorStrength);
  return penetration;
}

/** One step of the chain; the parent's share when there is neither a sample nor a prior. */
export function shrunkShare(count: number, size: number, parent: number, priorStrength: number): number {
  const weight = size + priorStrength;
  return weight > 0 ? (count + priorStrength * parent) / weight : parent;
}

/** Geometric mean of the `top` largest lifts, capped; 1 when there is none. */
export function combinedLift(lifts: readonly number[], top: number, cap: readonly [number, number]): number {
  const largest = [...lifts].sort((a, b) => b - a).slice(0, top);
  if (largest.length === 0) return 1;
  let product = 1;
  for (const lift of largest) product *= lift;
  return Math.min(cap[1], Math.max(cap[0], product ** (1 / largest.length)));
}

/** 0..1: the logarithm of the expected earnings over that of the reference. */
export function valueUtility(expected: number, reference: number): number {
  if (expected <= 0) return 0;
  return Math.min(1, Math.log1p(expected) / Math.log1p(reference));
}

const urgentDays = 30;
const urgencyAtHorizon = 0.2;
const urgencyWithoutDate = 0.4;

/** 1 up to 30 days before the x-date, falling evenly to .2 at the horizon and beyond; .4 without a date. */
export function urgencyOf(daysToDate: number | undefined, horizonDays: number): number {
  if (daysToDate === undefined) return urgencyWithoutDate;
  if (daysToDate <= urgentDays) return 1;
  if (daysToDate >= horizonDays) return urgencyAtHorizon;
  return 1 - ((daysToDate - urgentDays) / (horizonDays - urgentDays)) * (1 - urgencyAtHorizon);
}

export type ScoreWeights = { readonly value: number; readonly propensity: number; readonly urgency: number };

/** 0..100. */
export function scoreOf(weights: ScoreWeights, value: number, propensity: number, urgency: number): number {
  const total = weights.value + weights.propensity + weights.urgency;
  if (total <= 0) return 0;
  return (100 * (weights.value * value + weights.propensity * propensity + weights.urgency * urgency)) / total;
}

/** Renewal risk as a tier (OPP-44): A up to 25, B up to 50, C up to 75, D above. */
export function riskTier(risk: number): "A" | "B" | "C" | "D" {
  return risk <= 25 ? "A" : risk <= 50 ? "B" : risk <= 75 ? "C" : "D";
}
