import { quoteAnswer, type QuoteResult, type Quoting, type QuoteTask } from "@service/embedded-answers";
import { type TextMetric, textSimilarity } from "@service/evaluations";
import { Piscina } from "piscina";
import type { SimilarityTask } from "./computing-thread.ts";

/**
 * Characters of passages and question that are ranked on the event loop: in a few milliseconds, less than a message to a
 * thread and its first answer take. 64 KiB take some 40 ms.
 */
const hereCharsMax = 8_192;
/** Pairs of characters that are compared on the event loop: by edit distance they take a millisecond. */
const pairsHereMax = 250_000;
const threadIdleMs = 60_000;

/** What a process computes beside its event loop. */
export interface ComputingThreads extends Quoting {
  /** `textSimilarity` of `@service/evaluations`, 0 to 1. */
  similarity(metric: TextMetric, a: string, b: string): Promise<number>;
  /** Ends all threads; what they compute is given up. */
  close(): Promise<void>;
}

/** Opens threads that start when they are needed and end after an idle minute (ANSWER-27). */
export function openComputingThreads({ threads }: { readonly threads: number }): ComputingThreads {
  const pool = new Piscina<QuoteTask | SimilarityTask, QuoteResult | number>({
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
      if (typeof result === "number") throw new Error("a thread answered another question");
      return result;
    },
    async similarity(metric, a, b) {
      if (a.length * b.length <= pairsHereMax) return textSimilarity(metric, a, b);
      const result = await pool.run({ metric, a, b }, { name: "similarity" });
      if (typeof result !== "number") throw new Error("a thread answered another question");
      return result;
    },
    close: () => pool.destroy(),
  };
}

function charsOf({ asked, passages }: QuoteTask): number {
  return passages.reduce((sum, { text }) => sum + text.length, asked.question.length);
}
