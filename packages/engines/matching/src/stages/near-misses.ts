import { byText } from "@service/json";
import type { NearMiss } from "../output.ts";
import type { Failure, Placement } from "./placement.ts";
import { solutionKey } from "./rank.ts";
import { scorePlacement } from "./score.ts";
import type { Settings, Weights } from "../settings.ts";
import { shown } from "./wording.ts";

/**
 * MATCH-42: offerings with exactly one failed knockout, with the change that would admit them, the most promising
 * first. Offerings that MATCH-23 filtered out are no near misses: line, date and state cannot be changed.
 */
export function nearMisses(rejected: readonly Placement[], settings: Settings, weights: Weights): readonly NearMiss[] {
  if (settings.nearMisses === 0) return [];
  return rejected
    .flatMap((placement) => {
      const [failure, ...others] = placement.failures;
      if (failure === undefined || others.length > 0) return [];
      const key = solutionKey(placement.need.key, placement.offering.key);
      return [{ placement, failure, key, rankScore: scorePlacement(placement, settings, weights).rankScore }];
    })
    .sort((a, b) => b.rankScore - a.rankScore || byText(a.key, b.key))
    .slice(0, settings.nearMisses)
    .map(({ placement, failure, rankScore }) => presentNearMiss(placement, failure, rankScore));
}

function presentNearMiss({ need, offering }: Placement, failure: Failure, rankScore: number): NearMiss {
  return {
    offering_key: offering.key,
    carrier_key: offering.carrierKey,
    carrier_name: offering.carrierName,
    product: offering.product,
    need_key: need.key,
    rule_key: failure.ruleKey,
    reason: shown(failure.reason(), 300),
    change: shown(failure.change?.() ?? "the client cannot change this", 300),
    rank_score: rankScore,
  };
}
