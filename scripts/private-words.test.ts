import { describe, expect, test } from "@jest/globals";

import { privateWords } from "./private-words.ts";

const linesOf = (name: string, content: string): number[] => privateWords(name, content).map(({ line }) => line);

describe("private words", () => {
  test.each([
    ["a comment", "packages/runtime/src/a.ts", "// The bell wakes the worker."],
    ["a comment behind code", "packages/runtime/src/a.ts", "const a = 1; // The row is buried."],
    ["a docstring", "scripts/a.mjs", "/** Done by the caretaker. */"],
    ["a test title", "packages/db/src/a.test.ts", 'test("the caller is told", () => undefined);'],
    ["a document", "bench/README.md", "Every key is believed for a minute."],
  ])("are refused in %s, by line", (_, name, content) => {
    expect(linesOf(name, `\n${content}`)).toEqual([2]);
  });

  test.each([
    ["code", "packages/runtime/src/a.ts", 'const bell = queue.bell("webhooks");'],
    ["SQL", "packages/runtime/src/a.ts", "// `coalesce(started_at, created_at)` is indexed, so coalesce(…) is cheap."],
    ["a block of code in a document", "bench/README.md", "```\nring the bell\n```"],
    ["the field's words", "packages/runtime/src/a.ts", "// There is room for ten; others wait for the wake-up."],
    ["published files", "docs/generated/states.md", "The bell."],
  ])("are not looked for in %s", (_, name, content) => {
    expect(linesOf(name, content)).toEqual([]);
  });

  test("name the word to use instead", () => {
    expect(privateWords("scripts/a.mjs", "// A doorbell.")).toEqual([
      { line: 1, says: '"doorbell" is a private word; write: wake-up' },
    ]);
  });
});
