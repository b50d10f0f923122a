import {
  capitalized,
  dateInWords,
  type Explain,
  listInWords,
  type Rating,
  ratings,
  type RuleTally,
} from "@service/engine-kit";
import {
  askAppetite,
  type Bound,
  type CoverageFit,
  fitCoverage,
  type Market,
  missingPaths,
  type Offering,
  type Rule,
} from "@service/engine-offerings";
import { type EvaluationBudget, type Facts, RuleBudgetExceeded, shownFact, type Truth } from "@service/conditions";
import { type Client, factsOf, type Need } from "./client.ts";
import type { Adjustment, Failure, FailureTrace, Placement, Referral } from "./placement.ts";
import type { Eligibility } from "../codes.ts";
import type { Settings } from "../settings.ts";
import { factName, factWithin, outOfBounds } from "./fact-words.ts";
import { shortfall } from "./shortfall.ts";
import { coverageName, lineName, programName, theProgram, withMessage } from "./wording.ts";

/** What MATCH-24 needs for every offering of a run. */
export type Bench = {
  readonly client: Client;
  readonly settings: Settings;
  readonly budget: EvaluationBudget;
  /** A separate budget: explaining a rule costs as much as evaluating it and must never make a run fail. */
  readonly traceBudget: EvaluationBudget;
  readonly tally: RuleTally;
  readonly onMismatch: (path: string) => void;
};

/**
 * MATCH-24: knockouts and bounds. Every check is evaluated, so that near misses can be found (MATCH-42). A failed check
 * rejects; an unknown one leaves the offering open and names the fact.
 */
export function judgeOffering(
  bench: Bench,
  need: Need,
  offering: Offering,
  filtered: { readonly missing: readonly string[]; readonly referrals: readonly Referral[] },
): Placement {
  const { client, settings, tally } = bench;
  const verdict = new Verdict(filtered);
  checkPreferences(client, offering, verdict, tally);

  const appetite = askAppetite(offering.appetite, client.naics);
  note(tally, "appetite", appetite.isProhibited, () => [
    { path: "risk.naics", value: client.naics ?? null },
    { path: `offerings[${offering.key}].appetite`, value: appetite.prefix ?? null },
  ]);
  if (appetite.isProhibited === undefined) verdict.wait("risk.naics");
  else if (appetite.isProhibited) verdict.failures.push(prohibited(offering, appetite.prefix));

  const fits = need.wanted.map((wanted) => fitCoverage(wanted, offering.coverages.get(wanted.code)));
  for (const fit of fits) checkMustHave(fit, { client, need, offering }, verdict, tally);

  const facts = factsOf(client, need, offering, bench.budget, bench.onMismatch);
  for (const bound of offering.bounds) checkBound(bound, { client, offering }, facts, verdict, tally);
  for (const rule of settings.rules) askRule(rule, facts, bench, verdict, { need, offering, isAgencyRule: true });
  for (const rule of offering.rules) askRule(rule, facts, bench, verdict, { need, offering, isAgencyRule: false });

  const decline = need.declines.get(offering.carrierKey);
  tally.note("prior_decline", "evaluate", decline === undefined ? "false" : "true", () => [
    { path: `declined_by[${offering.carrierKey}].on`, value: decline?.on ?? null },
    { path: `declined_by[${offering.carrierKey}].line`, value: need.line },
  ]);
  if (decline !== undefined) {
    const text = withMessage(`declined ${lineName(need.line)} on ${dateInWords(decline.on)}`, decline.reason ?? "");
    verdict.referrals.push({
      ruleKey: "prior_decline",
      message: capitalized(text),
      reason: () => `${offering.carrierName} ${text}`,
    });
  }
  const { failures, referrals, adjustments, missing } = verdict;
  const eligibility = eligibilityOf(verdict, settings.unknownPolicy);
  return { client, need, offering, appetite, fits, failures, referrals, adjustments, missing, eligibility };
}

/** Results of the checks of one offering so far. */
class Verdict {
  readonly failures: Failure[] = [];
  readonly referrals: Referral[];
  readonly adjustments: Adjustment[] = [];
  readonly missing: string[];

  constructor({
    missing,
    referrals,
  }: {
    readonly missing: readonly string[];
    readonly referrals: readonly Referral[];
  }) {
    this.missing = [...missing];
    this.referrals = [...referrals];
  }

  wait(fact: string): void {
    if (!this.missing.includes(fact)) this.missing.push(fact);
  }
}

function eligibilityOf(
  { failures, missing, referrals }: Verdict,
  policy: "needs_info" | "refer",
): Eligibility | undefined {
  if (failures.length > 0) return undefined;
  if (missing.length > 0) return policy;
  return referrals.length > 0 ? "refer" : "eligible";
}

