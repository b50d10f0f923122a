import { canonicalHash } from "@service/json";
import type { EvaluationCase } from "../engine-type.ts";
import type { CaseFailure } from "./case-assertions.ts";

/** Result of one case, as the release record keeps it. */
export type CaseResult = {
  readonly case_key: string;
  /** Hash of the case's content: only an unchanged case can regress. */
  readonly case_sha256: string;
  readonly passed: boolean;
  readonly status: string;
  readonly failures: readonly CaseFailure[];
};
/** A case or a metric, by name, with what it does not satisfy. */
export type FailingCase = { readonly case_key: string } & CaseFailure;

export function failingCases(results: readonly CaseResult[]): FailingCase[] {
  return results.flatMap(({ case_key, failures }) => failures.map((failure) => ({ case_key, ...failure })));
}

/** Only an unchanged case can regress. */
export function caseHash(evaluationCase: EvaluationCase): string {
  const { case_key, input, offerings, expect } = evaluationCase;
  return canonicalHash({
    case_key,
    input,
    offerings: offerings ?? null,
    expect: expect.map(({ path, op, value }) => ({ path, op, value: value ?? null })),
  });
}
