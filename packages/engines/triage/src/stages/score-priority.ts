import {
  counted,
  fromCents,
  inDays,
  listInWords,
  moneyInWords,
  percentInWords,
  piecewise,
  type RuleTally,
} from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { roundHalfAwayFromZero } from "@service/json";
import { dayMillis, dayOf, hourMillis } from "./instants.ts";
import { tallied } from "./route-submissions.ts";
import { dimensions, type Dimension } from "../codes.ts";
import type { BreakdownPart } from "../output.ts";
import { bandOf, type Route, type Settings } from "../settings.ts";
import type { Submission } from "./submission.ts";

export type PriorityPart = {
  readonly dimension: Dimension;
  readonly weight: number;
  /** 0..100; `undefined` = unknown, the part is left out (TRI-41, TYPE-4). */
  readonly utility: number | undefined;
  readonly because: string;
};

export type Priority = {
  /** 0..100 with one decimal; `undefined` = unscorable. */
  readonly score: number | undefined;
  readonly parts: readonly PriorityPart[];
  /** Share of the weight that rests on facts. */
  readonly confidence: number;
  /** When the score next enters another band, in milliseconds; `undefined` = not within the horizon. */
  readonly nextChangeMillis: number | undefined;
  /** Paths of unknown facts. */
  readonly missing: readonly string[];
};

/** Share of the tier in the score of a producer; the rest is the bind rate. */
const tierShare = 0.6;
/** Base of the strategic score without a matching rule. */
const strategicBase = 50;
/** How far ahead a change of band is searched. */
const horizonDays = 400;
/** A known deadline gives urgency full confidence; the age of a request alone half. */
const ageOnlyConfidence = 0.5;

/**
 * TRI-41. Value, urgency, relationship and strategy by their utilities; `sum(w u) / sum(w known)`. The age of a
 * submission is always known and makes urgent (TRI-43), so there is no score only when all weights of known parts are
 * 0.
 */
export function scorePriority(
  submission: Submission,
  settings: Settings,
  route: Route,
  facts: Facts,
  asOfMillis: number,
  tally: RuleTally,
): Priority {
  const { utilities, weights } = settings;
  const value =
    submission.premiumCents === undefined ? undefined : piecewise(utilities.value, fromCents(submission.premiumCents));
  const relationship = relationshipOf(submission, settings);
  const strategic = strategicOf(settings, facts, tally);
  const urgencyAt = (millis: number): number => urgencyOf(submission, settings, route, millis);
  const parts: readonly PriorityPart[] = [
    {
      dimension: "value",
      weight: weights.value,
      utility: value,
      because: premiumWords(submission),
    },
    {
      dimension: "urgency",
      weight: weights.urgency,
      utility: urgencyAt(asOfMillis),
      because: urgencyWords(submission, route, asOfMillis),
    },
    { dimension: "relationship", weight: weights.relationship, ...relationship },
    { dimension: "strategic", weight: weights.strategic, ...strategic },
  ];
  const missing = [
    ...(value === undefined ? ["premium_estimate"] : []),
    ...(submission.deadline === undefined ? ["effective_on"] : []),
    ...(relationship.utility === undefined ? ["producer.tier"] : []),
  ];
  const weightSum = dimensions.reduce((sum, name) => sum + weights[name], 0);
  const presentWeight = parts.reduce((sum, part) => sum + (part.utility === undefined ? 0 : part.weight), 0);
  if (presentWeight === 0) {
    return { score: undefined, parts, confidence: 0, nextChangeMillis: undefined, missing };
  }
  const scoreAt = (millis: number): number => {
    let sum = 0;
    for (const part of parts) {
      if (part.utility === undefined) continue;
      sum += part.weight * (part.dimension === "urgency" ? urgencyAt(millis) : part.utility);
    }
    return roundHalfAwayFromZero(sum / presentWeight, 1);
  };
  const ageOnly = submission.deadline === undefined ? (1 - ageOnlyConfidence) * weights.urgency : 0;
  return {
    score: scoreAt(asOfMillis),
    parts,
    confidence: roundHalfAwayFromZero((presentWeight - ageOnly) / weightSum, 4),
    nextChangeMillis: nextChange(submission, settings, route, asOfMillis, scoreAt),
    missing,
  };
}

export function writeParts(parts: readonly PriorityPart[]): readonly BreakdownPart[] {
  const presentWeight = parts.reduce((sum, part) => sum + (part.utility === undefined ? 0 : part.weight), 0);
  return parts.map(({ dimension, weight, utility, because }) => ({
    dimension,
    weight,
    utility: utility === undefined ? null : roundHalfAwayFromZero(utility, 1),
    contribution:
      utility === undefined || presentWeight === 0 ? 0 : roundHalfAwayFromZero((weight * utility) / presentWeight, 1),
    because,
  }));
}

