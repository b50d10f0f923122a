import { type CaseResult, failingCases, type FailingCase } from "./case-result.ts";
import { directionOf } from "./labelled-metrics.ts";
import { boundOf, isWithin } from "./metric-bounds.ts";

/** Result of the latest release's gate and its accepted regressions, with those that the publisher accepts now. */
export type PreviousGate = {
  readonly caseResults: readonly CaseResult[];
  readonly metrics?: { readonly [name: string]: number };
  readonly acceptedRegressions?: readonly string[];
  readonly acceptRegressions?: readonly string[];
};

type Measured = { readonly caseResults: readonly CaseResult[]; readonly metrics: { readonly [name: string]: number } };

/** Unchanged cases that passed before and fail now, and metrics that are worse by more than the tolerance. */
export function regressions(
  previous: PreviousGate | undefined,
  { caseResults, metrics }: Measured,
  tolerance: number,
): FailingCase[] {
  if (previous === undefined) return [];
  const passedBefore = new Set(
    previous.caseResults.filter((result) => result.passed).map((result) => result.case_sha256),
  );
  const regressed = failingCases(
    caseResults.filter((result) => !result.passed && passedBefore.has(result.case_sha256)),
  );
  for (const [name, before] of Object.entries(previous.metrics ?? {})) {
    const now = metrics[name];
    const bound = directionOf(name) === "lower" ? before + tolerance : before - tolerance;
    if (now !== undefined && !isWithin(name, now, bound)) {
      regressed.push({ case_key: name, assertion: boundOf(name, bound), actual: now });
    }
  }
  return regressed;
}

/**
 * The names of accepted regressions that excuse something: those that regressed now, and cases that the latest release
 * was allowed to fail and that still fail unchanged.
 */
export function acceptedRegressions(
  previous: PreviousGate | undefined,
  regressed: readonly FailingCase[],
  caseResults: readonly CaseResult[],
): ReadonlySet<string> {
  const excusable = new Set([...regressed.map(({ case_key }) => case_key), ...acceptedBefore(previous, caseResults)]);
  return new Set((previous?.acceptRegressions ?? []).filter((name) => excusable.has(name)));
}

function acceptedBefore(previous: PreviousGate | undefined, caseResults: readonly CaseResult[]): string[] {
  const failedBefore = new Set(
    previous?.caseResults
      .filter(({ case_key, passed }) => !passed && previous.acceptedRegressions?.includes(case_key))
      .map(({ case_sha256 }) => case_sha256),
  );
  return caseResults
    .filter(({ passed, case_sha256 }) => !passed && failedBefore.has(case_sha256))
    .map(({ case_key }) => case_key);
}
