import { capitalized, moneyInWords, percentInWords, piecewise, withArticle } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";
import { addedShareMax } from "../configuration.ts";
import type { AddedPremiumSettings } from "../settings.ts";
import type { Account } from "./account.ts";
import type { PremiumFigure, Peers } from "./peers.ts";
import { coverageName, nameOfPolicy, policyName, yearly } from "./phrases.ts";
import type { Policy } from "./policy.ts";

/** What an opportunity would bring or has at stake, and what it is known from (OPP-54, OPP-91). */
export type Premium = {
  /** A year's premium in cents; undefined where nothing tells it. */
  readonly cents: number | undefined;
  /** One sentence on the amount; an unknown one is said so (WORD-5). */
  readonly sentence: () => string;
  /** Source of a peer estimate. */
  readonly from?: PremiumFigure;
};

/** A line of its own: what peers pay for it. */
export function premiumOfLine(peers: Peers, account: Account, line: string): Premium {
  const from = peers.premium(account, line);
  return from === undefined
    ? {
        cents: undefined,
        sentence: () =>
          `The premium is not known: too few similar accounts state one for ${withArticle(policyName(line))}.`,
      }
    : {
        cents: from.cents,
        from,
        sentence: () =>
          `Similar accounts pay a median premium of ${yearly(from.cents)} for ${withArticle(policyName(line))}.`,
      };
}

/** A policy that is on file: its own premium, else what peers pay for its line. */
export function premiumOfPolicy(peers: Peers, account: Account, policy: Policy): Premium {
  const { premiumCents, line } = policy;
  const name = nameOfPolicy(policy);
  if (premiumCents !== undefined)
    return { cents: premiumCents, sentence: () => `The premium of the ${name} is ${yearly(premiumCents)}.` };
  const from = line === undefined ? undefined : peers.premium(account, line);
  if (from === undefined) return unstated(policy);
  return {
    cents: from.cents,
    from,
    sentence: () =>
      `The premium of the ${name} is not on file; similar accounts pay a median of ${yearly(from.cents)}.`,
  };
}

/** What the policies in force bring together, as far as it is known. */
export function premiumInForce({ premiumCents, inForce }: Account): Premium {
  const unknown = inForce.filter((policy) => policy.premiumCents === undefined).length;
  if (premiumCents === undefined)
    return { cents: undefined, sentence: () => "The premium of the policies in force is not on file." };
  return {
    cents: premiumCents,
    sentence: () =>
      `The premium of the policies in force is ${yearly(premiumCents)}${unknown === 0 ? "" : ` as far as it is known; ${unknown === 1 ? "1 policy has" : `${unknown} policies have`} none on file`}.`,
  };
}

/**
 * A coverage added to a policy: a share of that policy's premium or a flat amount, never the whole premium; what is not
 * configured, or added to a policy without a premium, is not known.
 */
export function premiumOfCoverage(
  settings: AddedPremiumSettings,
  coverage: string,
  policy: Policy | undefined,
): Premium {
  const amount = settings.amountByCoverage.get(coverage);
  const label = coverageName(coverage);
  if (amount !== undefined) {
    const [from, to] = amount;
    const range = from === to ? moneyInWords(from) : `${moneyInWords(from)} to ${moneyInWords(to)}`;
    return {
      cents: roundHalfAwayFromZero(((from + to) / 2) * 100, 0),
      sentence: () => `The premium for ${label} is usually ${range} a year.`,
    };
  }
  const share = settings.shareByCoverage.get(coverage);
  const premium = policy?.premiumCents;
  if (share === undefined || share === 0 || premium === undefined)
    return { cents: undefined, sentence: () => `The added premium for ${label} is not known.` };
  const cents = roundHalfAwayFromZero(premium * share, 0);
  return {
    cents,
    sentence: () =>
      `${capitalized(label)} usually adds ${percentInWords(share)} to the premium of the ${policy === undefined ? "policy" : nameOfPolicy(policy)}, ${yearly(cents)}.`,
  };
}

/** A higher limit on a policy, by the factors of both limits, in units of the currency. */
export function premiumOfIncrease(
  { limitFactors }: AddedPremiumSettings,
  policy: Policy | undefined,
  from: number,
  to: number,
): Premium {
  const premium = policy?.premiumCents;
  const [low, high] = [piecewise(limitFactors, from), piecewise(limitFactors, to)];
  // A limit of 0 insures nothing (COVER-10): its premium bought something else, and has no ratio to a limit.
  const share = from > 0 && low > 0 ? Math.min(addedShareMax, high / low - 1) : 0;
  if (premium === undefined || share <= 0)
    return { cents: undefined, sentence: () => "The added premium of the higher limit is not known." };
  const cents = roundHalfAwayFromZero(premium * share, 0);
  return {
    cents,
    sentence: () =>
      `A higher limit usually adds ${percentInWords(share)} to the premium of the ${policy === undefined ? "policy" : nameOfPolicy(policy)}, ${yearly(cents)}.`,
  };
}

export const noPremium: Premium = { cents: undefined, sentence: () => "" };

function unstated(policy: Policy): Premium {
  return { cents: undefined, sentence: () => `The premium of the ${nameOfPolicy(policy)} is not on file.` };
}
