import type { Offering, OfferingSets } from "@service/engine-offerings";
import {
  boundOutput,
  capitalized,
  type DeterministicResult,
  type EngineRequest,
  RuleTally,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget } from "@service/conditions";
import { byText } from "@service/json";
import { assemble, type Assembled, type Assembly } from "./assemble.ts";
import type { Provenance } from "./output.ts";
import { type Client, type Need, readClient } from "./stages/client.ts";
import { ownedFact, unknownInWords } from "./stages/fact-words.ts";
import { filterOffering } from "./stages/filter.ts";
import { type Bench, judgeOffering } from "./stages/knock-out.ts";
import { loadOfferings, type OfferingSource } from "./stages/load.ts";
import { nearMisses } from "./stages/near-misses.ts";
import { eligibilities } from "./codes.ts";
import type { FilteredOut, Placement, Referral, Standing } from "./stages/placement.ts";
import { byRank, type Candidate, selectEntries, solutionKey } from "./stages/rank.ts";
import { scorePlacement } from "./stages/score.ts";
import { type Settings, type Weights, weightsFor } from "./settings.ts";

/** Below this the best answer rests on too few facts (MATCH-50). */
const confidenceFloor = 0.5;
const mismatchesMax = 50;

/** A compiled release. */
export type CompiledMatching = {
  readonly settings: Settings;
  readonly pack: Provenance["pack"];
  readonly sets: OfferingSets;
};

/**
 * The deterministic stages in order (MATCH-49, MATCH-51). Fails when there is no offering at all; a run in which
 * nothing matches is completed. Degrades when the offering list is stale, cut or partly invalid, records were not
 * loaded, or the best answer rests on less than half of what scoring needs.
 */
export function runMatching(compiled: CompiledMatching, request: EngineRequest): DeterministicResult {
  return runInStages(request, (enter, warnings) => runStages(compiled, request, enter, warnings));
}

function runStages(
  { settings, pack, sets }: CompiledMatching,
  request: EngineRequest,
  enter: (stage: StageName) => void,
  warnings: Warning[],
): DeterministicResult {
  enter("load");
  const client = readClient(request);
  warnings.push(...client.warnings);
  const loaded = loadOfferings(request, settings, sets, client.today);
  if (loaded.kind === "none") {
    warnings.push(...loaded.warnings);
    return { status: "failed", error: loaded.error, stage: "load", code: loaded.code, warnings };
  }
  const { source } = loaded;
  warnings.push(...source.warnings);

  enter("normalize");
  const weights = weightsFor(settings, client.preferences.priority);
  const tally = new RuleTally();
  const mismatches = new Set<string>();
  const bench: Bench = {
    client,
    settings,
    budget: new EvaluationBudget(),
    traceBudget: new EvaluationBudget(),
    tally,
    onMismatch: (path) => void mismatches.add(path),
  };

  enter("filter");
  const filtered = client.needs.map((need) => filterNeed(client, need, source.offerings, tally));

  enter("evaluate");
  const judged = filtered.map(({ need, kept }) =>
    kept.map(({ offering, missing, referrals }) => judgeOffering(bench, need, offering, { missing, referrals })),
  );

  enter("score");
  const scored = scoreNeeds(judged, client, settings, weights);

  enter("assemble");
  warnings.push(...mismatchWarnings(mismatches), ...missingWarnings(judged.flat()));
  const assembled = assemble({
    ...scored,
    client,
    settings,
    weights,
    pack,
    source,
    standings: standingsOf(source.offerings, judged),
    filteredOut: filtered.flatMap(({ out }) => out),
    placements: judged,
    runId: request.runId,
  });
  return conclude(assembled, client, source, tally, warnings);
}

