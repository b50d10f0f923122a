import { counted, listInWords } from "@service/engine-kit";
import type { OpportunityKind } from "../../codes.ts";
import type { Account } from "../account.ts";
import { noPremium } from "../added-premium.ts";
import { accountEvidence, policyEvidence, type Bench, type Finding } from "../candidate.ts";
import { dayInWords, policyName } from "../phrases.ts";
import type { Policy } from "../policy.ts";
import { lapseOf } from "../successor.ts";

/** A sentence that names the account. */
type Problem = { readonly sentence: string; readonly isWrong: boolean; readonly policy?: Policy };

/**
 * `data_quality`: missing or wrong data on file that would distort other answers. One per client, with all problems.
 */
export function detectDataProblems(account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  const problems = problemsOf(account, bench.book.todayDay, kinds.has("renewal_risk"));
  const [first] = problems;
  if (first === undefined) return [];
  return [
    {
      kind: "data_quality",
      ruleKey: "data_quality",
      account,
      severity: problems.some((problem) => problem.isWrong) ? "medium" : "low",
      status: "review",
      title:
        problems.length === 1
          ? first.sentence.slice(0, -1)
          : `The file of ${account.label} has ${counted(problems.length, "problem")} to correct`,
      premium: noPremium,
      propensity: 0.1,
      xDay: account.nextExpirationDay,
      describe: () => ({
        deadline: [],
        known: problems.map((problem) => problem.sentence),
        talkingPoints: [],
        evidence: [
          accountEvidence(account),
          ...problems.flatMap((problem) => (problem.policy === undefined ? [] : policyEvidence(problem.policy))),
        ],
        recommendation: "Correct the record in the system of record.",
      }),
    },
  ];
}

/** `lapsesAreTold`: as renewals at risk, and not again here. */
function problemsOf(account: Account, todayDay: number, lapsesAreTold: boolean): Problem[] {
  const { label, segment, naics, producerSeat, kind, rows, inForce, policies } = account;
  const missing = (what: string): Problem => ({ sentence: `The file of ${label} states no ${what}.`, isWrong: false });
  const keys = new Set<string>();
  return [
    ...(segment === undefined ? [missing("segment")] : []),
    ...(segment === "commercial" && naics === undefined ? [missing("NAICS code")] : []),
    ...(producerSeat === undefined ? [missing("producer")] : []),
    ...(kind === "insured" && rows.families.policies !== undefined && inForce.length === 0
      ? [{ sentence: `${label} is listed as insured and no policy in force is on file.`, isWrong: true }]
      : []),
    ...policies.flatMap((policy) => [
      ...policyProblems(policy, account, todayDay, lapsesAreTold),
      ...repeatedKeys(policy, keys, label),
    ]),
  ];
}

function policyProblems(policy: Policy, account: Account, todayDay: number, lapsesAreTold: boolean): Problem[] {
  const { effectiveDay, expiresDay, isInForce, premiumCents, lines, copies } = policy;
  const what = nameOf(policy, account.label);
  const wrong = (sentence: string): Problem => ({ sentence, isWrong: true, policy });
  const problems: Problem[] = [];
  if (copies > 1) problems.push(wrong(`${what} is on file ${copies === 2 ? "twice" : counted(copies, "time")}.`));
  if (effectiveDay !== undefined && expiresDay !== undefined && expiresDay <= effectiveDay)
    problems.push(wrong(`${what} expires before it begins.`));
  if (!isInForce) return problems;
  if (expiresDay !== undefined && expiresDay < todayDay && !(lapsesAreTold && isLapse(policy, account, todayDay)))
    problems.push(wrong(`${what} is listed as active and expired on ${dayInWords(expiresDay)}.`));
  const absent = [
    ...(lines.length === 0 ? ["line"] : []),
    ...(expiresDay === undefined ? ["expiration date"] : []),
    ...(premiumCents === undefined ? ["premium"] : []),
  ];
  if (absent.length > 0)
    problems.push({ sentence: `${what} has no ${listInWords(absent)} on file.`, isWrong: false, policy });
  return problems;
}

/** For a former client the record is only out of date. */
function isLapse(policy: Policy, { kind, policies }: Account, todayDay: number): boolean {
  return kind !== "former" && lapseOf(policy, false, policies, todayDay) !== undefined;
}

/** Two terms under one key; the same term under one key is one policy already. */
function repeatedKeys(policy: Policy, seen: Set<string>, label: string): Problem[] {
  const repeated = policy.keys.filter((key) => seen.has(key));
  for (const key of policy.keys) seen.add(key);
  return repeated.length === 0
    ? []
    : [{ sentence: `${nameOf(policy, label)} has the key of another policy on file.`, isWrong: true, policy }];
}

/** With its key, because an account may hold several policies of one line. */
function nameOf({ line, key }: Policy, label: string): string {
  return `The ${policyName(line)} of ${label}${key === undefined ? "" : ` (${key})`}`;
}
