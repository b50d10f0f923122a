import type { GroundingSourceKind, EvalTurnStatus } from "@service/contract";
import type { Json, JsonObject } from "@service/json";

/** How the text of an answer came about. */
export type AnswerMethod = "rule" | "lookup" | "extractive" | "declined" | "generated";

/** A source that the answer names, with the words it took from it. */
export interface CitedSource {
  readonly kind: GroundingSourceKind;
  /** As citations of turns carry it: `{key, passage}`, `{document_key, page}` and so on. */
  readonly ref: JsonObject;
  readonly title: string;
  readonly quote: string;
}

export interface CalledTool {
  readonly name: string;
  readonly input: JsonObject;
}

/** What one turn of a scenario gave; everything that a scorer may look at. */
export interface TurnResult {
  readonly status: EvalTurnStatus;
  /** Null when the turn ended without an answer. */
  readonly text: string | null;
  /** The parsed output of a turn that answers in JSON, otherwise null. */
  readonly json: Json;
  readonly method: AnswerMethod | null;
  readonly citations: readonly CitedSource[];
  readonly toolCalls: readonly CalledTool[];
  readonly latencyMs: number;
}
