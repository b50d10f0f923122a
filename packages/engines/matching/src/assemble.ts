import { cutBetweenWords, EvidenceCollector, namedOnceAmong, reasonsInWords } from "@service/engine-kit";
import { EvaluationBudget, resolvePath } from "@service/conditions";
import { byText, clipped, type Json, type JsonObject, roundHalfAwayFromZero } from "@service/json";
import { type NarrativeSentence, templateNarrative } from "@service/models";
import type { MatchingOutput, NearMiss, OutputNeed, Provenance, TopSolution, WrittenSolution } from "./output.ts";
import { type Client, factsOf, type Need } from "./stages/client.ts";
import { type Finding, findingsOf, presentFinding, workItemsOf } from "./stages/findings.ts";
import { forLine } from "./stages/for-line.ts";
import { writeHeadline } from "./stages/headline.ts";
import type { OfferingSource } from "./stages/load.ts";
import { gapReason, type NeedStanding, presentRejected } from "./stages/rejections.ts";
import type { Eligibility } from "./codes.ts";
import type { FilteredOut, MissingFact, Placement, Standing } from "./stages/placement.ts";
import type { Candidate, Entry } from "./stages/rank.ts";
import type { Settings, Weights } from "./settings.ts";
import { presentSolution, type Solution } from "./stages/solutions.ts";
import { factNames, isOfOffering } from "./stages/fact-words.ts";
import { clientName, asSentence, lineName, namePrograms, pointsInWords } from "./stages/wording.ts";

export type Assembly = {
  readonly client: Client;
  readonly settings: Settings;
  readonly weights: Weights;
  readonly pack: Provenance["pack"];
  readonly source: OfferingSource;
  readonly standings: ReadonlyMap<Standing, number>;
  readonly filteredOut: readonly FilteredOut[];
  /** By need: the offerings that passed MATCH-23. */
  readonly placements: readonly (readonly Placement[])[];
  /** By need: the offerings that are not rejected, in rank order. */
  readonly ranked: readonly (readonly Candidate[])[];
  readonly knockedOut: readonly Placement[];
  readonly entries: readonly Entry[];
  readonly nearMisses: readonly NearMiss[];
  readonly runId: string;
};

export type Assembled = {
  readonly output: MatchingOutput;
  readonly solutions: readonly WrittenSolution[];
  readonly workItems: readonly JsonObject[];
  readonly isTruncated: boolean;
  /** The greatest confidence of any solution. */
  readonly bestConfidence: number | undefined;
};

const topMax = 5;
const missingFactsMax = 500;
const narratedMax = 5;

/** MATCH-43: solutions, needs, rejections, findings and narrative, each list in a fixed order. */
export function assemble(assembly: Assembly): Assembled {
  const { client, source, weights, standings, entries, ranked, placements } = assembly;
  const evidence = new EvidenceCollector();
  const solutions = entries.map((entry, index) => presentSolution(entry, index + 1, weights, source, evidence));
  const needs = client.needs.map((need, index) =>
    needStanding(need, assembly, ranked[index] ?? [], solutions, placements[index] ?? []),
  );
  const missingFacts = missingFactsOf(placements);
  const findings = findingsOf({
    client,
    needs,
    missingFacts,
    solutions,
    nearMisses: assembly.nearMisses,
    evidence,
  });
  const [best] = solutions;
  const headline = writeHeadline({ client, standings, needs, missingFacts, best, considered: source.offerings.length });
  const output: MatchingOutput = {
    schema_version: 1,
    engine_type: "matching",
    as_of: client.asOf,
    subject: { kind: "client", key: client.clientKey ?? client.key, label: client.label },
    headline,
    currency: client.currency,
    summary: summaryOf(assembly, best),
    needs: needs.map(presentNeed),
    top: solutions.slice(0, topMax).map(presentTop),
    rejected: presentRejected(
      assembly.filteredOut,
      assembly.knockedOut,
      client.needs,
      assembly.settings.rejectReasonsKept,
    ),
    near_misses: assembly.nearMisses,
    missing_facts: missingFacts
      .slice(0, missingFactsMax)
      .map(({ fact, affects }) => ({ fact: clipped(fact, 200), affects })),
    findings: findings.map(presentFinding),
    quality: qualityOf(countFacts(client, placements, solutions), best),
    narrative: templateNarrative(narrate({ client, headline, needs, solutions, missingFacts, findings })),
    evidence: evidence.list(),
    provenance: {
      pack: assembly.pack,
      datasets: [...(source.dataset === undefined ? [] : [source.dataset]), ...client.usedDatasets].map(
        ({ datasetKey, version, sha256 }) => ({ dataset_key: datasetKey, version, sha256 }),
      ),
      heads: null,
      truncated: evidence.isTruncated,
    },
  };
  return {
    output,
    solutions: solutions.map(({ document }) => document),
    workItems: workItemsOf(findings, assembly.runId, client),
    isTruncated: evidence.isTruncated,
    bestConfidence: entries.length === 0 ? undefined : Math.max(...entries.map(({ confidence }) => confidence)),
  };
}

