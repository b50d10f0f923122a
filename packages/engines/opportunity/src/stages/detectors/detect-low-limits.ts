import {
  type CoverAnswer,
  coversNeed,
  fromCents,
  hasTower,
  isOfNeed,
  labelOf,
  meetsLimit,
  moneyInWords,
  sentence,
  toCents,
  type Tower,
  towerInWords,
  towerLimit,
} from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { cut, text } from "@service/json";
import type { Account } from "../account.ts";
import { noPremium, premiumOfIncrease } from "../added-premium.ts";
import {
  ask,
  accountEvidence,
  engagementOf,
  factsOf,
  noteRule,
  policyEvidence,
  ruleEvidence,
  type Bench,
  type Finding,
} from "../candidate.ts";
import type { InsuredCoverage } from "../insured-coverages.ts";
import { nameOfPolicy, nextExpirationOf, policyName } from "../phrases.ts";
import type { Policy } from "../policy.ts";
import type { LimitRule } from "../../settings.ts";
import { policyFor } from "../standing-cover.ts";

const limitPropensity = 0.5;

/** A limit in force with the umbrellas over it. Amounts in units of the currency. */
type HeldLimit = { readonly tower: Tower; readonly primary: number; readonly held: InsuredCoverage };

function limitPath({ clientKey }: Account, { line, coverage }: LimitRule): string {
  return `accounts[${clientKey}].coverages[${line}/${coverage}].limit`;
}

/**
 * `limit_adequacy`: the highest limit in force of a coverage, a package's and the umbrella over it included, is below
 * what the rule asks for (OPP-33, OPP-90). An unstated limit is not a finding; a limit that an umbrella of unknown
 * schedule completes is a note to confirm it.
 */
export function detectLowLimits(account: Account, bench: Bench): Finding[] {
  if (account.linesHeld.size === 0 || account.kind === "former") return [];
  const facts = factsOf(bench, account);
  return bench.settings.limits.flatMap((rule) => {
    const limit = limitHeld(account, rule);
    if (limit === undefined) {
      noteUnstated(rule, account, bench);
      return [];
    }
    const wanted = requestedLimit(rule, limit, facts, account, bench);
    if (wanted === undefined || limit.primary >= wanted) return [];
    switch (meetsLimit(limit.tower, wanted)) {
      case "met":
        return limit.tower.schedule === "unknown" ? [describeOpenSchedule(rule, limit, wanted, account, bench)] : [];
      case "failed":
        return [describeLowLimit(rule, limit, wanted, account, bench)];
      case "unknown":
        return [];
    }
  });
}

/** Without the coverage there is nothing to compare; a coverage without a stated limit is unknown. */
function noteUnstated(rule: LimitRule, account: Account, bench: Bench): void {
  bench.outcomes.note(rule.key, "detect", account.linesCovered.has(rule.line) ? "unknown" : "false", () => [
    { path: limitPath(account, rule), value: null },
  ]);
}

/** The limit that the rule asks of this account; undefined where it does not apply or cannot tell. */
function requestedLimit(
  rule: LimitRule,
  { tower, primary }: HeldLimit,
  facts: Facts,
  account: Account,
  bench: Bench,
): number | undefined {
  const applies = ask(rule.when, facts, "true");
  if (applies !== "true") {
    noteRule(bench, rule.key, applies, { conditions: [rule.when], facts, account });
    return undefined;
  }
  const cents = rule.minimumCents ?? toCents(rule.minimumExpression?.evaluate(facts) ?? Number.NaN);
  const wanted = cents === undefined ? undefined : fromCents(cents);
  const met = wanted === undefined ? "unknown" : meetsLimit(tower, wanted);
  bench.outcomes.note(rule.key, "detect", met === "unknown" ? met : met === "met" ? "false" : "true", () => [
    { path: limitPath(account, rule), value: primary },
  ]);
  return wanted;
}

/** The highest limit that a policy states as its own: one by endorsement belongs to another line. */
function limitHeld(account: Account, rule: LimitRule): HeldLimit | undefined {
  const { line, coverage } = rule;
  const answer =
    ownLimit(account, line, coverage) ?? combinedInstead(account, line, coverage) ?? limitOfNothing(account, rule);
  if (answer?.row === undefined || answer.limit === undefined) return undefined;
  // An umbrella does not stand over nothing.
  const isOver = rule.umbrellaCounts && answer.limit > 0 && hasTower(line, coverage);
  const umbrellas = isOver ? account.umbrellas : [];
  return {
    tower: towerLimit({ line, coverage, primary: answer.limit, umbrellas }),
    primary: answer.limit,
    held: answer.row,
  };
}

function ownLimit(account: Account, line: string, coverage: string): CoverAnswer<InsuredCoverage> | undefined {
  const answer = coversNeed({ line, coverage }, account.insured);
  return answer.cover === "full" && answer.limit !== undefined ? answer : undefined;
}

/**
 * A policy that states a limit of 0 insures nothing there (COVER-10), and is reported; not while another coverage answers,
 * or while one of the coverage leaves its limit open.
 */
