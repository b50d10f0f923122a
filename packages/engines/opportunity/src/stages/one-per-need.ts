import { familyOf } from "@service/engine-kit";
import { offerKinds, type OpportunityKind } from "../codes.ts";
import type { Candidate } from "./candidate.ts";

/** What represents a need when several kinds offer it: a known gap before what peers hold (OPP-87). */
const precedence: readonly OpportunityKind[] = ["coverage_gap", "limit_adequacy", "win_back", "cross_sell"];

/**
 * One offer per need of an account: its family of coverages and its coverage (OPP-87). The others join it. What is no
 * offer stays as it is. Linear in candidates.
 */
export function onePerNeed(candidates: readonly Candidate[], byWorth: Order): readonly Candidate[] {
  const needs = new Map<string, Candidate[]>();
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const need = needOf(candidate);
    if (need === undefined) {
      kept.push(candidate);
      continue;
    }
    const same = needs.get(need);
    if (same === undefined) needs.set(need, [candidate]);
    else same.push(candidate);
  }
  for (const same of needs.values()) kept.push(represented(same, byWorth));
  return kept;
}

type Order = (a: Candidate, b: Candidate) => number;

function needOf({ kind, line, coverage }: Candidate): string | undefined {
  if (!offerKinds.has(kind) || line === undefined) return undefined;
  return `${familyOf(line, coverage)}\n${coverage ?? ""}`;
}

function represented(same: readonly Candidate[], byWorth: Order): Candidate {
  const [best, ...joined] = [...same].sort(
    (a, b) => precedence.indexOf(a.kind) - precedence.indexOf(b.kind) || byWorth(a, b),
  );
  if (best === undefined) throw new TypeError("a need without an offer");
  return joined.length === 0 ? best : { ...best, joined };
}
