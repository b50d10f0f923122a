import {
  capitalized,
  cutBetweenWords,
  type EvidenceCollector,
  type EvidenceSource,
  fromCents,
} from "@service/engine-kit";
import { clipped, roundHalfAwayFromZero } from "@service/json";
import { documentsMax, missingMax, reasonChars, reasonsMax, type WrittenSolution } from "../output.ts";
import { because, reasons } from "./explain.ts";
import type { OfferingSource } from "./load.ts";
import { type Candidate, type Entry, mean } from "./rank.ts";
import { type Dimension, dimensions } from "../codes.ts";
import type { Weights } from "../settings.ts";
import { lineName, shown } from "./wording.ts";

/** A solution as the run stores it, with its reasons and evidence. */
export type Solution = {
  readonly entry: Entry;
  readonly rank: number;
  readonly document: WrittenSolution;
  readonly reasonsFor: readonly string[];
  readonly reasonsAgainst: readonly string[];
  readonly evidenceIds: readonly string[];
};

export function presentSolution(
  entry: Entry,
  rank: number,
  weights: Weights,
  source: OfferingSource,
  evidence: EvidenceCollector,
): Solution {
  const { parts } = entry;
  const reasonsOfParts = parts.map((part) => reasons(part.placement, part.score, weighted(weights)));
  const isBundle = parts.length > 1;
  const named = (texts: readonly string[], part: Candidate): readonly string[] =>
    texts.map((text) => shown(isBundle ? ofNeed(part, text) : text, reasonChars));
  const reasonsFor = unique([
    ...(entry.credit > 0 ? ["One carrier takes several of the needs"] : []),
    ...inTurn(parts.map((part, index) => named(reasonsOfParts[index]?.for ?? [], part))),
  ]);
  const reasonsAgainst = unique(inTurn(parts.map((part, index) => named(reasonsOfParts[index]?.against ?? [], part))));
  const missing = [...new Set(parts.flatMap(({ placement, score }) => [...placement.missing, ...score.missing]))];
  const indication = indicationOf(parts);
  const evidenceIds = evidence.addAll(parts.flatMap((part) => evidenceOf(part, source)));
  const commission = commissionOf(parts, weights);
  const adjustments = adjustmentsOf(entry);
  const document: WrittenSolution = {
    rank,
    solution_key: entry.key,
    kind: entry.kind,
    need_keys: parts.map(({ placement }) => placement.need.key),
    offerings: parts.map(({ placement: { need, offering } }) => ({
      offering_key: offering.key,
      carrier_key: offering.carrierKey,
      carrier_name: offering.carrierName,
      product: offering.product,
      need_key: need.key,
    })),
    eligibility: entry.eligibility,
    score: roundHalfAwayFromZero(entry.score, 1),
    confidence: roundHalfAwayFromZero(entry.confidence, 4),
    rank_score: entry.rankScore,
    breakdown: dimensions.map((dimension) => breakdownRow(dimension, parts, weights)),
    ...(adjustments.length === 0 ? {} : { adjustments }),
    ...(commission === undefined ? {} : { commission }),
    ...(indication === undefined ? {} : { indicative_premium: indication }),
    coverage_fit: parts.flatMap(presentFits),
    reasons_for: reasonsFor.slice(0, reasonsMax),
    reasons_against: reasonsAgainst.slice(0, reasonsMax),
    missing_facts: missing.slice(0, missingMax).map((fact) => clipped(fact, 200)),
    required_documents: unique(parts.flatMap(({ placement }) => placement.offering.requiredDocuments))
      .sort()
      .slice(0, documentsMax),
    evidence_ids: evidenceIds,
  };
  return { entry, rank, document, reasonsFor, reasonsAgainst, evidenceIds };
}

