import { isWrittenIn, type Offering } from "@service/engine-offerings";
import { capitalized, dateInWords, listInWords, type RuleTally, stateName } from "@service/engine-kit";
import type { Client, Need } from "./client.ts";
import type { Failure, Referral } from "./placement.ts";
import { lineName, programName, theProgram } from "./wording.ts";

export type Filtered =
  | { readonly isKept: true; readonly missing: readonly string[]; readonly referrals: readonly Referral[] }
  | { readonly isKept: false; readonly failures: readonly Failure[] };

const nothing: readonly never[] = [];
const statesNamed = 5;

/**
 * MATCH-23: line, status, window, state. A client in several states needs the offering in its primary state, or in one
 * of them when none is primary; the other states are left to the underwriter.
 */
export function filterOffering(client: Client, need: Need, offering: Offering, tally: RuleTally): Filtered {
  const writesLine = offering.lines.has(need.line);
  tally.note("line", "filter", writesLine ? "false" : "true", () => [
    { path: `needs[${need.key}].line`, value: need.line },
    { path: `offerings[${offering.key}].lines`, value: [...offering.lines].sort() },
  ]);
  if (!writesLine)
    return rejected(plain("line", () => `${programName(offering)} does not write ${lineName(need.line)}`));
  const failures: Failure[] = [];
  tally.note("status", "filter", offering.isActive ? "false" : "true", () => [
    { path: `offerings[${offering.key}].status`, value: "paused" },
  ]);
  if (!offering.isActive) failures.push(plain("status", () => `${programName(offering)} is paused`));
  const window = windowProblem(offering, need.effectiveOn);
  tally.note("effective_window", "filter", window === undefined ? "false" : "true", () => [
    { path: `needs[${need.key}].effective_on`, value: need.effectiveOn },
    { path: `offerings[${offering.key}].effective_from`, value: offering.effectiveFrom ?? null },
    { path: `offerings[${offering.key}].effective_to`, value: offering.effectiveTo ?? null },
  ]);
  if (window !== undefined) failures.push(plain("effective_window", window));
  const state = judgeStates(client, offering);
  const isUnwritten = state.kind === "unwritten" ? "true" : state.kind === "unknown" ? "unknown" : "false";
  tally.note("state", "filter", isUnwritten, () => [
    { path: "risk.states", value: client.states.length === 0 ? null : [...client.states] },
    { path: "risk.primary_state", value: client.primaryState ?? null },
    {
      path: `offerings[${offering.key}].states`,
      value: "states" in state ? `not written in ${state.states.join(", ")}` : null,
    },
  ]);
  if (state.kind === "unwritten") {
    const { states } = state;
    failures.push(plain("state", () => unwritten(programName(offering), lineName(need.line), states)));
  }
  if (failures.length > 0) return { isKept: false, failures };
  if (state.kind === "unknown") return { isKept: true, missing: ["risk.states"], referrals: nothing };
  if (state.kind === "partly") {
    const { states } = state;
    const reason = (program: string): string => unwritten(program, "business", states);
    const referral = { ruleKey: "state", message: capitalized(reason(theProgram)), reason };
    return { isKept: true, missing: nothing, referrals: [referral] };
  }
  return { isKept: true, missing: nothing, referrals: nothing };
}

type StateAnswer =
  | { readonly kind: "written" | "unknown" }
  | { readonly kind: "unwritten" | "partly"; readonly states: readonly string[] };

function judgeStates({ states, primaryState }: Client, offering: Offering): StateAnswer {
  if (offering.states.isEverywhere) return { kind: "written" };
  if (states.length === 0) return { kind: "unknown" };
  const unwritten = states.filter((state) => !isWrittenIn(offering, state));
  if (unwritten.length === 0) return { kind: "written" };
  const isOut = unwritten.length === states.length || (primaryState !== undefined && unwritten.includes(primaryState));
  return { kind: isOut ? "unwritten" : "partly", states: unwritten };
}

function unwritten(program: string, what: string, states: readonly string[]): string {
  return `${program} does not write ${what} in ${listInWords(states.map(stateName), statesNamed)}`;
}

function windowProblem(offering: Offering, on: string): (() => string) | undefined {
  const { effectiveFrom, effectiveTo } = offering;
  const wanted = (): string => `coverage is wanted from ${dateInWords(on)}`;
  if (effectiveFrom !== undefined && on < effectiveFrom) {
    return () => `${programName(offering)} opens on ${dateInWords(effectiveFrom)}; ${wanted()}`;
  }
  if (effectiveTo !== undefined && on > effectiveTo) {
    return () => `${programName(offering)} closed on ${dateInWords(effectiveTo)}; ${wanted()}`;
  }
  return undefined;
}

function rejected(failure: Failure): Filtered {
  return { isKept: false, failures: [failure] };
}

function plain(ruleKey: string, reason: () => string): Failure {
  return { ruleKey, reason, change: undefined, trace: undefined };
}
