import { piecewise } from "@service/engine-kit";
import { appetiteUtilities, coverageShare } from "@service/engine-offerings";
import { EvaluationBudget } from "@service/conditions";
import { roundHalfAwayFromZero } from "@service/json";
import { factsOf } from "./client.ts";
import { indicatePremium, type Indication } from "./indicate-premium.ts";
import type { Placement } from "./placement.ts";
import { type Dimension, dimensions } from "../codes.ts";
import type { Relationship, Settings, Weights } from "../settings.ts";

/** The score of one placement. Depends on client, need, offering and settings, never on other offerings (MATCH-38). */
export type Score = {
  /** `undefined` = unknown: left out of the score, and confidence is lower. */
  readonly utilities: Readonly<Record<Dimension, number | undefined>>;
  /** Unrounded 0..100. */
  readonly score: number;
  /** Unrounded 0..1. */
  readonly confidence: number;
  /** 0..100, one decimal: results are ordered by the value they show. */
  readonly rankScore: number;
  readonly presentWeight: number;
  readonly indication: Indication | undefined;
  /** Facts of the client that a dimension would have needed. */
  readonly missing: readonly string[];
};

/** Reads paths only; spends no budget. */
const unspent = new EvaluationBudget();

/**
 * MATCH-37: `score = 100 * sum(w*u) / sum(w known)`, `confidence = sum(w known) / sum(w)`, `rank_score = score * (0.7 +
 * 0.3 * confidence)` plus the points of adjusting rules, within 0..100.
 */
export function scorePlacement(placement: Placement, settings: Settings, weights: Weights): Score {
  const { client, need, offering, appetite, fits, adjustments } = placement;
  const answer = indicatePremium(offering.pricing, client, factsOf(client, need, offering, unspent));
  const indication = answer.kind === "indication" ? answer.indication : undefined;
  const missing: string[] = [];
  if (appetite.level === undefined) missing.push("risk.naics");
  if (answer.kind === "missing") missing.push(answer.fact);
  if (indication !== undefined && need.target === undefined) missing.push("need.target_premium");
  const { utilities: points, prior } = settings;
  const utilities: Score["utilities"] = {
    appetite: appetite.level === undefined ? undefined : appetiteUtilities[appetite.level],
    coverage_fit: coverageShare(fits),
    price:
      indication === undefined || need.target === undefined
        ? undefined
        : piecewise(points.price, indication.midCents / (need.target.amount * 100)),
    likelihood: likelihoodOf(offering.history, prior),
    strength: strengthOf(offering.rating, points.rating),
    service: offering.turnaroundDays === undefined ? undefined : piecewise(points.serviceDays, offering.turnaroundDays),
    relationship: points.relationship[relationshipOf(placement)],
    commission:
      offering.commissionRate === undefined ? undefined : piecewise(points.commissionRate, offering.commissionRate),
  };
  let totalWeight = 0;
  let presentWeight = 0;
  let reached = 0;
  for (const dimension of dimensions) {
    const weight = weights[dimension];
    const utility = utilities[dimension];
    totalWeight += weight;
    if (utility === undefined) continue;
    presentWeight += weight;
    reached += weight * utility;
  }
  const score = presentWeight === 0 ? 0 : (100 * reached) / presentWeight;
  const confidence = totalWeight === 0 ? 0 : presentWeight / totalWeight;
  const adjusting = adjustments.reduce((sum, adjustment) => sum + adjustment.points, 0);
  return {
    utilities,
    score,
    confidence,
    rankScore: roundHalfAwayFromZero(clamp(score * (0.7 + 0.3 * confidence) + adjusting), 1),
    presentWeight,
    indication,
    missing,
  };
}

/** Appointed and preferred are stated by the agency; an incumbent carrier is not automatically either. */
export function relationshipOf({ client, offering }: Placement): Relationship {
  const isPreferred = client.preferences.preferred.has(offering.carrierKey);
  if (offering.isAppointed) return isPreferred ? "appointed_preferred" : "appointed";
  return isPreferred ? "preferred" : "none";
}

export function clamp(points: number): number {
  return Math.min(100, Math.max(0, points));
}

/** `(bound + s*p) / (submitted + s)`: shrinks a small sample towards the prior by `s` imagined submissions. */
function likelihoodOf(
  history: Placement["offering"]["history"],
  { rate, strength }: Settings["prior"],
): number | undefined {
  if (history === undefined || history.submitted + strength === 0) return undefined;
  return (history.bound + strength * rate) / (history.submitted + strength);
}

function strengthOf(rating: string | undefined, utilities: ReadonlyMap<string, number>): number | undefined {
  if (rating === undefined || utilities.size === 0) return undefined;
  // A rating below those listed is worth as much as the lowest listed one.
  return utilities.get(rating) ?? Math.min(...utilities.values());
}