function checkPreferences({ preferences }: Client, offering: Offering, verdict: Verdict, tally: RuleTally): void {
  const { key, carrierKey, carrierName, market, rating } = offering;
  const isExcluded = preferences.excluded.has(carrierKey);
  note(tally, "carrier_excluded", isExcluded, () => [{ path: `offerings[${key}].carrier_key`, value: carrierKey }]);
  if (isExcluded) {
    const change = (): string => `take ${carrierName} off the excluded carriers`;
    const reason = (): string => `${carrierName} is excluded by the client's preferences`;
    verdict.failures.push(failure("carrier_excluded", reason, change));
  }
  const isUnwantedMarket = preferences.admittedOnly && market !== "admitted";
  note(tally, "admitted_only", isUnwantedMarket, () => [{ path: `offerings[${key}].market`, value: market }]);
  if (isUnwantedMarket) {
    const reason = (): string => `${programName(offering)} is ${marketWords[market]}; only admitted markets are wanted`;
    verdict.failures.push(failure("admitted_only", reason, () => `agree to ${marketWords[market]}`));
  }
  const { minRating } = preferences;
  if (minRating === undefined) return note(tally, "min_rating", false);
  if (rating === undefined) {
    note(tally, "min_rating", undefined, () => ratingFacts(key, null, minRating));
    return verdict.wait("offering.rating");
  }
  const isBelow = rating === "NR" || isWorse(rating, minRating);
  note(tally, "min_rating", isBelow, () => ratingFacts(key, rating, minRating));
  if (!isBelow) return;
  const rated = rating === "NR" ? "not rated" : `rated ${rating}`;
  const reason = (): string => `${carrierName} is ${rated}; ${minRating} or better is wanted`;
  verdict.failures.push(failure("min_rating", reason, () => `agree to a carrier that is ${rated}`));
}

const marketWords: Readonly<Record<Market, string>> = {
  admitted: "an admitted market",
  surplus: "a surplus lines market",
  program: "a program market",
};

function ratingFacts(key: string, rating: Rating | null, wanted: Rating): ReturnType<Explain> {
  return [
    { path: `offerings[${key}].rating`, value: rating },
    { path: "preferences.min_rating", value: wanted },
  ];
}

function isWorse(rating: Rating, than: Rating): boolean {
  return ratings.indexOf(rating) > ratings.indexOf(than);
}

function prohibited(offering: Offering, prefix: string | undefined): Failure {
  return failure(
    "appetite",
    () => `${programName(offering)} does not write this class of business`,
    () =>
      `check the classification: ${prefix === undefined ? "a class that the program names" : "another class"} may fit`,
  );
}

function checkMustHave(
  fit: CoverageFit,
  { client, need, offering }: { readonly client: Client; readonly need: Need; readonly offering: Offering },
  verdict: Verdict,
  tally: RuleTally,
): void {
  const { wanted, offered, isOk } = fit;
  if (!wanted.isMustHave) return;
  note(tally, "must_have_coverage", isOk === undefined ? undefined : !isOk, () => [
    { path: `needs[${need.key}].coverages[${wanted.coverage}].min_limit`, value: wanted.minLimit ?? null },
    { path: `needs[${need.key}].coverages[${wanted.coverage}].max_deductible`, value: wanted.maxDeductible ?? null },
    { path: `offerings[${offering.key}].coverages[${wanted.coverage}].included`, value: offered?.isIncluded ?? false },
    { path: `offerings[${offering.key}].coverages[${wanted.coverage}].max_limit`, value: offered?.maxLimit ?? null },
    {
      path: `offerings[${offering.key}].coverages[${wanted.coverage}].min_deductible`,
      value: offered?.minDeductible ?? null,
    },
  ]);
  for (const fact of fit.missing) verdict.wait(fact);
  if (isOk !== false) return;
  const short = () => shortfall(fit, programName(offering), client.currency);
  const isLeftOut = offered === undefined || !offered.isIncluded;
  verdict.failures.push(
    failure(
      "must_have_coverage",
      () => short().reason,
      () => (isLeftOut ? `do without ${coverageName(wanted)}, or place it elsewhere` : short().change),
    ),
  );
}

