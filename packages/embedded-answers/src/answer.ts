import type { Json, JsonObject } from "@service/json";

/** What an answer may be grounded in (ANSWER-5). */
export const sourceKinds = [
  "knowledge",
  "attachments",
  "catalog_documents",
  "catalog_items",
  "records",
  "run_outputs",
  "graph",
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A place in a source, as the public interface takes it: a caller can open it (ANSWER-5). */
export interface CitedSource {
  readonly kind: SourceKind;
  /**
   * Of a record `{connection_id, family, key, field?}`, of several rows `{connection_id, family, where, count}`, of a run
   * `{run_id, pointer}`; of a passage whatever its source gave.
   */
  readonly ref: JsonObject;
  readonly title: string;
  /** Where in the source: a page, a field, a pointer. Null where the reference says it all. */
  readonly locator: string | null;
}

/** What one part of an answer rests on. */
export interface Citation {
  /** From 1, in the order of the answer; `[n]` in the text. */
  readonly n: number;
  readonly source: CitedSource;
  /** What stands in the source: a sentence verbatim, or `Label: value` of a field as the answer writes it. */
  readonly quote: string;
  /** The part of the answer's text that it supports, in code points; `end` is exclusive. */
  readonly span: { readonly start: number; readonly end: number };
  /** It is near what was asked and may not answer it (ANSWER-32). */
  readonly tentative?: true;
}

export type AnswerMethod = "rule" | "lookup" | "extractive" | "declined";

/** An answer, complete: nothing of it depends on time, place or chance (ANSWER-1). */
export interface EmbeddedAnswer {
  readonly method: AnswerMethod;
  /** With `response_format` of a JSON Schema, the canonical JSON of `json`. Empty on a failure. */
  readonly text: string;
  /** Null unless the response format is a JSON Schema. */
  readonly json: Json;
  readonly citations: readonly Citation[];
  /** Words of question, history and passages, and of the answer (`estimated`). */
  readonly usage: { readonly inputWords: number; readonly outputWords: number };
  /** A required member of the schema could not be filled from the sources (ANSWER-31). */
  readonly failure?: "schema_mismatch";
}
