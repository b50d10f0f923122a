import { capitalized, type EvidenceSource, inDays, percentInWords, type Severity } from "@service/engine-kit";
import { shownFact } from "@service/conditions";
import { clipped, type JsonObject, text } from "@service/json";
import type { Account } from "../account.ts";
import { premiumOfPolicy } from "../added-premium.ts";
import { dayInWords, nameOfPolicy, policyOf } from "../phrases.ts";
import { byExpiration, nextTerm, type Policy, policyFacts, previousTerm } from "../policy.ts";
import {
  accountEvidence,
  factsOf,
  noteRule,
  policyEvidence,
  ruleEvidence,
  type Bench,
  type Description,
  type Finding,
} from "../candidate.ts";
import { code, day } from "../row-fields.ts";
import type { OpportunityKind } from "../../codes.ts";
import { riskTier } from "../scoring.ts";
import type { RiskPoint, Settings } from "../../settings.ts";
import { isFollowed, type Lapse, lapseOf } from "../successor.ts";
import { byPoints, pointsInWords } from "./risk-points.ts";

/** From this change on a renewal is worth remarketing (OPP-36). */
const remarketChange = 0.15;
const noticeDays = 365;
/** What nothing is bound after is as likely lost as kept, whatever the points say (OPP-85). */
const lapsePropensityMin = 0.5;

type Renewal = {
  readonly account: Account;
  readonly policy: Policy & { readonly expiresDay: number };
  /** Until it expires; negative once it has. */
  readonly days: number;
  /** Relative change of the premium: the offer against this term, else this term against the one before. */
  readonly change: number | undefined;
  readonly hasNotice: boolean;
  readonly isBound: boolean;
  readonly lapse: Lapse | undefined;
  readonly risk: number;
  readonly reasons: readonly RiskPoint[];
};

/**
 * `renewal_risk`, `renewal_prep` and `remarket` of every policy that expires within the horizon, and `renewal_risk` of
 * every one whose cover lapses (OPP-85). Their propensity is the renewal risk: the premium in force is at stake. Tier A
 * raises no risk. What a former client's file shows is no risk of a renewal.
 */
export function detectRenewals(account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  const found: Finding[] = [];
  let onAccount: readonly RiskPoint[] | undefined;
  for (const policy of [...account.policies].sort(byExpiration)) {
    const ending = endOf(policy, account, bench);
    if (ending === undefined) continue;
    onAccount ??= bench.settings.riskPoints.filter(
      (point) => !point.asksPolicy && isTrue(point, account, undefined, bench),
    );
    found.push(...findingsOf(judge(account, ending, onAccount, bench), bench, kinds));
  }
  return found;
}

type Ending = Pick<Renewal, "policy" | "days" | "hasNotice" | "lapse">;

/** How a policy ends: within the horizon, or in a lapse; undefined for every other one. */
function endOf(policy: Policy, account: Account, bench: Bench): Ending | undefined {
  const { expiresDay } = policy;
  if (expiresDay === undefined) return undefined;
  const days = expiresDay - bench.book.todayDay;
  if (days > bench.horizonDays || (days < 0 && policy.status !== "active" && policy.status !== "non_renewed"))
    return undefined;
  const hasNotice = policy.status === "non_renewed" || isAnnounced(policy, account, bench.book.todayDay);
  const lapse =
    account.kind === "former" ? undefined : lapseOf(policy, hasNotice, account.policies, bench.book.todayDay);
  // A policy that is not renewed and that another follows is replaced: nothing of it is left to renew (OPP-96).
  if (hasNotice && isFollowed(policy, account.policies)) return undefined;
  const isRenewing = policy.isInForce && days >= 0;
  return isRenewing || lapse !== undefined ? { policy: { ...policy, expiresDay }, days, hasNotice, lapse } : undefined;
}

function findingsOf(renewal: Renewal, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  const { days, lapse, change, hasNotice, isBound, risk } = renewal;
  const found: Finding[] = [];
  const tier = riskTier(risk);
  if (kinds.has("renewal_risk")) {
    if (lapse !== undefined) found.push(lapseFinding(renewal, lapse, bench));
    else if (tier !== "A") found.push(riskFinding(renewal, tier, bench));
  }
  if (days < 0) return found;
  const step = kinds.has("renewal_prep") ? stepOf(days, bench.settings) : undefined;
  const isCostly = change !== undefined && change >= remarketChange;
  if (step !== undefined && !isBound) found.push(prepFinding(renewal, step, bench));
  if (kinds.has("remarket") && (isCostly || hasNotice)) found.push(remarketFinding(renewal, bench));
  return found;
}

