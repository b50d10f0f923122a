import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { findEngineType } from "@service/engine-types";
import type { JsonObject } from "@service/json";
import { randomUUID } from "node:crypto";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { checkDraft } from "./check-draft.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const rules = (count: number, pattern: (index: number) => string): JsonObject => ({
  profile_extraction_rules: Array.from({ length: count }, (_, index) => ({
    key: `fact_${index}`,
    label: `Fact ${index}`,
    type: "string",
    sources: [{ kind: "document_pattern", pattern: pattern(index), group: 0 }],
  })),
});
const check = (config: JsonObject) => checkDraft(deps, randomUUID(), findEngineType("entity_analysis"), config);

test("a draft whose patterns are too large together is refused as a whole (COND-25)", async () => {
  expect(await check(rules(1_200, (index) => `\\pL{1,900}${index}`))).toEqual([
    { path: "", message: "the patterns of a configuration are too large together" },
  ]);
});

test("one pattern that is too large is named by its place (COND-25)", async () => {
  const issues = await check(rules(3, (index) => (index === 1 ? "((a{1000}){1000}){1000}" : "a+")));
  expect(issues).toContainEqual({
    path: "/profile_extraction_rules/1/sources/0/pattern",
    message: "a pattern's counted repetitions and classes come to too much",
  });
});

test("other work goes on while the patterns of a draft are compiled (COND-25)", async () => {
  let turns = 0;
  let isDone = false;
  const beat = (): void => {
    turns += 1;
    if (!isDone) setImmediate(beat);
  };
  setImmediate(beat);
  const issues = await check(rules(40, (index) => `(?i)\\W{1,400}${index} \\pL{1,400}`));
  isDone = true;
  expect(issues.filter(({ path }) => path === "")).toEqual([]);
  expect(turns).toBeGreaterThan(1);
});