/** The nearer deadline and the age against the response time both make urgent; the greater counts. */
function urgencyOf(submission: Submission, { utilities }: Settings, route: Route, millis: number): number {
  const age = piecewise(utilities.responseAge, ageHours(submission, millis) / route.slaHours);
  if (submission.deadline === undefined) return age;
  return Math.max(age, piecewise(utilities.urgencyDays, submission.deadline.day - dayOf(millis)));
}

/** Whole hours, so that the shown value holds for the hour; a submission from the future has age 0. */
function ageHours(submission: Submission, millis: number): number {
  return Math.max(0, Math.floor((millis - submission.receivedMillis) / hourMillis));
}

function premiumWords({ premiumCents, isPremiumOfIncumbent }: Submission): string {
  if (premiumCents === undefined) return "The premium is not known";
  return `The ${isPremiumOfIncumbent ? "present" : "estimated"} premium is ${moneyInWords(fromCents(premiumCents))}`;
}

function urgencyWords(submission: Submission, route: Route, millis: number): string {
  const waited = ageHours(submission, millis);
  const late = waited - route.slaHours;
  const overdue = late > 0 ? `; the response is overdue by ${counted(late, "hour")}` : "";
  if (submission.deadline === undefined) {
    const since = waited === 0 ? "came within the last hour" : `has waited for ${counted(waited, "hour")}`;
    return `No date is stated, and the submission ${since}${overdue}`;
  }
  const { kind, day } = submission.deadline;
  const days = day - dayOf(millis);
  const [future, past] = deadlineWords[kind];
  return `${days < 0 ? past : future} ${inDays(days)}${overdue}`;
}

/** What is due on a day to come, and what was due on a day that has passed. */
const deadlineWords = {
  "quote needed": ["The quote is needed", "The quote was needed"],
  effective: ["The policy is to start", "The policy was to start"],
  "incumbent expires": ["The present policy expires", "The present policy expired"],
} as const;

function relationshipOf(
  { producer }: Submission,
  { utilities }: Settings,
): { readonly utility: number | undefined; readonly because: string } {
  const tier = producer.tier === undefined ? undefined : piecewise(utilities.tier, producer.tier);
  const bound = producer.bindRate === undefined ? undefined : piecewise(utilities.bindRate, producer.bindRate);
  const words = [
    ...(producer.tier === undefined ? [] : [`is of tier ${producer.tier}`]),
    ...(producer.bindRate === undefined ? [] : [`binds ${percentInWords(producer.bindRate)} of what it sends`]),
  ];
  const utility = tier === undefined ? bound : bound === undefined ? tier : tierShare * tier + (1 - tierShare) * bound;
  return {
    utility,
    because:
      words.length === 0 ? "Tier and bind rate of the producer are not known" : `The producer ${listInWords(words)}`,
  };
}

function strategicOf(
  settings: Settings,
  facts: Facts,
  tally: RuleTally,
): { readonly utility: number; readonly because: string } {
  let points = strategicBase;
  const messages: string[] = [];
  for (const rule of settings.strategicRules) {
    const truth = rule.condition.evaluate(facts);
    tally.noteCondition(rule.key, "score", truth, tallied(rule.condition, facts));
    if (truth !== "true") continue;
    points += rule.points;
    messages.push(rule.message);
  }
  return {
    utility: Math.min(100, Math.max(0, points)),
    because: messages.length === 0 ? "No strategic rule applies" : messages.slice(0, 3).join("; "),
  };
}

/**
 * When the band next changes. Urgency only grows with time (checked on save), and it changes at midnights (UTC) and at
 * full hours of age, so the first change of each kind is found by bisection.
 */
function nextChange(
  submission: Submission,
  settings: Settings,
  route: Route,
  asOfMillis: number,
  scoreAt: (millis: number) => number,
): number | undefined {
  const now = bandOf(scoreAt(asOfMillis), settings.bands);
  if (now === "high") return undefined;
  const changes = (millis: number): boolean => bandOf(scoreAt(millis), settings.bands) !== now;
  const today = dayOf(asOfMillis);
  const midnight = firstOf(horizonDays, (step) => (today + step) * dayMillis, changes);
  const oldest = settings.utilities.responseAge.at(-1)?.[0] ?? 0;
  const age = ageHours(submission, asOfMillis);
  const hoursLeft = Math.min(horizonDays * 24, Math.ceil(oldest * route.slaHours) - age);
  const hour = firstOf(hoursLeft, (step) => submission.receivedMillis + (age + step) * hourMillis, changes);
  if (midnight === undefined || hour === undefined) return midnight ?? hour;
  return Math.min(midnight, hour);
}

/** The first of the instants of steps 1 to `count` at which `holds`, given that it holds from then on. */
function firstOf(
  count: number,
  instant: (step: number) => number,
  holds: (millis: number) => boolean,
): number | undefined {
  if (count < 1 || !holds(instant(count))) return undefined;
  let low = 1;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(instant(middle))) high = middle;
    else low = middle + 1;
  }
  return instant(low);
}
