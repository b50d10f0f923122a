import { quoteAnswer, type QuoteResult, type QuoteTask } from "@service/embedded-answers";
import { compilePattern, type Pattern } from "@service/conditions";
import { type TextMetric, textSimilarity } from "@service/evaluations";
import { LRUCache } from "lru-cache";

const compiledMax = 2_000;
const compiled = new LRUCache<string, Pattern>({ max: compiledMax });

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

/** Patterns that have been checked, and strings in any of which any of them may be found. */
export interface SearchTask {
  readonly patterns: readonly string[];
  readonly texts: readonly string[];
}

export function search({ patterns, texts }: SearchTask): boolean {
  return patterns.some((source) => {
    const pattern = compiled.get(source) ?? compilePattern(source);
    compiled.set(source, pattern);
    return texts.some((text) => pattern.isFoundIn(text));
  });
}
