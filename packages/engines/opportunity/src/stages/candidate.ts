import { type EvidenceSource, fromCents, type RuleTally, type Severity } from "@service/engine-kit";
import type { Condition, EvaluationBudget, Facts, Truth } from "@service/conditions";
import { dateFromDayNumber, type JsonObject, isJsonObject, roundHalfAwayFromZero, cut, text } from "@service/json";
import type { Account } from "./account.ts";
import type { Policy } from "./policy.ts";
import type { OpportunityKind } from "../codes.ts";
import type { Book } from "./load-book.ts";
import type { Premium } from "./added-premium.ts";
import type { Peers } from "./peers.ts";
import { scoreOf, urgencyOf, valueUtility } from "./scoring.ts";
import type { Settings } from "../settings.ts";

/** A result of a detector, before selection. */
export type Finding = {
  readonly kind: OpportunityKind;
  readonly ruleKey: string;
  readonly account: Account;
  readonly policy?: Policy | undefined;
  readonly line?: string | undefined;
  readonly coverage?: string | undefined;
  readonly severity: Severity;
  readonly status: "gap" | "partial" | "review";
  /** A sentence without its stop that names the account and nothing that moves with the calendar. */
  readonly title: string;
  readonly premium: Premium;
  /** Cover ends or has ended with nothing bound after it: listed first, as urgent as can be (OPP-85). */
  readonly isLapse?: boolean;
  /** Rule under which the same place was found before it became what it is: it is not resolved. */
  readonly formerRuleKey?: string;
  /** 0..1. */
  readonly propensity: number;
  /** The x-date of the opportunity, from which its work is due; undefined when unknown. */
  readonly xDay: number | undefined;
  readonly dueDay?: number | undefined;
  /** Written only for listed opportunities: a book has far more candidates than rows. */
  readonly describe: () => Description;
};

/** Sentences, in the order in which a row tells them (OPP-92); the first names the account. */
export type Description = {
  readonly deadline: readonly string[];
  /** What is known of the account, and what is absent. */
  readonly facts: readonly string[];
  /** Amounts besides the premium. */
  readonly money?: readonly string[];
  readonly peers?: readonly string[];
  readonly talkingPoints: readonly string[];
  /** The most important first; rows keep as many as the output's bound allows. */
  readonly evidence: readonly EvidenceSource[];
  readonly recommendation: string;
};

/** A candidate with its score (OPP-55, OPP-57). Amounts are cents as written; `score` is rounded as written. */
export type Candidate = Finding & {
  /** Undefined while the premium is not known; it then adds nothing to the score. */
  readonly revenueCents: number | undefined;
  readonly expectedCents: number | undefined;
  readonly urgency: number;
  readonly score: number;
  /** Offers for the same need that this one stands for (OPP-87). */
  readonly joined: readonly Candidate[];
  /** Titles of the candidates of the same place that this one represents. */
  readonly also: readonly string[];
  /** Those candidates. */
  readonly sharing: readonly Candidate[];
};

/** What every detector reads. */
export type Bench = {
  readonly settings: Settings;
  readonly book: Book;
  readonly peers: Peers;
  readonly budget: EvaluationBudget;
  readonly horizonDays: number;
  readonly outcomes: RuleTally;
  readonly onMismatch: (path: string) => void;
};

/** Tallies the outcome of a rule about an account or one of its policies. */
export function noteRule(
  bench: Bench,
  ruleKey: string,
  truth: Truth,
  evaluated: {
    readonly conditions: readonly (Condition | undefined)[];
    readonly facts: Facts;
    readonly account: Account;
  },
): void {
  const { conditions, facts, account } = evaluated;
  const policy = isJsonObject(facts.root["policy"]) ? text(facts.root["policy"], "policy_key") : undefined;
  bench.outcomes.noteCondition(ruleKey, "detect", truth, {
    conditions: conditions.filter((condition) => condition !== undefined),
    facts,
    nameOf: (path) =>
      path
        .replace(/^account\./, `accounts[${account.clientKey}].`)
        .replace(/^policy\./, `accounts[${account.clientKey}].policies[${policy ?? ""}].`),
  });
}

export function factsOf(bench: Bench, account: Account, policy?: JsonObject): Facts {
  return {
    root: policy === undefined ? { account: account.facts } : { account: account.facts, policy },
    asOf: bench.book.asOf,
    budget: bench.budget,
    onMismatch: bench.onMismatch,
  };
}

export function ask(condition: Condition | undefined, facts: Facts, otherwise: Truth): Truth {
  return condition === undefined ? otherwise : condition.evaluate(facts);
}

/** `est_revenue` = premium times commission; expected = revenue times propensity. */
export function price(bench: Bench, finding: Finding): Candidate {
  const { settings, book, horizonDays } = bench;
  const { cents } = finding.premium;
  const rate = settings.commissionByLine.get(finding.line ?? "") ?? settings.defaultCommission;
  const revenueCents = cents === undefined ? undefined : roundHalfAwayFromZero(cents * rate, 0);
  const expected = revenueCents === undefined ? undefined : revenueCents * finding.propensity;
  // OPP-56: the account's next x-date, whatever the kind. A former client has only the one of the opportunity.
  const xDay = finding.account.nextExpirationDay ?? finding.xDay;
  const urgency =
    finding.isLapse === true ? 1 : urgencyOf(xDay === undefined ? undefined : xDay - book.todayDay, horizonDays);
  const value = valueUtility((expected ?? 0) / 100, settings.expectedReference);
  const score = scoreOf(settings.weights, value, finding.propensity, urgency);
  return {
    ...finding,
    revenueCents,
    expectedCents: expected === undefined ? undefined : roundHalfAwayFromZero(expected, 0),
    urgency,
    score: roundHalfAwayFromZero(Math.min(100, Math.max(0, score)), 1),
    joined: [],
    also: [],
    sharing: [],
  };
}

/** Engagement of the client: the more recent the last contact, the likelier an answer. 1..0.5; 0.7 when unknown. */
export function engagementOf(account: Account): number {
  const days = account.daysSinceTouch;
  if (days === undefined) return 0.7;
  return days <= 30 ? 1 : days <= 90 ? 0.85 : days <= 180 ? 0.7 : 0.5;
}

export function accountEvidence(account: Account, fact?: string): EvidenceSource {
  const ref: JsonObject = { family: "accounts", record_key: cut(account.clientKey, 128) };
  return fact === undefined
    ? { kind: "record", ref, excerpt: account.name }
    : { kind: "fact", ref: { ...ref, fact: cut(fact, 200) } };
}

export function policyEvidence(policy: Policy): EvidenceSource[] {
  if (policy.key === undefined) return [];
  const ref: JsonObject = { family: "policies", record_key: cut(policy.key, 128) };
  return [
    {
      kind: "record",
      ref,
      value: {
        line: policy.line ?? null,
        expires_on: policy.expiresDay === undefined ? null : (dateFromDayNumber(policy.expiresDay) ?? null),
        premium: policy.premiumCents === undefined ? null : fromCents(policy.premiumCents),
      },
    },
  ];
}

export function ruleEvidence(ruleKey: string): EvidenceSource {
  return { kind: "rule", ref: { rule_key: ruleKey } };
}
