import { compileCondition, type Facts, type TraceEntry, type Truth } from "@service/conditions";
import { cut } from "@service/json";
import { factsRoot } from "../rule-facts.ts";
import type { CheckParams } from "../../configuration.ts";
import type { CheckSetting } from "../../settings.ts";
import { type CheckContext, type CheckResult, fail, factEvidence, notRun, pass, review } from "./check.ts";

const tracedMax = 10;

/**
 * A condition of the operator over input, screening and ownership; an undecided one becomes a question instead of a
 * failure. Conditions are compiled once per release.
 */
export function rule(params: CheckParams<"rule">, { label }: CheckSetting): (context: CheckContext) => CheckResult {
  const assert = compileCondition(params.assert);
  const when = params.when === undefined ? undefined : compileCondition(params.when);
  return (context) => {
    const facts = factsOf(context);
    if (when?.evaluate(facts) === "false") return pass("The rule does not apply.");
    const { truth, trace } = assert.explain(facts);
    const applies = when?.evaluate(facts) ?? "true";
    return answerOf(applies === "unknown" ? "unknown" : truth, trace, label, params);
  };
}

function factsOf({ input, screening, ownership, budget, onMismatch }: CheckContext): Facts {
  return {
    root: factsRoot({
      input: input.raw,
      screening:
        screening === undefined
          ? undefined
          : { strong: screening.strong, possible: screening.possible, suppressed: screening.suppressed },
      ownership: { known: ownership.known, blocked_share: ownership.blockedShare },
    }),
    asOf: input.asOf,
    budget,
    onMismatch,
  };
}

function answerOf(
  decided: Truth,
  trace: readonly TraceEntry[],
  label: string,
  { message_fail: message, on_unknown: onUnknown }: CheckParams<"rule">,
): CheckResult {
  const evidence = evidenceOf(trace);
  const missing = trace.filter(({ result }) => result === "unknown").map(({ path }) => path);
  switch (decided) {
    case "true":
      return pass(`${label}.`, evidence);
    case "false":
      return fail(`${message ?? `Not met: ${label}`}.`.replace(/\.\.$/, "."), evidence, {
        kind: "verify_fact",
        title: message ?? label,
      });
    case "unknown": {
      const detail =
        missing.length === 0
          ? "Not decidable from the input."
          : `Not known: ${[...new Set(missing)].slice(0, 5).join(", ")}.`;
      const workItem = { kind: "verify_fact", title: `Find out: ${label}` } as const;
      if (onUnknown === "fail") return fail(detail, evidence, workItem);
      if (onUnknown === "not_run") return notRun(detail, missing, workItem);
      return { ...review(detail, evidence, workItem), missing };
    }
  }
}

function evidenceOf(trace: readonly TraceEntry[]): CheckResult["evidence"] {
  const byPath = new Map(trace.map((entry) => [entry.path, entry.actual]));
  return [...byPath].slice(0, tracedMax).map(([path, actual]) => {
    const isPlain = typeof actual === "string" || typeof actual === "number" || typeof actual === "boolean";
    return factEvidence(path, isPlain ? (typeof actual === "string" ? cut(actual, 300) : actual) : undefined);
  });
}
