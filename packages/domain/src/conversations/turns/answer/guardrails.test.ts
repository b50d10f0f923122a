import { expect, test } from "@jest/globals";
import { isRefusedInput } from "./guardrails.ts";

test("patterns of an assistant look at an input and its visible form (MODEL-79)", async () => {
  const calls: unknown[] = [];
  const computing = { isFound: (...given: unknown[]) => Promise.resolve(calls.push(given) === 0) };
  const { signal } = new AbortController();
  const guardrails = { links: "all" as const, redact: [], refuse_patterns: ["secret"] };
  await isRefusedInput({ computing }, guardrails, { input: "se\u200bcret", signal });
  expect(calls).toEqual([[["(?i)secret"], ["se\u200bcret", "secret"], signal]]);
});
