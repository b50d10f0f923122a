import type { Severity } from "@service/engine-kit";
import { roundHalfAwayFromZero } from "@service/json";

/** A rule that counts: 1 pass, .5 review or partial, 0 fail or gap, `undefined` not run (ENT-44, ENT-45). */
export type ScoredItem = {
  readonly dimension: string;
  readonly weight: number;
  readonly value: 1 | 0.5 | 0 | undefined;
};

export type Score = {
  /** 0..100, one decimal; null below the coverage floor. */
  readonly score: number | null;
  /** Weight that ran over weight that applies, two decimals. */
  readonly coverage: number;
};

/** Below this share of weight a score would describe the file more than the entity. */
const coverageFloor = 0.3;

/** Weights of gaps and requirements, which have none of their own. */
export const severityWeights: { readonly [Name in Severity]: number } = {
  info: 5,
  low: 10,
  medium: 20,
  high: 35,
  critical: 50,
};

/** `score = 100 * sum(w*v) / sum(w run)`, `coverage = sum(w run) / sum(w)` (ENT-46, ENT-47). */
export function scoreItems(items: readonly ScoredItem[]): Score {
  let applying = 0;
  let run = 0;
  let earned = 0;
  for (const item of items) {
    applying += item.weight;
    if (item.value === undefined) continue;
    run += item.weight;
    earned += item.weight * item.value;
  }
  const coverage = applying === 0 ? 0 : run / applying;
  return {
    score: run === 0 || coverage < coverageFloor ? null : roundHalfAwayFromZero((100 * earned) / run, 1),
    coverage: roundHalfAwayFromZero(coverage, 2),
  };
}

/** A from 90, B from 75, C from 60, D from 40. */
export function gradeOf(score: number | null): "A" | "B" | "C" | "D" | "E" | null {
  if (score === null) return null;
  return score >= 90 ? "A" : score >= 75 ? "B" : score >= 60 ? "C" : score >= 40 ? "D" : "E";
}
