import { compilePattern } from "@service/conditions";
import { EvalAssertion, EvalScenarioContent } from "@service/contract";
import type { EvaluationModels } from "./judge.ts";
import type { TurnResult } from "./turn-result.ts";
import { textSimilarity } from "./text-similarity.ts";

/** An assertion as a caller writes it, with its defaults. */
export function assertion(written: unknown): EvalAssertion {
  return EvalAssertion.parse(written);
}

/** A scenario of one turn with these assertions. */
export function scenario(assertions: readonly unknown[], more: object = {}): EvalScenarioContent {
  return EvalScenarioContent.parse({ title: "A scenario", turns: [{ user: "A question?", assertions }], ...more });
}

export function turnResult(more: Partial<TurnResult> = {}): TurnResult {
  return {
    status: "completed",
    text: "The answer.",
    json: null,
    method: "extractive",
    citations: [],
    toolCalls: [],
    latencyMs: 12,
    ...more,
  };
}

/** Models that nobody may ask. */
export const noModels: EvaluationModels = {
  judge: () => Promise.reject(new Error("no judge")),
  embed: () => Promise.reject(new Error("no embeddings")),
  isFound: (pattern, text) => compilePattern(pattern).isFoundIn(text),
  similarity: textSimilarity,
};
