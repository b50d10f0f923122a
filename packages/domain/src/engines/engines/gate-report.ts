import type { GateResult } from "@service/engine-kit";
import * as z from "zod";

/** A case or metric that is allowed to become worse, and the reason. */
export const AcceptedRegression = z.object({ case_key: z.string(), reason: z.string() });
export type AcceptedRegression = z.output<typeof AcceptedRegression>;

const failure = z.object({ assertion: z.json(), actual: z.json() });

/**
 * Result of a gate, sent between threads and stored with the release (GATE-27). The next publish compares with its
 * cases to find regressions.
 */
export const GateReport = z.object({
  gate: z.enum(["passed", "cold_start_gate_not_met", "cold_start_gate_failed", "cold_start_gate_regressed"]),
  required: z.record(z.string(), z.json()),
  actual: z.record(z.string(), z.json()),
  failing: z.array(failure.extend({ case_key: z.string() })),
  cases: z.array(
    z.object({
      case_key: z.string(),
      case_sha256: z.string(),
      passed: z.boolean(),
      status: z.string(),
      failures: z.array(failure),
    }),
  ),
  metrics: z.record(z.string(), z.number()),
  /** Absent in reports of releases from before labelled sets were measured. */
  labelled_sets: z
    .array(
      z.object({
        dataset_key: z.string(),
        version: z.string(),
        sha256: z.string(),
        rows: z.number(),
        measured: z.number(),
        refused: z.number(),
        metrics: z.record(z.string(), z.number()),
      }),
    )
    .optional(),
  /** Datasets that cases and labelled rows used, by version and hash. */
  datasets: z.array(z.object({ dataset_key: z.string(), version: z.string(), sha256: z.string() })).optional(),
  warnings: z.array(z.string()),
  /** The accepted regressions that occurred. Absent when the publisher accepted none. */
  accepted_regressions: z.array(AcceptedRegression).optional(),
});
export type GateReport = z.output<typeof GateReport>;

/** The report of a result, as JSON; `accepted`: the regressions that the publisher accepts. */
export function writeGateReport(
  { caseResults, labelledSets, acceptedRegressions, ...result }: GateResult,
  accepted: readonly AcceptedRegression[],
): string {
  return JSON.stringify({
    ...result,
    cases: caseResults,
    labelled_sets: labelledSets,
    accepted_regressions: accepted.filter(({ case_key }) => acceptedRegressions.includes(case_key)),
  });
}

/** A gate that could not be evaluated, and why: "no evaluation result yet" (GATE-12). */
export function unevaluatedReport(reason: "out_of_time" | "datasets_too_large" | "dataset_inconsistent"): GateReport {
  return {
    gate: "cold_start_gate_not_met",
    required: {},
    actual: { reason },
    failing: [],
    cases: [],
    metrics: {},
    warnings: [],
  };
}

/** Why a gate has no result yet; undefined where it has one. */
export function unevaluatedReason({ actual: { reason } }: GateReport): string | undefined {
  return typeof reason === "string" ? reason : undefined;
}
