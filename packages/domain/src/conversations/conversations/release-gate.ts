import { fail, type EvalGate, type GateState, type ReleaseGate } from "@service/contract";
import type { Querying } from "@service/db";
import type * as z from "zod";
import { checkReleaseGate, wordsOfGap } from "../release-gates/index.ts";
import { gateOf, type Instance } from "./instance.ts";

/** What a gate is asked: whether this configuration may be released now. */
export interface GateQuestion {
  readonly instance: Instance;
  readonly configHash: string;
  /** The release whose configuration is released again; its earlier evaluation may count. */
  readonly restoredFrom: number | null;
  readonly now: Date;
}

/** What the gate says. */
export interface GateVerdict {
  readonly state: GateState;
  /** What a release still needs, in words. */
  readonly missing: readonly string[];
  readonly evalRunId: string | null;
  /** The latest release, that was compared with. */
  readonly baselineVersion: number | null;
  readonly passRate: number | null;
  readonly rules: EvalGate;
  readonly failing: readonly { readonly scenarioKey: string; readonly message: string }[];
  readonly retiredScenarios: readonly string[];
}

/** @param db the transaction that holds the lock of the instance, where a release depends on the answer (CONV-33). */
export async function checkGate(
  db: Querying,
  { instance, configHash, restoredFrom, now }: GateQuestion,
): Promise<GateVerdict> {
  const rules = gateOf(instance);
  const { id, organizationId, latestVersion } = instance;
  const { state, missing, evalRunId, report, retiredScenarios } = await checkReleaseGate(
    db,
    { id, organizationId, evalGate: rules, latestVersion },
    { configHash, now, isRestored: restoredFrom !== null },
  );
  const regressed = new Set(report.regressed);
  return {
    state: state === "met" ? "passed" : state,
    missing: missing.map(wordsOfGap),
    evalRunId,
    baselineVersion: report.baseline_version,
    passRate: report.pass_rate,
    rules,
    failing: report.failing.map(({ scenario_key: scenarioKey, status }) => ({
      scenarioKey,
      message: regressed.has(scenarioKey) ? `${status}; it passed for the latest release` : status,
    })),
    retiredScenarios,
  };
}

const codes = {
  not_met: "eval_gate_not_met",
  failed: "eval_gate_failed",
  regressed: "eval_gate_regressed",
} as const satisfies Record<Exclude<GateState, "passed">, string>;

/** @throws `eval_gate_not_met`, `eval_gate_failed`, `eval_gate_regressed` with the failing scenarios. */
export function assertGatePassed({ state, missing, evalRunId, failing }: GateVerdict): void {
  if (state === "passed") return;
  throw fail(codes[state], {
    details: {
      missing: [...missing],
      eval_run_id: evalRunId,
      failing: failing.map(({ scenarioKey, message }) => ({ scenario_key: scenarioKey, message })),
    },
  });
}

/** The verdict as a release keeps it. */
export function releaseGateOf(verdict: GateVerdict): z.output<typeof ReleaseGate> {
  return {
    eval_run_id: verdict.evalRunId,
    baseline_version: verdict.baselineVersion,
    pass_rate: verdict.passRate,
    rules: verdict.rules,
    retired_scenarios: [...verdict.retiredScenarios],
  };
}