/** The first of each list, then the second: a bundle says something of every need before it is cut. */
function inTurn(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** What a bundle says of one of its needs. */
function ofNeed({ placement }: Candidate, text: string): string {
  return `for ${lineName(placement.need.line)}, ${text}`;
}

/** Dimensions with a weight. */
function weighted(weights: Weights): readonly Dimension[] {
  return dimensions.filter((dimension) => weights[dimension] > 0);
}

/** One row of the breakdown; for a bundle the means of its parts, so that contributions add up to the score. */
function breakdownRow(
  dimension: Dimension,
  parts: readonly Candidate[],
  weights: Weights,
): WrittenSolution["breakdown"][number] {
  const weight = weights[dimension];
  if (weight === 0)
    return { dimension, weight, utility: null, contribution: 0, because: "This has no weight in the ranking" };
  // Commission is not for every reader: its figures are in `commission`, which the field policy can hide (PRIV-16).
  if (dimension === "commission") {
    return { dimension, weight, utility: null, contribution: null, because: "The commission is shown apart" };
  }
  const utilities = parts.flatMap(({ score }) => score.utilities[dimension] ?? []);
  const [text = "", ...others] = unique(parts.map(({ placement, score }) => because(dimension, placement, score)));
  const texts =
    others.length === 0
      ? [text]
      : unique(parts.map((part) => ofNeed(part, because(dimension, part.placement, part.score))));
  return {
    dimension,
    weight,
    utility: utilities.length === 0 ? null : roundHalfAwayFromZero(mean(utilities), 4),
    contribution: roundHalfAwayFromZero(contributionOf(dimension, parts, weight), 1),
    because: shown(texts.map(capitalized).join(". "), reasonChars),
  };
}

function contributionOf(dimension: Dimension, parts: readonly Candidate[], weight: number): number {
  return mean(
    parts.map(({ score }) =>
      score.presentWeight === 0 ? 0 : (100 * weight * (score.utilities[dimension] ?? 0)) / score.presentWeight,
    ),
  );
}

function commissionOf(parts: readonly Candidate[], weights: Weights): WrittenSolution["commission"] {
  if (weights.commission === 0) return undefined;
  const rates = parts.flatMap(({ placement }) => placement.offering.commissionRate ?? []);
  const utilities = parts.flatMap(({ score }) => score.utilities.commission ?? []);
  return {
    rate: rates.length === 0 ? null : roundHalfAwayFromZero(mean(rates), 4),
    utility: utilities.length === 0 ? null : roundHalfAwayFromZero(mean(utilities), 4),
    contribution: roundHalfAwayFromZero(contributionOf("commission", parts, weights.commission), 1),
  };
}

function adjustmentsOf({ parts, credit }: Entry): NonNullable<WrittenSolution["adjustments"]> {
  const own = parts.flatMap(({ placement }) =>
    placement.adjustments.map(({ ruleKey, points, message }) => ({ rule_key: ruleKey, points, message })),
  );
  return credit === 0
    ? own
    : [{ rule_key: "program_credit", points: credit, message: "One carrier takes several of the needs" }, ...own];
}

/** The premium of a bundle is the sum of its parts, where every part has one. */
function indicationOf(parts: readonly Candidate[]): WrittenSolution["indicative_premium"] {
  const indications = parts.flatMap(({ score }) => score.indication ?? []);
  const [first] = indications;
  if (first === undefined || indications.length < parts.length) return undefined;
  const sum = (cents: (indication: (typeof indications)[number]) => number): number =>
    fromCents(indications.reduce((total, indication) => total + cents(indication), 0));
  return {
    low: sum(({ lowCents }) => lowCents),
    mid: sum(({ midCents }) => midCents),
    high: sum(({ highCents }) => highCents),
    basis: cutBetweenWords(
      indications.length === 1
        ? first.basis()
        : "Indication, not a quote: this is the sum of the indications of the parts",
      reasonChars,
    ),
  };
}

function presentFits({ placement }: Candidate): WrittenSolution["coverage_fit"] {
  return placement.fits.map(({ wanted, offered, isOk }) => ({
    need_key: placement.need.key,
    coverage: wanted.coverage,
    must_have: wanted.isMustHave,
    wanted: wanted.minLimit ?? null,
    attainable: offered?.isIncluded === true ? (offered.maxLimit ?? null) : null,
    ...(wanted.maxDeductible === undefined
      ? {}
      : {
          wanted_deductible: wanted.maxDeductible,
          attainable_deductible: offered?.isIncluded === true ? (offered.minDeductible ?? null) : null,
        }),
    ok: isOk ?? null,
  }));
}

function evidenceOf({ placement, score }: Candidate, source: OfferingSource): readonly EvidenceSource[] {
  const { client, offering, referrals, adjustments, appetite } = placement;
  const sources: EvidenceSource[] = [
    {
      kind: "list_entry",
      ref: { dataset_key: source.datasetKey, row_key: offering.key },
      excerpt: `${offering.carrierName}: ${offering.product}`,
      ...(score.indication === undefined ? {} : { value: fromCents(score.indication.midCents) }),
    },
  ];
  if (appetite.level !== undefined && client.naics !== undefined) {
    sources.push({ kind: "fact", ref: { fact: "risk.naics" }, value: client.naics });
  }
  for (const { ruleKey, message } of [...referrals, ...adjustments]) {
    sources.push({ kind: "rule", ref: { rule_key: ruleKey }, excerpt: message });
  }
  return sources;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
