/** What an assertion says of a turn. */
export interface AssertionScore {
  readonly passed: boolean;
  /** 0 to 1, in millionths: how near the answer came. */
  readonly score: number;
  /** One sentence of why, at most 500 characters; null where there is nothing to add. */
  readonly detail: string | null;
  /** The assertion could not be judged: the trial is errored (EVAL-22). */
  readonly errored?: true;
  /** Who judged, for `model_judge`. */
  readonly judge?: JudgeRecord;
}

export interface JudgeRecord {
  readonly model: string;
  readonly promptHash: string;
  /** The verdicts in order, 0 to 1. */
  readonly scores: readonly number[];
}

/** Passed or not, with nothing between. */
export function decided(passed: boolean, detail: string | null = null): AssertionScore {
  return { passed, score: passed ? 1 : 0, detail: passed ? null : detail };
}

/** So many of so many parts hold; passed when all do. */
export function share(met: number, of: number, detail: string | null): AssertionScore {
  const passed = met === of;
  return { passed, score: of === 0 ? 1 : rounded(met / of), detail: passed ? null : detail };
}

/** A measure against its threshold; the threshold itself passes. */
export function measured(score: number, threshold: number, name: string): AssertionScore {
  const passed = score >= threshold;
  return { passed, score: rounded(score), detail: `${name} ${rounded(score)}, threshold ${threshold}` };
}

export function rounded(score: number): number {
  return Math.round(score * 1_000_000) / 1_000_000;
}
