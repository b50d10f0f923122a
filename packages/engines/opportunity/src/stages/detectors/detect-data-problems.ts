import { counted, isPlaceholder, listInWords, tokensOf } from "@service/engine-kit";
import type { OpportunityKind } from "../../codes.ts";
import type { Account } from "../account.ts";
import { noPremium } from "../added-premium.ts";
import { accountEvidence, policyEvidence, type Bench, type Finding } from "../candidate.ts";
import { dayInWords, nameOfPolicy } from "../phrases.ts";
import type { Policy } from "../policy.ts";
import { lapseOf } from "../successor.ts";
import { leftOpen } from "./detect-gaps.ts";

/** A sentence that names the account. */
type Problem = {
  readonly sentence: string;
  /** Where the sentence is long for a title. */
  readonly title?: string;
  /** What it distorts. */
  readonly why?: string;
  readonly isWrong: boolean;
  readonly policy?: Policy;
};

/**
 * `data_quality`: missing or wrong data on file that would distort other answers. One per client, with all problems.
 */
export function detectDataProblems(account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  const unlisted = unlistedProblems(account, bench);
  const problems = [...problemsOf(account, bench.book.todayDay, kinds.has("renewal_risk")), ...unlisted];
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
          ? (first.title ?? first.sentence.slice(0, -1))
          : `The file of ${account.label} has ${counted(problems.length, "problem")} to correct`,
      premium: noPremium,
      propensity: 0.1,
      xDay: account.nextExpirationDay,
      describe: () => ({
        deadline: [],
        // The title of a single problem is the problem.
        facts:
          problems.length === 1 && first.title === undefined
            ? [first.why ?? `Other answers about ${account.label} rest on it.`]
            : problems.map((problem) => problem.sentence),
        talkingPoints: [],
        evidence: [
          accountEvidence(account),
          ...problems.flatMap((problem) => (problem.policy === undefined ? [] : policyEvidence(problem.policy))),
        ],
        recommendation: [
          ...(problems.length > unlisted.length ? ["Correct the record in the system of record."] : []),
          ...(unlisted.length > 0 ? [`Ask the carrier for the declarations of ${policiesIn(unlisted)}.`] : []),
        ].join(" "),
      }),
    },
  ];
}

/** `hasLapseRows`: as renewals at risk, and not again here. */
function problemsOf(account: Account, todayDay: number, hasLapseRows: boolean): Problem[] {
  const { label, name, clientKey, segment, naics, producerSeat, kind, rows, inForce, policies } = account;
  const missing = (what: string, why: string): Problem => ({
    sentence: `The file of ${label} states no ${what}.`,
    why,
    isWrong: false,
  });
  const keys = new Set<string>();
  return [
    ...(isUnknownName(name)
      ? [
          {
            sentence: `The account ${clientKey} has no name on file but "${label}".`,
            why: "Nobody can be found, screened or written to under it.",
            isWrong: true,
          },
        ]
      : []),
    ...(segment === undefined
      ? [missing("segment", `Without a segment ${label} is compared with the whole book.`)]
      : []),
    ...(segment === "commercial" && naics === undefined
      ? [missing("NAICS code", `Without a NAICS code ${label} is not compared with others of its trade.`)]
      : []),
    ...(producerSeat === undefined
      ? [missing("producer", `Without a producer nobody is named for the opportunities of ${label}.`)]
      : []),
    ...(kind === "insured" && rows.families.policies !== undefined && inForce.length === 0
      ? [{ sentence: `${label} is listed as insured and no policy in force is on file.`, isWrong: true }]
      : []),
    ...policies.flatMap((policy) => [
      ...policyProblems(policy, account, todayDay, hasLapseRows),
      ...repeatedKeys(policy, keys, label),
    ]),
  ];
}

/** What stands in place of a name: "TBD", "N/A", "-" (NAME-56). */
function isUnknownName(name: string): boolean {
  const words = tokensOf(name);
  return words.length === 0 || isPlaceholder(words);
}

function policyProblems(policy: Policy, account: Account, todayDay: number, hasLapseRows: boolean): Problem[] {
  const { effectiveDay, expiresDay, isInForce, premiumCents, lines, copies } = policy;
  const what = nameOf(policy, account.label);
  const wrong = (sentence: string): Problem => ({ sentence, isWrong: true, policy });
  const problems: Problem[] = [];
  if (copies > 1) problems.push(wrong(`${what} is on file ${copies === 2 ? "twice" : counted(copies, "time")}.`));
  if (effectiveDay !== undefined && expiresDay !== undefined && expiresDay <= effectiveDay)
    problems.push(wrong(`${what} expires before it begins.`));
  if (!isInForce) return problems;
  if (expiresDay !== undefined && expiresDay < todayDay && !(hasLapseRows && isLapse(policy, account, todayDay)))
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

/** What a policy that lists no coverages includes is a question, not a gap (COVER-11). */
function unlistedProblems(account: Account, bench: Bench): Problem[] {
  return [...leftOpen(account, bench)].map(([policy, coverages]) => ({
    sentence:
      `${nameOf(policy, account.label)} lists no coverages on file: ` +
      `it is not known whether it includes ${listInWords(coverages, coveragesNamedMax)}.`,
    title: `${nameOf(policy, account.label)} lists no coverages`,
    isWrong: false,
    policy,
  }));
}

const coveragesNamedMax = 4;
const policiesNamedMax = 2;

/** `the crime policy (r-crime)`. */
function policiesIn(problems: readonly Problem[]): string {
  const names = problems.flatMap(({ policy }) =>
    policy === undefined ? [] : [`the ${nameOfPolicy(policy)}${policy.key === undefined ? "" : ` (${policy.key})`}`],
  );
  return listInWords(names, policiesNamedMax);
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
function nameOf(policy: Policy, label: string): string {
  const { key } = policy;
  return `The ${nameOfPolicy(policy)} of ${label}${key === undefined ? "" : ` (${key})`}`;
}