function summaryOf({ source, standings, weights }: Assembly, best: Solution | undefined): MatchingOutput["summary"] {
  return {
    offerings_considered: source.offerings.length,
    eligible: standings.get("eligible") ?? 0,
    refer: standings.get("refer") ?? 0,
    needs_info: standings.get("needs_info") ?? 0,
    rejected: standings.get("rejected") ?? 0,
    top: best?.entry.key ?? null,
    weights: { ...weights },
  };
}

function qualityOf({ present, needed, missing }: FactCounts, best: Solution | undefined): MatchingOutput["quality"] {
  return {
    confidence: roundHalfAwayFromZero(best?.entry.confidence ?? (needed === 0 ? 1 : present / needed), 4),
    facts_known: present,
    facts_needed: needed,
    missing: missing.slice(0, missingFactsMax).map((fact) => clipped(fact, 200)),
  };
}

function needStanding(
  need: Need,
  assembly: Assembly,
  candidates: readonly Candidate[],
  solutions: readonly Solution[],
  placements: readonly Placement[],
): NeedStanding {
  const count = (eligibility: Eligibility): number =>
    candidates.filter((candidate) => candidate.eligibility === eligibility).length;
  const [best] = candidates;
  const solution = solutions.find(({ entry }) => entry.kind === "single" && entry.key === best?.key);
  const counts = { eligible: count("eligible"), refer: count("refer"), needsInfo: count("needs_info") };
  const isOpen = counts.eligible + counts.refer > 0;
  const gap = isOpen ? undefined : gapReason(need, candidates, placements, assembly.filteredOut);
  return { need, ...counts, best: solution, gap };
}

function presentNeed({ need, eligible, refer, needsInfo, best, gap }: NeedStanding): OutputNeed {
  return {
    need_key: need.key,
    line: need.line,
    eligible,
    refer,
    needs_info: needsInfo,
    ...(best === undefined ? {} : { best_solution_key: best.entry.key }),
    ...(gap === undefined ? {} : { gap_reason: cutBetweenWords(gap.text, 300) }),
  };
}

/**
 * Solutions of the operator summary: stored with the output, because a summary is made of the output alone (MATCH-48).
 */
function presentTop({ entry, rank, document, reasonsFor, reasonsAgainst }: Solution): TopSolution {
  const carriers = [...new Set(entry.parts.map(({ placement }) => placement.offering.carrierName))];
  const products = entry.parts.map(({ placement }) => placement.offering.product);
  const indication = document.indicative_premium;
  return {
    rank,
    solution_key: entry.key,
    carrier_name: clipped(carriers.join(", "), 300),
    product: clipped(products.join(", "), 300),
    eligibility: entry.eligibility,
    score: roundHalfAwayFromZero(entry.score, 1),
    rank_score: entry.rankScore,
    ...(indication === undefined ? {} : { indicative_premium: indication }),
    reasons_for: reasonsFor.slice(0, 2),
    reasons_against: reasonsAgainst.slice(0, 2),
  };
}

/** Facts that keep offerings open, those of most offerings first (MATCH-46). */
function missingFactsOf(placements: readonly (readonly Placement[])[]): readonly MissingFact[] {
  const waiting = new Map<string, Set<string>>();
  for (const { eligibility, missing, offering } of placements.flat()) {
    if (eligibility === undefined) continue;
    for (const fact of missing) {
      const offerings = waiting.get(fact);
      if (offerings === undefined) waiting.set(fact, new Set([offering.key]));
      else offerings.add(offering.key);
    }
  }
  return [...waiting]
    .map(([fact, offerings]) => ({ fact, affects: offerings.size }))
    .sort((a, b) => b.affects - a.affects || byText(a.fact, b.fact));
}

type FactCounts = { readonly present: number; readonly needed: number; readonly missing: readonly string[] };

