import { expect, test } from "@jest/globals";
import { createTokenUsage } from "./token-usage.ts";

const texts = { prompt: [{ content: "12345678" }, { content: "123" }], answer: "1234" };

test("MODEL-193: within a call what was counted last counts, and calls add up", () => {
  const usage = createTokenUsage();
  usage.count({ in: 40, out: 1 });
  usage.count({ out: 3 });
  usage.count({ in: 40, out: 5 });
  expect(usage.total(texts)).toEqual({ inputTokens: 40, outputTokens: 5, isEstimated: false });
  usage.nextCall();
  usage.count({ in: 60, out: 1 });
  usage.count({ out: 7 });
  expect(usage.total(texts)).toEqual({ inputTokens: 100, outputTokens: 12, isEstimated: false });
});

test("MODEL-193: what no call counted is estimated, and the answer says so", () => {
  const usage = createTokenUsage();
  expect(usage.total(texts)).toEqual({ inputTokens: 3, outputTokens: 1, isEstimated: true });
  usage.count({ in: 9 });
  expect(usage.total(texts)).toEqual({ inputTokens: 9, outputTokens: 1, isEstimated: true });
});

test.each([
  [-5, 0],
  [2.6, 3],
  [1e300, 1_000_000_000],
])("MODEL-193: a count of %d is one of %d", (given, counted) => {
  const usage = createTokenUsage();
  usage.count({ in: given, out: Number.NaN });
  usage.count({ out: 2 });
  expect(usage.total(texts)).toEqual({ inputTokens: counted, outputTokens: 2, isEstimated: false });
});