/** The answer within its caps, and whether it may be relied on (MATCH-50). */
function conclude(
  { output, solutions, workItems, isTruncated, bestConfidence }: Assembled,
  client: Client,
  source: OfferingSource,
  tally: RuleTally,
  warnings: Warning[],
): DeterministicResult {
  const bounded = boundOutput(output, solutions);
  if (isTruncated || bounded.truncated) {
    warnings.push({
      code: "input_truncated",
      message: "The output was cut to the size that is stored.",
      stage: "assemble",
      severity: "warning",
      path: "provenance.truncated",
    });
  }
  const isDegraded =
    source.isReduced ||
    client.warnings.length > 0 ||
    (bestConfidence !== undefined && bestConfidence < confidenceFloor) ||
    isTruncated ||
    bounded.truncated;
  return {
    status: isDegraded ? "degraded" : "completed",
    output: bounded.output,
    solutions: bounded.solutions ?? [],
    warnings,
    workItems,
    ruleOutcomes: tally.list(),
  };
}

type Kept = {
  readonly offering: Offering;
  readonly missing: readonly string[];
  readonly referrals: readonly Referral[];
};

function filterNeed(
  client: Client,
  need: Need,
  offerings: readonly Offering[],
  tally: RuleTally,
): { readonly need: Need; readonly kept: readonly Kept[]; readonly out: readonly FilteredOut[] } {
  const kept: Kept[] = [];
  const out: FilteredOut[] = [];
  for (const offering of offerings) {
    const answer = filterOffering(client, need, offering, tally);
    if (answer.isKept) kept.push({ offering, missing: answer.missing, referrals: answer.referrals });
    else out.push({ need, offering, failures: answer.failures });
  }
  return { need, kept, out };
}

/** Candidates of each need in rank order, what is recommended of them, and what was missed by one check. */
function scoreNeeds(
  judged: readonly (readonly Placement[])[],
  { preferences }: Client,
  settings: Settings,
  weights: Weights,
): Pick<Assembly, "ranked" | "entries" | "knockedOut" | "nearMisses"> {
  const ranked = judged.map((placements) =>
    placements.flatMap((placement) => candidateOf(placement, settings, weights)).sort(byRank),
  );
  const knockedOut = judged.flat().filter(({ eligibility }) => eligibility === undefined);
  return {
    ranked,
    entries: selectEntries(ranked, preferences, settings),
    knockedOut,
    nearMisses: nearMisses(knockedOut, settings, weights),
  };
}

function candidateOf(placement: Placement, settings: Settings, weights: Weights): Candidate[] {
  const { need, offering, eligibility } = placement;
  if (eligibility === undefined) return [];
  const score = scorePlacement(placement, settings, weights);
  return [{ key: solutionKey(need.key, offering.key), placement, eligibility, score, rankScore: score.rankScore }];
}

/** The best result of each offering over all needs: the summary counts each offering once. */
function standingsOf(
  offerings: readonly Offering[],
  judged: readonly (readonly Placement[])[],
): ReadonlyMap<Standing, number> {
  const best = new Map<string, number>();
  for (const placements of judged) {
    for (const { offering, eligibility } of placements) {
      if (eligibility === undefined) continue;
      const place = eligibilities.indexOf(eligibility);
      best.set(offering.key, Math.min(best.get(offering.key) ?? place, place));
    }
  }
  const counts = new Map<Standing, number>([["rejected", offerings.length - best.size]]);
  for (const place of best.values()) {
    const standing = eligibilities[place] ?? "needs_info";
    counts.set(standing, (counts.get(standing) ?? 0) + 1);
  }
  return counts;
}

function mismatchWarnings(mismatches: ReadonlySet<string>): readonly Warning[] {
  return [...mismatches]
    .sort()
    .slice(0, mismatchesMax)
    .map((path) => ({
      code: "rule_unknown",
      message: `A rule compares ${ownedFact(path)} with a value of another kind, so it stays undecided.`,
      stage: "evaluate",
      severity: "warning",
      path,
    }));
}

function missingWarnings(placements: readonly Placement[]): readonly Warning[] {
  const facts = new Set(placements.flatMap(({ eligibility, missing }) => (eligibility === undefined ? [] : missing)));
  return [...facts]
    .sort(byText)
    .slice(0, mismatchesMax)
    .map((path) => ({
      code: "fact_missing",
      message: `${capitalized(unknownInWords([path], "a program"))}; what depends on it stays open.`,
      stage: "evaluate",
      severity: "info",
      path,
    }));
}
