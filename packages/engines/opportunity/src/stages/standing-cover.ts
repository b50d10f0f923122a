import { coversNeed, labelOf, linesIncluding, moneyInWords, unlistedFor } from "@service/engine-kit";
import { text } from "@service/json";
import type { Account } from "./account.ts";
import { coverageName, policyName } from "./phrases.ts";
import type { Policy } from "./policy.ts";

/** What of a need is insured already, through packages and endorsements (OPP-88, COVER-1, COVER-3). */

/** How a line that the account does not hold is endorsed to another policy; empty without an endorsement. */
export function endorsementOf({ insured }: Account, line: string): readonly string[] {
  const { cover, row, limit } = coversNeed({ line }, insured);
  if (cover !== "partial" || row === undefined) return [];
  // Endorsed auto is hired and non-owned auto, never the vehicles that a policy of the line insures.
  const what = line === "commercial_auto" ? coverageName(row.coverage) : labelOf(line);
  const amount = limit === undefined ? "without a stated limit" : `up to ${moneyInWords(limit)}`;
  return [`The ${policyName(row.line)} covers ${what} only by endorsement, ${amount}.`];
}

/**
 * What the coverages on file say of one coverage: insured by some policy, absent, or not known because a policy that
 * could include it lists no coverages (COVER-11).
 */
export function standingOf(account: Account, line: string, coverage: string): "insured" | "absent" | "unknown" {
  if (coversNeed({ line, coverage }, account.insured).cover !== "none") return "insured";
  return unlistedPolicies(account, line, coverage).length > 0 ? "unknown" : "absent";
}

/** The policies in force that could include a coverage and list none of theirs (COVER-11). */
export function unlistedPolicies({ inForce, coverages }: Account, line: string, coverage: string): readonly Policy[] {
  return unlistedFor(
    { line, coverage },
    inForce,
    coverages.map((row) => ({ policyKey: text(row, "policy_key"), line: text(row, "line") })),
  );
}

/** The policy in force that a coverage of `line` would be added to: of the line itself before a package, the dearest first. */
export function policyFor({ inForce }: Account, line: string, coverage: string): Policy | undefined {
  for (const each of linesIncluding(line, coverage)) {
    let best: Policy | undefined;
    for (const policy of inForce) {
      if (!policy.lines.includes(each)) continue;
      if (best === undefined || (policy.premiumCents ?? 0) > (best.premiumCents ?? 0)) best = policy;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}
