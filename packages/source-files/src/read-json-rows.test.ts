import { describe, expect, test } from "@jest/globals";
import { sourceLimits } from "./source-row.ts";
import { fileOf, rowsOf } from "./testing/file-kit.ts";

function reading(items?: string) {
  return { format: "json", encoding: "utf-8", items } as const;
}

async function valuesOf(text: string, items?: string, chunkBytes?: number): Promise<unknown[]> {
  const rows = await rowsOf(fileOf(text, "rows.json", chunkBytes), reading(items));
  return rows.map((row) => (row.kind === "row" ? row.value : row));
}

const wanted = [{ a: 1 }, { a: ']}{[,:\\"é🚀\\', b: [{}, []] }, {}];
const document = {
  "before [": [{ rows: [{ no: 1 }] }, '"rows":[{', { "a\\": "}]" }],
  data: { rows: "no", "a/b~c": [[{ no: 2 }], { rows: wanted }, 7] },
  after: [{ rows: [{ no: 3 }] }],
};

describe("the rows of a document are the elements of the array at `items` (FILE-41)", () => {
  test.each([0, 2])("indented by %i, however the bytes arrive (FILE-21)", async (indent) => {
    const text = JSON.stringify(document, null, indent);
    for (const chunkBytes of [1, 2, 3, 5, 7, 16, 1_000]) {
      expect(await valuesOf(text, "/data/a~1b~0c/1/rows", chunkBytes)).toEqual(wanted);
    }
  });

  test.each<[string, string | undefined, unknown[]]>([
    ["[]", undefined, []],
    ['\uFEFF [ {} , {"a":[]} ] \n', "", [{}, { a: [] }]],
    ['{"":[{"a":1}]}', "/", [{ a: 1 }]],
    ['{"\\u0061\\"":[{"a":1}]}', '/a"', [{ a: 1 }]],
    ['[[{"a":1}],[{"a":2}]]', "/1", [{ a: 2 }]],
    ['[{"a":1}{"a":2},,{"a":3},]', undefined, [{ a: 1 }, { a: 2 }, { a: 3 }]],
  ])("%s at %j", async (text, items, values) => {
    for (const chunkBytes of [1, 1_000]) expect(await valuesOf(text, items, chunkBytes)).toEqual(values);
  });

  test("a row has the line that it begins on", async () => {
    const found = await rowsOf(fileOf('[\n{"a":\n1}, {"a":2},\n\n{"a":3}]'), reading());
    expect(found.map(({ line }) => line)).toEqual([2, 3, 5]);
  });
});

