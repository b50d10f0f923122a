import { describe, expect, test } from "@jest/globals";
import { isJsonArray, isJsonObject, type Json, pointerName } from "@service/json";
import { compareAnswers, type ComparedRun, type ComparedScenario, compareRuns } from "./diff-runs.ts";
import { jsonPatch, type PatchOperation } from "./json-patch.ts";
import { signTest } from "./sign-test.ts";
import { textDiff } from "./text-diff.ts";

const scenarioOf = (key: string, status: "passed" | "failed" | "errored", more: Partial<ComparedScenario> = {}) => ({
  key,
  status,
  revision: 1,
  score: status === "passed" ? 1 : 0,
  flaky: false,
  ...more,
});

const runOf = (scenarios: readonly ComparedScenario[], more: Partial<ComparedRun> = {}): ComparedRun => ({
  scorerVersion: 1,
  scenarioSetHash: "set",
  trials: 1,
  scenarios,
  ...more,
});

const base = runOf([
  scenarioOf("better", "failed"),
  scenarioOf("edited", "passed"),
  scenarioOf("gone", "passed"),
  scenarioOf("same", "passed"),
  scenarioOf("worse", "passed", { flaky: true }),
]);
const head = runOf(
  [
    scenarioOf("better", "passed"),
    scenarioOf("edited", "failed", { revision: 2 }),
    scenarioOf("new", "passed"),
    scenarioOf("same", "passed", { score: 0.9 }),
    scenarioOf("worse", "errored"),
  ],
  { scenarioSetHash: "other set", scorerVersion: 2, trials: 3 },
);

describe("two runs", () => {
  test("are compared scenario by scenario; one whose revision differs is neither better nor worse (EVAL-30)", () => {
    const comparison = compareRuns(base, head);
    expect(comparison?.scenarios.map(({ key, change }) => [key, change])).toEqual([
      ["better", "improved"],
      ["edited", "changed_revision"],
      ["gone", "removed"],
      ["new", "added"],
      ["same", "unchanged"],
      ["worse", "regressed"],
    ]);
    expect(comparison?.summary).toEqual({
      improved: 1,
      regressed: 1,
      unchanged: 1,
      added: 1,
      removed: 1,
      changed_revision: 1,
      flaky: 1,
    });
    expect(comparison?.comparable).toMatchObject({ sameScenarios: false, sameScorers: false });
    expect(comparison?.comparable.notes).toHaveLength(4);
    expect(compareRuns(base, base)).toMatchObject({ comparable: { notes: [] }, summary: { unchanged: 5 } });
  });

  test("give the mirrored comparison the other way round (EVAL-31)", () => {
    const there = compareRuns(base, head);
    const back = compareRuns(head, base);
    const mirrored: Record<string, string> = {
      improved: "regressed",
      regressed: "improved",
      added: "removed",
      removed: "added",
    };
    expect(back?.scenarios).toEqual(
      there?.scenarios.map(({ key, change, base: from, head: to }) => ({
        key,
        change: mirrored[change] ?? change,
        base: to,
        head: from,
      })),
    );
    expect(back?.significance).toEqual(there?.significance);
    expect(back?.comparable).toEqual(there?.comparable);
  });

  test("without a common scenario are not comparable (EVAL-34)", () => {
    expect(compareRuns(base, runOf([scenarioOf("new", "passed")]))).toBeUndefined();
  });
});

test.each([
  [0, 0, 1],
  [1, 0, 1],
  [1, 1, 1],
  // 2 · (1/2)^5
  [5, 0, 0.0625],
  // 2 · (1 + 10) / 2^10
  [9, 1, 0.021484375],
  // 2 · (1 + 12 + 66) / 2^12
  [2, 10, 0.03857421875],
  [250, 250, 1],
])("%i improved and %i regressed: p = %f (EVAL-32)", (improved, regressed, p) => {
  expect(signTest(improved, regressed)).toBeCloseTo(p, 12);
  expect(signTest(regressed, improved)).toBe(signTest(improved, regressed));
});

test("500 pairs of one direction have a probability above zero (EVAL-32)", () => {
  expect(signTest(500, 0)).toBe(2 ** -499);
});

