import { counted, inDays, labelOf } from "@service/engine-kit";
import { type JsonObject, cut, text } from "@service/json";
import type { Account } from "../account.ts";
import { premiumInForce, premiumOfPolicy } from "../added-premium.ts";
import { accountEvidence, policyEvidence, type Bench, type Description, type Finding } from "../candidate.ts";
import { dayInWords, nextExpirationOf } from "../phrases.ts";
import type { Policy } from "../policy.ts";
import { day } from "../row-fields.ts";

const contactDays = 30;
const renewalNearDays = 120;

type OpenClaim = {
  readonly claim: JsonObject;
  readonly openedDay: number | undefined;
  readonly policy: Policy | undefined;
  readonly line: string | undefined;
  readonly xDay: number | undefined;
};

/** `claim_followup`: an open claim without recent contact, or one that will still be open at renewal. */
export function detectClaimFollowups(account: Account, bench: Bench): Finding[] {
  const { todayDay } = bench.book;
  return account.openClaims.flatMap((row) => {
    const open = readClaim(row, account);
    const ruleKey = ruleOf(open, account, todayDay);
    return ruleKey === undefined ? [] : [claimFinding(open, ruleKey, account, bench)];
  });
}

function readClaim(claim: JsonObject, account: Account): OpenClaim {
  const policyKey = text(claim, "policy_key");
  const policy = account.policies.find(({ keys }) => policyKey !== undefined && keys.includes(policyKey));
  return {
    claim,
    openedDay: day(claim, "reported_on") ?? day(claim, "occurred_on"),
    policy,
    line: text(claim, "line") ?? policy?.line,
    xDay: policy?.isInForce === true ? (policy.expiresDay ?? account.nextExpirationDay) : account.nextExpirationDay,
  };
}

type ClaimRule = "claim_open_no_contact" | "claim_open_before_renewal";

function ruleOf({ openedDay, xDay }: OpenClaim, account: Account, todayDay: number): ClaimRule | undefined {
  const isQuiet = account.daysSinceTouch === undefined || account.daysSinceTouch >= contactDays;
  if (isQuiet && openedDay !== undefined && todayDay - openedDay >= contactDays) return "claim_open_no_contact";
  return xDay !== undefined && xDay - todayDay <= renewalNearDays ? "claim_open_before_renewal" : undefined;
}

function claimFinding(open: OpenClaim, ruleKey: ClaimRule, account: Account, bench: Bench): Finding {
  const { line, policy, xDay } = open;
  const what = line === undefined || line === "other" ? "an open claim" : `an open ${labelOf(line)} claim`;
  const ending = ruleKey === "claim_open_no_contact" ? "without recent contact on file" : "that nears a renewal";
  return {
    kind: "claim_followup",
    ruleKey,
    account,
    policy,
    line,
    severity: "medium",
    status: "review",
    title: `${account.label} has ${what} ${ending}`,
    premium:
      policy?.premiumCents === undefined ? premiumInForce(account) : premiumOfPolicy(bench.peers, account, policy),
    propensity: 0.3,
    xDay,
    describe: () => describe(open, account, bench.book.todayDay),
  };
}

function describe({ claim, openedDay, policy }: OpenClaim, account: Account, todayDay: number): Description {
  const key = text(claim, "claim_key");
  const { daysSinceTouch } = account;
  return {
    deadline: [nextExpirationOf(account, todayDay)],
    facts: [
      openedDay === undefined
        ? "The claim is open; its date is not on file."
        : `The claim has been open since ${dayInWords(openedDay)}, for ${counted(todayDay - openedDay, "day")}.`,
      daysSinceTouch === undefined ? "No contact is on file." : `The last contact was ${inDays(-daysSinceTouch)}.`,
    ],
    talkingPoints: ["How an agency handles a claim is what a client remembers"],
    evidence: [
      ...(key === undefined ? [] : [{ kind: "record" as const, ref: { family: "claims", record_key: cut(key, 128) } }]),
      ...(policy === undefined ? [] : policyEvidence(policy)),
      accountEvidence(account),
    ],
    recommendation: "Ask the adjuster for the state of the claim and tell the client.",
  };
}
