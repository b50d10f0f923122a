import { readCell } from "./cells.ts";
import type { Scenario } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";

export type ScenarioResult = {
  readonly scenario: Scenario;
  readonly covered: "covered" | "not_covered" | "unknown";
  /** `undefined` when it is unknown whether the loss is covered. */
  readonly retainedCents: number | undefined;
  /** Retained times annual probability, in fractional cents. */
  readonly expectedCents: number | undefined;
};

/**
 * CMP-61: what the client keeps of a loss, `min(loss, deductible) + max(0, loss - deductible - limit)`; all of it when
 * it is not covered. An unstated limit has no ceiling, one of a schedule is that of the lowest location; a deductible
 * that is not money counts as 0.
 */
export function retainLoss(item: NormalizedItem, scenario: Scenario): ScenarioResult {
  const { line, coverage, lossCents, annualProbability } = scenario;
  const presence = readCell(item, line, coverage, "included");
  if (presence.state === "uncertain") {
    return { scenario, covered: "unknown", retainedCents: undefined, expectedCents: undefined };
  }
  const isCovered = presence.state === "stated";
  const stated = readCell(item, line, coverage, "limit");
  const deductible = isCovered ? (item.find(line, coverage).fact?.deductible?.cents ?? 0) : 0;
  const limit = isCovered
    ? stated.state === "stated"
      ? (stated.least ?? stated.measure)
      : Number.POSITIVE_INFINITY
    : 0;
  const retainedCents = Math.min(lossCents, deductible) + Math.max(0, lossCents - deductible - limit);
  return {
    scenario,
    covered: isCovered ? "covered" : "not_covered",
    retainedCents,
    expectedCents: retainedCents * annualProbability,
  };
}

/** Sum over the scenarios; `undefined` as soon as one is unknown: an unknown cost must not look low. */
export function expectedRetained(results: readonly ScenarioResult[]): number | undefined {
  let sum = 0;
  for (const { expectedCents } of results) {
    if (expectedCents === undefined) return undefined;
    sum += expectedCents;
  }
  return sum;
}