function checkBound(
  bound: Bound,
  { client, offering }: { readonly client: Client; readonly offering: Offering },
  facts: Facts,
  verdict: Verdict,
  tally: RuleTally,
): void {
  const fact = bound.fact.text;
  const ruleKey = `bound:${fact}`;
  const value = bound.fact.one(facts, undefined);
  const { min, max } = bound;
  const explain: Explain = () => [
    { path: fact, value: shownFact(fact, value ?? null) },
    { path: `offerings[${offering.key}].bounds.min`, value: min ?? null },
    { path: `offerings[${offering.key}].bounds.max`, value: max ?? null },
  ];
  if (typeof value !== "number") {
    note(tally, ruleKey, undefined, explain);
    if (value !== undefined) facts.onMismatch?.(fact);
    return verdict.wait(fact);
  }
  const isLow = min !== undefined && value < min;
  const isHigh = max !== undefined && value > max;
  note(tally, ruleKey, isLow || isHigh, explain);
  if (!isLow && !isHigh) return;
  const limit = isLow ? (min ?? 0) : (max ?? 0);
  const reason = (program: string): string => outOfBounds({ fact, value, limit, isLow }, program, client.currency);
  if (bound.effect === "refer") {
    verdict.referrals.push({ ruleKey, message: capitalized(reason(theProgram)), reason });
    return;
  }
  verdict.failures.push({
    ruleKey,
    reason: () => reason(programName(offering)),
    change: () => `${factWithin(fact, isLow ? "at least" : "at most", limit, client.currency)} would be accepted`,
    trace: () => [{ path: fact, op: isLow ? "gte" : "lte", expected: limit, actual: shownFact(fact, value) }],
  });
}

/**
 * Rules of the agency are always tallied, because the gate counts them. An offering's own rules, of which there may be
 * thousands, only when they fired or stayed open.
 */
function askRule(
  rule: Rule,
  facts: Facts,
  bench: Bench,
  verdict: Verdict,
  target: { readonly need: Need; readonly offering: Offering; readonly isAgencyRule: boolean },
): void {
  const truth = rule.condition.evaluate(facts);
  if (target.isAgencyRule || truth !== "false") tallyRule(rule, truth, facts, bench.tally, target);
  if (truth === "false") return;
  if (truth === "unknown") {
    // Undecided points are not given; they do not affect eligibility.
    if (rule.effect === "adjust") return;
    for (const fact of missingPaths(rule.paths, facts)) verdict.wait(fact);
    return;
  }
  switch (rule.effect) {
    case "refer":
      verdict.referrals.push({
        ruleKey: rule.key,
        message: rule.message,
        reason: (program) => withMessage(`${program} asks for a referral`, rule.message),
      });
      return;
    case "adjust":
      verdict.adjustments.push({ ruleKey: rule.key, points: rule.points, message: rule.message });
      return;
    case "knockout":
      verdict.failures.push({
        ruleKey: rule.key,
        reason: () => withMessage(`${programName(target.offering)} does not take this client`, rule.message),
        change: () => changeOf(rule, facts, bench.traceBudget),
        trace: () => traceOf(rule, facts, bench.traceBudget),
      });
  }
}

function tallyRule(
  rule: Rule,
  truth: Truth,
  facts: Facts,
  tally: RuleTally,
  { need, offering, isAgencyRule }: Parameters<typeof askRule>[4],
): void {
  const own = { path: `offerings[${offering.key}].rules[${rule.key}].effect`, value: rule.effect };
  tally.noteCondition(rule.key, "evaluate", truth, {
    conditions: [rule.condition],
    facts,
    nameOf: (path) =>
      path.replace(/^offering\./, `offerings[${offering.key}].`).replace(/^need\./, `needs[${need.key}].`),
    ...(isAgencyRule ? {} : { first: [own] }),
  });
}

/** The leaves that made the rule fire. */
function traceOf(rule: Rule, facts: Facts, budget: EvaluationBudget): readonly FailureTrace[] {
  const { onMismatch: _quiet, ...quiet } = facts;
  try {
    return rule.condition
      .explain({ ...quiet, budget })
      .trace.map(({ path, op, expected, actual }) => ({ path, op, expected, actual }));
  } catch (error) {
    if (!(error instanceof RuleBudgetExceeded)) throw error;
    return [];
  }
}

function changeOf(rule: Rule, facts: Facts, budget: EvaluationBudget): string {
  const names = [...new Set(traceOf(rule, facts, budget).map(({ path }) => factName(path)))];
  return names.length === 0
    ? "ask the carrier which cases it would take"
    : `check the ${listInWords(names, 3)}: other facts may be accepted`;
}

function failure(ruleKey: string, reason: () => string, change: () => string): Failure {
  return { ruleKey, reason, change, trace: undefined };
}

/** `hasFired` undefined = could not be decided. */
function note(tally: RuleTally, ruleKey: string, hasFired: boolean | undefined, explain?: Explain): void {
  const truth: Truth = hasFired === undefined ? "unknown" : hasFired ? "true" : "false";
  tally.note(ruleKey, "evaluate", truth, explain);
}
