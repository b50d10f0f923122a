import { describe, expect, test } from "@jest/globals";
import { type FileLine, LineSplitter } from "./split-lines.ts";

function split(content: string | Uint8Array, { chunkBytes = 3, lineBytesMax = 100 } = {}): FileLine[] {
  const bytes = Buffer.from(content);
  const splitter = new LineSplitter({ lineBytesMax });
  const lines: FileLine[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    // One buffer for all chunks, as a stream may use.
    const chunk = Buffer.from(bytes.subarray(start, start + chunkBytes));
    for (const line of splitter.push(chunk)) lines.push({ ...line });
    chunk.fill(0);
  }
  const last = splitter.end();
  return last ? [...lines, last] : lines;
}

describe.each([1, 2, 3, 7, 1_000])("in chunks of %i bytes", (chunkBytes) => {
  test("lines end in LF or CRLF, a byte order mark is dropped, and the last line needs no end", () => {
    const lines = split("\uFEFFfirst\r\n\nthïrd\rwith a return\nlast", { chunkBytes });
    expect(lines.map(({ line, text }) => [line, text])).toEqual([
      [1, "first"],
      [2, ""],
      [3, "thïrd\rwith a return"],
      [4, "last"],
    ]);
    expect(split("a\n", { chunkBytes })).toHaveLength(1);
    expect(split("", { chunkBytes })).toEqual([]);
  });

  test("a line that is not UTF-8 is named, and those around it are read (FILE-13)", () => {
    const content = Buffer.concat([Buffer.from("a\nb"), Buffer.from([0xff]), Buffer.from("c\nd\n")]);
    expect(split(content, { chunkBytes })).toMatchObject([
      { kind: "line", text: "a" },
      { kind: "invalid", line: 2, text: "b\uFFFDc" },
      { kind: "line", line: 3, text: "d" },
    ]);
  });

  test("a line may be as long as the bound; a longer one is reported once, with its beginning (FILE-20)", () => {
    const lines = split(`${"x".repeat(20)}\r\n${"y".repeat(21)}\n${"z".repeat(500)}\nlast`, {
      chunkBytes,
      lineBytesMax: 20,
    });
    expect(lines.map(({ kind, line }) => [kind, line])).toEqual([
      ["line", 1],
      ["long", 2],
      ["long", 3],
      ["line", 4],
    ]);
    expect(lines[1]?.text).toMatch(/^y+$/);
  });
});
