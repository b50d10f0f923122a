import { describe, expect, test } from "@jest/globals";
import type { NameKind } from "./name-word.ts";
import { readName } from "./read-name.ts";

/** The words of each reading. */
function wordsOf(written: string, kind: NameKind | "unknown"): readonly string[] {
  return readName(written, kind).readings.map(({ words }) => words.map(({ text }) => text).join(" "));
}

function rolesOf(written: string, kind: NameKind): readonly string[] {
  return (readName(written, kind).readings[0]?.words ?? []).map(({ text, role }) => `${text} ${role}`);
}

describe("several names in one (NAME-6, NAME-7)", () => {
  test.each([
    ["Blue Harbor Cafe Inc dba Harborside Grill", ["blue harbor cafe", "harborside grill"]],
    ["Blue Harbor D/B/A Harborside", ["blue harbor", "harborside"]],
    ["Blue Harbor (d.b.a. Harborside)", ["blue harbor", "harborside"]],
    ["Blue Harbor, doing business as: Harborside", ["blue harbor", "harborside"]],
    ["Blue Harbor t/a Harborside", ["blue harbor", "harborside"]],
    ["Blue Harbor formerly known as Old Pier", ["blue harbor", "old pier"]],
    ["Blue Harbor f/k/a Old Pier a/k/a Pier One", ["blue harbor", "old pier", "pier 1"]],
    ["Blue Harbor (Texas) Grill", ["blue harbor grill", "blue harbor texas grill"]],
    ["Formerly Yours Vintage", ["formerly yours vintage"]],
    ["Aka Bakery", ["aka bakery"]],
    ["(Harborside)", ["harborside"]],
  ])("%j is %j", (written, readings) => {
    expect(wordsOf(written, "organization")).toEqual(readings);
  });
});

describe("people (NAME-5, NAME-8, NAME-9, NAME-10, NAME-11)", () => {
  test.each([
    ["SMITH, John", "john smith"],
    ["SMITH, John, Jr.", "john smith"],
    ["SMITH JR., Dr. John", "john smith"],
    ["Dr. John Smith M.D.", "john smith"],
    ["Prof. Dr. John Smith, PhD, CPA", "john smith"],
    ["John Smith III", "john smith"],
    ["J.R. Smith", "j r smith"],
    ["J. R. R. Smith", "j r smith"],
    ["Dr. Smith", "dr smith"],
    ["Dr.", "dr"],
    [", John Smith,", "john smith"],
    ["Smith,", "smith"],
    ["Muhammad Muhammad Ali", "muhammad ali"],
    ["J0hn 5mith", "john smith"],
    ["O'Brien-Smith, Mary", "mary obrien smith"],
    ["12345", "12345"],
  ])("%j is %j", (written, words) => {
    expect(wordsOf(written, "person")).toEqual([words]);
  });

  test("roles of words", () => {
    expect(rolesOf("AL-DURI, Thabet M.", "person")).toEqual(["thabet plain", "m initial", "al particle", "duri plain"]);
    expect(rolesOf("Al Bin", "person")).toEqual(["al plain", "bin plain"]);
  });

  test("the family name is known by the comma or by the caller", () => {
    expect(readName("DURI, Thabet", "person").readings[0]?.isFamily).toEqual([false, true]);
    expect(readName("Thabet Duri", "person").readings[0]?.isFamily).toBeUndefined();
    expect(readName("Thabet Duri", "person", { familyName: "DURI" }).readings[0]?.isFamily).toEqual([false, true]);
  });
});

