import type { Json } from "@service/json";

/** What an engine type may ask a model (MODEL-13). */
export type EnrichmentNeeds = {
  readonly labels: readonly LabelQuestion[];
  readonly facts: readonly FactQuestion[];
  /** Documents in which a wanted fact may be found. */
  readonly documents: readonly SourceText[];
  /** Instead of facts, coverage lines of the documents are wanted, each of one of these lines of business (MODEL-35). */
  readonly lines?: readonly string[];
};

/** A label that was not resolved by code, alias or similarity, with the closed list of what it may mean. */
export type LabelQuestion = {
  /** Unique within one run; the answer refers to it. */
  readonly id: string;
  readonly label: string;
  readonly line: string;
  /** `similarity` is the deterministic one, 0..1; a choice below 0.55 is refused. */
  readonly candidates: readonly { readonly key: string; readonly label: string; readonly similarity: number }[];
};

export type FactType = "string" | "number" | "money" | "date" | "boolean" | "percent";
export type FactQuestion = { readonly fact: string; readonly type: FactType; readonly label: string };
export type SourceText = { readonly id: string; readonly kind: string; readonly text: string };

/** The answers that passed the code's checks, ready for a second deterministic run. */
export type AcceptedEnrichment = {
  readonly labels: readonly { readonly id: string; readonly key: string; readonly source: "model" }[];
  readonly facts: readonly AcceptedFact[];
  /** Of documents of a comparison; absent without any. */
  readonly lines?: readonly AcceptedLine[];
};

export type AcceptedFact = {
  readonly fact: string;
  readonly value: Json;
  /** At most 0.8. */
  readonly confidence: number;
  readonly source: "model";
  readonly document_id: string;
  /** Offsets of the anchor in the source text, in code points. */
  readonly start: number;
  readonly end: number;
  readonly excerpt: string;
};

/** What a proposed figure of a coverage is. */
export const lineFields = ["limit", "aggregate", "deductible", "retention", "premium", "status"] as const;

/** A figure of a coverage, or whether it is given, that code found in a document (MODEL-35). */
export type AcceptedLine = {
  readonly document_id: string;
  readonly line: string;
  /** In the words of the document. */
  readonly label: string;
  readonly field: (typeof lineFields)[number];
  /** Money; of a status `included` or `excluded`. */
  readonly value: number | "included" | "excluded";
  readonly confidence: number;
  readonly source: "model";
  /** Of anchor and value in the text that was asked about, in UTF-16 units, which pages count in. */
  readonly start: number;
  readonly end: number;
};
