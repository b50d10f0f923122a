import { fail, type EvalGate, type GateState, type ReleaseGate } from "@service/contract";
import type { Querying } from "@service/db";
import type * as z from "zod";
import { gateOf, type Instance } from "./instance.ts";

/** What a gate is asked: whether this configuration may be released now. */
export interface GateQuestion {
  readonly instance: Instance;
  readonly configHash: string;
  /** The release whose configuration is released again; its earlier evaluation may count. */
  readonly restoredFrom: number | null;
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

/**
 * Asks the gate of an instance (CONV-33). Without any evaluation only an instance whose gate asks for no scenarios and no tags
 * passes.
 * @param _db the transaction that holds the lock of the instance, where a release depends on the answer.
 */
export function checkGate(_db: Querying, { instance }: GateQuestion): Promise<GateVerdict> {
  const rules = gateOf(instance);
  const asksForNothing = rules.min_scenarios === 0 && rules.required_tags.length === 0;
  return Promise.resolve({
    state: asksForNothing ? "passed" : "not_met",
    missing: asksForNothing ? [] : ["a finished evaluation of exactly this configuration"],
    evalRunId: null,
    baselineVersion: instance.latestVersion,
    passRate: null,
    rules,
    failing: [],
    retiredScenarios: [],
  });
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