/** Facts that evaluating and scoring needed: of the client, and of each need. */
function countFacts(
  client: Client,
  placements: readonly (readonly Placement[])[],
  solutions: readonly Solution[],
): FactCounts {
  const needed = new Set<string>();
  for (const { offering } of placements.flat()) for (const fact of offering.neededFacts) needed.add(fact);
  for (const { entry } of solutions) {
    for (const { placement, score } of entry.parts) {
      for (const fact of [...placement.missing, ...score.missing]) if (!fact.startsWith("offering.")) needed.add(fact);
    }
  }
  const budget = new EvaluationBudget();
  const missing = [...needed].sort().filter((fact) => {
    if (fact === "risk.states") return client.states.length === 0;
    const isPresentFor = (need: Need): boolean => {
      const value: Json | undefined = resolvePath(fact, factsOf(client, need, undefined, budget));
      return value !== undefined || (fact === "need.target_premium" && need.target !== undefined);
    };
    return !(fact.startsWith("need.") ? client.needs : client.needs.slice(0, 1)).every(isPresentFor);
  });
  return { present: needed.size - missing.length, needed: needed.size, missing };
}

type Narrated = {
  readonly client: Client;
  readonly headline: string;
  readonly needs: readonly NeedStanding[];
  readonly solutions: readonly Solution[];
  readonly missingFacts: readonly MissingFact[];
  readonly findings: readonly Finding[];
};

function narrate({
  client,
  headline,
  needs,
  solutions,
  missingFacts,
  findings,
}: Narrated): readonly NarrativeSentence[] {
  const sentences: NarrativeSentence[] = [
    { text: asSentence(headline), evidenceIds: solutions[0]?.evidenceIds.slice(0, 2) ?? [] },
  ];
  for (const solution of solutions.slice(0, narratedMax)) sentences.push(narrateSolution(solution, client));
  for (const { need, gap } of needs) {
    if (gap === undefined) continue;
    const finding = findings.find(({ findingKey }) => findingKey === `need_unplaced:${need.key}`);
    const text = `${clientName(client.label)} has no market yet for ${lineName(need.line)}. ${gap.text}`;
    sentences.push({ text, evidenceIds: finding?.evidenceIds ?? [] });
  }
  if (missingFacts.length > 0) {
    const facts = missingFacts.map(({ fact }) => fact);
    const [ofClient, ofPrograms] = [facts.filter((fact) => !isOfOffering(fact)), facts.filter(isOfOffering)];
    const requests = [
      ...(ofClient.length === 0
        ? []
        : [`To know the client's ${factNames(ofClient)} would settle offerings that are open.`]),
      ...(ofPrograms.length === 0 ? [] : [`Some programs do not state their ${factNames(ofPrograms)}.`]),
    ];
    const ids = findings.filter(({ ruleKey }) => ruleKey === "fact_missing").flatMap(({ evidenceIds }) => evidenceIds);
    sentences.push({
      text: requests.join(" "),
      evidenceIds: ids.slice(0, 5),
    });
  }
  if (solutions.some(({ document }) => document.indicative_premium !== undefined)) {
    sentences.push({ text: "Premiums are indications from stated rates, not quotes.", evidenceIds: [] });
  }
  const texts = namedOnceAmong(
    sentences.map(({ text }) => text),
    clientName(client.label),
  );
  return sentences.map(({ evidenceIds }, index) => ({ text: texts[index] ?? "", evidenceIds }));
}

const standingWords: Readonly<Record<Eligibility, string>> = {
  eligible: "fits",
  refer: "asks for a referral",
  needs_info: "waits for information",
};

function narrateSolution(
  { entry, rank, reasonsFor, reasonsAgainst, evidenceIds }: Solution,
  client: Client,
): NarrativeSentence {
  const named = namePrograms(entry.parts.map(({ placement }) => placement.offering));
  const standing = `${standingWords[entry.eligibility]} and has ${pointsInWords(entry.rankScore)}`;
  const because = [
    reasonsInWords(`For rank ${rank}`, reasonsFor.slice(0, 2)),
    reasonsInWords(`Against rank ${rank}`, reasonsAgainst.slice(0, 1)),
  ].filter((text) => text !== "");
  const text = [`Rank ${rank}${forLine(entry, client)} is ${named}, which ${standing}.`, ...because].join(" ");
  return { text: cutBetweenWords(text, 900), evidenceIds: evidenceIds.slice(0, 3) };
}