function limitOfNothing(
  account: Account,
  { line, coverage }: LimitRule,
): Pick<CoverAnswer<InsuredCoverage>, "row" | "limit"> | undefined {
  const need = { line, coverage };
  if (!account.linesCovered.has(line) || coversNeed(need, account.insured).cover !== "none") return undefined;
  const row = account.insured.find((each) => each.coverage === coverage && each.limit === 0 && isOfNeed(need, each));
  return row === undefined ? undefined : { row, limit: 0 };
}

const splitLimits: ReadonlySet<string> = new Set(["bi_per_person", "bi_per_accident", "property_damage"]);

/** A combined limit answers each part of a split one that it reaches (COVER-5). */
function combinedInstead(account: Account, line: string, coverage: string): CoverAnswer<InsuredCoverage> | undefined {
  return splitLimits.has(coverage) ? ownLimit(account, line, "combined_single_limit") : undefined;
}

function describeLowLimit(
  rule: LimitRule,
  { tower, primary, held }: HeldLimit,
  wanted: number,
  account: Account,
  bench: Bench,
): Finding {
  const policy = policyOfRow(account, rule, held);
  const limit = tower.limit ?? primary;
  return {
    kind: "limit_adequacy",
    ruleKey: rule.key,
    account,
    policy,
    line: rule.line,
    coverage: rule.coverage,
    severity: rule.severity,
    status: "partial",
    title: `The ${limitName(rule)} of ${account.label} is ${moneyInWords(limit)}, below the recommended ${moneyInWords(wanted)}`,
    // What is short of the tower is bought on the primary policy.
    premium: premiumOfIncrease(bench.settings.addedPremium, policy, primary, primary + wanted - limit),
    propensity: limitPropensity * engagementOf(account),
    xDay: account.nextExpirationDay,
    describe: () => ({
      deadline: [nextExpirationOf(account, bench.book.todayDay)],
      facts: viaOf(rule, held, policy),
      money: [
        `The ${limitName(rule)} in force is ${towerInWords(tower)}; at least ${moneyInWords(wanted)} is recommended.`,
      ],
      talkingPoints: rule.talkingPoints,
      evidence: evidenceOf(rule, held, primary, account, policy),
      recommendation: sentence(rule.recommendation),
    }),
  };
}

/** The limit is met if the umbrella stands over the line, which nobody has read (COVER-8). */
function describeOpenSchedule(
  rule: LimitRule,
  { tower, primary, held }: HeldLimit,
  wanted: number,
  account: Account,
  bench: Bench,
): Finding {
  const policy = policyOfRow(account, rule, held);
  return {
    kind: "limit_adequacy",
    ruleKey: rule.key,
    account,
    policy,
    line: rule.line,
    coverage: rule.coverage,
    severity: "low",
    status: "review",
    title: `The umbrella of ${account.label} must be confirmed to stand over ${labelOf(rule.line)}`,
    premium: noPremium,
    propensity: limitPropensity * engagementOf(account),
    xDay: account.nextExpirationDay,
    describe: () => ({
      deadline: [nextExpirationOf(account, bench.book.todayDay)],
      facts: [...viaOf(rule, held, policy), "The schedule of the umbrella is not on file."],
      money: [
        `The ${limitName(rule)} is met by ${towerInWords(tower)} together; ${moneyInWords(wanted)} is recommended.`,
      ],
      talkingPoints: [],
      evidence: evidenceOf(rule, held, primary, account, policy),
      recommendation: `Confirm that the schedule of the umbrella lists ${labelOf(rule.line)}.`,
    }),
  };
}

/** `general liability limit (each occurrence)`, `cyber limit (aggregate)`. */
function limitName({ line, coverage }: LimitRule): string {
  const [whole, part] = [labelOf(line), labelOf(coverage)];
  return `${whole} limit (${part.startsWith(whole) ? part.slice(whole.length).replace(/^[, ]+/, "") || part : part})`;
}

/** Where another policy than one of the rule's line states the limit, or states it in another form. */
function viaOf(rule: LimitRule, held: InsuredCoverage, policy: Policy | undefined): readonly string[] {
  const name = policy === undefined ? policyName(held.line) : nameOfPolicy(policy);
  return [
    ...(held.line === rule.line ? [] : [`The ${name} states the ${limitName(rule)}.`]),
    ...(held.coverage === rule.coverage ? [] : [`The ${name} states a ${formOf(held.coverage)} limit.`]),
  ];
}

function formOf(coverage: string): string {
  return coverage === "combined_single_limit" ? "combined single" : "split";
}

function policyOfRow(account: Account, rule: LimitRule, { policyKey }: InsuredCoverage) {
  return (
    account.inForce.find(({ keys }) => policyKey !== undefined && keys.includes(policyKey)) ??
    policyFor(account, rule.line, rule.coverage)
  );
}

function evidenceOf(
  rule: LimitRule,
  { row, policyKey }: InsuredCoverage,
  primary: number,
  account: Account,
  policy: ReturnType<typeof policyOfRow>,
) {
  const recordKey = text(row, "coverage_key") ?? policyKey ?? account.clientKey;
  return [
    {
      kind: "record" as const,
      ref: { family: "coverages", record_key: cut(recordKey, 128) },
      value: { coverage: rule.coverage, limit: primary },
    },
    ruleEvidence(rule.key),
    ...(policy === undefined ? [] : policyEvidence(policy)),
    accountEvidence(account),
  ];
}