describe("malformed elements whose end is certain cost no other row (FILE-42)", () => {
  test.each<[string, string, object]>([
    ["a name without quotes", "{a:1}", { line: 2, column: 5, message: "is not JSON" }],
    ["a comma too many", '{"a":1,}', { line: 2, column: 11, message: "is not JSON" }],
    ["a fault on a later line", '{"a":1,\n ,"b":2}', { line: 3, column: 2, message: "is not JSON" }],
    ["a control character", '{"a":"\t"}', { line: 2, message: "is not JSON" }],
    ["a number", "7.5", { line: 2, column: 4, message: "is not a JSON object" }],
    ["a string", '"a,]}"', { line: 2, message: "is not a JSON object" }],
    ["a word", "nul", { line: 2, message: "is not JSON" }],
    ["an array", '[{"a":1}]', { line: 2, message: "is not a JSON object" }],
    ["a member twice", '{"a":1,"a":2}', { line: 2, message: "has a member twice in one object" }],
    [
      "deep nesting",
      `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
      { line: 2, message: "is nested deeper than 32 levels" },
    ],
    ["a large row", `{"a":"${"x".repeat(sourceLimits.rowBytes)}"}`, { line: 2, message: "is longer than 256 KiB" }],
  ])("%s", async (_case, element, problem) => {
    for (const chunkBytes of [7, 64 * 1024]) {
      const found = await rowsOf(fileOf(`[{"a":0},\n   ${element},{"a":1}]`, "x", chunkBytes), reading());
      expect(found).toMatchObject([{ value: { a: 0 } }, { kind: "malformed", ...problem }, { value: { a: 1 } }]);
      expect(found[1]).not.toHaveProperty("endsFile");
    }
  });

  test("an element that is not UTF-8 (FILE-13)", async () => {
    const bytes = Buffer.from('[{"a":"?"},{"a":1}]').map((byte) => (byte === 0x3f ? 0xff : byte));
    expect(await rowsOf(fileOf(bytes), reading())).toMatchObject([{ kind: "malformed", line: 1 }, { kind: "row" }]);
  });

  test("an element of 256 KiB is read (FILE-20)", async () => {
    const text = `[{"a":"${"x".repeat(sourceLimits.rowBytes - 8)}"}]`;
    expect(await rowsOf(fileOf(text), reading())).toMatchObject([{ kind: "row" }]);
  });
});

const notAnArray = 'the JSON document is not an array of rows: name the array in "items"';

describe("where the end of an element or of the array is unknown, the file ends with that (FILE-23, FILE-42)", () => {
  test.each<[string, string, object]>([
    [
      "a string without its end",
      '[{"a":0},\n{"a":"x},\n{"a":2}]',
      { line: 2, column: 10, message: "a string is not closed on its line" },
    ],
    [
      "a bracket for a brace",
      '[{"a":0},\n{"a":[1}},{"a":2}]',
      { line: 2, message: "brackets do not fit: the end of the row is unknown" },
    ],
    ["a brace too many", '[{"a":0}\n},{"a":2}]', { line: 2, column: 1 }],
    ["a colon", '[{"a":0},\n:{"a":2}]', { line: 2, column: 1 }],
    ["an element that does not end", '[{"a":0},\n {"a":1', { line: 2, column: 2, raw: '{"a":1' }],
    ["a scalar that does not end", '[{"a":0},\n 17', { line: 2, column: 2 }],
    ["an array that does not end", '[{"a":0},\n', { line: 2, message: "the file ends before its JSON document does" }],
    ["text behind the document", '[{"a":0}]\n[{"a":2}]', { line: 2, message: "text follows the JSON document" }],
  ])("%s", async (_case, text, problem) => {
    const found = await rowsOf(fileOf(text), reading());
    expect(found).toMatchObject([{ value: { a: 0 } }, { kind: "malformed", endsFile: true, ...problem }]);
    for (const chunkBytes of [1, 3]) expect(await rowsOf(fileOf(text, "x", chunkBytes), reading())).toEqual(found);
  });

  test.each<[string, string | undefined, string]>([
    ["", undefined, notAnArray],
    ['{"a":[]}', undefined, notAnArray],
    ["7", undefined, notAnArray],
    ['{"a":[{}]}', "/b", "no array of rows is at /b"],
    ['{"a":{}}', "/a", "no array of rows is at /a"],
    ['{"a":7}', "/a/b", "no array of rows is at /a/b"],
    ["[[{}]]", "/1", "no array of rows is at /1"],
    ["[]", "/0", "no array of rows is at /0"],
    ["{}", "/0", "no array of rows is at /0"],
    ['{"a"', "/a", "no array of rows is at /a"],
    ["{a:[]}", "/a", "is not JSON"],
    ['{"a",1}', "/a", "is not JSON"],
    ['{"a":[{}],"b":[', "/a", "the file ends before its JSON document does"],
  ])("%s at %j: %s", async (text, items, message) => {
    for (const chunkBytes of [1, 1_000]) {
      const found = await rowsOf(fileOf(text, "x", chunkBytes), reading(items));
      expect(found.at(-1)).toMatchObject({ kind: "malformed", message, endsFile: true });
    }
  });
});

test("what is beside the rows, and a row that does not end, are not held (FILE-20, FILE-21)", async () => {
  const chunk = Buffer.from('{"x":"y"},'.repeat(100_000));
  const before = process.memoryUsage().arrayBuffers;
  let heldBytes = 0;
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"beside":[');
    for (let index = 0; index < 20; index += 1) yield chunk;
    yield Buffer.from('0],"rows":[{"a":1},{"a":[');
    for (let index = 0; index < 20; index += 1) {
      heldBytes = Math.max(heldBytes, process.memoryUsage().arrayBuffers - before);
      yield chunk;
    }
    yield Buffer.from('0]},{"a":2}]}');
  }
  const found = await rowsOf({ name: "large.json", open }, reading("/rows"));
  expect(found).toMatchObject([
    { kind: "row", value: { a: 1 } },
    { kind: "malformed", line: 1, message: "is longer than 256 KiB" },
    { kind: "row", value: { a: 2 } },
  ]);
  expect(heldBytes).toBeLessThan(64 * 1024 * 1024);
});
