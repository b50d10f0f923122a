import type { EvidenceSource } from "@service/engine-kit";
import { roundHalfAwayFromZero, cut } from "@service/json";
import type { Account } from "../account.ts";
import { accountEvidence, premiumFor, renewsIn, type Bench, type Description, type Finding } from "../candidate.ts";
import { labelOf } from "../peers.ts";
import { percent, words } from "../wording.ts";

/**
 * `cross_sell`: a line that enough of the account's peers hold and the account does not. Propensity is the shrunk
 * penetration times the co-holding lift (OPP-24, OPP-32). Without 8 peers nothing is proposed.
 */
export function detectCrossSell(account: Account, bench: Bench): Finding[] {
  const { crossSell } = bench.settings;
  if (account.linesHeld.size === 0 || account.kind === "former") return [];
  const found: Finding[] = [];
  for (const line of new Set(crossSell.linesBySegment.get(account.segment ?? "") ?? [])) {
    if (account.linesHeld.has(line)) continue;
    const penetration = bench.peers.penetration(account, line);
    if (penetration === undefined || penetration < crossSell.minPenetration) continue;
    const lift = bench.peers.lift(account, line, crossSell.topLifts, crossSell.liftCap);
    const { premiumCents, premiumFrom } = premiumFor(bench, account, line);
    found.push({
      kind: "cross_sell",
      ruleKey: "cross_sell",
      account,
      line,
      severity: "low",
      status: "review",
      title: `Offer ${words(line)}`,
      premiumCents,
      premiumFrom,
      propensity: Math.min(1, penetration * lift),
      xDay: account.nextExpirationDay,
      describe: () => explain(account, line, lift, bench),
    });
  }
  return found;
}

function explain(account: Account, line: string, lift: number, bench: Bench): Description {
  const figure = bench.peers.figure(account, line);
  const evidence: EvidenceSource[] = [];
  const because: string[] = [];
  if (figure !== undefined) {
    const { group, holders, share } = figure;
    because.push(`${percent(share)} of ${group.size} peers (${labelOf(group)}) hold ${words(line)}`);
    evidence.push({
      kind: "peer_stat",
      ref: { fact: cut(`peers.${group.key}.${line}`, 200) },
      value: { accounts: group.size, holders, share: roundHalfAwayFromZero(share, 4) },
    });
  }
  if (lift >= 1.05)
    because.push(`clients with the same lines hold it ${roundHalfAwayFromZero(lift, 2)} times as often`);
  return {
    because: [...because, ...renewsIn(account, bench.book.todayDay)],
    talkingPoints: [],
    evidence: [...evidence, accountEvidence(account)],
    recommendation: `Offer ${words(line)} at the next contact`,
  };
}
