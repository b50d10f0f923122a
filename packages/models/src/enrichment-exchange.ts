import type { Json } from "@service/json";

/** What an engine type may ask a model (MODEL-13). */
export type EnrichmentNeeds = {
  readonly labels: readonly LabelQuestion[];
  readonly facts: readonly FactQuestion[];
  /** Documents in which a wanted fact may be found. */
  readonly documents: readonly SourceText[];
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
