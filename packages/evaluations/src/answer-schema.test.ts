import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { checkAnswerSchema, compileAnswerSchema } from "./answer-schema.ts";

const problemsOf = (schema: JsonObject): string[] =>
  checkAnswerSchema(schema, "").map(({ path, message }) => `${path} ${message}`);

describe("a schema of a scenario", () => {
  test("checks values as JSON Schema 2020-12 says (EVAL-6)", () => {
    const schema = {
      $defs: { money: { type: "number", minimum: 0 } },
      type: "object",
      required: ["premium", "lines"],
      properties: {
        premium: { $ref: "#/$defs/money" },
        lines: { type: "array", items: { enum: ["cyber", "auto"] }, uniqueItems: true, minItems: 1 },
        policy: { type: "string", pattern: "^GL\\d+$" },
      },
      additionalProperties: false,
    };
    expect(problemsOf(schema)).toEqual([]);
    const check = compileAnswerSchema(schema);
    const good = { premium: 1, lines: ["cyber"], policy: "GL12" };
    const answers: [Json, boolean][] = [
      [good, true],
      [{ ...good, premium: -1 }, false],
      [{ ...good, lines: ["cyber", "cyber"] }, false],
      [{ ...good, lines: ["boat"] }, false],
      [{ ...good, policy: "XGL12" }, false],
      [{ ...good, other: 1 }, false],
      [[], false],
    ];
    for (const [answer, isValid] of answers) expect(check(answer) === undefined).toBe(isValid);
    expect(check({ ...good, premium: -1 })).toContain("/premium");
  });

  const nested = (levels: number): JsonObject =>
    levels === 0 ? { type: "string" } : { properties: { a: nested(levels - 1) } };
  /** Definitions that each name the next one twice: 2 to the power of 30 checks. */
  const doubling: JsonObject = {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `d${index}`,
        index === 29
          ? { type: "string" }
          : { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    ),
  };
  const chain: JsonObject = {
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`d${index}`, index === 899 ? {} : { $ref: `#/$defs/d${index + 1}` }]),
    ),
  };

  test.each<[string, JsonObject, string]>([
    ["a type that there is not", { type: "strng" }, "/type must be equal"],
    ["more than 32 KiB", { enum: ["x".repeat(32 * 1024)] }, "must have at most 32768 bytes"],
    ["more than 12 levels", nested(7), "must be at most 12 levels deep"],
    ["an address to load", { $ref: "https://example.com/schema" }, "/$ref"],
    ["a base of its own", { $id: "https://example.com/", $ref: "#/x" }, "/$id"],
    ["an older dialect", { $schema: "http://json-schema.org/draft-07/schema#" }, "/$schema"],
    ["a reference that leads nowhere", { $ref: "#/$defs/none" }, "leads nowhere"],
    ["a reference in bad escapes", { $ref: "#/%E0%A4%A" }, "leads nowhere"],
    ["a schema that is itself", { $ref: "#" }, "must not lead back"],
    ["a schema within itself", { properties: { a: { $ref: "#" } } }, "must not lead back"],
    ["definitions that double", doubling, "at most 1000 subschemas"],
    ["a pattern that backtracks", { pattern: "(a)\\1" }, "/pattern"],
    ["a name that is no pattern", { patternProperties: { "(": true } }, "/patternProperties/("],
    ["a pattern that is huge", { pattern: "(a{1,30}){1,300}" }, "/pattern"],
    [
      "many large patterns",
      { allOf: Array.from({ length: 30 }, () => ({ pattern: "a{1,190}" })) },
      "too large together",
    ],
    ["51 patterns", { allOf: Array.from({ length: 51 }, () => ({ pattern: "a" })) }, "must have at most 50 patterns"],
    ["a keyword of the library's own", { nullable: true }, "is not a schema"],
  ])("is refused: %s (EVAL-7)", (_name, schema, problem) => {
    expect(problemsOf(schema).join("\n")).toContain(problem);
  });

  test("a long chain of references is refused or compiles, and ends (EVAL-7)", () => {
    const problems = problemsOf(chain);
    if (problems.length === 0) expect(compileAnswerSchema(chain)("x")).toBeUndefined();
    expect(problems.length).toBeLessThanOrEqual(1);
  });

  test("an answer as deep as anything is refused and not walked (EVAL-7)", () => {
    let deep: Json = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(compileAnswerSchema({ uniqueItems: true })([deep, deep])).toContain("levels deep");
  });

  test("a pattern meets an answer in linear time (EVAL-7)", () => {
    const check = compileAnswerSchema({ pattern: "^(a+)+$" });
    expect(check(`${"a".repeat(20_000)}b`)).toContain("pattern");
  });

  test("patterns meet an answer with 2,000,000 steps at most; beyond them it is not valid (EVAL-7)", () => {
    const check = compileAnswerSchema({ items: { pattern: "^[ab]{99}" } });
    const answer = (items: number): Json => Array.from({ length: items }, () => "ab".repeat(500));
    // 101 instructions and 1,000 characters an item.
    expect(check(answer(19))).toBeUndefined();
    expect(check(answer(20))).toContain("pattern");
    expect(check(answer(19))).toBeUndefined();
  });
});
