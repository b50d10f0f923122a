import { quoteAnswer, type QuoteResult, type QuoteTask } from "@service/embedded-answers";
import { type TextMetric, textSimilarity } from "@service/evaluations";

// The functions piscina calls in a thread of `computing-threads.ts`, by their names.

export function quote(task: QuoteTask): QuoteResult {
  return quoteAnswer(task);
}

/** Two strings by a metric. */
export interface SimilarityTask {
  readonly metric: TextMetric;
  readonly a: string;
  readonly b: string;
}

export function similarity({ metric, a, b }: SimilarityTask): number {
  return textSimilarity(metric, a, b);
}
