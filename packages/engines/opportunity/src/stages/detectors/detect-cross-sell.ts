import { counted, type EvidenceSource, numberInWords, withArticle } from "@service/engine-kit";
import { roundHalfAwayFromZero, cut, part } from "@service/json";
import type { Account } from "../account.ts";
import { premiumOfLine } from "../added-premium.ts";
import { accountEvidence, type Bench, type Description, type Finding } from "../candidate.ts";
import { membersOf, type PeerFigure } from "../peers.ts";
import { nextExpirationOf, noPolicyOf, policyName } from "../phrases.ts";
import { endorsementOf } from "../standing-cover.ts";

/**
 * `cross_sell`: a line that enough of the account's peers hold and neither the account nor a package of its answers for.
 * Propensity is the shrunk penetration times the co-holding lift (OPP-24, OPP-32). Without 8 peers nothing is proposed.
 */
export function detectCrossSell(account: Account, bench: Bench): Finding[] {
  const { crossSell } = bench.settings;
  if (account.linesHeld.size === 0 || account.kind === "former") return [];
  const found: Finding[] = [];
  for (const line of new Set(crossSell.linesBySegment.get(account.segment ?? "") ?? [])) {
    if (account.linesCovered.has(line) || hasNothingToInsure(account, line)) continue;
    const penetration = bench.peers.penetration(account, line);
    if (penetration === undefined || penetration < crossSell.minPenetration) continue;
    const lift = bench.peers.lift(account, line, crossSell.topLifts, crossSell.liftCap);
    found.push({
      kind: "cross_sell",
      ruleKey: "cross_sell",
      account,
      line,
      severity: "low",
      status: "review",
      title: noPolicyOf(account, line).title,
      premium: premiumOfLine(bench.peers, account, line),
      propensity: Math.min(1, penetration * lift),
      xDay: account.nextExpirationDay,
      describe: () => explain(account, line, lift, bench),
    });
  }
  return found;
}

/** What peers hold is no offer to a client whose file states that it has nothing of the kind (OPP-95). */
function hasNothingToInsure({ facts }: Account, line: string): boolean {
  if (line === "workers_compensation") return facts.employees === 0;
  const { owned_vehicles: vehicles } = part(facts, "attributes");
  return line === "commercial_auto" && vehicles === 0;
}

function explain(account: Account, line: string, lift: number, bench: Bench): Description {
  const figure = bench.peers.figure(account, line);
  const peers = [
    ...(figure === undefined ? [] : [holdersInWords(figure, line)]),
    ...(lift >= 1.05
      ? [`Accounts with the same lines hold it ${String(roundHalfAwayFromZero(lift, 1))} times as often as others.`]
      : []),
  ];
  return {
    deadline: [nextExpirationOf(account, bench.book.todayDay)],
    facts: [noPolicyOf(account, line).reason, ...endorsementOf(account, line)],
    peers,
    talkingPoints: [],
    evidence: [...(figure === undefined ? [] : [peerEvidence(figure, line)]), accountEvidence(account)],
    recommendation: `Offer ${withArticle(policyName(line))} at the next contact.`,
  };
}

/** `33 of 61 accounts in NAICS sector 54 with 10 to 49 employees have a cyber policy.` */
function holdersInWords({ group, holders }: PeerFigure, line: string): string {
  return `${numberInWords(holders)} of ${counted(group.size, "account")} ${membersOf(group)} ${holders === 1 ? "has" : "have"} ${withArticle(policyName(line))}.`;
}

function peerEvidence({ group, holders, share }: PeerFigure, line: string): EvidenceSource {
  return {
    kind: "peer_stat",
    ref: { fact: cut(`peers.${group.key}.${line}`, 200) },
    value: { accounts: group.size, holders, share: roundHalfAwayFromZero(share, 4) },
  };
}
