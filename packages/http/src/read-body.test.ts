import { describe, expect, test } from "@jest/globals";
import { compactBytesMax, largeBodyBytes } from "./read-body.ts";

describe("the upper bound of a body's length as compact JSON", () => {
  test.each([
    ["numbers that are written out", `[${"9e20,".repeat(300_000)}1]`],
    ["numbers as long as they are written", `[${"123.5,".repeat(300_000)}1]`],
    ["white space and escapes", `[ ${'"\\u00e9\\/" , '.repeat(200_000)}1]`],
    ["control characters", `["${"\\u0001\\n".repeat(200_000)}"]`],
    ["a small one", "[9e20,9e20]"],
  ])("is never less than they are: %s", (_what, text) => {
    const body = Buffer.from(text);
    expect(Buffer.byteLength(JSON.stringify(JSON.parse(text)))).toBeLessThanOrEqual(compactBytesMax(body));
  });

  test("is the length of a large body whose numbers stay as they are", () => {
    const body = Buffer.from(`["${"x".repeat(largeBodyBytes)}"]`);
    expect(compactBytesMax(body)).toBe(body.length);
  });
});
