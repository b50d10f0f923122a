import { describe, expect, test } from "@jest/globals";
import { type CandidateRun, decideGate, type GateQuestion } from "./decide-gate.ts";
import { scenarioSetHash } from "./hashes.ts";
import type { EvalResultStatus } from "@service/contract";

const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

/** A scenario of a run: its key, revision and one letter per trial. */
type Tried = readonly [key: string, revision: number, trials: string];
const statuses: Readonly<Record<string, EvalResultStatus>> = { p: "passed", f: "failed", e: "errored" };

const set = scenarioSetHash([
  { key: "a", revision: 1 },
  { key: "b", revision: 2 },
]);

function run(tried: readonly Tried[], more: Partial<CandidateRun> = {}): CandidateRun {
  return {
    evalRunId: "run",
    status: "completed",
    configHash: "draft",
    scorerVersion: 1,
    scenarioSetHash: scenarioSetHash(tried.map(([key, revision]) => ({ key, revision }))),
    trials: tried[0]?.[2].length ?? 1,
    completedAt: hoursAgo(1),
    scenarios: tried.map(([key, revision, trials]) => ({
      key,
      revision,
      trials: Array.from(trials, (letter) => {
        const status = statuses[letter] ?? "errored";
        return { status, score: status === "passed" ? 1 : 0 };
      }),
    })),
    ...more,
  };
}

const good: readonly Tried[] = [
  ["a", 1, "p"],
  ["b", 2, "p"],
];

function ask(more: Partial<GateQuestion> & { readonly of?: Partial<GateQuestion["rule"]> } = {}) {
  const { of, ...question } = more;
  return decideGate({
    rule: {
      min_scenarios: 1,
      min_pass_rate: 1,
      max_regressions: 0,
      required_tags: [],
      max_age_hours: 168,
      trials: 1,
      trial_rule: "all",
      ...of,
    },
    configHash: "draft",
    scorerVersion: 1,
    scenarioSetHash: set,
    now,
    active: [
      { key: "a", revision: 1, required: true, tags: ["core"] },
      { key: "b", revision: 2, required: false, tags: [] },
    ],
    candidates: [run(good)],
    baseline: null,
    isRestored: false,
    ...question,
  });
}

type Row = readonly [name: string, question: Parameters<typeof ask>[0], state: string, reasons?: readonly string[]];