function judge(account: Account, ending: Ending, onAccount: readonly RiskPoint[], bench: Bench): Renewal {
  const { policy, days, hasNotice } = ending;
  const following = nextTerm(policy, account.policies);
  const before = previousTerm(policy, account.policies);
  const change = changeOf(policy, following) ?? (before === undefined ? undefined : changeOf(before, policy));
  const isFirst = before === undefined ? policy.isFirstTerm : false;
  const facts: JsonObject = {
    ...policyFacts(policy),
    days_to_expiration: days,
    non_renewal_notice: hasNotice,
    ...(change === undefined ? {} : { premium_change: change }),
    ...(isFirst === undefined ? {} : { is_first_renewal: isFirst }),
  };
  const onPolicy = bench.settings.riskPoints.filter(
    (point) => point.asksPolicy && isTrue(point, account, facts, bench),
  );
  const reasons = [...onAccount, ...onPolicy];
  const sum = reasons.reduce((total, point) => total + point.points, 0);
  return {
    ...ending,
    account,
    change,
    isBound: isFollowed(policy, account.policies),
    risk: Math.min(100, Math.max(0, sum)),
    reasons,
  };
}

function isTrue(point: RiskPoint, account: Account, policy: JsonObject | undefined, bench: Bench): boolean {
  const facts = factsOf(bench, account, policy);
  const truth = point.when.evaluate(facts);
  noteRule(bench, point.key, truth, { conditions: [point.when], facts, account });
  return truth === "true";
}

function changeOf(from: Policy, to: Policy | undefined): number | undefined {
  if (from.premiumCents === undefined || to?.premiumCents === undefined) return undefined;
  return (to.premiumCents - from.premiumCents) / from.premiumCents;
}

/** Agencies record a notice as an activity of the policy before the system changes its status. */
function isAnnounced(policy: Policy, account: Account, todayDay: number): boolean {
  if (policy.keys.length === 0) return false;
  return (account.rows.families.activities ?? []).some((activity) => {
    if (!policy.keys.includes(text(activity, "policy_key") ?? "")) return false;
    const written = code(activity, "code")?.replace(/[^a-z]/g, "") ?? "";
    const occurred = day(activity, "occurred_at");
    return (
      written.includes("nonrenewal") &&
      occurred !== undefined &&
      occurred <= todayDay &&
      todayDay - occurred <= noticeDays
    );
  });
}

/** The window of a renewal: the smallest one that contains its days. */
function stepOf(days: number, settings: Settings): { readonly window: number; readonly next: number } | undefined {
  const at = settings.windows.findIndex((window) => days <= window);
  const window = settings.windows[at];
  return window === undefined ? undefined : { window, next: settings.windows[at - 1] ?? 0 };
}

/** Of the cover, not of the renewal: nothing is bound after it, so it is named first (OPP-85). */
function lapseFinding(renewal: Renewal, lapse: Lapse, bench: Bench): Finding {
  const { policy, account } = renewal;
  const what = `The ${nameOfPolicy(policy)} of ${account.label}`;
  const on = dayInWords(policy.expiresDay);
  const isOffered = isQuoted(renewal);
  const next = isOffered ? "the renewal is quoted, not bound" : "no renewal is on file";
  const titles: { readonly [Kind in Lapse]: string } = {
    expired: `${what} expired on ${on} and ${next}`,
    non_renewed: `${what} is not renewed after ${on} and ${isOffered ? "what follows is quoted, not bound" : "no other policy is on file"}`,
    expiring: `${what} expires on ${on} and ${next}`,
  };
  return {
    ...finding(renewal, "renewal_risk", "critical", titles[lapse], bench, () => ({
      facts: [
        isOffered ? "A renewal is quoted and not bound." : "No renewal is on file.",
        ...(renewal.hasNotice ? [noticeOf(policy)] : []),
        ...pointsInWords(renewal.reasons.filter(({ points }) => points > 0)),
      ],
      talkingPoints: ["A claim after the expiration is not covered", "Ask whether the client has placed it elsewhere"],
      recommendation: "Confirm today whether cover goes on, and bind it or record who writes it.",
    })),
    ruleKey: "renewal_lapse",
    formerRuleKey: "renewal_risk",
    isLapse: true,
    propensity: Math.max(lapsePropensityMin, renewal.risk / 100),
    dueDay: bench.book.todayDay,
  };
}

function isQuoted({ policy, account }: Renewal): boolean {
  const quotes = account.policies.filter(({ status }) => status === "quoted");
  return nextTerm(policy, quotes) !== undefined;
}

