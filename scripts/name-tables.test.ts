/** The tables behind name comparison are what their sources say, and fresh copies of the originals can be taken in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { generatedFiles } from "./name-tables/generated-files.ts";
import { phrasesOf, wordOf } from "./name-tables/phrases.ts";
import { newLegalForms, withNicknames, withSymbols } from "./name-tables/refresh.ts";
import { tablesFolder } from "./name-tables/sources.ts";

test.each(Object.entries(generatedFiles()))("%s is what scripts/build-name-tables.ts writes", (name, text) => {
  expect(readFileSync(join(tablesFolder, name), "utf8")).toBe(text);
});

test("NOTICE names every source and licence, and the licences are here", () => {
  const root = join(import.meta.dirname, "..");
  const notice = readFileSync(join(root, "NOTICE"), "utf8");
  const named = ["org_types.yml", "symbols.yml", "names.csv", "licenses/rigour-MIT.txt", "licenses/Apache-2.0.txt"];
  expect(named.filter((name) => !notice.includes(name))).toEqual([]);
  expect(readFileSync(join(root, "licenses/rigour-MIT.txt"), "utf8")).toContain("OpenSanctions Datenbanken GmbH");
  expect(readFileSync(join(root, "licenses/Apache-2.0.txt"), "utf8")).toContain("Version 2.0, January 2004");
});

describe("phrases", () => {
  test.each([
    ["L.L.C.", ["llc"]],
    ["S. A. de C. V.", ["sa de cv"]],
    ["GmbH & Co. KG", ["gmbh and co kg"]],
    ["Spółka z o.o.", ["spolka z oo"]],
    ["A/S", ["as"]],
    ["ООО", ["ooo"]],
    ["有限公司", ["youxiangongsi", "you xian gong si"]],
    ["общий", ["obshchiy", "obshchii"]],
    ["...", []],
  ])("%s", (text, phrases) => {
    expect(phrasesOf(text)).toEqual(phrases);
  });

  test("a word table refuses what is not one word", () => {
    expect(() => wordOf("two words")).toThrow("Not one word");
  });
});

describe("fresh originals", () => {
  test("legal forms: those that exist, are one letter away or long are left out", () => {
    const yaml = [
      "types:",
      "  # a comment",
      "  - display: XYZ",
      "    generic: JSC",
      "    aliases:",
      "      - Xylo Stock Company # said of nobody",
      "      - Known Stock Company",
      "      - Knwn Stock Company",
      "      - a b c",
      "      - one two three four five six seven eight nine",
      "  - generic: FIN",
      "    aliases:",
      "      - Investment Something",
      "  - display: Known Stock Company",
    ].join("\n");
    expect(newLegalForms(yaml, new Set(["known stock company"]))).toEqual([
      "jsc|rigour|XYZ|Xylo Stock Company; a b c",
      "other|rigour|Investment Something|",
    ]);
  });

  test("symbols: new words join the group that has one of theirs", () => {
    const yaml = [
      "org_symbols:",
      "  trade:",
      "    - trading",
      "    - negoce",
      "    - usaha dagang",
      "  new:",
      "    - zzz",
    ];
    expect(withSymbols(yaml.join("\n"), ["trade|trading|trading handel", "general|group|group"])).toEqual([
      "trade|trading|trading handel negoce",
      "general|group|group",
    ]);
  });

  test("nicknames: both forms of the original are read", () => {
    const csv = ['"aaron","erin","ron",NA', "name1,relationship,name2", "abigail,has_nickname,gail", '"adam",NA,NA,NA'];
    expect(withNicknames(csv.join("\n"), ["aaron: ronnie"])).toEqual(["aaron: ronnie erin ron", "abigail: gail"]);
  });
});
