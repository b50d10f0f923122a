import { expect, test } from "@jest/globals";
import { parseJson } from "./json.ts";
import { parseJsonWithDigits } from "./parse-with-digits.ts";

test.each([
  ["12345678901234567890123", "12345678901234567890123"],
  ["-9007199254740993", "-9007199254740993"],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992],
  ["1e22", 1e22],
  ["10000000000000000000000", 1e22],
  ["1000000000000000.10", 1000000000000000.1],
  ["0.1234567890123456789012", "0.1234567890123456789012"],
  ["0.10000000000000000000", 0.1],
  ["-0.00000000000000000", -0],
  ["1.7976931348623157e308", 1.7976931348623157e308],
  ["1234567890123.4567891", "1234567890123.4567891"],
])("%s is read as %j", (text, value) => {
  expect(parseJsonWithDigits(`{"a":[${text}],"b":"${text}"}`)).toEqual({ a: [value], b: text });
});

test("what has no long number is read as ever", () => {
  const text = '{"a":[1,2.5,-3e2,null,true,"x"],"b":{}}';
  expect(parseJsonWithDigits(text)).toEqual(parseJson(text));
  expect(() => parseJsonWithDigits("{")).toThrow(SyntaxError);
});
