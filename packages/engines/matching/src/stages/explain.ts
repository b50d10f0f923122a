import { counted, fromCents, moneyInWords, numberInWords, percentInWords } from "@service/engine-kit";
import type { CoverageFit } from "@service/engine-offerings";
import { unknownInWords } from "./fact-words.ts";
import type { Placement } from "./placement.ts";
import { relationshipOf, type Score } from "./score.ts";
import { shortfall } from "./shortfall.ts";
import { coverageName, pointsInWords, theProgram, withMessage } from "./wording.ts";
import type { Dimension } from "../codes.ts";
import type { Relationship } from "../settings.ts";

const relationshipWords: Readonly<Record<Relationship, string>> = {
  appointed_preferred: "the carrier is appointed and preferred",
  appointed: "the carrier is appointed",
  preferred: "the carrier is preferred but not appointed",
  none: "the carrier is not appointed",
};

const missingNamed = 5;

/** Bounds from which a utility is a reason for or against a market. Lower for likelihood: few submissions bind anywhere. */
const favourableFrom = (dimension: Dimension): number => (dimension === "likelihood" ? 0.3 : 0.6);
const unfavourableTo = (dimension: Dimension): number => (dimension === "likelihood" ? 0.15 : 0.4);

/** Reason for a dimension's utility, for a client, as the middle of a sentence. Never the commission (PRIV-16). */
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
      return becauseOfHistory(offering.history);
    case "strength":
      if (offering.rating === undefined) return "the carrier's rating is not on file";
      return offering.rating === "NR" ? "the carrier is not rated" : `the carrier is rated ${offering.rating}`;
    case "service":
      return becauseOfTurnaround(offering.turnaroundDays);
    case "relationship":
      return relationshipWords[relationshipOf(placement)];
    case "commission":
      return "the commission is shown apart";
  }
}

/** Reasons for and against a placement: referrals and gaps first, then the dimensions in their order. */
export function reasons(
  placement: Placement,
  score: Score,
  weighted: readonly Dimension[],
): { readonly for: readonly string[]; readonly against: readonly string[] } {
  const { currency } = placement.client;
  const speaksFor: string[] = [];
  const against: string[] = placement.referrals.map(({ reason }) => reason(theProgram));
  if (placement.eligibility === "needs_info") {
    against.push(unknownInWords(placement.missing.slice(0, missingNamed), theProgram));
  }
  for (const fit of placement.fits) if (fit.isOk === false) against.push(shortfall(fit, theProgram, currency).reason);
  for (const dimension of weighted) {
    const utility = score.utilities[dimension];
    if (utility === undefined || dimension === "commission") continue;
    // Every coverage that falls short is already named, and a need without coverages is no merit of the program.
    if (dimension === "coverage_fit" && (utility < 1 || placement.fits.length === 0)) continue;
    const text = because(dimension, placement, score);
    if (utility >= favourableFrom(dimension)) speaksFor.push(text);
    else if (utility <= unfavourableTo(dimension)) against.push(text);
  }
  const { indication } = score;
  const { target } = placement.need;
  if (indication?.isMinimum === true && target !== undefined && indication.midCents > target.amount * 100) {
    const minimum = moneyInWords(fromCents(indication.midCents), currency);
    against.push(`its minimum premium of ${minimum} is above ${targetInWords(placement)}`);
  }
  for (const { points, message } of placement.adjustments) {
    const changed = pointsInWords(Math.abs(points));
    if (points >= 0) speaksFor.push(withMessage(`the program gains ${changed}`, message));
    else against.push(withMessage(`the program loses ${changed}`, message));
  }
  return { for: speaksFor, against };
}

/** `the target of $8,200`; of an incumbent `the incumbent's premium of $6,100`. */
export function targetInWords({ client, need: { target } }: Placement): string {
  if (target === undefined) return "a target that is not on file";
  const name = target.source === "target" ? "the target" : "the incumbent's premium";
  return `${name} of ${moneyInWords(target.amount, client.currency)}`;
}

const appetiteWords = {
  preferred: "preferred",
  standard: "standard for the program",
  limited: "written on a limited basis",
  prohibited: "not written",
} as const;

function becauseOfAppetite({ client, appetite }: Placement): string {
  if (appetite.level === undefined) return "the client's class of business is not on file";
  const which = client.naics === undefined ? "every" : "this";
  return `${which} class of business is ${appetiteWords[appetite.level]}`;
}

function becauseOfCoverages({ client, fits }: Placement): string {
  const [only] = fits;
  if (only === undefined) return "no particular coverage is asked for";
  if (fits.length === 1) return becauseOfCoverage(only, client.currency);
  const ok = fits.filter(({ isOk }) => isOk === true).length;
  const open = fits.filter(({ isOk }) => isOk === undefined).length;
  const wanted = counted(fits.length, "coverage requirement");
  if (open === fits.length) return `the program does not state its limits or deductibles for the ${wanted}`;
  const unstated = open === 0 ? "" : `; for ${open} it does not state its limit or deductible`;
  if (ok === 2 && fits.length === 2) return "the program meets both coverage requirements";
  return `the program meets ${ok === fits.length ? "all" : `${ok === 0 ? "none" : ok} of the`} ${wanted}${unstated}`;
}

function becauseOfCoverage(fit: CoverageFit, currency: string): string {
  const { wanted, offered, isOk } = fit;
  const name = coverageName(wanted);
  if (isOk === false) return shortfall(fit, theProgram, currency).reason;
  if (isOk === undefined) return unknownInWords(fit.missing, theProgram);
  if (wanted.minLimit === undefined || offered?.maxLimit === undefined) return `the program includes ${name}`;
  const [most, least] = [offered.maxLimit, wanted.minLimit].map((limit) => moneyInWords(limit, currency));
  return `the program offers up to ${most} for ${name}; ${least} is wanted`;
}

function becauseOfPrice(placement: Placement, { indication }: Score): string {
  const { client, offering, need } = placement;
  if (indication === undefined) {
    return offering.pricing === undefined
      ? "the program's prices are not on file"
      : "no premium can be indicated from what is on file";
  }
  const indicated = moneyInWords(fromCents(indication.midCents), client.currency);
  const { target } = need;
  if (target === undefined) return `the indicated premium is ${indicated}; no target to compare it with is on file`;
  return `the indicated premium of ${indicated} ${distanceInWords(indication.midCents / (target.amount * 100))} ${targetInWords(placement)}`;
}

/** `is 4.7 % below` for a ratio of .953. */
export function distanceInWords(ratio: number): string {
  if (ratio === 1) return "is equal to";
  const distance = percentInWords(Math.abs(ratio - 1));
  return `is ${distance === "0 %" ? "just" : distance} ${ratio < 1 ? "below" : "above"}`;
}

function becauseOfHistory(history: Placement["offering"]["history"]): string {
  if (history === undefined) return "no history of submissions to the program is on file";
  const { bound, submitted } = history;
  if (submitted === 0) return "no submission has been made to the program yet";
  const number = bound === 0 ? "none" : numberInWords(bound);
  return `${number} of ${counted(submitted, "submission")} to the program ${bound > 1 ? "were" : "was"} bound`;
}

function becauseOfTurnaround(days: number | undefined): string {
  if (days === undefined) return "the program's turnaround is not on file";
  return `the program answers ${days === 0 ? "on the same day" : `within ${counted(Math.ceil(days), "day")}`}`;
}
