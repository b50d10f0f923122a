import { type EvidenceCollector, type EvidenceSource, fromCents, toCents } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import type { AcceptedFact } from "@service/models";
import {
  placeIn,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
  roundHalfAwayFromZero,
  cut,
  text,
} from "@service/json";
import type { CaseDocument, CaseFile } from "./case-file.ts";
import { isSameFact, readFact } from "./fact-values.ts";
import { findAnywhere, findPlanned } from "./pattern-search.ts";
import { familyKeys, type RecordFamily } from "../codes.ts";
import type { ExtractionRule, FactSource } from "../settings.ts";

type FactOrigin = FactSource["kind"] | "model";

/** One value of a source. */
type Candidate = {
  readonly value: Json;
  readonly origin: FactOrigin;
  /** Date of the source; `latest` compares it. The input counts as of today. */
  readonly datedOn: string | undefined;
  readonly evidence: EvidenceSource;
};

export type ProfileFact = {
  readonly rule: ExtractionRule;
  readonly value: Json | undefined;
  readonly origin: FactOrigin | undefined;
  readonly confidence: number;
  readonly evidenceIds: readonly string[];
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
  model: 0.8,
};
const alternativesMax = 10;
/**
 * Characters that patterns may read per run; a full file (50 documents of 200,000) once, by one pattern without a
 * search plan. Such a pattern costs 80 to 400 ns a character (measured), a planned one a hundredth of that.
 */
const searchCharsMax = 12_000_000;
const plannedShare = 0.01;

type Extraction = { readonly file: CaseFile; readonly facts: Facts; searchedChars: number; isTruncated: boolean };

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
  const extraction: Extraction = { file, facts, searchedChars: 0, isTruncated: false };
  const found = rules.map((rule) => settleFact(rule, candidatesOf(rule, extraction, accepted), evidence));
  return {
    facts: found,
    byKey: new Map(found.map((fact) => [fact.rule.key, fact])),
    isSearchTruncated: extraction.isTruncated,
  };
}

