/**
 * The detectors of OPP-4, one or a few kinds each. A detector reads one account and returns unscored candidates; it
 * does not depend on suppression, caps or other accounts. Sentences are written later, for listed opportunities only.
 */
import type { Account } from "../account.ts";
import type { Bench, Finding } from "../candidate.ts";
import type { OpportunityKind } from "../../codes.ts";
import { detectBillingRisk } from "./detect-billing-risk.ts";
import { detectClaimFollowups } from "./detect-claim-followups.ts";
import { detectCrossSell } from "./detect-cross-sell.ts";
import { detectDataProblems } from "./detect-data-problems.ts";
import { detectGaps } from "./detect-gaps.ts";
import { detectLostLines } from "./detect-lost-lines.ts";
import { detectLowLimits } from "./detect-low-limits.ts";
import { detectRenewals } from "./detect-renewals.ts";

type Detector = (account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>) => Finding[];

const detectors: readonly { readonly kinds: readonly OpportunityKind[]; readonly detect: Detector }[] = [
  { kinds: ["coverage_gap"], detect: detectGaps },
  { kinds: ["cross_sell"], detect: detectCrossSell },
  { kinds: ["limit_adequacy"], detect: detectLowLimits },
  { kinds: ["renewal_risk", "renewal_prep", "remarket"], detect: detectRenewals },
  { kinds: ["win_back"], detect: detectLostLines },
  { kinds: ["billing_risk"], detect: detectBillingRisk },
  { kinds: ["claim_followup"], detect: detectClaimFollowups },
  { kinds: ["data_quality"], detect: detectDataProblems },
];

/** The candidates of all wanted kinds in one account. */
export function detectAll(account: Account, bench: Bench, kinds: ReadonlySet<OpportunityKind>): Finding[] {
  return detectors
    .filter((detector) => detector.kinds.some((kind) => kinds.has(kind)))
    .flatMap((detector) => detector.detect(account, bench, kinds));
}
