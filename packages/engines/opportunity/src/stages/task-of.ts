import { labelOf, withArticle } from "@service/engine-kit";
import { clipped } from "@service/json";
import type { OpportunityKind } from "../codes.ts";
import type { Candidate } from "./candidate.ts";
import { coverageName, policyName, policyOf } from "./phrases.ts";

/** What to do about a candidate, beginning with its verb (WORD-9); at most 160 characters, as titles have. */
export function taskOf(candidate: Candidate): string {
  return clipped(tasks[candidate.kind](candidate), 160);
}

const tasks: { readonly [Kind in OpportunityKind]: (candidate: Candidate) => string } = {
  coverage_gap: ({ account, line, coverage }) =>
    `Close the gap in ${coverage === undefined ? lineName(line) : coverageName(coverage)} with ${account.label}`,
  cross_sell: ({ account, line }) => `Offer ${account.label} ${withArticle(policyName(line))}`,
  limit_adequacy: ({ account, line, coverage }) =>
    `Review the limit of ${lineName(line)}${coverage === undefined ? "" : ` (${labelOf(coverage)})`} with ${account.label}`,
  renewal_risk: (candidate) => `Secure the renewal of ${policy(candidate)}`,
  renewal_prep: (candidate) => `Prepare the renewal of ${policy(candidate)}`,
  remarket: (candidate) => `Take ${policy(candidate)} to other markets`,
  win_back: ({ account, line }) => `Offer ${account.label} ${withArticle(policyName(line))} again`,
  billing_risk: ({ account }) => `Settle the payments of ${account.label}`,
  claim_followup: ({ account }) => `Follow up the open claim of ${account.label}`,
  data_quality: ({ account }) => `Correct the file of ${account.label}`,
};

function policy({ account, policy: held, line }: Candidate): string {
  return held === undefined ? `the ${policyName(line)} of ${account.label}` : policyOf(account, held);
}

function lineName(line: string | undefined): string {
  return line === undefined || line === "other" ? "cover" : labelOf(line);
}
