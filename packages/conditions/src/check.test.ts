import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { checkCondition, checkExpression, checkPattern } from "./check.ts";
import { patternSizes, ruleLimits } from "./grammar.ts";
import { patternSize } from "./pattern-size.ts";
import { checkPatternsTogether } from "./patterns-together.ts";

const leaf: Json = { fact: "profile.a", op: "eq", value: 1 };
const nested = (depth: number): Json => (depth <= 1 ? leaf : { not: nested(depth - 1) });

describe("checking conditions before they are saved", () => {
  test.each<[string, Json, string]>([
    ["no object", 5, "/when"],
    ["an unknown form", { when: [] }, "/when"],
    ["two forms at once", { all: [], any: [] }, "/when"],
    ["all that is no list", { all: leaf }, "/when/all"],
    ["an unknown operator", { fact: "profile.a", op: "like", value: "x" }, "/when/op"],
    ["a missing value", { fact: "profile.a", op: "eq" }, "/when"],
    ["value and value_fact at once", { fact: "profile.a", op: "eq", value: 1, value_fact: "profile.b" }, "/when"],
    ["null as a value", { fact: "profile.a", op: "eq", value: null }, "/when/value"],
    ["in without a list", { fact: "profile.a", op: "in", value: "x" }, "/when/value"],
    ["between with one bound", { fact: "profile.a", op: "between", value: [1] }, "/when/value"],
    ["mixed bounds", { fact: "profile.a", op: "between", value: [1, "b"] }, "/when/value"],
    ["negative days", { fact: "profile.a", op: "within_days", value: -1 }, "/when/value"],
    ["before no date", { fact: "profile.a", op: "before", value: "tomorrow" }, "/when/value"],
    ["an unknown field", { fact: "profile.a", op: "eq", value: 1, note: "x" }, "/when/note"],
    ["a foreign namespace", { fact: "event.data", op: "exists" }, "/when/fact"],
    ["a namespace that only begins alike", { fact: "profiles.a", op: "exists" }, "/when/fact"],
    ["a foreign value_fact", { fact: "profile.a", op: "eq", value_fact: "item.b" }, "/when/value_fact"],
    ["an element path outside each", { fact: "@.a", op: "exists" }, "/when/fact"],
    ["a malformed path", { fact: "profile..a", op: "exists" }, "/when/fact"],
    ["a computed path", { fact: "profile[0]", op: "exists" }, "/when/fact"],
    ["each without where", { each: "profile.rows[]", quantifier: "any" }, "/when/where"],
    ["each with a wrong quantifier", { each: "profile.rows[]", quantifier: "some", where: leaf }, "/when/quantifier"],
    ["count without a number", { each: "profile.rows[]", quantifier: "count", where: leaf, op: "gte" }, "/when/value"],
    [
      "any with a count's operator",
      { each: "profile.rows[]", quantifier: "any", where: leaf, op: "gte", value: 1 },
      "/when",
    ],
    ["a bad pattern", { fact: "profile.a", op: "matches", value: "(" }, "/when/value"],
    ["lookahead", { fact: "profile.a", op: "matches", value: "a(?=b)" }, "/when/value"],
    ["a backreference", { fact: "profile.a", op: "matches", value: "(a)\\1" }, "/when/value"],
    ["a pattern over 1 KiB", { fact: "profile.a", op: "matches", value: "a".repeat(1025) }, "/when/value"],
    ["a pattern as a fact", { fact: "profile.a", op: "matches", value_fact: "profile.b" }, "/when/value_fact"],
  ])("refuses %s (COND-10, COND-27, COND-28)", (_title, condition, path) => {
    const issues = checkCondition(condition, "/when", ["profile"]);
    expect(issues.map((issue) => issue.path)).toContain(path);
  });

  test("accepts depth 12 and 200 nodes, and no more (COND-24)", () => {
    expect(checkCondition(nested(12), "", ["profile"])).toEqual([]);
    expect(checkCondition(nested(13), "", ["profile"])).toHaveLength(1);
    const wide = (leaves: number): Json => ({ all: Array.from({ length: leaves }, () => leaf) });
    expect(checkCondition(wide(199), "", ["profile"])).toEqual([]);
    expect(checkCondition(wide(200), "", ["profile"])).toEqual([
      { path: "/all/199", message: "a rule has at most 200 nodes" },
    ]);
  });

  test("allows dotted namespaces, element rules and the fact as_of (COND-15)", () => {
    expect(checkCondition({ fact: "finding.target.line", op: "eq", value: "cyber" }, "", ["finding.target"])).toEqual(
      [],
    );
    expect(checkCondition({ fact: "finding.status", op: "eq", value: "gap" }, "", ["finding.target"])).toHaveLength(1);
    expect(checkCondition({ fact: "@.status", op: "eq", value: "open" }, "", ["@"])).toEqual([]);
    expect(checkCondition({ fact: "as_of", op: "after", value: "2026-01-01" }, "", [])).toEqual([]);
  });

  test("reports at most fifty problems", () => {
    const bad: Json = { all: Array.from({ length: 150 }, () => ({ fact: "nowhere.a", op: "exists" })) };
    expect(checkCondition(bad, "", ["profile"])).toHaveLength(50);
  });
});

