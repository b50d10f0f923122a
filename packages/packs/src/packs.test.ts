import { expect, test } from "@jest/globals";
import { findPack, listPacks } from "./index.ts";
import { sealPack } from "./pack.ts";

test("the shipped pack is found by key and version and sealed by its content", () => {
  const pack = findPack("us_commercial_core", 1);
  expect(pack?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(findPack("us_commercial_core", 2)).toBeUndefined();
  expect(findPack("nowhere", 1)).toBeUndefined();
  expect(listPacks().map((each) => `${each.key} ${each.version}`)).toEqual(["us_commercial_core 1"]);
});

test("another content is another hash", () => {
  const content = { key: "x", version: 1, rules: { comparison: { line_items: [{ key: "a" }] } } };
  expect(sealPack(content).sha256).toBe(sealPack({ ...content }).sha256);
  expect(sealPack(content).sha256).not.toBe(
    sealPack({ ...content, rules: { comparison: { line_items: [{ key: "b" }] } } }).sha256,
  );
});

test("rules of one array have unique keys, because they are replaced by key (PACK-4)", () => {
  for (const pack of listPacks()) {
    for (const fields of Object.values(pack.rules)) {
      for (const rules of Object.values(fields)) {
        const keys = rules.map((rule) => rule.key).filter((key) => key !== undefined);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }
  }
});
