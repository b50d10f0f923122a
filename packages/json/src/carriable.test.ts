import { describe, expect, test } from "@jest/globals";
import type { InputIssue } from "./issue.ts";
import { isCarriable, uncarriable } from "./carriable.ts";
import type { Json } from "./json.ts";
import { issuesMax } from "./schema-validation.ts";

function issuesOf(json: string, at = ""): string[] {
  const issues: InputIssue[] = [];
  const value: Json = JSON.parse(json);
  uncarriable(value, at, issues);
  expect(isCarriable(value)).toBe(issues.every(({ message }) => message.startsWith("is a whole number")));
  return issues.map(({ field, message }) => `${field} ${message}`);
}

describe("what JSON text cannot carry", () => {
  test.each([
    ['{"a":[{"b":"ok"},{"b":"\\ud800"}]}', ["a[1].b is not well-formed Unicode"]],
    ['{"a":{"x\\udfff":1}}', ["a.x\ufffd is not well-formed Unicode"]],
    ['{"a":[1,-1e400]}', ["a[1] is too large a number"]],
    ['{"a":1e400,"b":"\\udc00"}', ["a is too large a number", "b is not well-formed Unicode"]],
    ['{"a":"fine 😀 \\ud83d\\ude00","b":[1.5e-308,9007199254740991,null,true,{}]}', []],
    ...["9007199254740993", "-9007199254740992", "12345678901234567890123", "1e308"].map(
      (number): [string, string[]] => [
        `{"a":[${number}]}`,
        ["a[0] is a whole number of more digits than JSON numbers keep: send it as text"],
      ],
    ),
  ])("%s", (json, expected) => {
    expect(issuesOf(json)).toEqual(expected);
  });

  test("is named from the place of the value", () => {
    expect(issuesOf('["\\ud800"]', "offerings")).toEqual(["offerings[0] is not well-formed Unicode"]);
  });

  test("is listed up to the number of problems that are answered", () => {
    const many = Array.from({ length: issuesMax + 10 }, () => "1e999");
    expect(issuesOf(`{"rows":[${many.join(",")}]}`)).toHaveLength(issuesMax);
  });
});
