import { labelOf, listInWords, type RuleTally } from "@service/engine-kit";
import { appetiteUtilities } from "@service/engine-offerings";
import { compilePath, type Condition, type Facts } from "@service/conditions";
import { roundHalfAwayFromZero } from "@service/json";
import { askOffering, shortlistOf } from "./ask-market.ts";
import type { Market } from "./market.ts";
import { tallied } from "./route-submissions.ts";
import { bandOf, type Settings } from "../settings.ts";
import type { Submission } from "./submission.ts";
import { factName } from "./wording.ts";

/**
 * `ok` and `low` rest on complete facts; `needs_info` waits for `missing`; `uncertain` is for a specialist;
 * `unassessed`: the configuration has neither offerings nor appetite rules.
 */
type FitState = "ok" | "low" | "uncertain" | "needs_info" | "unassessed";

export type Fit = {
  /** 0..100 with one decimal; `undefined` when unassessed or nothing could be decided. */
  readonly score: number | undefined;
  readonly state: FitState;
  /** Fact paths that would decide it, in alphabetical order. */
  readonly missing: readonly string[];
  readonly reasons: readonly string[];
  /** The deciding rules or offerings, for findings. */
  readonly decidedBy: readonly string[];
};

/** Base score without offerings: that of a standard class (TRI-37). */
const ruleBaseScore = 100 * appetiteUtilities.standard;
const missingMax = 20;

/**
 * TRI-34. Knockout rules come first: a true one decides, an undecided one asks for its facts and never declines. Then
 * appetite: the best offering of each line, or rules alone when no offerings are configured.
 */
export function judgeFit(
  submission: Submission,
  settings: Settings,
  market: Market | undefined,
  facts: Facts,
  tally: RuleTally,
): Fit {
  const reasons: string[] = [];
  const decidedBy: string[] = [];
  const missing = new Set<string>();
  let points = 0;
  let isKnockedOut = false;
  let isReferred = false;
  for (const rule of settings.appetiteRules) {
    const truth = rule.condition.evaluate(facts);
    tally.noteCondition(rule.key, "evaluate", truth, tallied(rule.condition, facts));
    if (truth === "unknown" && rule.effect === "knockout") {
      for (const path of unknownPaths(rule.condition, facts)) missing.add(path);
    }
    if (truth !== "true") continue;
    reasons.push(rule.message);
    decidedBy.push(rule.key);
    if (rule.effect === "knockout") isKnockedOut = true;
    else if (rule.effect === "refer") isReferred = true;
    else points += rule.points;
  }
  if (isKnockedOut) return { score: 0, state: "low", missing: [], reasons, decidedBy };

  const appetite = market === undefined ? undefined : judgeLines(submission, market, facts);
  for (const path of appetite?.missing ?? []) missing.add(path);
  reasons.push(...(appetite?.reasons ?? []));
  decidedBy.push(...(appetite?.decidedBy ?? []));
  isReferred ||= appetite?.isReferred === true;
  const base =
    appetite === undefined ? (settings.appetiteRules.length > 0 ? ruleBaseScore : undefined) : appetite.score;
  const score = base === undefined ? undefined : roundHalfAwayFromZero(Math.min(100, Math.max(0, base + points)), 1);
  const waitsFor = [...missing].sort().slice(0, missingMax);
  const answer = { score, missing: waitsFor, reasons, decidedBy };
  if (missing.size > 0 || appetite?.isOpen === true) return { ...answer, state: "needs_info" };
  if (score === undefined) return { ...answer, state: "unassessed" };
  if (isReferred) return { ...answer, state: "uncertain" };
  const band = bandOf(score, settings.bands);
  return { ...answer, state: band === "high" ? "ok" : band === "low" ? "low" : "uncertain" };
}

type LineAnswer = {
  readonly utility: number | undefined;
  readonly isReferred: boolean;
  readonly missing: readonly string[];
  readonly reason: string;
  readonly offeringKey: string | undefined;
};

type LinesAnswer = {
  readonly score: number | undefined;
  readonly isOpen: boolean;
  readonly isReferred: boolean;
  readonly missing: readonly string[];
  readonly reasons: readonly string[];
  readonly decidedBy: readonly string[];
};

/** The mean over the lines that could be decided. */
function judgeLines(submission: Submission, market: Market, facts: Facts): LinesAnswer {
  const answers = submission.lines.map((line) => judgeLine(line, submission, market, facts));
  const utilities = answers.flatMap(({ utility }) => (utility === undefined ? [] : [utility]));
  return {
    score:
      utilities.length === 0
        ? undefined
        : (100 * utilities.reduce((sum, utility) => sum + utility, 0)) / utilities.length,
    isOpen: utilities.length < answers.length,
    isReferred: answers.some(({ isReferred }) => isReferred),
    missing: answers.flatMap(({ missing }) => missing),
    reasons: answers.map(({ reason }) => reason),
    decidedBy: answers.flatMap(({ offeringKey }) => (offeringKey === undefined ? [] : [offeringKey])),
  };
}

/** The best offering that takes the business; one without referral precedes a better one with (TRI-36). */
function judgeLine(line: string, submission: Submission, market: Market, facts: Facts): LineAnswer {
  const label = labelOf(line);
  const shortlist = shortlistOf(line, submission, market, facts);
  const missing = new Set(shortlist.missing);
  let referred: LineAnswer | undefined;
  for (const { offering, utility } of shortlist.candidates) {
    const verdict = askOffering(offering, line, submission, facts);
    for (const path of verdict.missing) missing.add(path);
    if (verdict.truth !== "true") continue;
    const answer: LineAnswer = {
      utility,
      isReferred: verdict.isReferred,
      missing: [],
      reason: `${offering.carrierName} ${levelWords(utility)} for ${label}${verdict.isReferred ? " on referral" : ""}`,
      offeringKey: offering.key,
    };
    if (!verdict.isReferred) return answer;
    referred ??= answer;
  }
  if (referred !== undefined) return referred;
  if (missing.size > 0 || shortlist.isCut) {
    const needs = [...missing].sort();
    const wanted = listInWords(needs.slice(0, 3).map(factName));
    return {
      utility: undefined,
      isReferred: false,
      missing: needs,
      reason:
        needs.length === 0
          ? `More offerings are on file for ${label} than can be asked`
          : `The appetite for ${label} depends on the ${wanted}`,
      offeringKey: undefined,
    };
  }
  const reason = market.byLine.has(line)
    ? `No offering takes this business for ${label}`
    : `No offering is on file for ${label}`;
  return { utility: 0, isReferred: false, missing: [], reason, offeringKey: undefined };
}

function levelWords(utility: number): string {
  if (utility === appetiteUtilities.preferred) return "prefers this class";
  return utility === appetiteUtilities.standard ? "takes this class" : "takes this class in part";
}

/** The facts that an undecided rule waits for, plainly absent ones first. */
function unknownPaths(condition: Condition, facts: Facts): readonly string[] {
  const { trace } = condition.explain(facts);
  const unknown = [...new Set(trace.filter(({ result }) => result === "unknown").map(({ path }) => path))];
  const absent = unknown.filter(
    (path) => !path.startsWith("@") && compilePath(path).one(facts, undefined) === undefined,
  );
  return absent.length > 0 ? absent : unknown;
}