describe("legal forms (NAME-5, NAME-12)", () => {
  test.each([
    ["Acme LLC", "acme", ["llc"]],
    ["Acme L.L.C.", "acme", ["llc"]],
    ["Acme L L C", "acme", ["llc"]],
    ["Acme Limited Liability Company", "acme", ["llc"]],
    ["Acme Limited Liabilty Company", "acme", ["llc"]],
    ["Acme Limitd", "acme", ["llc"]],
    ["Acme Incorporatd", "acme", ["llc"]],
    ["Acme, S.A. de C.V.", "acme", ["jsc"]],
    ["Acme S A de C V", "acme", ["jsc"]],
    ["Acme Sp. z o.o.", "acme", ["llc"]],
    ["Acme GmbH", "acme", ["llc"]],
    ["Acme Gesellschaft mit beschränkter Haftung", "acme", ["llc"]],
    ["OOO Acme", "acme", ["llc"]],
    ["ООО Акме", "akme", ["llc"]],
    ["Acme Oyj", "acme", ["jsc"]],
    ["Acme Co., Ltd.", "acme", ["llc"]],
    ["Acme LLP", "acme", ["llp"]],
    ["Acme L.P.", "acme", ["lp"]],
  ])("%j is %j of class %j", (written, core, classes) => {
    const [reading] = readName(written, "organization").readings;
    expect(reading?.words.map(({ text }) => text).join(" ")).toBe(core);
    expect([...(reading?.formClasses ?? [])]).toEqual(classes);
  });

  test.each([
    ["First Trust Bank", "1 trust bank"],
    ["Teachers Union", "teachers union"],
    ["LLC", "llc"],
    ["AB Bank", "ab bank"],
  ])("%j keeps its words %j", (written, words) => {
    expect(wordsOf(written, "organization")).toEqual([words]);
  });

  test("only forms that are usual in the United States on request", () => {
    const core = (written: string): unknown =>
      readName(written, "organization", { forms: "us" })
        .readings[0]?.words.map(({ text }) => text)
        .join(" ");
    expect(core("Acme, Inc.")).toBe("acme");
    expect(core("Acme Limited Liability Company")).toBe("acme");
    expect(core("Acme Oy")).toBe("acme oy");
  });

  test("a name of legal forms or small words alone is not usable", () => {
    const isUsable = (written: string): boolean =>
      readName(written, "organization").readings.some((reading) => reading.isUsable);
    expect(["LLC", "The Company, LLC", "of the", "?!"].map(isUsable)).toEqual([false, false, false, false]);
    expect(isUsable("Acme LLC")).toBe(true);
  });
});

describe("words of organizations (NAME-10, NAME-13, NAME-14)", () => {
  test.each([
    ["Acme Shipping Group 21", ["acme plain", "shipping trade", "group general", "21 number"]],
    ["Bank of the Valley", ["bank trade", "of particle", "the particle", "valley plain"]],
    ["Twenty-One Acme", ["21 number", "acme plain"]],
    ["Acme III", ["acme plain", "3 number"]],
    ["Second Acme 2nd", ["2 number", "acme plain", "2 number"]],
    ["D.E.S. International", ["des plain", "international general"]],
  ])("%j is %j", (written, words) => {
    expect(rolesOf(written, "organization")).toEqual(words);
  });

  test("trades meet across languages", () => {
    const group = (written: string): unknown => readName(written, "organization").readings[0]?.words.at(-1)?.group;
    expect(group("Acme Shipping")).toBe(group("Acme Sudokhodnaya"));
    expect(group("Acme Bank")).toBe(group("Acme Banco"));
  });
});

test("an unknown kind is read as person and as organization", () => {
  expect(readName("SMITH, John", "unknown").readings.map(({ kind }) => kind)).toEqual(["person", "organization"]);
  expect(wordsOf("Acme Ltd", "unknown")).toEqual(["acme ltd", "acme"]);
});

test("what is beyond the bounds is reported (NAME-1)", () => {
  expect(readName("word ".repeat(31), "organization").isCut).toBe(true);
  expect(readName(Array.from({ length: 9 }, (_, n) => `Pier${n}`).join(" dba "), "organization").isCut).toBe(true);
  expect(readName("Pier dba Dock", "organization").isCut).toBe(false);
});