describe("checking expressions", () => {
  test.each<[string, Json, string]>([
    ["two operations", { const: 1, fact: "profile.a" }, ""],
    ["an unknown operation", { pow: [1, 2] }, "/pow"],
    ["sub of three", { sub: [{ const: 1 }, { const: 1 }, { const: 1 }] }, "/sub"],
    ["an empty sum of parts", { add: [] }, "/add"],
    ["a foreign path", { sum: { path: "event.a[].b" } }, "/sum/path"],
    ["a wrong where", { sum: { path: "profile.a[].b", where: { fact: "@.c", op: "no" } } }, "/sum/where/op"],
    ["one date", { days_between: ["profile.a"] }, "/days_between"],
  ])("refuses %s", (_title, expression, path) => {
    expect(checkExpression(expression, "", ["profile"]).map((issue) => issue.path)).toContain(path);
  });
});

test.each([
  ["\\u{110000}", "not a pattern: \\u is not known; write a code point as \\x{41}"],
  ["\\x{110000}", "not a pattern: \\x{…} holds a code point in hexadecimal, at most \\x{10FFFF}"],
  ["[a", "not a pattern: missing closing ]: `[a`"],
  ["a(?=b)", "not a pattern: RE2 syntax is allowed, which has no look-around and no back references: `(?=`"],
])("the pattern %s is refused with what would be right (COND-25)", (pattern, message) => {
  expect(checkPattern(pattern, "/pattern")).toEqual([{ path: "/pattern", message }]);
});

test("a code point in a pattern is no count (COND-25)", () => {
  expect(checkPattern("a\\x{2028}b", "/pattern")).toEqual([]);
  expect(checkPattern("\\x{41}{2000}", "/pattern")).toHaveLength(1);
  expect(checkPattern("(\\x{41}{40}){60}", "/pattern")).toHaveLength(1);
  expect(checkPattern("\\p{Greek}{3}", "/pattern")).toEqual([]);
});

test("patterns that only grow large when repeated are refused by the engine itself (COND-25)", () => {
  expect(checkPattern("((a{1000}){1000}){1000}", "/pattern")).toHaveLength(1);
  expect(checkPattern("(?i)number of employees[^0-9]{0,20}([0-9,]{1,9})", "/pattern")).toEqual([]);
});

