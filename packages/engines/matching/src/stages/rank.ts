import { byText, canonicalJson, cut, roundHalfAwayFromZero, sha256Hex } from "@service/json";
import type { Preferences } from "./client.ts";
import { eligibilities, type Eligibility } from "../codes.ts";
import type { Placement } from "./placement.ts";
import { clamp, type Score } from "./score.ts";
import type { Settings } from "../settings.ts";

/** A placement that is not rejected, with its score. */
export type Candidate = {
  readonly key: string;
  readonly placement: Placement;
  readonly eligibility: Eligibility;
  readonly score: Score;
  /** Of the score: what `byRank` orders by. */
  readonly rankScore: number;
};

/** One solution before it is written: a single offering, or one offering for each of several needs. */
export type Entry = {
  readonly key: string;
  readonly kind: "single" | "program";
  /** By need. */
  readonly parts: readonly Candidate[];
  readonly eligibility: Eligibility;
  /** Unrounded 0..100. */
  readonly score: number;
  /** Unrounded 0..1. */
  readonly confidence: number;
  /** One decimal. */
  readonly rankScore: number;
  /** Points for needs placed with one carrier. */
  readonly credit: number;
};

const keyChars = 128;
const bestOfEachKey = "best_of_each";

/** `gl:acme-artisan`; a key that would be too long or ambiguous ends in a hash of its parts. */
export function solutionKey(needKey: string, offeringKey: string): string {
  const plain = `${needKey}:${offeringKey}`;
  const isPlain = plain.length <= keyChars && !needKey.includes(":") && needKey !== "program";
  return isPlain ? plain : hashed(plain, [needKey, offeringKey]);
}

/** MATCH-40: eligible before refer before needs_info, then rank_score, then key. */
export function byRank(a: Rankable, b: Rankable): number {
  return (
    eligibilities.indexOf(a.eligibility) - eligibilities.indexOf(b.eligibility) ||
    b.rankScore - a.rankScore ||
    byText(a.key, b.key)
  );
}
type Rankable = Pick<Entry, "eligibility" | "rankScore" | "key">;

/** The entry of one candidate. */
function single(candidate: Candidate): Entry {
  const { key, eligibility, score } = candidate;
  return {
    key,
    kind: "single",
    parts: [candidate],
    eligibility,
    score: score.score,
    confidence: score.confidence,
    rankScore: score.rankScore,
    credit: 0,
  };
}

/**
 * MATCH-40, MATCH-41. `ranked` holds the candidates of each need in rank order. At most `max_per_carrier` of one
 * carrier are kept per need; at most `max_results` solutions in all. The best of each need precedes other results, so
 * that a need with weaker markets stays visible.
 */
export function selectEntries(
  ranked: readonly (readonly Candidate[])[],
  preferences: Preferences,
  settings: Settings,
): readonly Entry[] {
  const singles = ranked.map((candidates) => limitPerCarrier(candidates, preferences.maxPerCarrier).map(single));
  const programs = settings.program.enabled ? bundle(ranked, settings) : [];
  const best = singles.flatMap(([first]) => (first === undefined ? [] : [first])).sort(byRank);
  const kept = new Set(best.slice(0, preferences.maxResults));
  for (const entry of [...singles.flat(), ...programs].sort(byRank)) {
    if (kept.size >= preferences.maxResults) break;
    kept.add(entry);
  }
  return [...kept].sort(byRank);
}

/**
 * MATCH-41: for each carrier with offerings for enough needs one bundle of its best per need, and one of the best of
 * each need whoever offers it. O(carriers x needs).
 */
function bundle(ranked: readonly (readonly Candidate[])[], { program }: Settings): readonly Entry[] {
  const byCarrier = new Map<string, Candidate[]>();
  const best: Candidate[] = [];
  for (const candidates of ranked) {
    const seen = new Set<string>();
    for (const candidate of candidates) {
      const { carrierKey } = candidate.placement.offering;
      if (seen.has(carrierKey)) continue;
      if (seen.size === 0) best.push(candidate);
      seen.add(carrierKey);
      const own = byCarrier.get(carrierKey);
      if (own === undefined) byCarrier.set(carrierKey, [candidate]);
      else own.push(candidate);
    }
  }
  const entries: Entry[] = [];
  for (const [carrierKey, parts] of byCarrier) {
    if (parts.length >= program.minNeeds) entries.push(programOf(programKey(carrierKey), parts, program.creditPoints));
  }
  const isOneCarriers = new Set(best.map(({ placement }) => placement.offering.carrierKey)).size === 1;
  // Where one carrier is best everywhere, its own bundle is the same.
  if (best.length >= program.minNeeds && !isOneCarriers) {
    entries.push(programOf(bestOfEachKey, best, program.creditPoints));
  }
  return entries;
}

function programOf(key: string, parts: readonly Candidate[], creditPoints: number): Entry {
  const carriers = new Set(parts.map(({ placement }) => placement.offering.carrierKey));
  const credit = creditPoints * (parts.length - carriers.size);
  const worst = parts.reduce((least, { eligibility }) => Math.max(least, eligibilities.indexOf(eligibility)), 0);
  return {
    key,
    kind: "program",
    parts,
    eligibility: eligibilities[worst] ?? "needs_info",
    score: mean(parts.map(({ score }) => score.score)),
    confidence: mean(parts.map(({ score }) => score.confidence)),
    rankScore: roundHalfAwayFromZero(clamp(mean(parts.map(({ score }) => score.rankScore)) + credit), 1),
    credit,
  };
}

function programKey(carrierKey: string): string {
  const plain = `program:${carrierKey}`;
  return plain.length <= keyChars ? plain : hashed(plain, ["program", carrierKey]);
}

function limitPerCarrier(candidates: readonly Candidate[], max: number): readonly Candidate[] {
  const counts = new Map<string, number>();
  return candidates.filter(({ placement }) => {
    const { carrierKey } = placement.offering;
    const count = (counts.get(carrierKey) ?? 0) + 1;
    counts.set(carrierKey, count);
    return count <= max;
  });
}

function hashed(plain: string, parts: readonly string[]): string {
  return `${cut(plain, keyChars - 33)}:${sha256Hex(canonicalJson(parts)).slice(0, 32)}`;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
