import { expect, test } from "@jest/globals";
import { checkScenario, requiredModels } from "./check-scenario.ts";
import { scenario } from "./test-kit.ts";

const good = { type: "contains", values: ["x"] };
const problems = (assertions: readonly object[], more: object = {}): string[] =>
  checkScenario(scenario(assertions, more)).map(({ path, message }) => `${path} ${message}`);

test("a scenario with every type of assertion can be saved (EVAL-3)", () => {
  expect(
    problems([
      { type: "exact", value: "x" },
      good,
      { ...good, type: "not_contains" },
      { type: "regex", pattern: "x", flags: "i" },
      { type: "json_schema", schema: { type: "object" } },
      { type: "json_value", pointer: "/a", equals: null },
      { type: "similarity", metric: "embedding", model: "e", reference: "x", threshold: 0 },
      { type: "model_judge", model: "m", rubric: "x", threshold: 1, repeats: 3 },
      { type: "cites", kinds: ["graph"], refs: [{ node_key: "n" }] },
      { type: "grounded", scope: "numbers" },
      { type: "refusal", expected: true },
      { type: "tool_called", name: "get_record", times: 2, input_match: { key: "x" } },
      { type: "status", value: "failed" },
      { type: "max_latency_ms", value: 100 },
      { type: "max_output_chars", value: 100 },
    ]),
  ).toEqual([]);
});

test.each<[string, object]>([
  ["/turns/0/assertions/0/pattern", { type: "regex", pattern: "(a)\\1" }],
  ["/turns/0/assertions/0/pattern", { type: "regex", pattern: "(?=a)" }],
  ["/turns/0/assertions/0/pattern", { type: "regex", pattern: "((a{1,30}){1,30}){1,30}" }],
  ["/turns/0/assertions/0/schema/$ref", { type: "json_schema", schema: { $ref: "file:///etc/passwd" } }],
  ["/turns/0/assertions/0/threshold", { type: "similarity", metric: "token_f1", reference: "x", threshold: 1.1 }],
  ["/turns/0/assertions/0/threshold", { type: "model_judge", model: "m", rubric: "x", threshold: -1 }],
  ["/turns/0/assertions/0/model", { type: "similarity", metric: "rouge_l", model: "e", reference: "x", threshold: 1 }],
  ["/turns/0/assertions/0/pointer", { type: "json_value", pointer: "a", equals: 1 }],
  ["/turns/0/assertions/0 must hold exactly one", { type: "json_value", pointer: "" }],
  ["/turns/0/assertions/0 must hold exactly one", { type: "json_value", pointer: "", equals: 1, in: [1] }],
  ["/turns/0/assertions/0/range", { type: "json_value", pointer: "", range: {} }],
  ["/turns/0/assertions/0/range", { type: "json_value", pointer: "", range: { min: 2, max: 1 } }],
  [" must not hold the character U+0000", { type: "json_value", pointer: "", equals: "a\u0000" }],
  [" is not well-formed JSON", { type: "json_value", pointer: "", equals: "\ud800" }],
])("a problem is named by its place: %s (EVAL-4)", (place, assertion) => {
  expect(problems([assertion]).join("\n")).toContain(place);
});

test("thresholds are shares, tags differ, and something is asserted (EVAL-4)", () => {
  expect(problems([good], { pass_threshold: 2 })).toEqual(["/pass_threshold must be from 0 to 1"]);
  expect(problems([good], { tags: ["a", "a"] })).toEqual(["/tags must differ"]);
  expect(problems([])).toEqual(["/turns must hold at least one assertion"]);
});

test("the models that a scenario asks are listed once, with their place (EVAL-5)", () => {
  const judge = { type: "model_judge", model: "m", rubric: "x", threshold: 1 };
  const embedding = { type: "similarity", metric: "embedding", model: "e", reference: "x", threshold: 0 };
  const unnamed = { type: "similarity", metric: "embedding", reference: "x", threshold: 0 };
  expect(requiredModels(scenario([good, judge, judge, embedding, unnamed]))).toEqual([
    { alias: "m", capability: "judge", path: "/turns/0/assertions/1/model" },
    { alias: "e", capability: "embeddings", path: "/turns/0/assertions/3/model" },
    { alias: "default", capability: "embeddings", path: "/turns/0/assertions/4/model" },
  ]);
});