describe("what compiling patterns takes is bounded (COND-25)", () => {
  const matching = (pattern: string): Json => ({ fact: "profile.a", op: "matches", value: pattern });
  const ranges = (count: number): string => "[a-\\x{10FFFF}]".repeat(count);

  test.each([
    ["Unicode classes", "\\pL".repeat(340)],
    ["Unicode classes without case", `(?i)${"[^\\pL]".repeat(60)}`],
    ["classes within a class", `(?i)[${"\\pL".repeat(300)}]`],
    ["wide ranges without case", `(?i)${ranges(3)}`],
    ["the same in a group with flags", `(?-s:(?si:${ranges(3)}))`],
    ["ranges of characters themselves", `(?i)${"[\u0080-\u{10ffff}]".repeat(3)}`],
    ["negated words without case", `(?i)${"\\W".repeat(500)}`],
    ["a range that repeats", "(\\pL{1,900}){1,9}"],
  ])("%s count for what reading them takes", (_title, pattern) => {
    expect(checkPattern(pattern, "/p")).toEqual([
      { path: "/p", message: "a pattern's counted repetitions and classes come to too much" },
    ]);
  });

  test.each([
    ["\\pL{1,900}"],
    ["(?i)[\\pL' -]{1,60}\\s+\\d{5}(-\\d{4})?"],
    ["(?i)(sprinkler|automatic[ -]fire|nfpa ?13)[^.]{0,80}(installed|maintained)"],
    ["[\\x80-\\x{10FFFF}]"],
    [ranges(60)],
    ["\\p{Greek}\\p{Lu}\\p{Nd}{1,12}"],
  ])("%s is a pattern", (pattern) => {
    expect(checkPattern(pattern, "/p")).toEqual([]);
  });

  test("a pattern that will be compiled without case is judged so", () => {
    expect(checkPattern(ranges(3), "/p")).toEqual([]);
    expect(checkPattern(ranges(3), "/p", true)).toHaveLength(1);
  });

  test("the patterns of one rule together", () => {
    const rule = (count: number): Json => ({ any: Array.from({ length: count }, (_, n) => matching(`x${n}{1,199}`)) });
    const size = patternSize("x0{1,199}");
    expect(checkCondition(rule(Math.floor(patternSizes.rule / (size + 1))), "", ["profile"])).toEqual([]);
    expect(checkCondition(rule(ruleLimits.nodes - 1), "", ["profile"])).toEqual([
      { path: expect.stringMatching(/^\/any\/\d+\/value$/), message: "the patterns of a rule are too large together" },
    ]);
  });

  const lookAt = (config: Json) => {
    const steps = checkPatternsTogether(config);
    for (let made = 0; ; made += 1) {
      const step = steps.next();
      if (step.done === true) return { made, issues: step.value };
    }
  };
  const tooLarge = [{ path: "", message: "the patterns of a configuration are too large together" }];

  test.each<[string, (pattern: string) => Json]>([
    ["conditions", (pattern) => ({ when: { all: [matching(pattern)] } })],
    ["sources of documents", (pattern) => ({ sources: [{ kind: "document_pattern", pattern, group: 1 }] })],
    ["assertions", (pattern) => ({ type: "regex", pattern, flags: "i" })],
    ["guardrails", (pattern) => ({ guardrails: { refuse_patterns: [pattern] } })],
  ])("all of one configuration together, in %s", (_title, part) => {
    const config = (count: number): Json => Array.from({ length: count }, (_, index) => part(`\\pL{1,900}${index}`));
    expect(lookAt(config(20)).issues).toEqual([]);
    const { made, issues } = lookAt(config(1_200));
    expect(issues).toEqual(tooLarge);
    // Refused before any is compiled.
    expect(made).toBeLessThan(60);
  });

  test("the largest configuration is looked at in steps of one pattern", () => {
    const count = 2_000;
    const patterns = Array.from({ length: count }, (_, index) => matching(`line ${index} ?x`));
    expect(lookAt(patterns)).toEqual({ made: count * 2, issues: [] });
  });

  test("a nesting deeper than the stack is walked", () => {
    let deep: Json = matching("a");
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(lookAt(deep).issues).toEqual([]);
  });
});