function noticeOf({ carrierName = "The carrier" }: Policy): string {
  return `${capitalized(clipped(carrierName, carrierCharsMax))} has given notice of non-renewal.`;
}

const carrierCharsMax = 80;

const riskWords = { B: "some", C: "high", D: "very high" } as const;

function riskFinding(renewal: Renewal, tier: "B" | "C" | "D", bench: Bench): Finding {
  const severity: Severity = tier === "D" ? "critical" : tier === "C" ? "high" : "medium";
  const { policy, account } = renewal;
  const title = `The renewal of ${policyOf(account, policy)} on ${dayInWords(policy.expiresDay)} is at ${riskWords[tier]} risk`;
  return finding(renewal, "renewal_risk", severity, title, bench, () => ({
    facts: [`The risk of the renewal is ${renewal.risk} of 100, tier ${tier}.`, ...pointsInWords(renewal.reasons)],
    talkingPoints: ["Ask what has changed before the offer arrives", "Agree on the next contact"],
    recommendation: "Contact the client before the renewal offer.",
  }));
}

function prepFinding(renewal: Renewal, step: { window: number; next: number }, bench: Bench): Finding {
  const { policy, account } = renewal;
  const title = `The ${nameOfPolicy(policy)} of ${account.label} is due for renewal on ${dayInWords(policy.expiresDay)}`;
  return {
    ...finding(renewal, "renewal_prep", "low", title, bench, () => ({
      facts: [
        `The renewal is in its ${step.window}-day step and is not bound.`,
        ...(isQuoted(renewal) ? ["A renewal is quoted."] : []),
      ],
      talkingPoints: ["Confirm exposures and contacts", "Ask for currently valued loss runs"],
      recommendation: "Start the renewal with an exposure review.",
    })),
    dueDay: policy.expiresDay - step.next,
  };
}

function remarketFinding(renewal: Renewal, bench: Bench): Finding {
  const severity: Severity = renewal.hasNotice ? "high" : "medium";
  const { policy, account, change, hasNotice } = renewal;
  const isCostly = change !== undefined && change >= remarketChange;
  const title = `The ${nameOfPolicy(policy)} of ${account.label} needs quotes from other markets`;
  return finding(renewal, "remarket", severity, title, bench, () => ({
    facts: hasNotice ? [noticeOf(policy)] : [],
    money: isCostly ? [`The premium of the ${nameOfPolicy(policy)} is up ${percentInWords(change)}.`] : [],
    talkingPoints: ["Other markets need complete data and time"],
    recommendation: "Submit to other markets.",
  }));
}

type Words = {
  readonly facts: readonly string[];
  readonly money?: readonly string[];
  readonly talkingPoints: readonly string[];
  readonly recommendation: string;
};

function finding(
  renewal: Renewal,
  kind: OpportunityKind,
  severity: Severity,
  title: string,
  bench: Bench,
  wordsOf: () => Words,
): Finding {
  const { account, policy } = renewal;
  return {
    kind,
    ruleKey: kind,
    account,
    policy,
    line: policy.line,
    severity,
    status: "review",
    title,
    premium: premiumOfPolicy(bench.peers, account, policy),
    propensity: renewal.risk / 100,
    xDay: policy.expiresDay,
    describe: () => describe(renewal, kind, wordsOf()),
  };
}

function describe(renewal: Renewal, kind: OpportunityKind, words: Words): Description {
  const { policy, account, change, days } = renewal;
  const points: EvidenceSource[] = byPoints(renewal.reasons).map(({ key, points: value }) => ({
    ...ruleEvidence(key),
    value,
  }));
  const fact = "policy.premium_change";
  const carrier = policy.carrierName === undefined ? "" : `, with ${clipped(policy.carrierName, carrierCharsMax)},`;
  return {
    deadline: [
      `The ${nameOfPolicy(policy)} of ${account.label}${carrier} ${days < 0 ? "expired" : "expires"} on ${dayInWords(policy.expiresDay)}, ${inDays(days)}.`,
    ],
    facts: words.facts,
    money: words.money ?? [],
    talkingPoints: words.talkingPoints,
    evidence: [
      ...policyEvidence(policy),
      ...(change === undefined || kind !== "remarket"
        ? []
        : [{ ...accountEvidence(account, fact), value: shownFact(fact, change) }]),
      ...(kind === "renewal_risk" ? points : []),
      accountEvidence(account),
    ],
    recommendation: words.recommendation,
  };
}
