import type { Placement } from "./placement.ts";
import { shortfall } from "./knock-out.ts";
import { relationshipOf, type Score } from "./score.ts";
import type { Dimension } from "../codes.ts";
import type { Relationship } from "../settings.ts";
import { amount, amountOfCents, counted, percent, words } from "./wording.ts";

const relationshipWords: Readonly<Record<Relationship, string>> = {
  appointed_preferred: "appointed and preferred carrier",
  appointed: "appointed carrier",
  preferred: "preferred carrier, not appointed",
  none: "not appointed",
};

/** Bounds from which a utility is a reason for or against a market. Lower for likelihood: few submissions bind anywhere. */
const favourableFrom = (dimension: Dimension): number => (dimension === "likelihood" ? 0.3 : 0.6);
const unfavourableTo = (dimension: Dimension): number => (dimension === "likelihood" ? 0.15 : 0.4);

/** Reason for a dimension's utility, in words for a client. Never the commission (PRIV-16). */
export function because(dimension: Dimension, placement: Placement, score: Score): string {
  const { offering } = placement;
  switch (dimension) {
    case "appetite":
      return becauseOfAppetite(placement);
    case "coverage_fit":
      return becauseOfCoverages(placement);
    case "price":
      return becauseOfPrice(placement, score);
    case "likelihood":
      return offering.history === undefined
        ? "no submission history"
        : `${offering.history.bound} of ${counted(offering.history.submitted, "submission")} bound`;
    case "strength":
      return offering.rating === undefined ? "rating not stated" : `rated ${offering.rating}`;
    case "service":
      return offering.turnaroundDays === undefined
        ? "turnaround not stated"
        : `answers in ${counted(offering.turnaroundDays, "day")}`;
    case "relationship":
      return relationshipWords[relationshipOf(placement)];
    case "commission":
      return "see commission";
  }
}

/** Reasons for and against a placement: referrals and gaps first, then the dimensions in their order. */
export function reasons(
  placement: Placement,
  score: Score,
  weighted: readonly Dimension[],
): { readonly for: readonly string[]; readonly against: readonly string[] } {
  const speaksFor: string[] = [];
  const against: string[] = placement.referrals.map(({ message }) => message);
  if (placement.eligibility === "needs_info") against.push(`not known: ${placement.missing.slice(0, 5).join(", ")}`);
  for (const fit of placement.fits) if (fit.isOk === false) against.push(shortfall(fit).reason);
  for (const dimension of weighted) {
    const utility = score.utilities[dimension];
    if (utility === undefined || dimension === "commission") continue;
    // Every coverage that falls short is already named.
    if (dimension === "coverage_fit" && utility < 1) continue;
    const text = because(dimension, placement, score);
    if (utility >= favourableFrom(dimension)) speaksFor.push(text);
    else if (utility <= unfavourableTo(dimension)) against.push(text);
  }
  const { indication } = score;
  const { target } = placement.need;
  if (indication?.isMinimum === true && target !== undefined && indication.midCents > target.amount * 100) {
    against.push(
      `minimum premium ${amountOfCents(indication.midCents)} above ${target.source} ${amount(target.amount)}`,
    );
  }
  for (const { points, message } of placement.adjustments) (points >= 0 ? speaksFor : against).push(message);
  return { for: speaksFor, against };
}

function becauseOfAppetite({ client, appetite }: Placement): string {
  if (appetite.level === undefined) return "NAICS not known";
  if (client.naics === undefined) return `every class is ${appetite.level}`;
  const where = appetite.prefix === undefined ? "by default" : `(prefix ${appetite.prefix})`;
  return `NAICS ${client.naics} is ${appetite.level} ${where}`;
}

function becauseOfCoverages({ fits }: Placement): string {
  if (fits.length === 0) return "no coverage was asked for";
  const [only] = fits;
  if (fits.length === 1 && only !== undefined && only.isOk === true) {
    const { wanted, offered } = only;
    const limits =
      wanted.minLimit === undefined || offered?.maxLimit === undefined
        ? ""
        : `: up to ${amount(offered.maxLimit)}, ${amount(wanted.minLimit)} wanted`;
    return `offers ${words(wanted.coverage)}${limits}`;
  }
  const ok = fits.filter(({ isOk }) => isOk === true).length;
  const open = fits.filter(({ isOk }) => isOk === undefined).length;
  return `${ok} of ${counted(fits.length, "coverage")} attainable${open === 0 ? "" : `, ${open} not stated`}`;
}

function becauseOfPrice({ offering, need }: Placement, { indication }: Score): string {
  if (indication === undefined)
    return offering.pricing === undefined ? "no pricing stated" : "premium cannot be indicated";
  const indicated = `indication ${amountOfCents(indication.midCents)}`;
  const { target } = need;
  if (target === undefined) return `${indicated}, no target to compare with`;
  const ratio = indication.midCents / (target.amount * 100);
  const name = target.source === "target" ? "the target" : "the incumbent's";
  if (ratio === 1) return `${indicated} equals ${name} ${amount(target.amount)}`;
  const distance = percent(Math.abs(ratio - 1));
  return `${indicated} is ${distance} ${ratio < 1 ? "below" : "above"} ${name} ${amount(target.amount)}`;
}
