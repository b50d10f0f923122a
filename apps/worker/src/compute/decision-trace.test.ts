import { describe, expect, test } from "@jest/globals";
import { readStageTimes, readTrace, storedTraceBytesMax } from "@service/domain/defensibility";
import type { RuleOutcome } from "@service/engine-kit";
import { collectPaths, decisionTrace, withModelUse, withStageTimes } from "./decision-trace.ts";

const outcome = (changes: Partial<RuleOutcome> = {}): RuleOutcome => ({
  ruleKey: "k",
  stage: "evaluate",
  result: "true",
  ...changes,
});
const keysOf = (trace: string | null) => readTrace(trace)?.rules.map(({ rule_key }) => rule_key);

describe("a decision trace", () => {
  const outcomes = [
    outcome({ ruleKey: "yes" }),
    outcome({ ruleKey: "no", result: "false" }),
    outcome({ ruleKey: "open", result: "unknown" }),
    outcome({ ruleKey: "failing", result: "false", facts: [{ path: "profile.revenue", value: 1 }] }),
  ];

  test.each([
    ["matching", ["yes", "open", "failing"]],
    ["diligence", ["no", "open", "failing"]],
    ["entity_analysis", ["open", "failing"]],
  ] as const)("of %s keeps failing, unknown and deciding rules in evaluation order", (engineType, kept) => {
    expect(keysOf(decisionTrace(engineType, outcomes))).toEqual(kept);
  });

  test("is not stored when no rule contributes", () => {
    expect(decisionTrace("triage", [outcome({ result: "false" })])).toBeNull();
    expect(withModelUse(null, { calls: [], fieldsSent: new Set() })).toBeNull();
  });

  test("is not made by times of stages, which are stored with it (CON-57)", () => {
    const stages = [["load", 0.4] as const, ["score", 12] as const];
    const alone = withStageTimes(null, stages);
    expect([readTrace(alone), readStageTimes(alone)]).toEqual([undefined, stages]);
    const whole = withStageTimes(decisionTrace("triage", [outcome({ ruleKey: "yes" })]), stages);
    expect([keysOf(whole), readStageTimes(whole)]).toEqual([["yes"], stages]);
    expect([withStageTimes(null, []), readStageTimes(null)]).toEqual([null, []]);
  });

  test("quotes facts, stays within its size limit and counts what was left out", () => {
    const facts = Array.from({ length: 30 }, (_, at) => ({ path: `p${at}`, value: "é".repeat(1_000) }));
    const trace = decisionTrace(
      "matching",
      Array.from({ length: 500 }, (_, at) => outcome({ ruleKey: `r${at}`, facts })),
    );
    const whole = withModelUse(trace, {
      calls: Array.from({ length: 10 }, () => ({
        provider: "openai_compatible",
        model: "m".repeat(100),
        task: "narrate",
        prompt_sha256: "0".repeat(64),
        response_sha256: null,
        accepted: false,
        reason: "x".repeat(300),
      })),
      fieldsSent: new Set(Array.from({ length: 500 }, (_, at) => `${at}`.padEnd(200, "x"))),
    });
    expect(Buffer.byteLength(whole ?? "")).toBeLessThanOrEqual(storedTraceBytesMax);
    const read = readTrace(whole);
    expect(read?.rules.length).toBeGreaterThan(10);
    expect((read?.rules.length ?? 0) + (read?.rules_omitted ?? 0)).toBe(500);
    expect(read?.rules[0]?.facts).toHaveLength(20);
    expect(read?.rules[0]?.facts?.[0]).toEqual({ path: "p0", value: "é".repeat(300) });
    expect(read?.model_calls).toHaveLength(10);
    expect(read?.fields_sent).toHaveLength(200);
  });

  test("describes a large list or object by its size", () => {
    const facts = [
      { path: "list", value: Array.from({ length: 1_000 }, (_, at) => at) },
      { path: "small", value: ["CA", "NV"] },
    ];
    expect(readTrace(decisionTrace("matching", [outcome({ facts })]))?.rules[0]?.facts).toEqual([
      { path: "list", value: "1000 values" },
      { path: "small", value: ["CA", "NV"] },
    ]);
  });

  test("paths of sent values are written as in egress manifests, each once (MODEL-34)", () => {
    const paths = new Set<string>();
    collectPaths({ headline: "h", findings: [{ title: "a" }, { title: "b", severity: "low" }] }, paths);
    expect([...paths]).toEqual(["headline", "findings[].title", "findings[].severity"]);
  });
});
