import {
  type EvidenceSource,
  fromCents,
  type Labels,
  readAround,
  readLabelled,
  toCents,
  type ValueReading,
} from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import { cut, isJsonArray, isJsonObject, type Json, type JsonObject, text } from "@service/json";
import { familyKeys, type RecordFamily } from "../codes.ts";
import type { CaseFile } from "./case-file.ts";
import type { CaseDocument } from "./open-documents.ts";
import type { ExtractionRule, FactSource } from "./extraction-rules.ts";
import { isAboutOthers } from "./about-others.ts";
import { readFact } from "./fact-values.ts";
import { findAnywhere, findPlanned } from "./pattern-search.ts";

export type FactOrigin = FactSource["kind"] | "model";

/** One value of a source. */
export type Candidate = {
  readonly value: Json;
  readonly origin: FactOrigin;
  /** Date of the source; `latest` compares it. The input counts as of today. */
  readonly datedOn: string | undefined;
  readonly evidence: EvidenceSource;
};

/**
 * Characters that patterns may read per run; a full file (50 documents of 200,000) once, by one pattern without a
 * search plan. Such a pattern costs 80 to 400 ns a character (measured), a planned one a hundredth of that.
 */
const searchCharsMax = 12_000_000;
const plannedShare = 0.01;

/** What reading the sources of one file needs, and how far its texts were searched. */
export type Extraction = {
  readonly file: CaseFile;
  readonly facts: Facts;
  searchedChars: number;
  /** By rule: text that states a fact without a single reading. */
  readonly unread: Map<string, EvidenceSource>;
  isTruncated: boolean;
};

/** The values that one source gives for the fact of a rule. */
export function readSource(rule: ExtractionRule, source: FactSource, extraction: Extraction): Candidate[] {
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
      return documentsOf(source, extraction).flatMap((document) => readText(rule, source, document, extraction));
    case "document_value":
      return documentsOf(source, extraction).flatMap((document) => readValue(rule, source, document, extraction));
  }
}

function documentsOf(
  { documentKind }: { readonly documentKind: string | undefined },
  { file }: Extraction,
): readonly CaseDocument[] {
  return newestFirst(file.documents).filter(({ kind }) => documentKind === undefined || kind === documentKind);
}

/** Counts the characters that a search reads; false once the run has searched enough (ENT-29). */
function mayRead(extraction: Extraction, cost: number): boolean {
  if (extraction.searchedChars + cost > searchCharsMax) {
    extraction.isTruncated = true;
    return false;
  }
  extraction.searchedChars += cost;
  return true;
}

/** The value under one of the source's labels (VALUE-3); text that has no reading is kept as evidence. */
function readValue(
  rule: ExtractionRule,
  source: Extract<FactSource, { kind: "document_value" }>,
  document: CaseDocument,
  extraction: Extraction,
): Candidate[] {
  const { labels, read, plausible } = source;
  const text = document.values();
  if (text === undefined || !mayRead(extraction, text.text.length * plannedShare)) return [];
  const acceptsLabelAt = read === "yes_no" ? (start: number) => !isAboutOthers(text.folded, start) : undefined;
  const reading = readLabelled(text, { labels, read, plausible, today: extraction.file.today, acceptsLabelAt });
  const isAmount = rule.type === "money" || rule.type === "number";
  const answered = read === "yes_no" && isAmount ? amountAnswered(reading, text.folded, labels) : reading;
  return candidateOf(rule, "document_value", answered, document, extraction);
}

/** Words of a question that narrow nothing: "Do you serve alcohol of any kind at all? No". */
const plainWords = new Set("or and any at all kind of yes no y n x".split(" "));

/** No to whether there is any is 0, a yes leaves the amount open; an answer to something narrower says neither (ENT-84). */
function amountAnswered(reading: ValueReading, folded: string, { ownWords }: Labels): ValueReading {
  if (reading.kind === "absent") return reading;
  const words = folded.slice(reading.start, reading.end).match(/[\p{L}\p{N}]+/gu) ?? [];
  const isPlain = words.every((word) => plainWords.has(word) || ownWords.has(word));
  if (!isPlain) return { kind: "absent" };
  if (reading.kind === "value" && reading.value === false) return { ...reading, value: 0 };
  return { kind: "unread", start: reading.start, end: reading.end };
}

function candidateOf(
  rule: ExtractionRule,
  origin: "document_pattern" | "document_value",
  reading: ValueReading,
  document: CaseDocument,
  extraction: Extraction,
): Candidate[] {
  const { search } = document;
  if (reading.kind === "absent" || search === undefined) return [];
  const { start, end } = reading;
  const ref = document.refOf(start, end);
  const lineStart = Math.max(search.text.lastIndexOf("\n", start - 1) + 1, start - 100);
  const excerpt = search.text.slice(lineStart, Math.min(end, lineStart + 300));
  const value = reading.kind === "unread" ? undefined : readFact(rule, reading.value);
  if (value === undefined) {
    if (!extraction.unread.has(rule.key)) extraction.unread.set(rule.key, { kind: "document", ref, excerpt });
    return [];
  }
  return [{ value, origin, datedOn: document.datedOn, evidence: { kind: "document", ref, excerpt, value } }];
}

function readText(
  rule: ExtractionRule,
  source: Extract<FactSource, { kind: "document_pattern" }>,
  document: CaseDocument,
  extraction: Extraction,
): Candidate[] {
  const { search } = document;
  if (search === undefined) return [];
  if (!mayRead(extraction, source.plan === undefined ? search.text.length : search.text.length * plannedShare))
    return [];
  const match =
    source.plan === undefined
      ? findAnywhere(search, source.pattern, source.near)
      : findPlanned(search, source.pattern, source.plan, source.near);
  if (match === undefined) return [];
  const group = match.groups[source.group];
  const kind = lineKindOf(rule);
  const text = document.values();
  if (kind !== undefined && group !== undefined && text !== undefined) {
    const offset = match.start + offsetIn(search.text.slice(match.start, match.end), group);
    const reading = readAround(text, offset, { read: kind, today: extraction.file.today });
    return candidateOf(rule, "document_pattern", reading, document, extraction);
  }
  const value = readFact(rule, group);
  if (value === undefined) return [];
  const evidence: EvidenceSource = {
    kind: "document",
    ref: document.refOf(match.start, match.end),
    excerpt: search.text.slice(match.start, Math.min(match.end, match.start + 300)),
    value,
  };
  return [{ value, origin: "document_pattern", datedOn: document.datedOn, evidence }];
}

/** Figures and dates are read on their whole line, so that `$3.1M` is not 3 (VALUE-11). */
function lineKindOf({ type, normalize }: ExtractionRule): "money" | "number" | "date" | undefined {
  if (normalize !== undefined && normalize !== type) return undefined;
  return type === "money" || type === "number" || type === "date" ? type : undefined;
}

/** Where in a match the value of its group begins: at its first figure. */
function offsetIn(match: string, group: string): number {
  return Math.max(0, match.lastIndexOf(group)) + Math.max(0, group.search(/[$(]?[0-9]/));
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
      // A sum without values is unknown, unless rows are on file and none of them was selected.
      return numbers.length === 0 && (chosen.length > 0 || rows.length === 0)
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
