import { describe, expect, test } from "@jest/globals";
import { contentHash, scenarioSetHash } from "./hashes.ts";
import { assertion, noModels, scenario, turnResult } from "./test-kit.ts";
import { outcomeOf, totalsOf, type TrialOutcome } from "./trials.ts";
import { judgeTrial, scoreTurn } from "./verdict.ts";

const judged = async (content: ReturnType<typeof scenario>, results: readonly Parameters<typeof turnResult>[0][]) => {
  const turns = [];
  for (const [index, result] of results.entries()) {
    const turn = content.turns[index];
    if (turn !== undefined) turns.push(await scoreTurn(turn, turnResult(result), noModels));
  }
  return judgeTrial(content, turns);
};

const yes = { type: "contains", values: ["answer"] };
const no = { type: "contains", values: ["answer", "nowhere"] };

describe("a trial (EVAL-23)", () => {
  test("passes when every required assertion passes and the weighted mean reaches the threshold", async () => {
    expect(await judged(scenario([yes, yes]), [{}])).toMatchObject({ status: "passed", score: 1 });
    expect(await judged(scenario([yes, no]), [{}])).toMatchObject({ status: "failed", score: 0.75 });
    // (1 + 3 · 0.5) / 4
    const weighted = [yes, { ...no, weight: 3, required: false }];
    expect(await judged(scenario(weighted, { pass_threshold: 0.625 }), [{}])).toMatchObject({ status: "passed" });
    expect(await judged(scenario(weighted, { pass_threshold: 0.626 }), [{}])).toMatchObject({
      status: "failed",
      score: 0.625,
    });
    // Required and failed: the mean does not help.
    expect(await judged(scenario([no], { pass_threshold: 0.1 }), [{}])).toMatchObject({ status: "failed" });
  });

  test("an assertion that passes counts in full, however near its threshold", async () => {
    const near = { type: "similarity", metric: "token_f1", reference: "answer", threshold: 0.6 };
    expect(await judged(scenario([near]), [{ text: "The answer" }])).toMatchObject({ status: "passed", score: 1 });
  });

  test("latency decides nothing unless configured (EVAL-20)", async () => {
    const late = { type: "max_latency_ms", value: 1 };
    expect(await judged(scenario([yes, late]), [{}])).toMatchObject({ status: "passed", score: 1 });
    expect(await judged(scenario([yes, { ...late, required: true }]), [{}])).toMatchObject({ status: "failed" });
  });

  test("every turn counts, those that were not run as well", async () => {
    const two = (second: object) =>
      scenario([], {
        turns: [
          { user: "One?", assertions: [yes] },
          { user: "Two?", assertions: [second] },
        ],
      });
    expect(await judged(two(yes), [{}, {}])).toMatchObject({ status: "passed" });
    expect(await judged(two(no), [{}, {}])).toMatchObject({ status: "failed" });
    const cut = await judged(two(yes), [{ status: "failed", text: null }]);
    expect(cut).toMatchObject({ status: "errored", score: 0 });
    expect(cut.assertions.map(({ turn, passed }) => [turn, passed])).toEqual([
      [0, false],
      [1, false],
    ]);
  });
});

test("a turn that is not completed is errored unless a status assertion expects it (EVAL-24)", async () => {
  const failed = { status: "failed", text: null } as const;
  expect(await judged(scenario([{ type: "not_contains", values: ["x"] }]), [failed])).toMatchObject({
    status: "errored",
  });
  expect(await judged(scenario([{ type: "status", value: "failed" }]), [failed])).toMatchObject({ status: "passed" });
  expect(await judged(scenario([{ type: "status", value: "incomplete" }]), [failed])).toMatchObject({
    status: "errored",
  });
});

test("a judge without a verdict makes the trial errored (EVAL-22)", async () => {
  const judge = { type: "model_judge", rubric: "?", model: "m", threshold: 0, required: false };
  expect(await judged(scenario([yes, judge], { pass_threshold: 0 }), [{}])).toMatchObject({ status: "errored" });
});

const p: TrialOutcome = { status: "passed", score: 1 };
const f: TrialOutcome = { status: "failed", score: 0.5 };
const e: TrialOutcome = { status: "errored", score: 0 };

test.each<[TrialOutcome[], "all" | "majority", string, boolean]>([
  [[p], "all", "passed", false],
  [[p, p], "all", "passed", false],
  [[p, f], "all", "failed", true],
  [[p, p, f], "majority", "passed", true],
  [[p, f], "majority", "failed", true],
  [[p, f, f], "majority", "failed", true],
  [[e, e], "all", "errored", false],
  [[e, f], "all", "failed", false],
  [[p, e], "all", "errored", true],
  [[p, p, e], "majority", "passed", true],
  [[], "all", "errored", false],
])("trials %j under %s come to %s, flaky: %s (EVAL-25)", (trials, rule, status, flaky) => {
  expect(outcomeOf(trials, rule)).toMatchObject({ status, flaky });
});

test("totals count scenarios by status, and flaky ones besides (EVAL-26)", () => {
  const outcomes = [[p], [p, f], [f], [e]].map((trials) => outcomeOf(trials, "all"));
  expect(totalsOf(outcomes)).toEqual({
    totals: { scenarios: 4, passed: 1, failed: 2, errored: 1, flaky: 1 },
    passRate: 0.25,
    // (1 + 0.75 + 0.5 + 0) / 4
    scoreMean: 0.5625,
  });
  expect(totalsOf([])).toMatchObject({ passRate: 0, scoreMean: 0 });
});

test("equal content has one hash, defaults written or not; the set is by key and revision in any order (EVAL-2, EVAL-27)", () => {
  const written = scenario([{ ...yes, weight: 1, required: true, negate: false }], { tags: [], pass_threshold: 1 });
  expect(contentHash(written)).toBe(contentHash(scenario([yes])));
  expect(contentHash(scenario([yes], { required: false }))).not.toBe(contentHash(scenario([yes])));
  const set = [
    { key: "b", revision: 1 },
    { key: "a", revision: 2 },
  ];
  expect(scenarioSetHash(set)).toBe(scenarioSetHash(set.toReversed()));
  expect(
    scenarioSetHash([
      { key: "b", revision: 2 },
      { key: "a", revision: 2 },
    ]),
  ).not.toBe(scenarioSetHash(set));
});

test("assertions are strict: an unknown member is refused (EVAL-3)", () => {
  expect(() => assertion({ ...yes, values: [] })).toThrow(Error);
  expect(() => assertion({ ...yes, value: "x" })).toThrow(Error);
  expect(() => assertion({ type: "sounds_like", value: "x" })).toThrow(Error);
  expect(() => assertion({ type: "regex", pattern: "x", flags: "ii" })).toThrow(Error);
  expect(() => assertion({ type: "regex", pattern: "x", flags: "g" })).toThrow(Error);
});
