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
    ["Blue Harbor D B A Harborside", ["blue harbor", "harborside"]],
    ["Blue Harbor A K A Harborside", ["blue harbor", "harborside"]],
    ["Blue Harbor LLC c/o Pier Management", ["blue harbor", "pier management"]],
    ["C/O Pier Management", ["pier management"]],
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
    ["John Smith FACS", "john smith"],
    ["John Smith, MD, FACC", "john smith"],
    ["John Smith, Sole Proprietor", "john smith"],
    ["John Smith (a sole proprietorship)", "john smith"],
    ["J O H N  S M I T H", "john smith"],
    ["J O H N S M I T H", "johnsmith"],
    ["J R R T", "j r t"],
  ])("%j is %j", (written, words) => {
    expect(wordsOf(written, "person")).toEqual([words]);
  });

  test("roles of words", () => {
    expect(rolesOf("AL-DURI, Thabet M.", "person")).toEqual(["thabet plain", "m initial", "al particle", "duri plain"]);
    expect(rolesOf("Al Bin", "person")).toEqual(["al plain", "bin plain"]);
  });

  test("the comma or the caller tells the family name", () => {
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
    ["Acme Corperation", "acme", []],
    ["Acme Limted Liability Company", "acme", ["llc"]],
    ["Acme, a Sole Proprietorship", "acme", ["sp"]],
    ["Acme Gesellschaft mit beschraenkter Haftung", "acme", ["llc"]],
    ["Acme Gesellschaft mbH", "acme", ["llc"]],
    ["Acme mbH", "acme", ["llc"]],
    ["AO Vostok Montazh", "vostok montazh", ["jsc"]],
    ["Vostok Montazh AO", "vostok montazh", ["jsc"]],
    ["AO VostokMontazh", "vostokmontazh", ["jsc"]],
    ["AO Smith", "ao smith", []],
    ["AO Smith Corporation", "ao smith", []],
    ["A. O. Vostok Montazh", "ao vostok montazh", []],
    ["AO of the Valley", "ao of the valley", []],
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
    const none = ["LLC", "The Company, LLC", "Co., Ltd.", "Sdn Bhd", "of the", "A", "?!", "😀😀"];
    expect(none.filter(isUsable)).toEqual([]);
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

const isUsableAs = (kind: NameKind | "unknown") => (written: string) =>
  readName(written, kind).readings.some(({ isUsable }) => isUsable);

test("a short name that somebody wrote is one (NAME-55)", () => {
  const short = ["AT&T", "H&M", "A & A LLC", "Q LLC", "AB LLC", "One", "3M", "The Limited", "The Limited, Inc."];
  expect(short.filter((written) => !isUsableAs("organization")(written))).toEqual([]);
  expect(["Bo Li", "E Weinan", "J R", "Na Li", "Bo"].filter((written) => !isUsableAs("person")(written))).toEqual([]);
  expect(isUsableAs("person")("Q")).toBe(false);
});

test("what stands in place of a name cannot be searched (NAME-56)", () => {
  const placeholders = ["TBD", "T.B.D.", "tba", "Unknown", "UNKNOWN UNKNOWN", "Various", "N/A", "n/a", "See attached"];
  const more = ["Various (see attached)", "See Attached List", "To be determined", "Same as above", "Not Applicable"];
  const others = ["Test", "TEST TEST", "Test Account", "XXXXXX", "zzzz", "Name pending", "New client", "Not yet named"];
  const described = ["TBD (new restaurant)", "Unknown [tenant]", "Name To Follow", "no insured name", "Your name here"];
  for (const kind of ["person", "organization", "unknown"] as const) {
    expect([...placeholders, ...more, ...others, ...described, "LLC", "😀"].filter(isUsableAs(kind))).toEqual([]);
  }
  expect(["TBD LLC", "Unknown Inc"].filter(isUsableAs("organization"))).toEqual([]);
  const names = [
    "Various, Inc.",
    "Unknown Union",
    "Pending Motors",
    "Blank Rome LLP",
    "None Better Roofing",
    "Test Equity LLC",
  ];
  expect(names.filter((written) => !isUsableAs("organization")(written))).toEqual([]);
});

test("the article at either end of a name does not count (NAME-57)", () => {
  for (const written of ["The Acme Widget Group", "Acme Widget Group, The", "Acme Widget Group"]) {
    expect(wordsOf(written, "organization")).toEqual(["acme widget group"]);
  }
  expect(wordsOf("The Limited", "organization")).toEqual(["the limited"]);
});

test("two people in one name are read together and each by itself (NAME-58)", () => {
  const all = ["john and mary smith", "john smith", "mary smith"];
  for (const written of ["John and Mary Smith", "John & Mary Smith", "Smith, John and Mary"]) {
    expect(wordsOf(written, "person")).toEqual(all);
  }
  expect(wordsOf("John Smith and Mary Dovar", "person")).toEqual([
    "john smith and mary dovar",
    "john smith",
    "mary dovar",
  ]);
  expect(wordsOf("Smith and Dovar", "person")).toEqual(["smith and dovar"]);
  expect(wordsOf("Smith & Dovar Roofing", "organization")).toEqual(["smith and dovar roofing"]);
});

test("whoever is behind care of is left out where it must not stand for the party (NAME-6)", () => {
  const { readings } = readName("Blue Harbor LLC c/o Pier Management", "organization", { isBehindRead: false });
  expect(readings.map(({ joined }) => joined[0])).toEqual(["blueharbor"]);
});

test("the person behind a trust or an estate is read too (NAME-59)", () => {
  const behind = (written: string, kind: NameKind): readonly string[] =>
    readName(written, kind).readings.flatMap(({ isBehind, joined }) => (isBehind === true ? joined : []));
  const ofDovar = [
    "Tamsin Dovar Trust",
    "The Tamsin Dovar Revocable Living Trust",
    "Tamsin Dovar Family Trust dated March 3, 2011",
    "Tamsin Dovar Irrev Trust U/A DTD 3/3/2011",
    "Trust for Tamsin Dovar",
    "The Estate of Tamsin Dovar",
    "Tamsin Dovar's Estate",
    "Tamsin Dovar, Trustee of the TD 2011 Trust",
    "Tamsin Dovar TTEE",
  ];
  for (const written of ofDovar) {
    expect([written, behind(written, "organization")]).toEqual([written, ["tamsindovar"]]);
  }
  expect(behind("Estate of Tamsin Dovar", "person")).toEqual(["tamsindovar"]);
  expect(behind("Dovar, Tamsin, Trustee", "organization")).toEqual(["tamsindovar", "dovartamsin"]);
  for (const written of ["The Dovar Family Trust", "Dovar Roofing LLC", "Trust Company of Dovar", "The Dovar Works"]) {
    expect([written, behind(written, "organization")]).toEqual([written, []]);
  }
  expect(readName("Tamsin Dovar Trust", "organization", { isBehindRead: false }).readings).toHaveLength(1);
});

test("a name at birth is a name of the person (NAME-60)", () => {
  for (const written of ["Tamsin Dovar née Quill", "Tamsin Dovar (née Quill)", "Tamsin Dovar, nee Quill"]) {
    expect(wordsOf(written, "person")).toEqual(expect.arrayContaining(["tamsin dovar", "tamsin quill"]));
  }
  expect(wordsOf("Tan Nee Hock", "person")).toEqual(["tan nee hock"]);
});

test("a name written twice, signs for letters and what a deed adds do not hide it (NAME-9, NAME-11)", () => {
  const same = [
    "Tamsin Dovar Tamsin Dovar",
    "Tamsin Dovar ".repeat(23),
    "T4m$in Dov@r",
    "7amsin D0var",
    "Tamsin Dovar, a minor",
    "Tamsin Dovar, deceased",
    "Tamsin Dovar et al.",
  ];
  expect(same.map((written) => wordsOf(written, "person"))).toEqual(same.map(() => ["tamsin dovar"]));
  expect(wordsOf("Pier Dock Pier Dock LLC", "organization")).toEqual(["pier dock"]);
});

test("two names parted by a slash are read together and each by itself (NAME-6)", () => {
  expect(wordsOf("Tamsin Dovar / Pier Foods LLC", "organization")).toEqual(
    expect.arrayContaining(["tamsin dovar", "pier foods"]),
  );
});
