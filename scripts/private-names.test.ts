import { describe, expect, test } from "@jest/globals";

import { privateNames } from "./private-names.ts";

const linesOf = (path: string, content: string): number[] => privateNames(path, content).map(({ line }) => line);

describe("private words in names", () => {
  test.each([
    ["a variable", "const known = 1;"],
    ["a type", "export interface AskedList { readonly id: string }"],
    ["a function", "function isTold(): boolean { return true; }"],
    ["a parameter", "const f = (believedKey: string) => believedKey.length;"],
    ["a member of a type", "type A = { readonly isSaid: boolean };"],
    ["a member of an object", "const a = { lineKnown: 1 };"],
    ["a private member", "class A { #said = 0; }"],
    ["code within a template", "const a = `${asked} rows`;"],
    ["a file's name", "", "packages/json/src/asked-values.ts"],
  ])("are refused in %s", (_, content, path = "packages/json/src/a.ts") => {
    expect(linesOf(path, content)).not.toEqual([]);
  });

  test.each([
    ["comments", "// `known` is what was asked.\nconst a = 1; /* said */"],
    ["strings", 'const a = ["known", `asked ${1}`];'],
    ["regular expressions", "const a = /['\"`] known/;"],
    ["other words", "const unknown = 1, outsold = unknownIds, saidst = tolder;"],
    ["names of data", "const a = { facts_known: 1 }; const known_losses = a;"],
    ["members that callers send", "const a = { known: [] };", "packages/engines/triage/src/input.ts"],
    ["generated files", "type A = { known: 1 };", "packages/domain/src/statement-types.ts"],
    ["documents", "known", "docs/glossary.md"],
  ])("are not looked for in %s", (_, content, path = "packages/json/src/a.ts") => {
    expect(linesOf(path, content)).toEqual([]);
  });

  test("are shown with their line and the words to use instead", () => {
    expect(privateNames("scripts/a.mjs", "\nlet toldRows = 0;")).toEqual([
      { line: 2, says: '"told" in toldRows is a private word; write: reported, stated, written' },
    ]);
  });
});
