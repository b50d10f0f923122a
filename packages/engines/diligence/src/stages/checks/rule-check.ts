import { compileCondition, type Facts, type TraceEntry, type Truth } from "@service/conditions";
import { factInWords, listInWords, sentence } from "@service/engine-kit";
import { cut } from "@service/json";
import { factsRoot } from "../rule-facts.ts";
import type { CheckParams } from "../../configuration.ts";
import type { CheckSetting } from "../../settings.ts";
import { type CheckContext, type CheckResult, fail, factEvidence, notRun, pass, review, subjectOf } from "./check.ts";

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
    if (when?.evaluate(facts) === "false") return pass(`The check "${label}" does not apply to ${subjectOf(context)}.`);
    const { truth, trace } = assert.explain(facts);
    const applies = when?.evaluate(facts) ?? "true";
    return answerOf(applies === "unknown" ? "unknown" : truth, trace, { label, subject: subjectOf(context) }, params);
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
      ownership: { known: ownership.identifiedShare, blocked_share: ownership.blockedShare },
    }),
    asOf: input.asOf,
    budget,
    onMismatch,
  };
}

function answerOf(
  decided: Truth,
  trace: readonly TraceEntry[],
  { label, subject }: { readonly label: string; readonly subject: string },
  { message_fail: message, on_unknown: onUnknown }: CheckParams<"rule">,
): CheckResult {
  const evidence = evidenceOf(trace);
  const missing = trace.filter(({ result }) => result === "unknown").map(({ path }) => path);
  switch (decided) {
    case "true":
      return pass(`${subject} passes the check "${label}".`, evidence);
    case "false":
      return fail(
        sentence(message === undefined ? `${subject} does not pass the check "${label}"` : `${subject}: ${message}`),
        evidence,
        {
          kind: "verify_fact",
          title: `Verify "${label}" for ${subject}`,
        },
      );
    case "unknown": {
      const detail =
        missing.length === 0
          ? `What the check "${label}" asks of ${subject} cannot be decided from what is on file.`
          : `The file of ${subject} does not state ${listInWords([...new Set(missing)].map(factInWords), 5)}.`;
      const workItem = { kind: "verify_fact", title: `Find out for ${subject}: ${label}` } as const;
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
