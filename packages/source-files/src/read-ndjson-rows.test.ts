import { expect, test } from "@jest/globals";
import { sourceLimits } from "./source-row.ts";
import { fileOf, rowsOf } from "./testing/file-kit.ts";

const ndjson = { format: "ndjson", encoding: "utf-8" } as const;

test("a row is an object on a line, blank lines are skipped, and what is not a row costs no other (FILE-40)", async () => {
  const lines = ['\uFEFF{"a":1}', "", " \t", '{"a":[{"b":null}]}\r', '{"a":1,}', "[1]", '{"a":1,"a":2}', '{"a":"é🚀"}'];
  expect(await rowsOf(fileOf(lines.join("\n")), ndjson)).toEqual([
    { kind: "row", line: 1, value: { a: 1 } },
    { kind: "row", line: 4, value: { a: [{ b: null }] } },
    { kind: "malformed", line: 5, column: 8, message: "is not JSON", raw: '{"a":1,}' },
    { kind: "malformed", line: 6, message: "is not a JSON object", raw: "[1]" },
    { kind: "malformed", line: 7, message: "has a member twice in one object", raw: '{"a":1,"a":2}' },
    { kind: "row", line: 8, value: { a: "é🚀" } },
  ]);
});

test("rows that are too large or not UTF-8 are reported by their line (FILE-13, FILE-20)", async () => {
  const ofBytes = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
  const content = Buffer.concat([
    Buffer.from(`${ofBytes(sourceLimits.rowBytes)}\n${ofBytes(sourceLimits.rowBytes + 1)}\n{"a":"`),
    Buffer.from([0xe9]),
    Buffer.from('"}\n{"a":1}'),
  ]);
  expect(await rowsOf(fileOf(content), ndjson)).toMatchObject([
    { kind: "row", line: 1 },
    { kind: "malformed", line: 2, message: "is longer than 256 KiB" },
    { kind: "malformed", line: 3, raw: '{"a":"\uFFFD"}' },
    { kind: "row", line: 4 },
  ]);
});

test("rows do not depend on how the bytes arrive (FILE-21)", async () => {
  const text = '{"a":"é"}\r\n{"a":\n\n{"b":"🚀"}';
  const whole = await rowsOf(fileOf(text), ndjson);
  expect(whole).toHaveLength(3);
  for (const chunkBytes of [1, 2, 3, 5, 7]) expect(await rowsOf(fileOf(text, "x", chunkBytes), ndjson)).toEqual(whole);
});
