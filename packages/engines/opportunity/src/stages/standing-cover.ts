import { coversNeed, labelOf, linesCovering, moneyInWords } from "@service/engine-kit";
import type { Account } from "./account.ts";
import { policyName } from "./phrases.ts";
import type { Policy } from "./policy.ts";

/** What of a need is insured already, through packages and endorsements (OPP-88, COVER-1, COVER-3). */

/** How a line that the account does not hold is endorsed to another policy; empty without an endorsement. */
export function endorsementOf({ insured }: Account, line: string): readonly string[] {
  const { cover, row, limit } = coversNeed({ line }, insured);
  if (cover !== "partial" || row === undefined) return [];
  const amount = limit === undefined ? "without a stated limit" : `up to ${moneyInWords(limit)}`;
  return [`The ${policyName(row.line)} covers ${labelOf(line)} only by endorsement, ${amount}.`];
}

/**
 * What the coverages on file say of one coverage: insured by some policy, absent, or not known because a policy that
 * could include it has no coverages on file.
 */
export function standingOf(
  { insured, inForce, coverages }: Account,
  line: string,
  coverage: string,
): "insured" | "absent" | "unknown" {
  if (coversNeed({ line, coverage }, insured).cover !== "none") return "insured";
  const described = new Set(coverages.map((row) => row["policy_key"]));
  const could = linesFor(line, coverage);
  const couldHold = inForce.filter(({ lines }) => could.some((each) => lines.includes(each)));
  return couldHold.some(({ keys }) => !keys.some((key) => described.has(key))) ? "unknown" : "absent";
}

/** The policy in force that a coverage of `line` would be added to: of the line itself before a package, the dearest first. */
export function policyFor({ inForce }: Account, line: string, coverage: string): Policy | undefined {
  for (const each of linesFor(line, coverage)) {
    let best: Policy | undefined;
    for (const policy of inForce) {
      if (!policy.lines.includes(each)) continue;
      if (best === undefined || (policy.premiumCents ?? 0) > (best.premiumCents ?? 0)) best = policy;
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The line, then the packages that answer for it; hired and non-owned auto also stands on liability policies (COVER-3). */
function linesFor(line: string, coverage: string): readonly string[] {
  const besides =
    coverage === "hired_auto" || coverage === "non_owned_auto" ? ["general_liability", "business_owners"] : [];
  return [line, ...linesCovering(line).filter((each) => each !== line), ...besides];
}