describe("the gate, row by row", () => {
  test.each<Row>([
    ["every scenario passed, first release", {}, "met"],
    ["no run", { candidates: [] }, "not_met", ["no_run"]],
    ["a run of another configuration", { candidates: [run(good, { configHash: "x" })] }, "not_met", ["no_run"]],
    ...["queued", "running", "failed", "cancelled"].map((status): Row => [
      `a run that is ${status}`,
      { candidates: [run(good, { status })] },
      "not_met",
      ["run_not_completed"],
    ]),
    ["a run at the last hour", { candidates: [run(good, { completedAt: hoursAgo(168) })] }, "met"],
    ["a stale run", { candidates: [run(good, { completedAt: hoursAgo(168.01) })] }, "not_met", ["run_too_old"]],
    ["scored by another version", { candidates: [run(good, { scorerVersion: 2 })] }, "not_met", ["other_scorer"]],
    ["a partial run", { candidates: [run([["a", 1, "p"]])] }, "not_met", ["scenarios_not_covered"]],
    [
      "a scenario edited since",
      {
        candidates: [
          run([
            ["a", 1, "p"],
            ["b", 1, "p"],
          ]),
        ],
      },
      "not_met",
      ["scenarios_not_covered"],
    ],
    ["too few scenarios", { of: { min_scenarios: 3 } }, "not_met", ["too_few_scenarios"]],
    ["no scenario at all", { active: [], candidates: [run([])] }, "not_met", ["too_few_scenarios"]],
    ["a tag that a scenario has", { of: { required_tags: ["core"] } }, "met"],
    ["a tag without a scenario", { of: { required_tags: ["core", "safety"] } }, "not_met", ["tag_without_scenario"]],
    ["fewer trials than asked", { of: { trials: 3 } }, "not_met", ["too_few_trials"]],
    [
      "missing comes before failed",
      {
        candidates: [
          run(
            [
              ["a", 1, "f"],
              ["b", 2, "f"],
            ],
            { completedAt: hoursAgo(200) },
          ),
        ],
      },
      "not_met",
      ["run_too_old"],
    ],
  ])("%s (EVAL-41)", (_name, question, state, reasons = []) => {
    const decision = ask(question);
    expect(decision.state).toBe(state);
    expect(decision.missing.map(({ reason }) => reason)).toEqual(reasons);
    expect(decision.code).toBe(state === "met" ? null : "eval_gate_not_met");
  });

  const half = [
    run([
      ["a", 1, "p"],
      ["b", 2, "f"],
    ]),
  ];
  test.each<Row>([
    ["below the pass rate", { candidates: half }, "failed"],
    ["at the pass rate", { candidates: half, of: { min_pass_rate: 0.5 } }, "met"],
    [
      "a required scenario failed, whatever the rate",
      {
        candidates: [
          run([
            ["a", 1, "f"],
            ["b", 2, "p"],
          ]),
        ],
        of: { min_pass_rate: 0 },
      },
      "failed",
    ],
    [
      "a required scenario errored",
      {
        candidates: [
          run([
            ["a", 1, "e"],
            ["b", 2, "p"],
          ]),
        ],
        of: { min_pass_rate: 0 },
      },
      "failed",
    ],
    [
      "one trial of three failed, all must pass",
      {
        candidates: [
          run([
            ["a", 1, "ppf"],
            ["b", 2, "ppp"],
          ]),
        ],
      },
      "failed",
    ],
    [
      "one trial of three failed, most must pass",
      {
        candidates: [
          run([
            ["a", 1, "ppf"],
            ["b", 2, "ppp"],
          ]),
        ],
        of: { trials: 3, trial_rule: "majority" },
      },
      "met",
    ],
    [
      "a failing scenario that is retired since does not count",
      { candidates: [run([...good, ["old", 1, "f"]])] },
      "met",
    ],
    [
      "failed comes before regressed",
      {
        candidates: half,
        baseline: { version: 1, runs: [run(good, { configHash: "released" })] },
      },
      "failed",
    ],
  ])("%s (EVAL-42)", (_name, question, state) => {
    const decision = ask(question);
    expect(decision).toMatchObject({ state, code: state === "met" ? null : "eval_gate_failed", missing: [] });
  });

  const released = (tried: readonly Tried[], more: Partial<CandidateRun> = {}) =>
    run(tried, { configHash: "released", evalRunId: "base", completedAt: hoursAgo(900), ...more });
  const lenient = { min_pass_rate: 0.5 };
  test.each<Row>([
    [
      "worse than released",
      { of: lenient, candidates: half, baseline: { version: 4, runs: [released(good)] } },
      "regressed",
    ],
    [
      "as many regressions as allowed",
      { of: { ...lenient, max_regressions: 1 }, candidates: half, baseline: { version: 4, runs: [released(good)] } },
      "met",
    ],
    [
      "failed before as well",
      {
        of: lenient,
        candidates: half,
        baseline: {
          version: 4,
          runs: [
            released([
              ["a", 1, "p"],
              ["b", 2, "f"],
            ]),
          ],
        },
      },
      "met",
    ],
    [
      "passed before at another revision",
      {
        of: lenient,
        candidates: half,
        baseline: {
          version: 4,
          runs: [
            released([
              ["a", 1, "p"],
              ["b", 1, "p"],
            ]),
          ],
        },
      },
      "met",
    ],
    ["no run of the release is left", { of: lenient, candidates: half, baseline: { version: 4, runs: [] } }, "met"],
    [
      "runs of the release that did not end or were scored otherwise do not count",
      {
        of: lenient,
        candidates: half,
        baseline: {
          version: 4,
          runs: [released(good, { status: "failed" }), released(good, { scorerVersion: 2 })],
        },
      },
      "met",
    ],
    [
      "the best run of the release counts, not the newest and not one of fewer scenarios",
      {
        of: lenient,
        candidates: half,
        baseline: {
          version: 4,
          runs: [
            released(
              [
                ["a", 1, "f"],
                ["b", 2, "f"],
              ],
              { completedAt: hoursAgo(1) },
            ),
            released([["a", 1, "p"]], { completedAt: hoursAgo(2) }),
            released(good),
          ],
        },
      },
      "regressed",
    ],
  ])("%s (EVAL-44)", (_name, question, state) => {
    const decision = ask(question);
    expect(decision).toMatchObject({ state, code: state === "met" ? null : "eval_gate_regressed" });
    if (state === "regressed")
      expect(decision.report).toMatchObject({
        regressed: ["b"],
        baseline_version: 4,
        baseline_eval_run_id: "base",
        failing: [{ scenario_key: "b", required: false, status: "failed" }],
      });
  });

  test("one run that meets the rule is enough; else the answer is about the nearest, the newest of equals (EVAL-45)", () => {
    const failed = run(
      [
        ["a", 1, "f"],
        ["b", 2, "f"],
      ],
      { evalRunId: "failed", completedAt: hoursAgo(1) },
    );
    const older = { ...failed, evalRunId: "older", completedAt: hoursAgo(2) };
    const stale = run(good, { evalRunId: "stale", completedAt: hoursAgo(900) });
    const met = run(good, { evalRunId: "met", completedAt: hoursAgo(50) });
    expect(ask({ candidates: [failed, stale, met, older] })).toMatchObject({ state: "met", evalRunId: "met" });
    expect(ask({ candidates: [older, stale, failed] })).toMatchObject({ state: "failed", evalRunId: "failed" });
  });

  test("restored configurations keep an old run while the scenarios are unchanged (EVAL-46)", () => {
    const old = run(good, { completedAt: hoursAgo(10_000) });
    expect(ask({ candidates: [old], isRestored: true }).state).toBe("met");
    expect(ask({ candidates: [old] }).state).toBe("not_met");
    const more = [...good, ["old", 1, "p"]] as const;
    expect(ask({ candidates: [run(more, { completedAt: hoursAgo(10_000) })], isRestored: true })).toMatchObject({
      state: "not_met",
      missing: [{ reason: "run_too_old" }],
    });
  });

  test("without a run there is no release, whatever the rule asks for (EVAL-48)", () => {
    const least = { min_scenarios: 0, min_pass_rate: 0, max_regressions: 500 };
    expect(ask({ of: least, candidates: [] })).toMatchObject({ state: "not_met", evalRunId: null });
    expect(ask({ of: least, active: [], candidates: [] }).state).toBe("not_met");
  });

  test("the report names the rule, what failed and what was retired since the run (EVAL-47)", () => {
    const { report } = ask({ candidates: [run([...good, ["old", 3, "f"]])] });
    expect(report).toMatchObject({
      eval_run_id: "run",
      baseline_version: null,
      pass_rate: 1,
      scenarios: 2,
      passed: 2,
      retired: [{ scenario_key: "old", status: "failed" }],
      rules: { min_scenarios: 1, min_pass_rate: 1 },
    });
  });
});
