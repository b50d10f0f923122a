import type { EvidenceSource, Severity } from "@service/engine-kit";
import { shownFact } from "@service/conditions";
import { type JsonObject, text } from "@service/json";
import type { Account } from "../account.ts";
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
import { capitalized, inDays, percent, words } from "../wording.ts";

/** From this change on a renewal is worth remarketing (OPP-36). */
const remarketChange = 0.15;
const noticeDays = 365;

type Renewal = {
  readonly account: Account;
  readonly policy: Policy;
  readonly days: number;
  /** Relative change of the premium: the offer against this term, else this term against the one before. */
  readonly change: number | undefined;
  readonly hasNotice: boolean;
  readonly isBound: boolean;
  readonly risk: number;
  readonly reasons: readonly RiskPoint[];
};

/**
 * `renewal_risk`, `renewal_prep` and `remarket` of every policy that expires within the horizon. Their propensity is
 * the renewal risk: the premium in force is at stake. Tier A raises no risk.
 */
export function detectRenewals(account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  const { book, settings, horizonDays } = bench;
  const found: Finding[] = [];
  let onAccount: readonly RiskPoint[] | undefined;
  for (const policy of [...account.inForce].sort(byExpiration)) {
    if (policy.expiresDay === undefined) continue;
    const days = policy.expiresDay - book.todayDay;
    if (days < 0 || days > horizonDays) continue;
    onAccount ??= settings.riskPoints.filter((point) => !point.asksPolicy && isTrue(point, account, undefined, bench));
    const renewal = judge(account, policy, days, onAccount, bench);
    const tier = riskTier(renewal.risk);
    const step = kinds.has("renewal_prep") ? stepOf(days, settings) : undefined;
    const isCostly = renewal.change !== undefined && renewal.change >= remarketChange;
    if (kinds.has("renewal_risk") && tier !== "A") found.push(riskFinding(renewal, tier, bench));
    if (step !== undefined && !renewal.isBound) found.push(prepFinding(renewal, step, bench));
    if (kinds.has("remarket") && (isCostly || renewal.hasNotice)) found.push(remarketFinding(renewal, bench));
  }
  return found;
}

function judge(account: Account, policy: Policy, days: number, onAccount: readonly RiskPoint[], bench: Bench): Renewal {
  const following = nextTerm(policy, account.policies);
  const before = previousTerm(policy, account.policies);
  const change = changeOf(policy, following) ?? (before === undefined ? undefined : changeOf(before, policy));
  const hasNotice = policy.status === "non_renewed" || isAnnounced(policy, account, bench.book.todayDay);
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
    account,
    policy,
    days,
    change,
    hasNotice,
    isBound: following?.status === "future" || following?.status === "active",
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
  if (policy.key === undefined) return false;
  return (account.rows.families.activities ?? []).some((activity) => {
    if (text(activity, "policy_key") !== policy.key) return false;
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

function riskFinding(renewal: Renewal, tier: "B" | "C" | "D", bench: Bench): Finding {
  const severity: Severity = tier === "D" ? "critical" : tier === "C" ? "high" : "medium";
  return finding(renewal, "renewal_risk", severity, `${lineOf(renewal)} renewal at risk (tier ${tier})`, bench, {
    because: [`renewal risk ${renewal.risk} of 100, tier ${tier}`],
    talkingPoints: ["Ask what has changed before the offer arrives", "Agree on the next contact"],
    recommendation: "Contact the client before the renewal offer",
  });
}

function prepFinding(renewal: Renewal, step: { window: number; next: number }, bench: Bench): Finding {
  const { policy } = renewal;
  return {
    ...finding(renewal, "renewal_prep", "low", `Prepare the ${lineOf(renewal).toLowerCase()} renewal`, bench, {
      because: [`in the ${step.window} day step of the renewal`],
      talkingPoints: ["Confirm exposures and contacts", "Ask for currently valued loss runs"],
      recommendation: "Start the renewal with an exposure review",
    }),
    dueDay: policy.expiresDay === undefined ? undefined : policy.expiresDay - step.next,
  };
}

function remarketFinding(renewal: Renewal, bench: Bench): Finding {
  const severity: Severity = renewal.hasNotice ? "high" : "medium";
  return finding(renewal, "remarket", severity, `Remarket ${lineOf(renewal).toLowerCase()}`, bench, {
    because: [
      ...(renewal.hasNotice ? ["non-renewal notice"] : []),
      ...(renewal.change !== undefined && renewal.change >= remarketChange
        ? [`premium up ${percent(renewal.change)}`]
        : []),
    ],
    talkingPoints: ["Other markets need complete data and time"],
    recommendation: "Submit to other markets",
  });
}

type Words = {
  readonly because: readonly string[];
  readonly talkingPoints: readonly string[];
  readonly recommendation: string;
};

function finding(
  renewal: Renewal,
  kind: OpportunityKind,
  severity: Severity,
  title: string,
  bench: Bench,
  said: Words,
): Finding {
  const { account, policy } = renewal;
  const line = policy.line;
  const estimate =
    policy.premiumCents === undefined && line !== undefined ? bench.peers.premium(account, line) : undefined;
  return {
    kind,
    ruleKey: kind,
    account,
    policy,
    line,
    severity,
    status: "review",
    title,
    premiumCents: policy.premiumCents ?? estimate?.cents ?? 0,
    premiumFrom: estimate,
    propensity: renewal.risk / 100,
    xDay: policy.expiresDay,
    describe: () => describe(renewal, kind, said),
  };
}

function describe(renewal: Renewal, kind: OpportunityKind, said: Words): Description {
  const { policy, account, reasons } = renewal;
  const ordered = [...reasons].sort((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1));
  const points: EvidenceSource[] = ordered.map((point) => ({ ...ruleEvidence(point.key), value: point.points }));
  const explains = kind === "renewal_risk" ? ordered.map((point) => `${point.label} (${signed(point.points)})`) : [];
  const change: EvidenceSource[] =
    renewal.change === undefined || kind !== "remarket"
      ? []
      : [
          {
            ...accountEvidence(account, "policy.premium_change"),
            value: shownFact("policy.premium_change", renewal.change),
          },
        ];
  return {
    because: [...said.because, ...explains.slice(0, 6), inDays("renews", renewal.days)],
    talkingPoints: said.talkingPoints,
    evidence: [
      ...policyEvidence(policy),
      ...change,
      ...(kind === "renewal_risk" ? points : []),
      accountEvidence(account),
    ],
    recommendation: said.recommendation,
  };
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points);
}

function lineOf({ policy }: Renewal): string {
  return capitalized(words(policy.line ?? "policy"));
}
