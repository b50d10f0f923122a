import { compileCondition, type Facts, type TraceEntry } from "@service/conditions";
import { isJsonObject, cut, text } from "@service/json";
import { factsRoot } from "../rule-facts.ts";
import type { CheckSetting } from "../../settings.ts";
import {
  type CheckContext,
  type CheckResult,
  type CompiledRule,
  fail,
  factEvidence,
  notRun,
  pass,
  review,
} from "./check.ts";

const tracedMax = 10;

/** Conditions of the `rule` checks, compiled once per release. */
export function compileRules(checks: readonly CheckSetting[]): ReadonlyMap<string, CompiledRule> {
  const rules = new Map<string, CompiledRule>();
  for (const { key, kind, params } of checks) {
    const { assert, when } = params;
    if (kind !== "rule" || !isJsonObject(assert)) continue;
    rules.set(key, { assert: compileCondition(assert), when: isJsonObject(when) ? compileCondition(when) : undefined });
  }
  return rules;
}

/**
 * A condition of the operator over input, screening and ownership; an undecided one becomes a question instead of a
 * failure.
 */
export function rule(context: CheckContext, { key, label, params }: CheckSetting): CheckResult {
  const compiled = context.rules.get(key);
  if (compiled === undefined) return notRun("The rule has no condition.", []);
  const { input, screening, ownership } = context;
  const facts: Facts = {
    root: factsRoot({
      input: input.raw,
      screening:
        screening === undefined
          ? undefined
          : { strong: screening.strong, possible: screening.possible, suppressed: screening.suppressed },
      ownership: { known: ownership.known, blocked_share: ownership.blockedShare },
    }),
    asOf: input.asOf,
    budget: context.budget,
    onMismatch: context.onMismatch,
  };
  if (compiled.when?.evaluate(facts) === "false") return pass("The rule does not apply.");
  const { truth, trace } = compiled.assert.explain(facts);
  const applies = compiled.when?.evaluate(facts) ?? "true";
  const decided = applies === "unknown" ? "unknown" : truth;
  const evidence = evidenceOf(trace);
  const missing = trace.filter(({ result }) => result === "unknown").map(({ path }) => path);
  switch (decided) {
    case "true":
      return pass(`${label}.`, evidence);
    case "false":
      return fail(`${text(params, "message_fail") ?? `Not met: ${label}`}.`.replace(/\.\.$/, "."), evidence, {
        kind: "verify_fact",
        title: text(params, "message_fail") ?? label,
      });
    case "unknown": {
      const detail =
        missing.length === 0
          ? "Not decidable from the input."
          : `Not known: ${[...new Set(missing)].slice(0, 5).join(", ")}.`;
      const workItem = { kind: "verify_fact", title: `Find out: ${label}` } as const;
      const onUnknown = text(params, "on_unknown");
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
