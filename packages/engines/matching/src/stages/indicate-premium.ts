import type { Pricing } from "@service/engine-offerings";
import { fromCents, moneyInWords, toCents } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { roundHalfAwayFromZero } from "@service/json";
import type { Client } from "./client.ts";
import { figure, rateUnit } from "./fact-words.ts";

/** A range around the premium of the stated rate. Never a quote (MATCH-36). */
export type Indication = {
  readonly lowCents: number;
  readonly midCents: number;
  readonly highCents: number;
  /** Whether the minimum premium decided. */
  readonly isMinimum: boolean;
  readonly basis: () => string;
};

export type IndicationAnswer =
  | { readonly kind: "indication"; readonly indication: Indication }
  | { readonly kind: "missing"; readonly fact: string }
  | { readonly kind: "none" };

const lowShare = 0.85;
const highShare = 1.15;

/**
 * `max(minimum, rate * basis / per * state_factor * loss_mod)` (MATCH-36). Without a loss ratio the loss factor is 1,
 * which the basis states. Without pricing there is no indication; an unknown basis is a missing fact.
 */
export function indicatePremium(pricing: Pricing | undefined, client: Client, facts: Facts): IndicationAnswer {
  if (pricing === undefined) return { kind: "none" };
  const basis = pricing.basis.one(facts, undefined);
  if (typeof basis !== "number") return { kind: "missing", fact: pricing.basis.text };
  const stateFactor = stateFactorOf(pricing, client);
  if (stateFactor === undefined) return { kind: "missing", fact: "risk.primary_state" };
  const ratio = client.loss["ratio_3y"];
  const lossFactor = typeof ratio === "number" ? lossModifier(ratio) : 1;
  const computed = pricing.rate * (basis / pricing.per) * stateFactor * lossFactor;
  const isMinimum = pricing.minimumPremium !== undefined && pricing.minimumPremium > computed;
  const midCents = toCents(isMinimum ? (pricing.minimumPremium ?? 0) : computed);
  const highCents = midCents === undefined ? undefined : toCents((midCents * highShare) / 100);
  // Beyond exact cents no amount is shown, and nobody insures for nothing: a basis of 0 is no basis.
  if (midCents === undefined || highCents === undefined || midCents <= 0) return { kind: "none" };
  return {
    kind: "indication",
    indication: {
      lowCents: roundHalfAwayFromZero(midCents * lowShare, 0),
      midCents,
      highCents,
      isMinimum,
      basis: () => {
        const { currency } = client;
        const unit = rateUnit(pricing.basis.text, pricing.per, currency);
        const losses = `loss factor ${typeof ratio === "number" ? figure(lossFactor) : "1, as no loss ratio is on file"}`;
        const rate = `the rate is ${figure(pricing.rate)} per ${unit}, state factor ${figure(stateFactor)}, ${losses}`;
        const minimum = isMinimum
          ? `the minimum premium of ${moneyInWords(fromCents(midCents), currency)} applies; `
          : "";
        return `Indication, not a quote: ${minimum}${rate}`;
      },
    },
  };
}

/** `clamp(0.85 + 0.5 * loss.ratio_3y, 0.85, 1.5)`. */
function lossModifier(ratio: number): number {
  return Math.min(1.5, Math.max(0.85, 0.85 + 0.5 * ratio));
}

/** The factor of the primary state, or the one factor that all states share; 1 where none is stated. */
function stateFactorOf({ stateFactors }: Pricing, { states, primaryState }: Client): number | undefined {
  if (stateFactors.size === 0) return 1;
  if (primaryState !== undefined) return stateFactors.get(primaryState) ?? 1;
  const factors = new Set(states.map((state) => stateFactors.get(state) ?? 1));
  const [factor, ...others] = factors;
  return others.length > 0 ? undefined : factor;
}