test("answers differ by assertions, words and time (EVAL-33)", () => {
  const scored = (passed: boolean, score: number) => ({ turn: 0, type: "exact" as const, passed, score, detail: null });
  const one = { text: "It ends on Friday.", assertions: [scored(true, 1), scored(true, 1)], latencyMs: 10 };
  const other = { text: "It ends on Monday.", assertions: [scored(true, 1), scored(false, 0)], latencyMs: 25 };
  expect(compareAnswers(one, other, true)).toEqual({
    assertionChanges: [
      { turn: 0, index: 1, type: "exact", base: { passed: true, score: 1 }, head: { passed: false, score: 0 } },
    ],
    textDiff: [
      { op: "keep", text: "It ends on " },
      { op: "remove", text: "Friday." },
      { op: "add", text: "Monday." },
    ],
    latencyDeltaMs: 15,
  });
  expect(compareAnswers(one, other, false).assertionChanges).toEqual([]);
  expect(compareAnswers(one, { ...one, latencyMs: null }, true)).toEqual({
    assertionChanges: [],
    textDiff: null,
    latencyDeltaMs: null,
  });
});

const texts = [
  "",
  "a",
  "a b c",
  "a c",
  "c b a",
  "  a\n b  c ",
  "x".repeat(30_000),
  "w ".repeat(5_000),
  "v w ".repeat(3_000),
];
test.each(texts.flatMap((from) => texts.map((to) => [from, to] as const)))(
  "the change of texts gives back both (EVAL-33)",
  (from, to) => {
    const changes = textDiff(from, to) ?? [{ op: "keep", text: to.slice(0, 20_000) }];
    const joined = (without: string) => changes.map(({ op, text }) => (op === without ? "" : text)).join("");
    expect(joined("add")).toBe(from.slice(0, 20_000));
    expect(joined("remove")).toBe(to.slice(0, 20_000));
  },
);

describe("the patch of two configurations (EVAL-35)", () => {
  test("is short, by hand", () => {
    expect(jsonPatch({ a: 1, "b/c": [1, 2, 3], d: { e: null } }, { a: 1, "b/c": [1, 9, 2, 3], d: { e: 2 } })).toEqual([
      { op: "add", path: "/b~1c/1", value: 9 },
      { op: "replace", path: "/d/e", value: 2 },
    ]);
    expect(jsonPatch([1, 2, 3, 4], [1, 4])).toEqual([
      { op: "remove", path: "/2" },
      { op: "remove", path: "/1" },
    ]);
    expect(jsonPatch({ a: [1] }, { a: [1] })).toEqual([]);
    expect(jsonPatch([], {})).toEqual([{ op: "replace", path: "", value: {} }]);
  });

  test("makes the one into the other, whatever they are", () => {
    const random = (() => {
      let state = 11;
      return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
    })();
    const any = (depth: number): Json => {
      const kind = Math.floor(random() * (depth > 3 ? 2 : 5));
      if (kind === 0) return Math.floor(random() * 3);
      if (kind === 1) return null;
      if (kind === 2) return ["x", "~", "/"][Math.floor(random() * 3)] ?? "";
      const size = Math.floor(random() * 4);
      if (kind === 3) return Array.from({ length: size }, () => any(depth + 1));
      return Object.fromEntries(Array.from({ length: size }, (_, index) => [`k~/${index}`, any(depth + 1)]));
    };
    for (let round = 0; round < 500; round += 1) {
      const [from, to] = [any(0), any(0)];
      expect(patched(from, jsonPatch(from, to))).toEqual(to);
    }
  });
});

/** RFC 6902 by its words. */
function patched(document: Json, operations: readonly PatchOperation[]): Json {
  let root = structuredClone(document);
  for (const operation of operations) {
    const names = operation.path.split("/").slice(1).map(pointerName);
    root = changedAt(root, names, operation);
  }
  return root;
}

function changedAt(value: Json, [name, ...rest]: readonly string[], operation: PatchOperation): Json {
  if (name === undefined) return operation.op === "remove" ? null : operation.value;
  if (isJsonArray(value)) {
    const items = [...value];
    const index = Number(name);
    if (rest.length > 0) items[index] = changedAt(items[index] ?? null, rest, operation);
    else if (operation.op === "remove") items.splice(index, 1);
    else items.splice(index, operation.op === "add" ? 0 : 1, operation.value);
    return items;
  }
  const members = new Map<string, Json>(isJsonObject(value) ? Object.entries(value) : []);
  if (rest.length > 0) members.set(name, changedAt(members.get(name) ?? null, rest, operation));
  else if (operation.op === "remove") members.delete(name);
  else members.set(name, operation.value);
  return Object.fromEntries(members);
}
