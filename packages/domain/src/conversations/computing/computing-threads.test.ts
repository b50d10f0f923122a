import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { followedQuestion, quoteAnswer, type QuoteTask } from "@service/embedded-answers";
import { textSimilarity } from "@service/evaluations";
import { type ComputingThreads, openComputingThreads } from "./computing-threads.ts";

let threads: ComputingThreads;
beforeAll(() => {
  threads = openComputingThreads({ threads: 1 });
});
afterAll(() => threads.close());

const long = Array.from({ length: 3_000 }, (_, at) => `Word${at} is thing${at * 3}.`).join(" ");

function asking(question: string, text: string): QuoteTask {
  const history = [{ role: "user" as const, text }];
  const passage = {
    kind: "knowledge" as const,
    ref: { key: "words", passage: 0 },
    title: "Words",
    locator: null,
    text,
  };
  return { question: followedQuestion(question, history), passages: [passage], onNoEvidence: "decline" };
}

test.each([
  ["a short passage", asking("What is word7?", long.slice(0, 1_000))],
  ["a long passage", asking("What is word77?", long)],
  ["a long question after a long message", asking(long.slice(0, 32_000), long)],
])("threads quote what the event loop would, for %s (ANSWER-1, ANSWER-27)", async (_title, task) => {
  expect(await threads.quote(task)).toEqual(quoteAnswer(task));
});

test.each([
  ["short texts", "the claims desk", "a claims desk"],
  ["long texts", long.slice(0, 3_000), long.slice(500, 3_500)],
])("threads compare %s as the event loop would (EVAL-15)", async (_title, a, b) => {
  for (const metric of ["token_f1", "rouge_l", "levenshtein", "char_ngram"] as const)
    expect(await threads.similarity(metric, a, b)).toBe(textSimilarity(metric, a, b));
});

test("the event loop turns while long passages are ranked (ANSWER-27)", async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  try {
    await threads.quote(asking("What is word77?", long));
    expect(turns).toBeGreaterThan(0);
  } finally {
    clearInterval(turning);
  }
});

describe("patterns that take their time (MODEL-79)", () => {
  const slow = "(?i)([ab]{1,30}){1,30}[xy]";
  const input = "ab".repeat(4_000);
  /** Turns of the event loop while `work` is done. */
  const turnsWhile = async (work: Promise<unknown>): Promise<number> => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await work.finally(() => clearInterval(turning));
    return turns;
  };

  test("are searched in a thread, and the event loop turns", async () => {
    expect(await turnsWhile(threads.isFound([slow], [input]))).toBeGreaterThan(0);
    expect(await threads.isFound([slow, "B"], [input])).toBe(false);
    expect(await threads.isFound([slow, "(?i)BA"], ["", input])).toBe(true);
  });

  test("are given up with their turn", async () => {
    const over = new AbortController();
    const searched = threads.isFound(
      Array.from({ length: 50 }, (_, index) => `${slow}${index}`),
      [input],
      over.signal,
    );
    over.abort(new Error("the turn is over"));
    await expect(searched).rejects.toThrow("the turn is over");
    expect(await threads.isFound(["a"], [input])).toBe(true);
  });
});