function candidatesOf(rule: ExtractionRule, extraction: Extraction, accepted: readonly AcceptedFact[]): Candidate[] {
  const candidates = rule.sources.flatMap((source) => read(rule, source, extraction));
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

function settleFact(rule: ExtractionRule, candidates: readonly Candidate[], evidence: EvidenceCollector): ProfileFact {
  const groups: { value: Json; members: Candidate[] }[] = [];
  for (const candidate of candidates) {
    const group = groups.find((known) => isSameFact(known.value, candidate.value));
    if (group === undefined) groups.push({ value: candidate.value, members: [candidate] });
    else group.members.push(candidate);
  }
  const chosen = rule.onConflict === "latest" ? latestOf(groups) : groups[0];
  if (chosen === undefined) {
    return { rule, value: undefined, origin: undefined, confidence: 0, evidenceIds: [], alternatives: [] };
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

function read(rule: ExtractionRule, source: FactSource, extraction: Extraction): Candidate[] {
  switch (source.kind) {
    case "input": {
      const value = readFact(rule, source.path.one(extraction.facts, undefined));
      if (value === undefined) return [];
      const ref = { fact: source.path.text };
      return [{ value, origin: "input", datedOn: extraction.file.today, evidence: { kind: "fact", ref, value } }];
    }
    case "record":
      return readRecords(rule, source, extraction);
    case "document_field":
      return newestFirst(extraction.file.documents)
        .filter((document) => document.kind === source.documentKind)
        .flatMap((document) => {
          const value = readFact(
            rule,
            Object.hasOwn(document.fields, source.field) ? document.fields[source.field] : undefined,
          );
          if (value === undefined) return [];
          const ref = { document_key: document.key, fact: cut(source.field, 200) };
          return [
            { value, origin: "document_field", datedOn: document.datedOn, evidence: { kind: "document", ref, value } },
          ];
        });
    case "document_pattern":
      return newestFirst(extraction.file.documents)
        .filter((document) => source.documentKind === undefined || document.kind === source.documentKind)
        .flatMap((document) => readText(rule, source, document, extraction));
  }
}

function readText(
  rule: ExtractionRule,
  source: Extract<FactSource, { kind: "document_pattern" }>,
  document: CaseDocument,
  extraction: Extraction,
): Candidate[] {
  const { search } = document;
  if (search === undefined) return [];
  const cost = source.plan === undefined ? search.text.length : search.text.length * plannedShare;
  if (extraction.searchedChars + cost > searchCharsMax) {
    extraction.isTruncated = true;
    return [];
  }
  extraction.searchedChars += cost;
  const match =
    source.plan === undefined
      ? findAnywhere(search, source.pattern, source.near)
      : findPlanned(search, source.pattern, source.plan, source.near);
  const value = match === undefined ? undefined : readFact(rule, match.groups[source.group]);
  if (match === undefined || value === undefined) return [];
  const evidence: EvidenceSource = {
    kind: "document",
    ref: { document_key: document.key, ...placeIn(search.text, match.start, match.end) },
    excerpt: search.text.slice(match.start, Math.min(match.end, match.start + 300)),
    value,
  };
  return [{ value, origin: "document_pattern", datedOn: document.datedOn, evidence }];
}

function readRecords(
  rule: ExtractionRule,
  source: Extract<FactSource, { kind: "record" }>,
  extraction: Extraction,
): Candidate[] {
  const rows = extraction.file.records[source.family];
  if (!isJsonArray(rows)) return [];
  const chosen: { readonly row: JsonObject; readonly value: Json | undefined }[] = [];
  for (const row of rows) {
    if (!isJsonObject(row)) continue;
    extraction.facts.budget.spend(1);
    if (source.where !== undefined && source.where.evaluate({ ...extraction.facts, element: row }) !== "true") continue;
    chosen.push({ row, value: source.path.one(extraction.facts, row) });
  }
  const stated = chosen.filter((entry) => entry.value !== undefined);
  const candidate = (raw: Json | undefined, ref: EvidenceSource["ref"], datedOn: string | undefined): Candidate[] => {
    const value = readFact(rule, raw);
    return value === undefined ? [] : [{ value, origin: "record", datedOn, evidence: { kind: "record", ref, value } }];
  };
  const ofRow = (entry: { readonly row: JsonObject; readonly value: Json | undefined } | undefined): Candidate[] =>
    entry === undefined ? [] : candidate(entry.value, recordRef(source.family, entry.row), dayOfRow(entry.row));
  const wholeFamily: EvidenceSource["ref"] = { family: source.family };
  const numbers = stated.map((entry) => entry.value).filter((value) => typeof value === "number");
  switch (source.pick) {
    case "first":
      return ofRow(stated[0]);
    case "latest":
      return ofRow(
        stated.reduce<(typeof stated)[number] | undefined>(
          (best, entry) =>
            best === undefined || (dayOfRow(entry.row) ?? "") > (dayOfRow(best.row) ?? "") ? entry : best,
          undefined,
        ),
      );
    case "max":
    case "min":
      return ofRow(extreme(stated, source.pick));
    case "sum":
      // A sum without values is unknown, unless no row was selected.
      return numbers.length === 0 && chosen.length > 0
        ? []
        : candidate(sumOf(numbers), wholeFamily, extraction.file.today);
    case "count":
      return candidate(chosen.length, wholeFamily, extraction.file.today);
    case "distinct": {
      const values = stated.flatMap((entry) => (isJsonArray(entry.value) ? entry.value : [entry.value ?? null]));
      return values.length === 0 ? [] : candidate(values, wholeFamily, extraction.file.today);
    }
  }
}

function extreme<Entry extends { readonly value: Json | undefined }>(
  entries: readonly Entry[],
  pick: "max" | "min",
): Entry | undefined {
  let best: Entry | undefined;
  for (const entry of entries) {
    const order = best === undefined ? 1 : compareScalars(entry.value, best.value);
    if (order !== undefined && (best === undefined || (pick === "max" ? order > 0 : order < 0))) best = entry;
  }
  return best;
}

/** Numbers by size, strings (dates) by character; values of different types are not comparable. */
function compareScalars(a: Json | undefined, b: Json | undefined): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  return undefined;
}

function sumOf(numbers: readonly number[]): number {
  let cents = 0;
  let plain = 0;
  for (const value of numbers) {
    cents += toCents(value) ?? Number.NaN;
    plain += value;
  }
  return Number.isSafeInteger(cents) ? fromCents(cents) : plain;
}

function recordRef(family: RecordFamily, row: JsonObject): EvidenceSource["ref"] {
  const key = text(row, familyKeys[family]);
  return { family, ...(key === undefined ? {} : { record_key: key }) };
}

function dayOfRow(row: JsonObject): string | undefined {
  for (const name of ["source_updated_at", "valued_on", "dated_on", "effective_on", "occurred_on"]) {
    const day = text(row, name);
    if (day !== undefined) return day;
  }
  return undefined;
}

/** The newest document first; undated ones last, then by key. */
function newestFirst(documents: readonly CaseDocument[]): readonly CaseDocument[] {
  if (documents.length < 2) return documents;
  return [...documents].sort((a, b) => {
    const [left, right] = [a.datedOn ?? "", b.datedOn ?? ""];
    return left > right ? -1 : left < right ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  });
}
