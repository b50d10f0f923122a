import { describe, expect, test } from "@jest/globals";
import { originalWords, readText } from "./read-text.ts";
import { normalizeName, tokensOf } from "./tokens-of.ts";

describe("reading a text in Latin letters (NAME-2, NAME-3, NAME-4)", () => {
  test.each([
    ["  O'Brien & Söhne, L.L.C. ", "obrien and sohne llc"],
    ["Smith-Jones", "smith jones"],
    ["Ｆｕｌｌ Width", "full width"],
    ["Straße Łódź Ørsted Æther", "strasse lodz orsted aether"],
    ["Dr.Smith Co.Ltd", "dr smith co ltd"],
    ["Oʻzbekiston Dʼor", "ozbekiston dor"],
    ["Alek\u200bsandr Zakh\u200d\u00adarov", "aleksandr zakharov"],
    ["\u202eAcme\u202c \u200fGroup", "acme group"],
    ["𝐀𝐥𝐞𝐤 ᴢᴀᴋ", "alek zak"],
    ["A\u0301l\u0301e\u0301k Za\u0308\u0308k", "alek zak"],
    ["Acme 👑 Group 🚢", "acme group"],
    ["Smith &amp; Dovar&nbsp;Inc&#46; O&#x27;Hara", "smith and dovar inc ohara"],
    ["AT&T; Dock &#0; &#99999999; &bogus;", "at and t dock and 99999999 and bogus"],
    ["\u0410l\u0435ks Z\u0430kh\u0430r\u043ev", "aleks zakharov"],
    ["Z\u03b1kh\u03b1r\u03bfv", "zakharov"],
    ["Владимир Щукин", "vladimir shchukin"],
    ["Ελλάδα", "ellada"],
    ["習近平", "xijinping"],
    ["٣ Acme", "3 acme"],
  ])("%j is read as %j", (written, read) => {
    expect(normalizeName(written)).toBe(read);
  });

  test("a name of another script that looks Latin is read by its sound and as it looks", () => {
    const { spellings, isTransliterated, script } = readText("СОРТ");
    expect(spellings).toEqual(["SORT", "copt"]);
    expect([isTransliterated, script]).toEqual([true, "other"]);
    expect(readText("Zakhar\u043ev")).toMatchObject({ isTransliterated: false, script: "mixed" });
  });

  test("the words as they are written keep their script", () => {
    expect(originalWords("ИВАН  Петров")).toEqual(["иван", "петров"]);
  });

  test("a name behind a right-to-left override is read as it is stored and as it is shown", () => {
    expect(readText("\u202eravoD nismaT").spellings).toEqual(["ravoD nismaT", "Tamsin Dovar"]);
  });

  test("at most 300 characters and 30 words are read (NAME-1)", () => {
    expect(readText("a".repeat(301))).toMatchObject({ isCut: true, spellings: ["a".repeat(300)] });
    expect(readText("a".repeat(300)).isCut).toBe(false);
    expect(tokensOf("ab ".repeat(60))).toHaveLength(30);
  });
});
