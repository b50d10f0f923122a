import type { EvidenceCollector, EvidenceSource } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { type Json, roundHalfAwayFromZero } from "@service/json";
import type { AcceptedFact } from "@service/models";
import type { CaseFile } from "./case-file.ts";
import type { ExtractionRule } from "./extraction-rules.ts";
import { isSameFact, readFact } from "./fact-values.ts";
import { type Candidate, type Extraction, type FactOrigin, readSource } from "./read-sources.ts";

export type ProfileFact = {
  readonly rule: ExtractionRule;
  readonly value: Json | undefined;
  readonly origin: FactOrigin | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
  /** A document states it, without a single reading: its text is the evidence (VALUE-3). */
  readonly isUnread: boolean;
  readonly alternatives: readonly {
    readonly value: Json;
    readonly origin: FactOrigin;
    readonly confidence: number;
    readonly evidenceIds: readonly string[];
  }[];
};

export type Profile = {
  readonly facts: readonly ProfileFact[];
  readonly byKey: ReadonlyMap<string, ProfileFact>;
  /** A text was not searched to its end (ENT-29). */
  readonly isSearchTruncated: boolean;
};

/** Confidence of a fact by its source; a second, agreeing source adds, a contradiction subtracts. */
const trust: { readonly [Origin in FactOrigin]: number } = {
  input: 0.95,
  record: 0.95,
  document_field: 0.9,
  document_pattern: 0.75,
  document_value: 0.85,
  model: 0.8,
};
const alternativesMax = 10;
/**
 * The stage `extract`: per rule the first source that gives a value wins (or the latest, if the rule says so); other
 * values are kept as alternatives. A model's accepted fact fills a gap only (ENT-26, MODEL-17).
 */
export function extractProfile(
  rules: readonly ExtractionRule[],
  file: CaseFile,
  facts: Facts,
  evidence: EvidenceCollector,
  accepted: readonly AcceptedFact[],
): Profile {
  const extraction: Extraction = { file, facts, searchedChars: 0, isTruncated: false, unread: new Map() };
  const found = rules.map((rule) => {
    const candidates = candidatesOf(rule, extraction, accepted);
    return settleFact(rule, candidates, extraction.unread.get(rule.key), evidence);
  });
  return {
    facts: found,
    byKey: new Map(found.map((fact) => [fact.rule.key, fact])),
    isSearchTruncated: extraction.isTruncated,
  };
}

function candidatesOf(rule: ExtractionRule, extraction: Extraction, accepted: readonly AcceptedFact[]): Candidate[] {
  const candidates = rule.sources.flatMap((source) => readSource(rule, source, extraction));
  if (candidates.length > 0) return candidates;
  return accepted
    .filter((fact) => fact.fact === `profile.${rule.key}`)
    .flatMap((fact) => {
      const value = readFact(rule, fact.value);
      return value === undefined
        ? []
        : [
            {
              value,
              origin: "model" as const,
              datedOn: undefined,
              evidence: {
                kind: "document" as const,
                ref: { document_key: fact.document_id, start: fact.start, end: fact.end },
                excerpt: fact.excerpt,
                value,
              },
            },
          ];
    });
}

function settleFact(
  rule: ExtractionRule,
  candidates: readonly Candidate[],
  unread: EvidenceSource | undefined,
  evidence: EvidenceCollector,
): ProfileFact {
  const groups: { value: Json; members: Candidate[] }[] = [];
  for (const candidate of candidates) {
    const group = groups.find((each) => isSameFact(each.value, candidate.value));
    if (group === undefined) groups.push({ value: candidate.value, members: [candidate] });
    else group.members.push(candidate);
  }
  const chosen = rule.onConflict === "latest" ? latestOf(groups) : groups[0];
  if (chosen === undefined) {
    const evidenceIds = unread === undefined ? [] : evidence.addAll([unread]);
    const isUnread = unread !== undefined;
    return { rule, value: undefined, origin: undefined, confidence: 0, evidenceIds, isUnread, alternatives: [] };
  }
  const described = (group: { value: Json; members: readonly Candidate[] }) => ({
    value: group.value,
    origin: group.members[0]?.origin ?? "input",
    confidence: confidenceOf(group.members, groups.length > 1 && rule.onConflict === "flag"),
    evidenceIds: evidence.addAll(group.members.slice(0, 5).map((member) => member.evidence)),
  });
  const winner = described(chosen);
  return {
    rule,
    ...winner,
    isUnread: false,
    alternatives: groups
      .filter((group) => group !== chosen)
      .slice(0, alternativesMax)
      .map(described),
  };
}

function latestOf<Group extends { readonly members: readonly Candidate[] }>(
  groups: readonly Group[],
): Group | undefined {
  const dayOf = (group: Group): string =>
    group.members.reduce((latest, member) => ((member.datedOn ?? "") > latest ? (member.datedOn ?? "") : latest), "");
  return groups.reduce<Group | undefined>(
    (best, group) => (best === undefined || dayOf(group) > dayOf(best) ? group : best),
    undefined,
  );
}

function confidenceOf(members: readonly Candidate[], isContradicted: boolean): number {
  const origins = new Set(members.map((member) => member.origin));
  const best = Math.max(...[...origins].map((origin) => trust[origin]));
  const corroborated = Math.min(0.99, best + 0.02 * (origins.size - 1));
  return roundHalfAwayFromZero(isContradicted ? corroborated * 0.7 : corroborated, 2);
}
