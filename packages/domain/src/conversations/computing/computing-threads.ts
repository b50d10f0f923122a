import { patternSize } from "@service/conditions";
import { quoteAnswer, type QuoteResult, type Quoting, type QuoteTask } from "@service/embedded-answers";
import { type TextMetric, textSimilarity } from "@service/evaluations";
import { Piscina } from "piscina";
import { search, type SearchTask, type SimilarityTask } from "./computing-thread.ts";

/**
 * Characters of passages and question that are ranked on the event loop: in a few milliseconds, less than a message to a
 * thread and its first answer take. 64 KiB take some 40 ms.
 */
const hereCharsMax = 8_192;
/** Pairs of characters that are compared on the event loop: by edit distance they take a millisecond. */
const pairsHereMax = 250_000;
/** Steps of patterns, their sizes (COND-25) times the characters, on the event loop: at the worst they take ten milliseconds. */
const stepsHereMax = 100_000;
const threadIdleMs = 60_000;

/** What a process computes beside its event loop. */
export interface ComputingThreads extends Quoting {
  /** `textSimilarity` of `@service/evaluations`, 0 to 1. */
  similarity(metric: TextMetric, a: string, b: string): Promise<number>;
  /** Whether any of the patterns occurs in any of the strings; abandoned when the signal aborts, whose reason is thrown. */
  isFound(patterns: readonly string[], texts: readonly string[], signal?: AbortSignal): Promise<boolean>;
  /** Ends all threads; what they compute is given up. */
  close(): Promise<void>;
}

/** Opens threads that start when they are needed and end after an idle minute (ANSWER-27). */
export function openComputingThreads({ threads }: { readonly threads: number }): ComputingThreads {
  const pool = new Piscina<QuoteTask | SimilarityTask | SearchTask, QuoteResult | number | boolean>({
    filename: new URL("./computing-thread.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: threadIdleMs,
    concurrentTasksPerWorker: 1,
    // Nothing that is computed needs a secret of the process.
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    recordTiming: false,
  });
  return {
    async quote(task) {
      if (charsOf(task) <= hereCharsMax) return quoteAnswer(task);
      const result = await pool.run(task, { name: "quote" });
      if (typeof result !== "object") throw new Error("a thread answered another question");
      return result;
    },
    async similarity(metric, a, b) {
      if (a.length * b.length <= pairsHereMax) return textSimilarity(metric, a, b);
      const result = await pool.run({ metric, a, b }, { name: "similarity" });
      if (typeof result !== "number") throw new Error("a thread answered another question");
      return result;
    },
    async isFound(patterns, texts, signal) {
      if (stepsOf(patterns, texts) <= stepsHereMax) return search({ patterns, texts });
      signal?.throwIfAborted();
      try {
        const result = await pool.run({ patterns, texts }, { name: "search", ...(signal && { signal }) });
        if (typeof result !== "boolean") throw new Error("a thread answered another question");
        return result;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}

function charsOf({ question, passages }: QuoteTask): number {
  return passages.reduce((sum, { text }) => sum + text.length, question.question.length);
}

function stepsOf(patterns: readonly string[], texts: readonly string[]): number {
  const size = patterns.reduce((sum, pattern) => sum + patternSize(pattern), 0);
  return texts.reduce((sum, text) => sum + text.length, 0) * size;
}
